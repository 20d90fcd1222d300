/**
 * Goal: every document without gaps is a message that the service takes; what has gaps is refused; codes are those of the
 * published and of the prepared examples; and the official message is written again, as far as documents say what is in it.
 * Method: random documents of a shop, judged by the official schema and by a second computation of their amounts; the examples.
 */
import { createSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { fiscalFacts, fiscalGaps } from "faktura/einvoice/hr";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NATIONAL_RULES, NO_NATIONAL_RULES, schemaOf } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { tries } from "../../support/tries.ts";
import { issueDocuments, scenes } from "../random-documents.ts";
import { type Part, units } from "../read-file.ts";
import { BUSINESS, JIR, ORDER, readMessage, SELLER, sign } from "./fiscal-scenes.ts";

const fileOf = (name: string) => join(NATIONAL_RULES!, "hr-fiscal", name);
const textOf = (name: string) => readFileSync(fileOf(name), "utf8");
const rowsOf = (name: string) =>
  textOf(name)
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"));

/** Most often the first. */
const mostly = <Value>(first: Value, ...others: Value[]) =>
  fc.oneof({ weight: 9 + others.length, arbitrary: fc.constant(first) }, fc.constantFrom(...others));

/** Random orders of a shop: most of them complete, some with something wrong. */
const shopScenes = fc
  .record({
    scene: scenes,
    prefix: mostly("POSL1/12/2026", "0a/3/2026/0", "P//2026", "INV", "POSL1/12/2025"),
    creditNotePrefix: mostly("POSL1/13/2026", "CN"),
    isRegistered: mostly(true, false),
    operator: mostly<CompanyProfile["national"]>(SELLER.national, undefined),
    register: mostly<string | undefined>("7", undefined),
    means: fc.constantFrom("10", "48", "30", "59", "ZZZ", undefined),
    business: mostly<Partial<InvoiceOrder>>({ clientVatNumber: undefined }, BUSINESS, {
      clientVatNumber: "HR12345678903",
    }),
    isDomestic: mostly(true, false),
    currency: mostly("EUR", "USD"),
    rate: fc.constantFrom(25, 13, 5, 0),
    paperNumber: mostly<string | undefined>(undefined, "<123> & 458/5"),
  })
  .map(({ scene, ...given }) => {
    const { prefix, creditNotePrefix, isRegistered, operator, register, means, business, isDomestic, currency } = given;
    const { rate, paperNumber } = given;
    const isManual = scene.order.autoVat === false;
    const vat = isManual
      ? { taxRate: rate, vatCategory: undefined }
      : { vatRates: rate === 0 ? undefined : { HR: rate } };
    const isTaxed = (part: { taxRate?: number | undefined }) => !isManual || (part.taxRate ?? 0) > 0;
    const taxed = <Of extends { taxRate?: number | undefined }>(part: Of) =>
      isTaxed(part) ? { ...part, ...vat } : part;
    const { exchangeRate, ...rest } = scene.order;
    return {
      ...scene,
      profile: {
        ...scene.profile,
        ...{ country: "HR", vatNumber: isRegistered ? SELLER.vatNumber : undefined, taxNumber: "33392005961" },
        ...{ vatRegistered: isRegistered, invoicePrefix: prefix, creditNotePrefix, national: operator },
      },
      order: {
        ...rest,
        ...{ currency, isCompany: undefined, taxPointCode: undefined, placeOfSupply: undefined, selfBilled: undefined },
        ...(currency !== "EUR" && { exchangeRate: { rate: 0.87, date: "2026-11-19", source: "HNB" } }),
        ...{ clientCountry: isDomestic ? "HR" : "DE", clientVatNumber: undefined, ...business },
        payment: means === undefined ? undefined : { means },
        items: rest.items.map(taxed),
        ...(rest.allowances && { allowances: rest.allowances.map(taxed) }),
        ...(rest.charges && { charges: rest.charges.map(taxed) }),
        national: { hr: { ...business.national?.hr, register, paperNumber } },
      } as InvoiceOrder,
    };
  });

