/**
 * Goal: what Croatia's Tax Administration gets of each document, and what is printed, follows from the books alone.
 * Method: documents of a shop, changed in one way each. Messages are read as the service does; the code is computed again.
 */
import { createHash } from "node:crypto";
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { fiscalFacts, fiscalGaps, fiskalizacija } from "faktura/einvoice/hr";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { BUSINESS, JIR, ORDER, readMessage, recordsOf, SELLER, sign } from "./fiscal-scenes.ts";

const shop = (profile: Partial<CompanyProfile> = {}) => openBooks(undefined, { ...SELLER, ...profile });

async function issue(order: Partial<InvoiceOrder> = {}, profile: Partial<CompanyProfile> = {}): Promise<Invoice> {
  return (await shop(profile)).acme.issue({ ...ORDER, ...order });
}

const messageOf = async (document: Invoice | CreditNote) => (await fiscalFacts(document, { sign })).xml;

/** The texts of a message at these paths. */
const textsOf = async (document: Invoice | CreditNote, ...paths: string[]) =>
  readMessage(await messageOf(document), ({ text }) => paths.map((path) => text(`Racun/${path}`)));

const line = (more: object): Partial<InvoiceOrder> => ({ items: [{ ...ORDER.items[0]!, ...more }] });
const byHand = (vat: object): Partial<InvoiceOrder> => ({ autoVat: false, ...line(vat) });
const wrongOperator = { hr: { operator: { name: "Ana", oib: "12345678901" } } };

const BROKEN: [rule: string, field: string, Partial<InvoiceOrder>, Partial<CompanyProfile>?][] = [
  ["Oib", "seller.vatNumber", {}, { vatNumber: undefined }],
  ["Oib", "seller.vatNumber", {}, { vatNumber: undefined, taxNumber: "333920059611" }],
  ["BrRac", "seller.invoicePrefix", {}, { invoicePrefix: "INV" }],
  ["BrRac", "seller.invoicePrefix", {}, { invoicePrefix: "POSL_1/12/2026" }],
  ["BrRac", "seller.invoicePrefix", {}, { invoicePrefix: "POSL1/A/2026" }],
  ["BrOznRac", "seller.invoicePrefix", {}, { invoicePrefix: "POSL1/12/2025" }],
  ["OznNapUr", "national.hr.register", { series: "terrace" }],
  ["Pdv", "items", byHand({ vatCategory: "AE" })],
  ["Pdv", "items", byHand({ vatCategory: "E", vatexCode: "VATEX-EU-F" })],
  ["Pdv", "items", byHand({ taxRate: 4.125 })],
  ["Pdv", "items", { clientCountry: "DE", ...line({ supply: "goods" }) }],
  ["IznosUkupno", "currency", { currency: "USD" }],
  ["IznosUkupno", "items", line({ unitPrice: 5_000_000 })],
  ["NacinPlac", "payment", { payment: undefined }],
  ["NacinPlac", "payment.means", { ...BUSINESS, payment: { means: "30" } }],
  ["OibOper", "seller.national.hr.operator", {}, { national: undefined }],
  ["OibOper", "seller.national.hr.operator", { national: wrongOperator }],
  ["OibPrimateljaRacuna", "national.hr.fiscalized", { clientVatNumber: "HR12345678903" }],
  ["OibPrimateljaRacuna", "clientVatNumber", { ...BUSINESS, clientVatNumber: "HR12345678901" }],
];

