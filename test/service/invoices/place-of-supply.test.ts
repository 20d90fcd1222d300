/**
 * Goal: invoices for services whose place is not that of a party have the VAT of that place, for every client and with VAT
 * by hand too, and returns declare them there.
 * Method: hotels, admissions and work on houses at home, in other member states and outside the EU; on orders and lines, on
 * credit notes and in returns; and what is refused.
 */
import type { CompanyProfile, InvoiceOrder, OrderItem, VatReport } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { type Books, openBooks } from "../books.ts";
import { issue, refused } from "../issue-in-new-books.ts";

const NIGHT: OrderItem = { description: "Night", quantity: 2, unitPrice: 100, vatRates: { DE: 7, AT: 10 } };
const MINIBAR: OrderItem = { description: "Minibar", quantity: 1, unitPrice: 10 };
const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
const YEAR = { from: "2026-01-01", to: "2026-12-31" };

/** What a report has in each section: net and VAT of each line. */
const sectionsOf = ({ domestic, oss, recapitulative, exports, outsideScope, unplaced }: VatReport) => ({
  domestic: domestic.lines.map(({ category, taxRate, taxableAmount }) => [category, taxRate, taxableAmount]),
  oss: oss.lines.map(({ country, supply, taxRate, taxableAmount }) => [country, supply, taxRate, taxableAmount]),
  recapitulative: recapitulative.lines.length,
  exports: exports.lines.length,
  outsideScope: outsideScope.lines.map(({ country, taxableAmount }) => [country, taxableAmount]),
  unplaced: unplaced.map(({ reason }) => reason),
});
const NOTHING = { domestic: [], oss: [], recapitulative: 0, exports: 0, outsideScope: [], unplaced: [] };

async function declared(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, profile);
  await acme.issue(order(given));
  return sectionsOf(await acme.vatReport(YEAR));
}

describe("a hotel in Berlin", () => {
  test.each([
    ["Paris", { clientCountry: "FR" }],
    ["Boston", { clientCountry: "US" }],
    ["a French business", FRENCH_BUSINESS],
    ["a Swiss company", { clientCountry: "CH", isCompany: true }],
  ])("charges a guest from %s German VAT, and declares it at home", async (_, client) => {
    const given = { ...client, placeOfSupply: "DE", items: [NIGHT, MINIBAR] };
    const invoice = await issue(given);
    expect(invoice).toMatchObject({ vatTreatment: "domestic", placeOfSupply: "DE", taxTotal: 15.9, vatNote: "" });
    expect(invoice.warnings.filter(({ code }) => code !== "invoice_incomplete")).toEqual([]);
    expect(await declared(given)).toEqual({
      ...NOTHING,
      domestic: [
        ["S", 7, 200],
        ["S", 19, 10],
      ],
    });
  });

  test("may sell to a client whose country is not known, by hand", async () => {
    const given = { clientCountry: undefined, autoVat: false, placeOfSupply: "DE", taxRate: 7 };
    expect(await declared(given)).toEqual({ ...NOTHING, domestic: [["S", 7, 200]] });
  });

  test("delivers nothing: where goods would go decides nothing", async () => {
    const deliverTo = { country: "US", address: { city: "Boston" } } as const;
    const invoice = await issue({ clientCountry: "FR", placeOfSupply: "DE", deliverTo });
    expect(invoice).toMatchObject({ vatTreatment: "domestic", taxTotal: 38, warnings: [] });
  });
});

