/**
 * Goal: every kind of document of a Portuguese seller is in SAF-T (PT) and in its QR code as the tax authority wants it.
 * Method: each is issued with its credit note; the official schema, its asserts and an independent reader judge the file.
 */
import { createInvoicing, type InvoiceOrder } from "faktura";
import { saftPt, saftPtFile, saftPtGaps } from "faktura/einvoice/pt";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { germanProfile, TestClock } from "../../support/fixtures.ts";
import { describeUnless } from "../../support/skipping.ts";
import { brokenAsserts, chainFaults, NO_SCHEMA, officialFile, schemaErrors, sumFaults } from "./authority.ts";
import { fileOf, KEYS, ORDER, PROGRAM, recordsOf, SCENES, SELLER } from "./scenes.ts";

describeUnless(NO_SCHEMA)("the tax authority takes", () => {
  test("the published file, so that it is read as meant", () => {
    const file = officialFile("vectors/saft_idemo599999999.xml", "windows-1252");
    expect([...schemaErrors(file), ...brokenAsserts(file)]).toEqual([]);
  });

  test.each(SCENES.map(([name, order, seller]) => ({ name, order, seller })))("$name", async ({ order, seller }) => {
    const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
    const invoice = await acme.issue({ ...ORDER, ...order } as InvoiceOrder);
    const documents = [invoice, await acme.credit(invoice.id, { reason: "Devolução" })];
    for (const document of documents) expect(saftPtGaps(document)).toEqual([]);
    const file = await fileOf(acme);
    expect([...schemaErrors(file), ...brokenAsserts(file), ...sumFaults(file)]).toEqual([]);
    expect(chainFaults(file, KEYS.publicKey)).toEqual([]);
  });
});

const element = (file: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(file)?.[1];

describe("a file", () => {
  test("has the documents of its days, and says which were cancelled", async () => {
    const { acme, clock } = await openBooks(undefined, SELLER);
    await acme.issue(ORDER);
    clock.set("2026-12-02T09:30:00.000Z");
    const wrong = await acme.issue(ORDER);
    await acme.cancel(wrong.id, { reason: "Erro" });
    const december = await fileOf(acme, { start: "2026-12-01", end: "2026-12-31" });
    expect(element(december, "InvoiceNo")).toBe("FT A2026/2");
    expect([element(december, "InvoiceStatus"), element(december, "InvoiceStatusDate")]).toEqual([
      "A",
      "2026-12-02T09:30:00",
    ]);
    expect([element(december, "Reason"), element(december, "TotalCredit")]).toEqual(["Erro", "0.00"]);
    expect(chainFaults(await fileOf(acme, { end: "2026-12-31" }), KEYS.publicKey)).toEqual([]);
    await expect(fileOf(acme, { start: "2025-01-01", end: "2025-12-31" })).rejects.toMatchObject({
      code: "invoice_not_found",
    });
  });

  test("states in euros what the client withholds in another currency, as the QR code does", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const exchangeRate = { rate: 0.5, date: "2026-11-19", source: "BCE" };
    const withholdings = [{ percent: 25, reason: "Retenção na fonte" }];
    const { subtotal } = await acme.issue({ ...ORDER, currency: "USD", exchangeRate, withholdings } as InvoiceOrder);
    const amount = (subtotal * 0.25 * 0.5).toFixed(2);
    expect(element(await fileOf(acme), "WithholdingTaxAmount")).toBe(amount);
    expect((await recordsOf(acme))[0]?.qr).toContain(`*P:${amount}*`);
  });

  test("is in Windows-1252, with numbers in place of characters that it lacks", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    await acme.issue({ ...ORDER, clientName: "Açúcar € 🧾" });
    const file = await fileOf(acme);
    expect(file).toContain('<?xml version="1.0" encoding="Windows-1252"?>');
    expect(file).toContain("Açúcar &#8364; &#129534;");
  });

  test("names what a credit note corrects as the tax authority knows it, and why", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const { id } = await acme.issue(ORDER);
    await acme.credit(id, { reason: "Devolução" });
    expect(await fileOf(acme)).toContain(
      "<References><Reference>FT A2026/1</Reference><Reason>Devolução</Reason></References>",
    );
  });

  test.each([
    ["start", { start: "1.1.2026" }],
    ["producer.product", { producer: { nif: "500000000", product: "Facturas", version: "1" } }],
    ["periodo", { periodo: 1 }],
  ])("with a wrong %s is a TypeError that names it", async (name, changes) => {
    const { acme } = await openBooks(undefined, SELLER);
    await expect(fileOf(acme, changes as object)).rejects.toThrow(name);
  });
});