/** What the amounts of a message leave over: nothing, because each group of the VAT breakdown is in one of them. */
function leftOver(message: Part): bigint {
  const sum = (path: string) => message.all(`Racun/${path}`).reduce((all, { text }) => all + units(text(".")), 0n);
  const parts = ["Pdv/Porez/Osnovica", "Pdv/Porez/Iznos", "IznosOslobPdv", "IznosNePodlOpor"];
  return parts.reduce((left, path) => left - sum(path), sum("IznosUkupno"));
}

describeUnless(NO_NATIONAL_RULES)("random documents of a shop", () => {
  test("are taken without gaps, and refused with one error for each gap", async () => {
    const errorsOf = schemaOf(fileOf("xsd-1.9/FiskalizacijaSchema.xsd"));
    const count = { issued: 0, complete: 0, creditNotes: 0 };
    await fc.assert(
      fc.asyncProperty(shopScenes, async (scene) => {
        const documents = await issueDocuments(scene);
        const document = documents[1] ?? documents[0];
        if (document === undefined) return fc.pre(false);
        const gaps = fiscalGaps(document);
        count.issued += 1;
        if ("reason" in document) count.creditNotes += 1;
        if (gaps.length > 0) {
          const errors = { length: gaps.length };
          await expect(fiscalFacts(document, { sign })).rejects.toMatchObject({ code: "einvoice_incomplete", errors });
          return;
        }
        count.complete += 1;
        const { xml, code } = await fiscalFacts(document, { sign });
        expect(errorsOf(xml)).toEqual([]);
        expect(readMessage(xml, leftOver)).toBe(0n);
        expect(code.url).toMatch(
          /^https:\/\/porezna\.gov\.hr\/rn\?zki=[a-f0-9]{32}&datv=20261120_1300&izn=-?\d{1,10}$/,
        );
        expect(Math.max(code.heading.length, code.label.length)).toBeLessThanOrEqual(100);
      }),
      { numRuns: tries(2_000, 8), maxSkipsPerRun: 1000, endOnFailure: true },
    );
    console.info(`fiskalizacija: ${JSON.stringify(count)}`);
    expect(count.complete).toBeGreaterThan(count.issued / 4);
  }, 1_200_000);
});

describeUnless(NO_NATIONAL_RULES)("examples", () => {
  test("of the protective code: MD5 of the signature that the key gives", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const invoice = await acme.issue(ORDER);
    const key = readFileSync(join(NATIONAL_RULES!, "pt/vectors/test-private-key.pem"));
    for (const [, , text, expected] of rowsOf("vectors/zki.tsv")) {
      const { zki } = await fiscalFacts(invoice, { sign: () => createSign("RSA-SHA1").update(text!).sign(key) });
      expect(zki).toBe(expected);
    }
  });

  test("of the QR code", async () => {
    for (const [, issued, total, expected] of rowsOf("vectors/qr.tsv")) {
      const year = issued!.slice(0, 4);
      const { acme, clock } = await openBooks(undefined, {
        ...{ ...SELLER, invoicePrefix: `POSL1/12/${year}`, creditNotePrefix: `POSL1/13/${year}` },
      });
      const isCredit = total!.startsWith("-");
      clock.set(`${issued}:00${issued!.slice(5, 7) === "09" ? "+02:00" : "+01:00"}`);
      const unitPrice = Math.abs(Number(total));
      const invoice = await acme.issue({
        ...ORDER,
        autoVat: false,
        items: [{ description: "A", quantity: 1, unitPrice, taxRate: 25 }],
      });
      const issuedDocument = isCredit ? await acme.credit(invoice.id, { reason: "Povrat" }) : invoice;
      const numbers = [{ portal: "fiskalizacija", number: "12345678-1234-1234-1234-123456789012" }];
      const isByJir = expected!.includes("jir=");
      const { code, zki } = await fiscalFacts(
        { ...issuedDocument, ...(isByJir && { portalNumbers: numbers }) },
        { sign },
      );
      expect(code.url).toBe(isByJir ? expected : expected!.replace(/zki=[^&]*/, `zki=${zki}`));
    }
  });
});

