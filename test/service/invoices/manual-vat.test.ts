import type { CompanyProfile, InvoiceOrder } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const SMALL_BUSINESS = { vatRegistered: false, ossRegistered: false };
const EXEMPT = [{ category: "E", taxRate: 0, rateCountry: null, taxableAmount: 200, taxAmount: 0 }];

test.each([
  ["its exemption note", { exemptionNote: "§ 19 UStG" }, {}, "§ 19 UStG"],
  ["the order's note before its own", { exemptionNote: "§ 19 UStG" }, { vatNote: "By hand" }, "By hand"],
  ["the order's note where it has none", {}, { vatNote: "By hand" }, "By hand"],
  ["no note if the order has none", { country: "AT" }, {}, ""],
  ["that of its state's law", {}, {}, "Steuerfrei für Kleinunternehmer (§ 19 UStG)"],
])("a company that is not VAT-registered stays so with VAT by hand, and prints %s", async (_what, own, given, note) => {
  const { acme } = await openBooks(undefined, { ...SMALL_BUSINESS, ...own });
  const invoice = await acme.issue(order({ autoVat: false, ...given }));
  expect(invoice).toMatchObject({ vatTreatment: "not-registered", vatNote: note, vatBreakdown: EXEMPT, total: 200 });
  expect(invoice.vatReason).toMatch(/not registered for VAT/);
});

test("a company that is VAT-registered gives the rate by hand, and prints no exemption note of its own", async () => {
  const { acme } = await openBooks(undefined, { exemptionNote: "§ 19 UStG" });
  const taxed = await acme.issue(order({ autoVat: false, taxRate: 7 }));
  expect(taxed).toMatchObject({ vatTreatment: "manual", vatNote: "", vatBreakdown: [{ category: "S", taxRate: 7 }] });
  const untaxed = await acme.issue(order({ autoVat: false }));
  expect(untaxed).toMatchObject({ vatTreatment: "manual", vatBreakdown: [{ category: "Z", taxRate: 0 }] });
});