/** A signature whose Base64 has these characters at places 1, 11, 21 and 31. */
const signatureWith = (characters: string) => () => {
  const text = Array.from({ length: 172 }, (_, place): string => (place === 171 ? "=" : "A"));
  [0, 10, 20, 30].forEach((place, index) => {
    text[place] = characters[index]!;
  });
  return new Uint8Array(Buffer.from(text.join(""), "base64"));
};

describe("the QR code", () => {
  test("of a simplified invoice is the one that the tax authority publishes", async () => {
    const clock = new TestClock("2019-08-12T12:00:00.000Z");
    const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
    const series = [{ prefix: "CDVF", type: "FS", code: "CDF7T5HD" }] as const;
    await acme.saveProfile(
      germanProfile({
        ...SELLER,
        vatNumber: "PT123456789",
        invoicePrefix: "CDVF",
        series: undefined,
        national: { pt: { series } },
      }),
    );
    await acme.continueNumbering({ lastCounter: 12344, lastIssueDate: "2019-08-11" });
    const items = [{ description: "Café", quantity: 1, unitPrice: 0.65 }];
    await acme.issue({ ...ORDER, clientVatNumber: undefined, items });
    const program = {
      certificate: 9999,
      keys: [{ version: "1", sign: signatureWith("YhGV") }],
      other: () => "NU;0.80",
    };
    const [record] = await recordsOf(acme, { program });
    expect(record?.qr).toBe(
      "A:123456789*B:999999990*C:PT*D:FS*E:N*F:20190812*G:FS CDVF/12345*H:CDF7T5HD-12345*I1:PT*I7:0.65*I8:0.15*N:0.15*O:0.80*Q:YhGV*R:9999*S:NU;0.80",
    );
  });

  test("has the amounts of all regions and rates in their places", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const ofRegion = (region: string, ...rates: number[]) =>
      rates.map((taxRate) => ({ ...ORDER.items[0]!, taxRate, national: { pt: { region } } }));
    const exempt = { taxRate: 0, vatCategory: "E", exemptionReason: "Isento artigo 9.º do CIVA" } as const;
    const items = [
      { ...ORDER.items[0]!, ...exempt, national: { pt: { exemption: "M07" } } },
      ...ofRegion("PT", 6, 13, 23),
      ...ofRegion("PT-AC", 4, 9, 16),
      ...ofRegion("PT-MA", 5, 12, 22),
    ];
    const withholdings = [{ percent: 5, reason: "Retenção na fonte" }];
    await acme.issue({ ...ORDER, autoVat: false, items, withholdings } as InvoiceOrder);
    const [record] = await recordsOf(acme);
    expect(record?.qr.replace(/\*Q:.*/, "")).toBe(
      [
        "A:500000000*B:123456789*C:PT*D:FT*E:N*F:20261120*G:FT A2026/1*H:CSDF7T5H-1",
        "I1:PT*I2:200.00*I3:200.00*I4:12.00*I5:200.00*I6:26.00*I7:200.00*I8:46.00",
        "J1:PT-AC*J3:200.00*J4:8.00*J5:200.00*J6:18.00*J7:200.00*J8:32.00",
        "K1:PT-MA*K3:200.00*K4:10.00*K5:200.00*K6:24.00*K7:200.00*K8:44.00",
        "N:220.00*O:2220.00*P:100.00",
      ].join("*"),
    );
  });

  test("of a document without any rate says so", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const item = {
      ...ORDER.items[0]!,
      vatCategory: "O",
      exemptionReason: "Não sujeito",
      national: { pt: { exemption: "M99" } },
    };
    await acme.issue({ ...ORDER, autoVat: false, items: [item] } as InvoiceOrder);
    expect((await recordsOf(acme))[0]?.qr).toContain("*I1:0*L:200.00*N:0.00*O:200.00*");
  });
});

