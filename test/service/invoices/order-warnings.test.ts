import type { CompanyProfile, InvoiceOrder, VatWarningCode } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks, traceOf } from "../books.ts";

const ADDRESS = { line1: "1 rue A", city: "Paris" };
const MANUAL = { autoVat: false } as const;
const BUSINESS = { isCompany: true };
const IN_FRANCE = { clientCountry: "FR" } as const;
const line = (more: object) => ({ items: [{ description: "Consulting", quantity: 1, unitPrice: 100, ...more }] });

async function warningsOf(profile: Partial<CompanyProfile>, changes: Partial<InvoiceOrder>) {
  const { acme } = await openBooks(undefined, profile);
  return (await acme.issue(order({ supplyDate: "2026-11-20", ...changes }))).warnings;
}

type Row = [
  what: string,
  profile: Partial<CompanyProfile>,
  order: Partial<InvoiceOrder>,
  codes: VatWarningCode[],
  detail?: RegExp,
];

const SMALL = { vatNumber: undefined, vatRegistered: false, ossRegistered: false };
const FISC = { name: "Fisc SARL", vatNumber: "FR40303265045", country: "FR", address: {} };
const LESSON = { description: "Lesson", quantity: 1, unitPrice: 100, vatCategory: "E" } as const;

// biome-ignore format: a table is read by its columns
const CONTENT: Row[] = [
  ["a consumer's invoice needs no address",       {}, {}, []],
  ["the seller's number, article 226(3)",         { vatNumber: undefined }, {}, ["seller_vat_number_missing"], /226\(3\)/],
  ["one without its prefix",                      { vatNumber: "136 695 976" }, {}, []],
  ["one that fails its check",                    { vatNumber: "136695977" }, {}, ["seller_vat_number_checksum_failed"], /DE136695977/],
  ["with autoVat: false too",                     { vatNumber: undefined }, { ...MANUAL, taxRate: 7 }, ["seller_vat_number_missing"]],
  ["not if a German has a tax number, § 14(4) UStG", { vatNumber: undefined, taxNumber: "12/345/67890" }, {}, []],
  ["but on a reverse charge, § 14a UStG",         { vatNumber: undefined, taxNumber: "12/345/67890", address: ADDRESS }, { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services", clientAddress: ADDRESS }, ["seller_vat_number_missing"]],
  ["and on VAT that is declared through OSS",     { vatNumber: undefined, taxNumber: "12/345/67890" }, { clientCountry: "FR", supply: "digital" }, ["seller_vat_number_missing"]],
  ["and in Austria",                              { country: "AT", vatNumber: undefined, taxNumber: "12/345/67890" }, { clientCountry: "AT" }, ["seller_vat_number_missing"]],
  ["told once on a reverse charge",               { vatNumber: undefined, address: ADDRESS }, { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services", clientAddress: ADDRESS }, ["seller_vat_number_missing"]],
  ["not of an unregistered seller",               { vatNumber: undefined, vatRegistered: false, ossRegistered: false }, BUSINESS, []],
  ["nor of one outside the EU",                   { vatNumber: undefined, country: "CH", ossRegistered: false, defaultCurrency: "CHF" }, { clientCountry: "CH", ...BUSINESS }, []],
  ["addresses of a company's invoice, 226(5)",    {}, BUSINESS, ["invoice_incomplete"], /the seller's address \(5\), the client's address \(5\)\./],
  ["and of one with a VAT number",                { address: ADDRESS }, { clientVatNumber: "DE811125440" }, ["invoice_incomplete"], /226\): the client's address \(5\)\./],
  ["a postal code alone is no address",           { address: { postalCode: "10115" } }, { ...BUSINESS, clientAddress: { city: "Paris" } }, ["invoice_incomplete"], /226\): the seller's address \(5\)\./],
  ["both addresses given",                        { address: ADDRESS }, { ...BUSINESS, clientAddress: { line1: "1 rue A" } }, []],
  ["AE without number and note, 226(4), (11a)",   {}, { ...MANUAL, ...line({ vatCategory: "AE" }) }, ["invoice_incomplete"], /the client's VAT number \(4\), a vatNote, or an exemptionReason of the line, that says why no VAT is charged \(11, 11a\)/],
  ["K without a number",                          {}, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138" }, ["invoice_incomplete"], /226\): the client's VAT number \(4\)\./],
  ["AE with a malformed number",                  { address: ADDRESS }, { ...MANUAL, ...line({ vatCategory: "AE" }), vatNote: "Reverse charge", clientVatNumber: "FR123", clientAddress: ADDRESS }, ["invoice_incomplete"], /226\): a well-formed VAT number of the client \(4\)\./],
  ["a British number is none of a member state",  { address: ADDRESS }, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138", clientVatNumber: "GB980780684", clientAddress: ADDRESS }, ["invoice_incomplete"], /a well-formed VAT number/],
  ["but a Northern Irish one is, for goods",      { address: ADDRESS }, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138", clientVatNumber: "XI980780684", clientAddress: ADDRESS }, []],
  ["K with a number and no country",              { address: ADDRESS }, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138", clientVatNumber: "FR40303265045", clientAddress: ADDRESS, clientCountry: undefined }, []],
  ["K with a number that fails its check",        { address: ADDRESS }, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138", clientVatNumber: "FR40303265046", clientAddress: ADDRESS }, ["vat_number_checksum_failed"], /FR40303265046 fails/],
  ["K with a number of the seller's own state",   { address: ADDRESS }, { ...MANUAL, ...IN_FRANCE, ...line({ vatCategory: "K" }), vatNote: "Article 138", clientVatNumber: "DE811125440", clientAddress: ADDRESS }, ["vat_number_of_the_sellers_state"], /138\(1\)\(b\)/],
  ["which AE allows: domestic reverse charge",    { address: ADDRESS }, { ...MANUAL, ...line({ vatCategory: "AE" }), vatNote: "Article 199", clientVatNumber: "DE811125440", clientAddress: ADDRESS }, []],
  ["AE of an unregistered seller, 214(1)(e)",     { ...SMALL, exemptionNote: "Small" }, { ...MANUAL, ...line({ vatCategory: "AE" }) }, ["seller_vat_number_missing", "invoice_incomplete"], /226\(3\)|\(4\), a vatNote/],
  ["E of an unregistered seller",                 SMALL, { ...MANUAL, ...line({ vatCategory: "E" }) }, []],
  ["E with the note of a small enterprise",       { exemptionNote: "Small" }, { ...MANUAL, ...line({ vatCategory: "E" }) }, ["invoice_incomplete"], /226\): a vatNote/],
  ["E without a note, 226(11)",                   {}, { ...MANUAL, ...line({ vatCategory: "E" }) }, ["invoice_incomplete"], /226\): a vatNote/],
  ["G without a note",                            {}, { ...MANUAL, clientCountry: "US", ...line({ vatCategory: "G" }) }, ["invoice_incomplete"], /226\): a vatNote/],
  ["E with a note",                               {}, { ...MANUAL, ...line({ vatCategory: "E" }), vatNote: "Article 132" }, []],
  ["E with a reason of the line",                 {}, { ...MANUAL, ...line({ vatCategory: "E", exemptionReason: "Article 132" }) }, []],
  ["E with a code of the line",                   {}, { ...MANUAL, ...line({ vatCategory: "E", vatexCode: "VATEX-EU-132" }) }, []],
  ["one of two lines without a reason",           {}, { ...MANUAL, items: [LESSON, { ...LESSON, exemptionReason: "Article 132" }] }, ["invoice_incomplete"], /226\): a vatNote/],
  ["a tax representative's address, 226(15)",     { taxRepresentative: FISC }, {}, ["invoice_incomplete"], /226\): the tax representative's address \(15\)\./],
  ["also of a seller outside the EU",             { taxRepresentative: FISC, country: "CH", vatNumber: undefined }, { clientCountry: "FR", supply: "goods" }, ["invoice_incomplete"], /the tax representative's address \(15\)/],
  ["a representative with an address",            { taxRepresentative: { ...FISC, address: ADDRESS } }, {}, []],
  ["the representative of an unregistered seller", { ...SMALL, taxRepresentative: FISC, country: "CH" }, { clientCountry: "CH" }, []],
  ["Z needs no note",                             {}, { ...MANUAL, ...line({ vatCategory: "Z" }) }, []],
  ["nor does O",                                  {}, { ...MANUAL, clientCountry: "US", ...line({ vatCategory: "O" }) }, []],
  ["a tax point more than ten years ago",         {}, { supplyDate: "2016-11-19" }, ["tax_point_long_ago"], /2016-11-19/],
  ["at most ten years ago",                       {}, { supplyDate: "2016-11-20" }, []],
  ["a payment in advance of an old supply",       {}, { supplyDate: "2010-01-01", taxPointDate: "2026-11-01" }, []],
  ["due before the day of issue",                 {}, { dueDate: "2026-11-19" }, ["due_date_before_issue"], /2026-11-19/],
  ["due on that day",                             {}, { dueDate: "2026-11-20" }, []],
];

test.each(CONTENT)("%s", async (_what, profile, changes, codes, detail = /\.$/) => {
  const warnings = await warningsOf(profile, changes);
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  for (const warning of warnings) expect(warning.detail).toMatch(detail);
});

test("warnings of the VAT and of the invoice come in the declared order", async () => {
  const changes = { clientCountry: "FR", ...BUSINESS, currency: "USD", dueDate: "2026-01-01" };
  const codes = (await warningsOf({ vatNumber: undefined }, changes)).map(({ code }) => code);
  expect(codes).toEqual([
    ...["seller_vat_number_missing", "supply_not_stated", "company_without_number", "invoice_incomplete"],
    ...["due_date_before_issue", "exchange_rate_missing"],
  ]);
});

describe("a date more than ten years ahead", () => {
  const fault = (pointer: string) => ({
    code: "request_invalid",
    errors: [{ pointer, detail: expect.stringContaining("year") }],
  });

  test.each([
    ["/supplyDate", { supplyDate: "2099-11-20" }],
    ["/supplyDate", { supplyDate: "2036-11-21" }],
    ["/dueDate", { dueDate: "2099-11-20" }],
    ["/taxPointDate", { taxPointDate: "2099-11-20" }],
    ["/period/end", { period: { start: "2026-11-01", end: "2062-11-30" } }],
    ["/items/0/period/end", line({ period: { start: "2026-11-01", end: "2062-11-30" } })],
    ["/exchangeRate/date", { currency: "USD", exchangeRate: { rate: 0.9, date: "2062-11-19", source: "ECB" } }],
    [
      "/precedingInvoices/1/issueDate",
      { precedingInvoices: [{ number: "A" }, { number: "B", issueDate: "2062-01-01" }] },
    ],
  ])("is refused at %s: %j", async (pointer, dates) => {
    const { acme, store } = await openBooks();
    const before = await traceOf(store);
    await expect(acme.issue(order(dates))).rejects.toMatchObject(fault(pointer));
    expect(await traceOf(store)).toEqual(before);
  });

  test("is refused before what comes later in the order of refusals", async () => {
    const { acme } = await openBooks();
    const wrong = order({ clientCountry: undefined, supplyDate: "2099-01-01" });
    await expect(acme.issue(wrong)).rejects.toMatchObject(fault("/supplyDate"));
  });

  test("is refused by a suggestion, by its parameter", async () => {
    const { acme } = await openBooks();
    const refusal = { code: "request_invalid", errors: [{ parameter: "supplyDate" }] };
    await expect(acme.suggestVat({ clientCountry: "DE", supplyDate: "2099-01-01" })).rejects.toMatchObject(refusal);
  });

  test("a mistyped century is warned of, in a suggestion too", async () => {
    const { acme } = await openBooks();
    const { warnings } = await acme.suggestVat({ clientCountry: "FR", supply: "goods", supplyDate: "1926-11-20" });
    expect(warnings).toMatchObject([{ code: "tax_point_long_ago", detail: expect.stringContaining("1926-11-20") }]);
  });

  test("ten years ahead is taken", async () => {
    const { acme } = await openBooks();
    const { taxPointDate } = await acme.issue(order({ supplyDate: "2036-11-20", dueDate: "2036-11-20" }));
    expect(taxPointDate).toBe("2036-11-20");
  });
});

describe("the night on which a rate changes", () => {
  /** Estonia's rate changed from 22 to 24 on 2025-07-01. */
  const ESTONIAN = { country: "EE", vatNumber: "EE100931558" };
  const AT_HOME = { clientCountry: "EE" };

  async function openAt(instant: string, profile: Partial<CompanyProfile> = {}) {
    const books = await openBooks(undefined, { ...ESTONIAN, ...profile });
    books.clock.set(instant);
    return books;
  }

  test.each([
    ["2025-06-30T20:30:00.000Z", {}, 22],
    ["2025-06-30T21:30:00.000Z", {}, 24],
    ["2025-06-30T21:30:00.000Z", { timeZone: "UTC" }, 22],
    ["2025-07-01T00:30:00.000Z", {}, 24],
    ["2025-07-01T00:30:00.000Z", { timeZone: "America/New_York" }, 22],
  ])("at %s with %j, orders and suggestions have %d %%, and no warning", async (instant, zone, rate) => {
    const { acme } = await openAt(instant, zone);
    expect(await acme.issue(order(AT_HOME))).toMatchObject({ taxRate: rate, warnings: [] });
    expect(await acme.suggestVat(AT_HOME)).toMatchObject({ rate, warnings: [] });
  });
});

describe("a period that is over", () => {
  const JUNE = { start: "2025-06-01", end: "2025-06-30" };
  const JULY = { start: "2025-07-01", end: "2025-07-31" };
  const AT_HOME = { clientCountry: "EE" };

  const lines = (...periods: { start: string; end: string }[]): Partial<InvoiceOrder> => ({
    items: periods.map((period) => ({ ...order().items[0]!, period })),
  });

  // biome-ignore format: a table is read by its columns
  const PERIODS: [what: string, given: Partial<InvoiceOrder>, taxPointDate: string, rate: number][] = [
    ["is the tax point on its last day, article 64", { period: JUNE }, "2025-06-30", 22],
    ["decides before those of the lines",            { period: JULY, ...lines(JUNE, JUNE) }, "2025-07-31", 24],
    ["may be that of all lines",                     lines(JUNE, { start: "2025-06-10", end: "2025-06-30" }), "2025-06-30", 22],
    ["decides with a rate by hand too",              { period: JUNE, autoVat: false, taxRate: 9 }, "2025-06-30", 9],
    ["does not decide beside a day of supply",       { period: JUNE, supplyDate: "2025-07-01" }, "2025-07-01", 24],
    ["nor beside a tax point",                       { period: JUNE, taxPointDate: "2025-07-02" }, "2025-07-02", 24],
    ["nor if it ends today or later",                { period: { start: "2025-08-01", end: "2025-08-05" } }, "2025-08-05", 24],
  ];

  const inEstonia = async (options = {}) => {
    const { acme, clock } = await openBooks(undefined, { country: "EE", vatNumber: "EE100931558" }, options);
    clock.set("2025-08-05T12:00:00.000Z");
    return acme;
  };

  test.each(PERIODS)("%s", async (_what, given, taxPointDate, taxRate) => {
    const acme = await inEstonia();
    expect(await acme.issue(order({ ...AT_HOME, ...given }))).toMatchObject({ taxPointDate, taxRate, warnings: [] });
  });

  test("is not the tax point of goods for a business in another member state, article 67", async () => {
    const acme = await inEstonia();
    const goods = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "goods", period: JUNE } as const;
    expect(await acme.issue(order(goods))).toMatchObject({ taxPointDate: "2025-08-05", taxRate: 0 });
  });

  test("gives a warning if those of the lines end on several days, at one of which another rate applied", async () => {
    const acme = await inEstonia();
    const invoice = await acme.issue(order({ ...AT_HOME, ...lines(JUNE, JULY) }));
    expect([invoice.taxPointDate, invoice.taxRate]).toEqual(["2025-08-05", 24]);
    const detail = expect.stringMatching(/ended on 2025-06-30, when another rate applied/);
    expect(invoice.warnings).toEqual([{ code: "supply_date_missing", detail }]);
    const sameRate = { start: "2025-07-01", end: "2025-07-15" };
    expect((await acme.issue(order({ ...AT_HOME, ...lines(JULY, sameRate) }))).warnings).toEqual([]);
    expect(
      (await acme.issue(order({ ...AT_HOME, autoVat: false, taxRate: 9, ...lines(JUNE, JULY) }))).warnings,
    ).toEqual([]);
  });

  test("a day without a rate counts as another rate, and refuses nothing", async () => {
    const acme = await inEstonia({ rates: { EE: [{ since: "2025-07-01", percent: "24" }] } });
    const { taxRate, warnings } = await acme.issue(order({ ...AT_HOME, ...lines(JUNE, JULY) }));
    expect([taxRate, warnings.map(({ code }) => code)]).toEqual([24, ["supply_date_missing"]]);
  });

  test("a period that is not over says nothing of the day of supply", async () => {
    const { acme, clock } = await openBooks(undefined, { country: "EE", vatNumber: "EE100931558" });
    clock.set("2025-06-20T12:00:00.000Z");
    expect(await acme.issue(order({ ...AT_HOME, period: JULY }))).toMatchObject({ taxRate: 22, warnings: [] });
  });
});