describe("a place in another member state", () => {
  test.each(["US", "DE", "AT"])("is declared through OSS for a consumer from %s", async (clientCountry) => {
    const given = { clientCountry, placeOfSupply: "AT", items: [NIGHT, MINIBAR] };
    expect(await issue(given)).toMatchObject({ vatTreatment: "oss", taxTotal: 22, warnings: [] });
    expect(await declared(given)).toEqual({
      ...NOTHING,
      oss: [
        ["AT", "services", 10, 200],
        ["AT", "services", 20, 10],
      ],
    });
  });

  test("is declared through the non-Union scheme by a seller outside the EU", async () => {
    const swiss = { country: "CH", vatNumber: undefined, defaultCurrency: "EUR" };
    const given = { clientCountry: "US", placeOfSupply: "AT" };
    expect(await issue(given, swiss)).toMatchObject({ vatTreatment: "oss", taxTotal: 40 });
    expect(await declared(given, swiss)).toEqual({ ...NOTHING, oss: [["AT", "services", 20, 200]] });
  });

  test("with a rate of 0 is in the OSS return too", async () => {
    const items = [{ ...NIGHT, vatRates: { IE: 0 } }];
    expect(await declared({ placeOfSupply: "IE", items })).toEqual({ ...NOTHING, oss: [["IE", "services", 0, 200]] });
  });

  test("never counts towards the OSS threshold, nor has a warning about it", async () => {
    const { acme } = await openBooks(undefined, { ossRegistered: false });
    await acme.issue(order({ clientCountry: "FR", supply: "digital", placeOfSupply: "DE" }));
    await acme.issue(order({ clientCountry: "FR", autoVat: false, taxRate: 10, placeOfSupply: "FR" }));
    expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(0);
    await acme.issue(order({ clientCountry: "FR", supply: "digital" }));
    expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(200);
  });

  test("is refused without OSS and for businesses, by the field that states it", async () => {
    const withoutOss = await refused({ placeOfSupply: "AT" }, { ossRegistered: false });
    expect(withoutOss).toMatchObject({ code: "request_invalid", errors: [{ pointer: "/placeOfSupply" }] });
    const ofLines = await refused({
      ...FRENCH_BUSINESS,
      placeOfSupply: "DE",
      items: [MINIBAR, { ...NIGHT, placeOfSupply: "AT" }, { ...NIGHT, placeOfSupply: "IT" }],
    });
    expect(ofLines.message).toMatch(/^Line 2: placeOfSupply is in Austria, .+ 1 more in errors\.$/);
    expect(ofLines.errors).toMatchObject([
      { pointer: "/items/1/placeOfSupply" },
      { pointer: "/items/2/placeOfSupply", detail: expect.stringMatching(/^is in Italy, .+ \(article 194\)$/) },
    ]);
  });
});

describe("a place outside the EU", () => {
  test("is outside the scope, with a note, and in no statement", async () => {
    const given = { ...FRENCH_BUSINESS, placeOfSupply: "CH" };
    const invoice = await issue(given);
    expect(invoice).toMatchObject({ vatTreatment: "outside-scope", taxTotal: 0, vatBreakdown: [{ category: "O" }] });
    expect(invoice.vatNote).toContain("articles 47 to 57");
    expect(await declared(given)).toEqual({ ...NOTHING, outsideScope: [["CH", 200]] });
  });
});