test.each([
  ["after", "leave after out"],
  ["user", "user must be 1 to 30 characters"],
  ["basis", "basis must be F, I, P or S"],
])("the file refuses another %s", async (name, message) => {
  const { acme } = await openBooks(undefined, SELLER);
  await acme.issue(ORDER);
  await expect(fileOf(acme, { [name]: "" })).rejects.toThrow(message);
});

test("gaps name the field that fixes them", async () => {
  const gapsOf = async (order: object, seller: object = {}) => {
    const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
    const invoice = await acme.issue({ ...ORDER, ...order } as InvoiceOrder);
    return saftPtGaps(invoice).map(({ rule, field }) => `${rule} ${field}`);
  };
  const manual = (item: object) => ({ autoVat: false, items: [{ ...ORDER.items[0]!, ...item }] });
  const exempt = { taxRate: 0, vatCategory: "E", exemptionReason: "Isento artigo 9.º" };
  const earlier = { precedingInvoices: [{ number: "A/1" }] };
  const found = await Promise.all([
    gapsOf({}, { vatNumber: "PT500000001" }),
    gapsOf({}, { address: undefined }),
    gapsOf({}, { national: undefined }),
    gapsOf(
      {},
      { invoicePrefix: "A/26", national: { pt: { series: [{ prefix: "A/26", type: "FT", code: "CSDF7T5H" }] } } },
    ),
    gapsOf({ documentType: "383", ...earlier }),
    gapsOf({ documentType: "384", ...earlier }),
    gapsOf({ series: "ND", documentType: "383" }),
    gapsOf({ series: "FS", items: [{ ...ORDER.items[0]!, unitPrice: 500 }] }),
    gapsOf({ clientVatNumber: "PT123456780" }),
    gapsOf(manual({ taxRate: 4 })),
    gapsOf(manual({ taxRate: 21 })),
    gapsOf(manual(exempt)),
    gapsOf(manual({ national: { pt: { exemption: "M07" } }, taxRate: 23 })),
    gapsOf(manual({ ...exempt, exemptionReason: "a", national: { pt: { exemption: "M07" } } })),
    gapsOf({ items: [{ ...ORDER.items[0]!, description: "A" }] }),
    gapsOf({ currency: "USD", exchangeRate: { rate: 1, date: "2026-11-19", source: "B", currency: "CHF" } }),
  ]);
  expect(found).toEqual([
    ["TaxRegistrationNumber seller.vatNumber"],
    ["CompanyAddress seller.address"],
    ["InvoiceNo seller.national.pt.series"],
    ["InvoiceNo seller.national.pt.series"],
    ["InvoiceType series"],
    ["InvoiceType series"],
    ["References precedingInvoices"],
    ["InvoiceType items"],
    ["CustomerTaxID clientVatNumber"],
    ["TaxCountryRegion items[].national.pt.region"],
    ["TaxCountryRegion items[].national.pt.region"],
    ["TaxExemptionCode items[].national.pt.exemption"],
    ["TaxExemptionCode items[].national.pt.exemption"],
    ["TaxExemptionReason items[].exemption"],
    ["ProductDescription items[].description"],
    ["GrossTotal exchangeRate"],
  ]);
});

test("gaps of today's profile are those of the next document", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, national: undefined });
  const invoice = await acme.issue(ORDER);
  expect(saftPtGaps(invoice)).toHaveLength(1);
  expect(saftPt.gaps(invoice, { ownProfile: SELLER })).toEqual([]);
  expect(() => saftPtGaps({} as never)).toThrow("saftPtGaps needs an invoice or a credit note");
  await expect(saftPtFile(acme, { program: PROGRAM } as never)).rejects.toThrow("must be a day");
});