describe("gaps", () => {
  test.each(BROKEN)("%s: %s", async (rule, field, order, profile) => {
    const invoice = await issue(order, profile);
    expect(fiscalGaps(invoice)).toEqual([{ rule, field, detail: expect.stringMatching(/^Fiskalizacija .*\.$/) }]);
    await expect(fiscalFacts(invoice, { sign })).rejects.toMatchObject({
      code: "einvoice_incomplete",
      errors: [{ detail: expect.stringContaining(rule) }],
    });
  });

  test("of a credit note name its prefix", async () => {
    for (const [creditNotePrefix, rule] of [
      ["CN", "BrRac"],
      ["POSL1/13/2025", "BrOznRac"],
    ] as const) {
      const { acme } = await shop({ creditNotePrefix });
      const note = await acme.credit((await acme.issue(ORDER)).id, { reason: "Povrat" });
      expect(fiscalGaps(note)).toMatchObject([{ rule, field: "seller.creditNotePrefix" }]);
    }
  });

  test("find a time of issue on another day than the issue date, and advances", async () => {
    const invoice = await issue();
    expect(fiscalGaps({ ...invoice, issuedAt: "2026-11-20T23:00:00.000Z" })).toMatchObject([{ rule: "DatVrijeme" }]);
    const advances = [{ number: "1", total: 1 }] as never;
    expect(fiscalGaps({ ...invoice, advances })).toMatchObject([{ field: "advances" }]);
  });

  test("are those of the next invoice with the profile of today", async () => {
    const invoice = await issue({}, { national: undefined });
    expect(fiscalGaps(invoice, { ownProfile: { national: SELLER.national } })).toEqual([]);
  });

  test("stop an order that requires the format before it has a number, and an invoice to a business is none of its own", async () => {
    const { acme } = await shop({ requires: "fiskalizacija" });
    await expect(acme.issue({ ...ORDER, payment: undefined })).rejects.toMatchObject({ code: "einvoice_incomplete" });
    const business = await acme.issue({ ...ORDER, clientVatNumber: "HR12345678903", payment: undefined });
    expect(business.invoiceNumber).toBe("POSL1/12/2026-202611-0001");
    expect(fiskalizacija.appliesTo(business)).toBe(false);
  });
});