describe("lines", () => {
  test("each have their own place, beside goods that are sent", async () => {
    const { acme } = await openBooks();
    const items = [
      { ...NIGHT, placeOfSupply: "AT" },
      { ...NIGHT, placeOfSupply: "DE" },
      { ...MINIBAR, supply: "goods" as const },
    ];
    const invoice = await acme.issue(order({ clientCountry: "FR", items }));
    expect(invoice).toMatchObject({ vatTreatment: "mixed", taxTotal: 36 });
    expect(
      invoice.items.map(({ taxRate, rateCountry, placeOfSupply }) => [taxRate, rateCountry, placeOfSupply]),
    ).toEqual([
      [10, "AT", "AT"],
      [7, "DE", "DE"],
      [20, "FR", undefined],
    ]);
    const note = await acme.credit(invoice.id, { reason: "left", lines: [{ line: 1, quantity: 1 }] });
    expect(note.items).toMatchObject([{ placeOfSupply: "AT" }]);
    expect(sectionsOf(await acme.vatReport(YEAR))).toEqual({
      ...NOTHING,
      domestic: [["S", 7, 200]],
      oss: [
        ["AT", "services", 10, 100],
        ["FR", "goods", 20, 10],
      ],
    });
  });

  test("of one group with several places are divided by place", async () => {
    const { acme } = await openBooks();
    const items = [
      { ...MINIBAR, placeOfSupply: "DE" },
      { ...MINIBAR, supply: "services" as const },
    ];
    const { id } = await acme.issue(order({ clientCountry: "FR", items }));
    expect((await acme.get(id)).vatBreakdown).toHaveLength(1);
    expect(sectionsOf(await acme.vatReport(YEAR))).toEqual({ ...NOTHING, domestic: [["S", 19, 20]] });
  });

  test("of goods are handed over in the seller's own state, or refused", async () => {
    const handed = await issue({ clientCountry: "FR", supply: "goods", placeOfSupply: "DE" });
    expect(handed).toMatchObject({ vatTreatment: "domestic", taxTotal: 38, warnings: [] });
    expect((await refused({ supply: "goods", placeOfSupply: "AT" })).errors).toMatchObject([
      { pointer: "/placeOfSupply" },
    ]);
    const items = [{ ...MINIBAR, supply: "goods", placeOfSupply: "AT" } as const];
    expect((await refused({ items })).errors).toMatchObject([{ pointer: "/items/0/placeOfSupply" }]);
  });
});