describe("rateCountry with VAT by hand", () => {
  const line = (changes: Partial<InvoiceOrder["items"][number]> = {}) => {
    return { description: "Line", quantity: 1, unitPrice: 100, taxRate: 14, ...changes };
  };
  const REDUCED = { clientCountry: "FI", autoVat: false, items: [line()] };
  const UNSTATED = ["supply_not_stated"];

  // biome-ignore format: a table is read by its columns
  const CASES: [what: string, own: Partial<CompanyProfile>, given: Partial<InvoiceOrder>, country: string | null, warnings: string[]][] = [
    ["goods under OSS, at a reduced rate: the client's",  {}, { supply: "goods" }, "FI", []],
    ["digital services under OSS",                        {}, { supply: "digital" }, "FI", []],
    ["an unstated supply under OSS, with a warning",      {}, {}, "FI", UNSTATED],
    ["Monaco counts as France",                           {}, { supply: "goods", clientCountry: "MC" }, "FR", []],
    ["a seller outside the EU with OSS",                  { country: "CH", defaultCurrency: "CHF" }, { supply: "digital" }, "FI", []],
    ["other services are taxed where the seller is",      {}, { supply: "services" }, null, []],
    ["goods for a company are not a distance sale",       {}, { supply: "goods", isCompany: true }, null, []],
    ["a client with a number is no consumer",             {}, { supply: "goods", clientVatNumber: "FI20774740" }, null, []],
    ["a seller without OSS",                              { ossRegistered: false }, { supply: "goods" }, null, []],
    ["a seller without OSS, supply not stated",           { ossRegistered: false }, {}, null, UNSTATED],
    ["a domestic sale",                                   {}, { clientCountry: "DE" }, null, []],
    ["an export",                                         {}, { clientCountry: "US" }, null, []],
    ["no country",                                        {}, { clientCountry: undefined }, null, []],
    ["a line without VAT",                                {}, { items: [line({ taxRate: 0 })] }, null, []],
    ["a tax that is no VAT",                              {}, { items: [line({ vatCategory: "L" })] }, null, []],
    ["an unregistered seller",                            SMALL_BUSINESS, { items: [line({ taxRate: 0 })] }, null, []],
  ];

  test.each(CASES)("%s", async (_what, own, given, country, warnings) => {
    const { acme } = await openBooks(undefined, own);
    const invoice = await acme.issue(order({ ...REDUCED, ...given }));
    expect(invoice.vatBreakdown.map(({ rateCountry }) => rateCountry)).toEqual([country]);
    expect(invoice.items[0]).not.toHaveProperty("rateCountry");
    const ofVat = invoice.warnings.filter(({ code }) => code !== "invoice_incomplete" && code !== "tax_rate_unlawful");
    expect(ofVat.map(({ code }) => code)).toEqual(warnings);
  });

  test("lines that differ in it state it, and the audit agrees", async () => {
    const { acme } = await openBooks();
    const items = [line({ supply: "goods" }), line({ supply: "services" }), line({ supply: "goods", taxRate: 0 })];
    const invoice = await acme.issue(order({ ...REDUCED, items, supplyDate: "2026-11-20" }));
    expect(invoice.items.map(({ rateCountry }) => rateCountry)).toEqual(["FI", null, null]);
    expect(invoice.vatBreakdown.map(({ taxRate, rateCountry }) => [taxRate, rateCountry])).toEqual([
      ...[
        [14, null],
        [14, "FI"],
        [0, null],
      ],
    ]);
    expect(invoice).toMatchObject({ vatTreatment: "manual", taxTotal: 28, warnings: [{ code: "tax_rate_unlawful" }] });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("the warning says what was assumed", async () => {
    const { acme } = await openBooks();
    const { warnings } = await acme.issue(order(REDUCED));
    expect(warnings[0]?.detail).toMatch(
      /^Supply type not stated; treated as goods or digital services\. State supply: /,
    );
  });
});

describe("a line without a rate", () => {
  const NET = { description: "Line", quantity: 1, unitPrice: 100 };
  const RATED = { ...NET, taxRate: 19 };
  const ZERO = { ...NET, taxRate: 0 };
  const EXEMPT_LINE = { ...NET, vatCategory: "E", exemptionReason: "Article 132" } as const;

  // biome-ignore format: a table is read by its columns
  const MISSING: [what: string, own: Partial<CompanyProfile>, given: Partial<InvoiceOrder>, lines: string | undefined][] = [
    ["the only line",                            {}, {}, "Line 1 has"],
    ["all lines",                                {}, { items: [NET, NET] }, "Lines 1 and 2 have"],
    ["three of five",                            {}, { items: [NET, RATED, NET, ZERO, NET] }, "Lines 1, 3 and 5 have"],
    ["one beside an exempt line",                {}, { items: [EXEMPT_LINE, NET] }, "Line 2 has"],
    ["one that costs nothing",                   {}, { items: [{ ...NET, unitPrice: 0 }] }, "Line 1 has"],
    ["of a sale across the border",              {}, { clientCountry: "FR", supply: "services" }, "Line 1 has"],
    ["of a client without a country",            {}, { clientCountry: undefined }, "Line 1 has"],
    ["of a registered seller outside the EU",    { country: "CH", vatNumber: undefined, ossRegistered: false }, { clientCountry: "CH" }, "Line 1 has"],
    ["not where the order's rate applies",       {}, { items: [NET, RATED], taxRate: 7 }, undefined],
    ["nor where that is 0",                      {}, { taxRate: 0 }, undefined],
    ["nor where the line's is 0",                {}, { items: [ZERO] }, undefined],
    ["nor where the line names its category",    {}, { items: [{ ...NET, vatCategory: "Z" }, EXEMPT_LINE] }, undefined],
    ["nor of an unregistered seller",            { ...SMALL_BUSINESS, vatNumber: undefined }, {}, undefined],
    ["nor with automatic VAT",                   {}, { autoVat: true }, undefined],
  ];

  test.each(MISSING)("%s", async (_what, own, given, lines) => {
    const { acme } = await openBooks(undefined, own);
    const { warnings } = await acme.issue(order({ autoVat: false, supplyDate: "2026-11-20", ...given }));
    const detail = expect.stringMatching(
      new RegExp(`^${lines} neither a taxRate nor a vatCategory, .* 0 % in category Z`),
    );
    expect(warnings).toEqual(lines === undefined ? [] : [{ code: "tax_rate_missing", detail }]);
  });
});

describe("a rate that nobody has", () => {
  const LINE = { description: "Line", quantity: 1, unitPrice: 100 };
  const goods = { supply: "goods" } as const;

  // biome-ignore format: a table is read by its columns
  const RATES: [what: string, own: Partial<CompanyProfile>, given: Partial<InvoiceOrder>, details: RegExp[]][] = [
    ["at home",                           {}, { taxRate: 16 }, [/^Line 1: 16 % is not a VAT rate of Germany on 2026-11-20 \(19, 7\.8, 7, 5\.5\)\. /]],
    ["but had one",                       {}, { taxRate: 16, taxPointDate: "2020-12-31" }, []],
    ["or may have had",                   {}, { taxRate: 16, taxPointDate: "2019-12-31" }, []],
    ["because it is a fraction",          {}, { taxRate: 0.19 }, [/Rates are in percent, such as 19\. /]],
    ["in two lines",                      {}, { items: [{ ...LINE, taxRate: 3 }, { ...LINE, taxRate: 7 }, { ...LINE, taxRate: 3 }, { ...LINE, taxRate: 4 }] }, [/^Line 1, Line 3: 3 % is/, /^Line 4: 4 % is/]],
    ["in a charge",                       {}, { taxRate: 19, charges: [{ amount: 5, taxRate: 6, reason: "Freight" }] }, [/^Charge 1: 6 %/]],
    ["here, but where the client is",     {}, { taxRate: 20, clientCountry: "FR" }, []],
    ["here, nor where the client is",     {}, { taxRate: 21, clientCountry: "FR", ...goods }, [/of Germany or France on/]],
    ["here, but where the goods go",      {}, { taxRate: 20, ...goods, deliverTo: { country: "AT" } }, []],
    ["here, nor where the goods go",      {}, { taxRate: 20, clientCountry: "FR", ...goods, deliverTo: { country: "ES" } }, [/of Germany or Spain on/]],
    ["here, but at the place",            {}, { taxRate: 10, placeOfSupply: "AT" }, []],
    ["at the place",                      {}, { taxRate: 20, clientCountry: "FR", placeOfSupply: "DE" }, [/of Germany on/]],
    ["at a place without a table",        {}, { taxRate: 16, placeOfSupply: "MX" }, []],
    ["for a client without a table",      {}, { taxRate: 16, clientCountry: "MX", ...goods }, [/of Germany on/]],
    ["of a seller without a table",       { country: "MX", vatNumber: undefined, ossRegistered: false }, { taxRate: 15, clientCountry: "MX" }, []],
    ["with another tax",                  { country: "ES", vatNumber: "ESB58378431" }, { clientCountry: "ES", items: [{ ...LINE, taxRate: 7, vatCategory: "L" }] }, []],
  ];

  test.each(RATES)("%s", async (_what, own, given, details) => {
    const { acme } = await openBooks(undefined, own);
    const { warnings } = await acme.issue(order({ autoVat: false, supplyDate: "2026-11-20", ...given }));
    const found = warnings.filter(({ code }) => code === "tax_rate_unlawful");
    expect(found.map(({ detail }) => detail)).toEqual(details.map((detail) => expect.stringMatching(detail)));
  });
});