describe("a message", () => {
  test("says what the invoice says", async () => {
    const invoice = await issue({
      items: [...ORDER.items, { description: "Sok", quantity: 1, unitPrice: 3, vatRates: { HR: 13 } }],
    });
    const xml = await messageOf(invoice);
    expect(xml).toMatch(
      /^<tns:RacunZahtjev xmlns:tns="http:\/\/www\.apis-it\.hr\/fin\/2012\/types\/f73" Id="RacunZahtjev">/,
    );
    const paths = ["Oib", "USustPdv", "DatVrijeme", "OznSlijed", "BrRac/BrOznRac", "BrRac/OznPosPr", "BrRac/OznNapUr"];
    expect(await textsOf(invoice, ...paths)).toEqual([
      "33392005961",
      "true",
      "20.11.2026T13:00:00",
      "N",
      "1",
      "POSL1",
      "12",
    ]);
    const taxes = readMessage(xml, ({ all }) =>
      all("Racun/Pdv/Porez").map(({ text }) => ["Stopa", "Osnovica", "Iznos"].map(text)),
    );
    expect(taxes).toEqual([
      ["13.00", "2.65", "0.35"],
      ["25.00", "3.20", "0.80"],
    ]);
    const rest = ["IznosUkupno", "NacinPlac", "OibOper", "NakDost", "OibPrimateljaRacuna", "IznosOslobPdv"];
    expect(await textsOf(invoice, ...rest)).toEqual(["7.00", "G", "12345678903", "false", undefined, undefined]);
  });

  // biome-ignore format: one case a line
  test.each<[what: string, Partial<InvoiceOrder>, Partial<CompanyProfile>, path: string, text: string]>([
    ["the exempt amount",        byHand({ vatCategory: "E" }), {}, "IznosOslobPdv", "4.00"],
    ["an export as exempt",      byHand({ vatCategory: "G" }), {}, "IznosOslobPdv", "4.00"],
    ["what is out of scope",     byHand({ vatCategory: "O" }), {}, "IznosNePodlOpor", "4.00"],
    ["the rate of 0 %",          byHand({ vatCategory: "Z" }), {}, "Pdv/Porez/Stopa", "0.00"],
    ["a seller without VAT",     {}, { vatRegistered: false, vatNumber: undefined, taxNumber: "33392005961" }, "USustPdv", "false"],
    ["its tax number",           {}, { vatNumber: undefined, taxNumber: "HR33392005961" }, "Oib", "33392005961"],
    ["a card",                   { payment: { means: "48" } }, {}, "NacinPlac", "K"],
    ["a transfer",               { payment: { means: "30" } }, {}, "NacinPlac", "T"],
    ["several ways of payment",  { payment: { means: "ZZZ" } }, {}, "NacinPlac", "O"],
    ["the order's operator",     { national: { hr: { operator: { name: "Ivo", oib: "98765432198" } } } }, {}, "OibOper", "98765432198"],
    ["the business client",      BUSINESS, {}, "OibPrimateljaRacuna", "12345678903"],
    ["the paper invoice",        { national: { hr: { paperNumber: "123/458/5" } } }, {}, "ParagonBrRac", "123/458/5"],
    ["the register of a series", { series: "bar" }, {}, "BrRac/OznNapUr", "14"],
    ["a run of the premises",    { series: "terrace", national: { hr: { register: "3" } } }, {}, "OznSlijed", "P"],
    ["the register in that run", { series: "terrace", national: { hr: { register: "3" } } }, {}, "BrRac/OznNapUr", "3"],
  ])("says %s", async (_, order, profile, path, text) => {
    expect(await textsOf(await issue(order, profile), path)).toEqual([text]);
  });

  test("of a credit note has negative amounts, a number of its own and the way of the refund", async () => {
    const { acme } = await shop();
    const { id } = await acme.issue(ORDER);
    const note = await acme.credit(id, { reason: "Povrat", payment: { means: "48" } });
    const paths = ["BrRac/OznNapUr", "Pdv/Porez/Osnovica", "Pdv/Porez/Iznos", "IznosUkupno", "NacinPlac"];
    expect(await textsOf(note, ...paths)).toEqual(["13", "-3.20", "-0.80", "-4.00", "K"]);
  });

  test("has the time of sending, and its own id for each", async () => {
    const invoice = await issue();
    const heads = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:09.000Z"].map(async (at) => {
      const { xml, zki } = await fiscalFacts(invoice, { sign, sentAt: new Date(at) });
      return readMessage(xml, ({ text }) => [text("Zaglavlje/IdPoruke"), text("Zaglavlje/DatumVrijeme"), zki]);
    });
    const [one, other] = await Promise.all(heads);
    expect([one![1], other![1]]).toEqual(["20.11.2026T13:00:00", "20.11.2026T13:00:09"]);
    expect(one![0]).not.toBe(other![0]);
    expect(one![2]).toBe(other![2]);
  });
});

describe("the protective code", () => {
  test("is the MD5 of the signature of what identifies the document", async () => {
    const signed: string[] = [];
    const { zki } = await fiscalFacts(await issue(), {
      sign: (bytes) => {
        signed.push(new TextDecoder().decode(bytes));
        return sign(bytes);
      },
    });
    expect(signed).toEqual(["3339200596120.11.2026 13:00:001POSL1124.00"]);
    expect(zki).toBe(
      createHash("md5")
        .update(sign(new TextEncoder().encode(signed[0])))
        .digest("hex"),
    );
  });

  test("needs bytes of sign", async () => {
    const invoice = await issue();
    await expect(fiscalFacts(invoice, { sign: () => "x" as never })).rejects.toThrow("sign must return a Uint8Array");
    await expect(fiscalFacts(invoice, {} as never)).rejects.toThrow("fiscalFacts: sign must be a function");
    const sentAt = new Date(Number.NaN);
    await expect(fiscalFacts(invoice, { sign, sentAt })).rejects.toThrow("fiscalFacts: sentAt must be a valid Date");
  });
});