describe("with VAT by hand", () => {
  const manual = { autoVat: false } as const;

  test("a place in another member state is declared through OSS for consumers, from wherever they are", async () => {
    const given = { ...manual, taxRate: 10, placeOfSupply: "AT" };
    for (const clientCountry of ["US", "DE", undefined]) {
      const invoice = await issue({ ...given, clientCountry });
      expect(invoice).toMatchObject({ vatTreatment: "manual", warnings: [], vatBreakdown: [{ rateCountry: "AT" }] });
      expect(await declared({ ...given, clientCountry })).toEqual({ ...NOTHING, oss: [["AT", "services", 10, 200]] });
    }
  });

  test("the VAT of another state that OSS does not cover is never in the domestic return", async () => {
    const given = { ...manual, taxRate: 19, placeOfSupply: "AT" };
    for (const [client, profile] of [
      [FRENCH_BUSINESS, {}],
      [{ isCompany: true }, {}],
      [{}, { ossRegistered: false }],
    ] as const) {
      expect(await declared({ ...given, ...client }, profile)).toEqual({
        ...NOTHING,
        unplaced: ["rate_country_unproven"],
      });
    }
  });

  test("a rate that nobody has at home is not domestic, also at a place there", async () => {
    const given = { ...manual, clientCountry: "FR", supply: "services", taxRate: 10 } as const;
    expect(await declared(given)).toEqual({ ...NOTHING, oss: [["FR", "services", 10, 200]] });
    expect(await declared({ ...given, placeOfSupply: "DE" })).toEqual({
      ...NOTHING,
      unplaced: ["rate_country_unproven"],
    });
    expect(await declared({ ...given, taxRate: 7, placeOfSupply: "DE" })).toEqual({
      ...NOTHING,
      domestic: [["S", 7, 200]],
    });
  });

  describe("goods at a place", () => {
    const goods = { ...manual, supply: "goods", taxRate: 20 } as const;
    const unproven = { ...NOTHING, unplaced: ["rate_country_unproven"] };

    test("that is where they go are a distance sale", async () => {
      const given = { ...goods, clientCountry: "AT", placeOfSupply: "AT" };
      expect((await issue(given)).vatBreakdown).toMatchObject([{ rateCountry: "AT" }]);
      expect(await declared(given)).toEqual({ ...NOTHING, oss: [["AT", "goods", 20, 200]] });
      expect(await declared({ ...given, clientCountry: "DE", deliverTo: { country: "AT" } })).toEqual({
        ...NOTHING,
        oss: [["AT", "goods", 20, 200]],
      });
      expect(await declared(given, { ossRegistered: false })).toEqual(unproven);
      expect(await declared({ ...given, isCompany: true })).toEqual(unproven);
    });

    test("to which they do not go may be sold from a store there, which OSS does not cover", async () => {
      for (const clientCountry of ["DE", "FR", undefined])
        expect(await declared({ ...goods, clientCountry, placeOfSupply: "AT" })).toEqual(unproven);
    });

    test("elsewhere are not exported from there, and without VAT are outside the scope at home", async () => {
      const free = (vatCategory: "G" | "E") => ({
        ...goods,
        ...{ taxRate: 0, clientCountry: "US", items: [{ ...MINIBAR, vatCategory }] },
      });
      expect(await declared({ ...free("G"), placeOfSupply: "DE" })).toEqual({ ...NOTHING, exports: 1 });
      expect(await declared({ ...free("E"), placeOfSupply: "CH" })).toEqual({ ...NOTHING, outsideScope: [["CH", 10]] });
    });
  });

  test("reverse charge at the place is not in the statement, and at home it is domestic", async () => {
    const items = [{ ...MINIBAR, taxRate: 0, vatCategory: "AE" as const }];
    const given = { ...manual, ...FRENCH_BUSINESS, supply: "services", vatNote: "Autoliquidation", items } as const;
    expect(await declared({ ...given, placeOfSupply: "FR" })).toEqual({ ...NOTHING, outsideScope: [["FR", 10]] });
    expect(await declared({ ...given, placeOfSupply: "DE" })).toEqual({ ...NOTHING, domestic: [["AE", 0, 10]] });
    expect(await declared(given)).toEqual({ ...NOTHING, recapitulative: 1 });
  });

  test("warnings know the place", async () => {
    const items = [{ ...MINIBAR, taxRate: 0, vatCategory: "O" as const }];
    const warningsAt = async (placeOfSupply: string | undefined) =>
      (await issue({ ...manual, clientCountry: "FR", supply: "services", placeOfSupply, items })).warnings;
    expect(await warningsAt("CH")).toEqual([]);
    expect(await warningsAt("DE")).toEqual([
      {
        code: "delivery_contradicts_vat",
        detail:
          "The place of supply is in Germany, but category O is only for sales outside the scope of VAT in the EU (Directive " +
          "2006/112/EC, articles 31 to 33, 44, 45, 58 and 59). Check placeOfSupply and the VAT of the line.",
      },
    ]);
    expect(await warningsAt(undefined)).toMatchObject([{ code: "delivery_contradicts_vat" }]);
    const taxed = { ...manual, clientCountry: "FR", taxRate: 20 };
    expect((await issue(taxed)).warnings).toMatchObject([{ code: "supply_not_stated" }]);
    expect((await issue({ ...taxed, placeOfSupply: "FR" })).warnings).toEqual([]);
  });
});

test("a suggestion takes the place", async () => {
  const { acme }: Books = await openBooks();
  const night = { clientCountry: "US", vatRates: { AT: 10 }, placeOfSupply: "AT" };
  expect(await acme.suggestVat(night)).toMatchObject({ treatment: "oss", rate: 10, rateCountry: "AT", warnings: [] });
  const refusal = acme.suggestVat({ clientCountry: "US", isCompany: true, placeOfSupply: "AT" });
  await expect(refusal).rejects.toMatchObject({ errors: [{ parameter: "placeOfSupply" }] });
  await expect(acme.suggestVat({ clientCountry: "US", placeOfSupply: "EL" })).rejects.toMatchObject({
    errors: [{ parameter: "placeOfSupply", detail: expect.stringContaining("use GR") }],
  });
});

test("a small enterprise's hotel at home is not a service for the statement, even for a business from abroad", async () => {
  const small = { vatRegistered: false, ossRegistered: false, country: "AT", vatNumber: undefined } as const;
  const given = { ...FRENCH_BUSINESS, placeOfSupply: "AT" };
  expect(await declared(given, small)).toEqual({ ...NOTHING, domestic: [["E", 0, 200]] });
});