/** The texts of the parts of `Racun`, by their paths. */
function contentOf({ all }: Part): Record<string, (string | undefined)[]> {
  const texts = (path: string) => all(`Racun/${path}`).map(({ text }) => text("."));
  return Object.fromEntries(PATHS.map((path) => [path, texts(path)]));
}

const PATHS = [
  ...["Oib", "USustPdv", "DatVrijeme", "OznSlijed", "BrRac/BrOznRac", "BrRac/OznPosPr", "BrRac/OznNapUr"],
  ...[
    "Pdv/Porez/Stopa",
    "Pdv/Porez/Osnovica",
    "Pdv/Porez/Iznos",
    "IznosOslobPdv",
    "NacinPlac",
    "NakDost",
    "ParagonBrRac",
  ],
];

describeUnless(NO_NATIONAL_RULES)("the official message", () => {
  test("is written again but for what no document says", async () => {
    const official = textOf("messages-b2c/RacunZahtjev.xml");
    const { acme, clock } = await openBooks(undefined, {
      ...{ ...SELLER, vatNumber: "HR98765432198", invoicePrefix: "POSL1//2012", timeZone: "Europe/Zagreb" },
      national: { hr: { ...SELLER.national!.hr, register: "12" } },
    });
    await acme.continueNumbering({ lastCounter: 123_456_788, lastIssueDate: "2012-08-31" });
    clock.set("2012-09-01T19:10:34.000Z");
    const item = (taxRate: number, vatCategory?: "E" | "Z", unitPrice = 10) => {
      return { description: "A", quantity: 1, unitPrice, taxRate, ...(vatCategory && { vatCategory }) };
    };
    const invoice = await acme.issue({
      ...{ ...ORDER, prices: "net", autoVat: false, payment: { means: "48" } },
      items: [item(25), item(10), item(0, "Z"), item(0, "E", 12)],
      national: { hr: { paperNumber: "123/458/5" } },
    });
    const { xml } = await fiscalFacts(invoice, { sign });
    const sorted = (content: Record<string, (string | undefined)[]>) =>
      Object.fromEntries(Object.entries(content).map(([path, texts]) => [path, texts.sort()]));
    expect(sorted(readMessage(xml, contentOf))).toEqual(sorted(readMessage(official, contentOf)));
  });

  test("has nothing else but taxes, fees, a margin and a purpose that documents do not have, a total that is no sum, and invented codes", () => {
    const known = new Set([...PATHS.map((path) => path.split("/")[0]!), "IznosUkupno", "OibOper", "ZastKod"]);
    const names = [...textOf("messages-b2c/RacunZahtjev.xml").matchAll(/<tns:(\w+)>/g)].map(([, name]) => name!);
    const inRacun = names.slice(names.indexOf("Racun") + 1).filter((name) => !known.has(name));
    expect([...new Set(inRacun)].filter((name) => !PATHS.some((path) => path.includes(name)))).toEqual([
      "Pnp",
      "OstaliPor",
      "Naziv",
      "IznosMarza",
      "Naknade",
      "Naknada",
      "NazivN",
      "IznosN",
      "SpecNamj",
    ]);
  });
});

describeUnless(NO_NATIONAL_RULES)("the official answer", () => {
  test("has a JIR that can be recorded", async () => {
    const jir = /<tns:Jir>([^<]*)/.exec(textOf("messages-b2c/RacunOdgovor.xml"))?.[1];
    expect(jir).toBe(JIR);
  });
});