describe("the printed code", () => {
  test("has what the law wants on the page: with the ZKI, and with the JIR once it is recorded", async () => {
    const { acme } = await shop();
    const { id } = await acme.issue(ORDER);
    const { code, zki } = await fiscalFacts(await acme.get(id), { sign });
    expect(code).toEqual({
      url: `https://porezna.gov.hr/rn?zki=${zki}&datv=20261120_1300&izn=400`,
      heading: "Račun 1/POSL1/12, 20.11.2026. 13:00, operater Ana Horvat, gotovina",
      label: `ZKI: ${zki}`,
    });
    await acme.recordPortalNumber(id, { portal: "fiskalizacija", number: JIR });
    const printed = (await fiscalFacts(await acme.get(id), { sign })).code;
    expect(printed.url).toBe(`https://porezna.gov.hr/rn?jir=${JIR}&datv=20261120_1300&izn=400`);
    expect(printed.label).toBe(`ZKI: ${zki} JIR: ${JIR}`);
  });

  test("names an operator with a long name by the OIB", async () => {
    const operator = { name: "A".repeat(60), oib: "12345678903" };
    const { code } = await fiscalFacts(await issue({ national: { hr: { operator } } }), { sign });
    expect(code.heading).toContain("operater 12345678903");
  });
});

describe("numbers", () => {
  test("begin with 1 each year, in a new series, and after the number of those before in the first series and of credit notes", async () => {
    const { acme, clock } = await shop();
    await acme.issueMany([ORDER, ORDER]);
    const [first] = (await acme.list()).data;
    await acme.credit(first!.id, { reason: "Povrat" });
    clock.set("2027-01-01T08:00:00.000Z");
    await acme.saveProfile({
      ...(await acme.profile()),
      ...{
        invoicePrefix: "POSL1/12/2027/2",
        creditNotePrefix: "POSL1/13/2027/1",
        series: { bar: { prefix: "POSL1/14/2027" } },
      },
    });
    const next = await acme.issue(ORDER);
    await acme.issue({ ...ORDER, series: "bar" });
    await acme.credit(next.id, { reason: "Povrat" });
    expect((await recordsOf(acme)).map(({ fiscalNumber }) => fiscalNumber)).toEqual([
      "1/POSL1/12",
      "2/POSL1/12",
      "1/POSL1/13",
      "1/POSL1/12",
      "1/POSL1/14",
      "1/POSL1/13",
    ]);
  });

  test("before 1, and those that another prefix gave already, end the records", async () => {
    const { acme } = await shop();
    await acme.issueMany([ORDER, ORDER]);
    const profile = await acme.profile();
    await acme.saveProfile({ ...profile, invoicePrefix: "POSL1/12/2026/3" });
    await acme.issue(ORDER);
    await expect(recordsOf(acme)).rejects.toThrow("0/POSL1/12 is not a new one");
    await acme.saveProfile({ ...profile, invoicePrefix: "POSL1/12/2026/2" });
    await acme.issue(ORDER);
    const except = ["POSL1/12/2026/3-202611-0003"];
    await expect(recordsOf(acme, { except })).rejects.toThrow("2/POSL1/12 is not a new one");
    const both = [...except, "POSL1/12/2026/2-202611-0004"];
    expect(await recordsOf(acme, { except: both })).toHaveLength(2);
  });
});

test("registers of premises with one run of numbers cannot have the same number", async () => {
  const { acme } = await shop();
  const at = (register: string) => ({ ...ORDER, series: "terrace", national: { hr: { register } } });
  await acme.issue(at("1"));
  const profile = await acme.profile();
  await acme.saveProfile({ ...profile, series: { ...SELLER.series, terrace: { prefix: "POSL2//2026/1" } } });
  await acme.issue(at("2"));
  await expect(recordsOf(acme)).rejects.toThrow("1/POSL2/2 is not a new one");
});

describe("records", () => {
  test("are those of fiscalised documents, in the order of the journal", async () => {
    const { acme } = await shop();
    const invoice = await acme.issue(ORDER);
    await acme.issue({ ...ORDER, clientVatNumber: "HR12345678903" });
    await acme.issue({ ...ORDER, ...BUSINESS });
    await acme.credit(invoice.id, { reason: "Povrat" });
    const cancelled = await acme.issue(ORDER);
    await acme.cancel(cancelled.id);
    const numbers = (await recordsOf(acme)).map(({ fiscalNumber }) => fiscalNumber);
    expect(numbers).toEqual(["1/POSL1/12", "3/POSL1/12", "1/POSL1/13", "4/POSL1/12"]);
  });

  test("are repeated with NakDost and the same code, once it is recorded that the service gave no number", async () => {
    const { acme, clock } = await shop();
    const { id, issueDate } = await acme.issue(ORDER);
    const note = await acme.credit(id, { reason: "Povrat" });
    const before = await recordsOf(acme);
    clock.set("2026-11-20T12:05:00.000Z");
    await acme.recordPortalRefusal(id, { portal: "fiskalizacija", code: "no answer", on: issueDate });
    await acme.recordCreditNotePortalRefusal(note.id, { portal: "fiskalizacija", code: "s006", on: issueDate });
    await acme.recordPortalRefusal(id, { portal: "another", code: "1", on: issueDate });
    const after = await recordsOf(acme);
    for (const [index, record] of after.entries()) {
      const { xml, zki } = before[index]!;
      expect(record.zki).toBe(zki);
      const read = (each: string) =>
        readMessage(each, ({ text }) => [text("Zaglavlje/IdPoruke"), text("Racun/NakDost")]);
      expect([read(xml)[1], read(record.xml)[1]]).toEqual(["false", "true"]);
      expect(read(record.xml)[0]).not.toBe(read(xml)[0]);
      expect(record.xml.replace(/<tns:(IdPoruke|NakDost)>[^<]*/g, "")).toBe(
        xml.replace(/<tns:(IdPoruke|NakDost)>[^<]*/g, ""),
      );
    }
    await acme.recordPortalNumber(id, { portal: "fiskalizacija", number: JIR });
    expect((await recordsOf(acme)).map(({ jir }) => jir)).toEqual([JIR, undefined]);
    expect(await recordsOf(acme, { after: before[0]! })).toHaveLength(1);
  });

  test("end with the document that has gaps, unless its number is in except or it is before since", async () => {
    const { acme, clock } = await shop();
    const { invoiceNumber } = await acme.issue({ ...ORDER, payment: undefined });
    clock.set("2026-11-21T12:00:00.000Z");
    await acme.issue(ORDER);
    await expect(recordsOf(acme)).rejects.toThrow(
      `${invoiceNumber}: The document breaks rules of Fiskalizacija. NacinPlac`,
    );
    expect(await recordsOf(acme, { except: [invoiceNumber] })).toHaveLength(1);
    expect(await recordsOf(acme, { since: "2026-11-21" })).toHaveLength(1);
  });

  test("of other books, or with another key, are not continued", async () => {
    const { acme } = await shop();
    await acme.issue(ORDER);
    const [record] = await recordsOf(acme);
    const other = { sign: () => new Uint8Array(256) };
    await expect(recordsOf(acme, { ...other, after: record! })).rejects.toMatchObject({ code: "request_invalid" });
    await expect(recordsOf({} as never)).rejects.toThrow("fiscalRecords needs a company");
  });
});

test("the portal takes JIRs alone, and no code of another message", async () => {
  const { acme } = await shop();
  const { id, issueDate: on } = await acme.issue(ORDER);
  const number = JIR.toUpperCase();
  await expect(acme.recordPortalNumber(id, { portal: "fiskalizacija", number })).rejects.toThrow("must be a JIR");
  for (const refusal of [{ code: "s007" }, { code: "s001", record: {} }])
    await expect(acme.recordPortalRefusal(id, { portal: "fiskalizacija", on, ...refusal })).rejects.toMatchObject({
      code: "request_invalid",
    });
});
