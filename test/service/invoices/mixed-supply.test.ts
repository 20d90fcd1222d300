/**
 * Goal: lines that state what they supply have the VAT that an invoice of their own would have, and the invoice says what
 * holds for all of them, once.
 * Method: invoices of goods beside services, in every treatment that the two can have; and each line against an order
 * that has this line alone.
 */
import type { CompanyProfile, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { einvoiceGaps } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const SUPPLIES = ["goods", "services", "digital"] as const;

const LAMP: OrderItem = { description: "Lamp", quantity: 1, unitPrice: 100, supply: "goods" };
const SUPPORT: OrderItem = { description: "Remote support", quantity: 1, unitPrice: 50, supply: "services" };
const PLAN: OrderItem = { description: "Plan as a file", quantity: 1, unitPrice: 20, supply: "digital" };
const EXTRA: OrderItem = { description: "Extra", quantity: 1, unitPrice: 10 };

const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, profile);
  return acme.issue(order(given));
}

const groupsOf = ({ vatBreakdown }: Invoice) =>
  vatBreakdown.map(({ category, taxRate, rateCountry, taxableAmount }) => [
    category,
    taxRate,
    rateCountry,
    taxableAmount,
  ]);

describe("goods beside services", () => {
  test("to a business in another state are a supply and a reverse charge, each with its own note", async () => {
    const invoice = await issue({ ...FRENCH_BUSINESS, items: [LAMP, SUPPORT] });
    const [reverseCharge, goods] = invoice.vatBreakdown;
    expect(invoice).toMatchObject({ vatTreatment: "mixed", taxRate: 0, total: 150 });
    expect(goods).toMatchObject({
      category: "K",
      taxableAmount: 100,
      exemptionReason: expect.stringMatching(/article 138\)$/),
    });
    expect(reverseCharge).toMatchObject({
      category: "AE",
      taxableAmount: 50,
      exemptionReason: expect.stringMatching(/articles 44 and 196\)$/),
    });
    expect(invoice.vatNote).toBe(`${goods?.exemptionReason}; ${reverseCharge?.exemptionReason}`);
    expect(invoice.vatReason).toMatch(/^Goods: .+ acquisition\. .+ Services: .+ reverse charge, so the client owes/);
    expect(invoice.items).toMatchObject([
      { supply: "goods", vatCategory: "K" },
      { supply: "services", vatCategory: "AE" },
    ]);
    expect(invoice.items.some((line) => "rateCountry" in line)).toBe(false);
  });

  test("to a consumer in another state have the rates of two countries, which the lines state", async () => {
    const invoice = await issue({ clientCountry: "FI", items: [LAMP, SUPPORT, PLAN] });
    expect(invoice).toMatchObject({ vatTreatment: "mixed", taxRate: 0, vatNote: "", taxTotal: 40.1 });
    expect(invoice.warnings.map(({ code }) => code)).toEqual(["place_of_event_unstated"]);
    expect(groupsOf(invoice)).toEqual([
      ["S", 19, "DE", 50],
      ["S", 25.5, "FI", 120],
    ]);
    expect(invoice.items).toMatchObject([
      { taxRate: 25.5, rateCountry: "FI" },
      { taxRate: 19, rateCountry: "DE" },
      { taxRate: 25.5, rateCountry: "FI" },
    ]);
    expect(invoice.vatReason).toMatch(/^Goods: .+ Services: .+ Digital services: /);
  });

  test("at one rate of two countries are two groups, and the header has the rate", async () => {
    const invoice = await issue({ clientCountry: "CY", prices: "gross", items: [LAMP, SUPPORT] });
    expect(invoice).toMatchObject({ vatTreatment: "mixed", taxRate: 19, total: 150 });
    expect(groupsOf(invoice)).toEqual([
      ["S", 19, "CY", 84.03],
      ["S", 19, "DE", 42.02],
    ]);
  });

  test.each([
    ["at home", { clientCountry: "DE" }, {}, "domestic"],
    ["of a small business", FRENCH_BUSINESS, { vatRegistered: false, ossRegistered: false }, "not-registered"],
    ["to a consumer of a seller without OSS", { clientCountry: "FI" }, { ossRegistered: false }, "origin"],
  ])("%s are treated alike, and say so once", async (_, client, profile, vatTreatment) => {
    const invoice = await issue({ ...client, items: [LAMP, SUPPORT] }, profile);
    expect(invoice).toMatchObject({ vatTreatment, vatBreakdown: [{ taxableAmount: 150 }] });
    const alone = await issue({ ...client, items: [SUPPORT] }, profile);
    expect(invoice.vatReason).toContain(alone.vatReason);
    expect(invoice.vatNote).toBe(alone.vatNote);
  });

  test.each([
    ["an export", { clientCountry: "US" }, "G"],
    ["a supply to Northern Ireland", { clientCountry: "GB", clientVatNumber: "XI980780684" }, "K"],
  ])("out of the EU stand on one invoice with %s, which EN 16931 has no room for", async (_, client, category) => {
    const invoice = await issue({ ...client, items: [SUPPORT, LAMP, PLAN] });
    expect(invoice.vatTreatment).toBe("mixed");
    expect(invoice.vatBreakdown.map((group) => group.category).sort()).toEqual([category, "O"].sort());
    const rules = einvoiceGaps(invoice).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule.startsWith("BR-O"))).toEqual(["BR-O-11", "BR-O-02", "BR-O-12"]);
  });
});

test("a line without a supply has the order's", async () => {
  const invoice = await issue({ ...FRENCH_BUSINESS, supply: "goods", items: [SUPPORT, EXTRA] });
  expect(invoice.supply).toBe("goods");
  expect(invoice.items).toMatchObject([{ vatCategory: "AE" }, { vatCategory: "K" }]);
  expect(invoice.items[1]).not.toHaveProperty("supply");
});

test.each([
  [
    "reverse charge",
    FRENCH_BUSINESS,
    [{ ...EXTRA, supply: "digital" as const }, EXTRA, SUPPORT],
    "AE",
    /^Reverse charge/,
  ],
  ["an export", { clientCountry: "US" }, [LAMP, EXTRA], "G", /^Export, exempt from VAT or outside its scope/],
] as const)(
  "a line of %s without a supply leaves the mention of its group without articles",
  async (_, client, items, category, note) => {
    const invoice = await issue({ ...client, items: [...items], charges: [{ amount: 1, supply: items[0].supply }] });
    const [group, ...others] = invoice.vatBreakdown;
    expect([group?.category, others]).toEqual([category, []]);
    expect(invoice.vatNote).toMatch(note);
    expect(invoice.vatNote).not.toMatch(/article|; /);
    expect(group?.exemptionReason).toBe(invoice.vatNote);
  },
);

test("lines that share a supply are as an order that states it", async () => {
  for (const supply of SUPPLIES) {
    const stated = await issue({ ...FRENCH_BUSINESS, supply, items: [{ ...EXTRA }, { ...EXTRA }] });
    const byLine = await issue({
      ...FRENCH_BUSINESS,
      items: [
        { ...EXTRA, supply },
        { ...EXTRA, supply },
      ],
    });
    for (const field of ["vatTreatment", "vatBreakdown", "vatNote", "vatReason", "warnings", "total"] as const) {
      expect(byLine[field], `${field} of ${supply}`).toEqual(stated[field]);
    }
  }
});

test("a warning that several lines give is given once, in the order of the codes", async () => {
  const client = { ...FRENCH_BUSINESS, clientCountry: "BE", isCompany: false, supplyDate: "2026-11-20" };
  const { warnings } = await issue({ ...client, items: [EXTRA, LAMP, SUPPORT] }, { vatNumber: undefined });
  expect(warnings.map(({ code }) => code)).toEqual([
    "vat_number_of_another_state",
    "vat_number_of_a_consumer",
    "seller_vat_number_missing",
    "supply_not_stated",
    "invoice_incomplete",
  ]);
  const toConsumer = await issue({ clientCountry: "FI", items: [PLAN, EXTRA] }, { ossRegistered: false });
  expect(toConsumer.warnings.map(({ code }) => code)).toEqual(["supply_not_stated", "oss_threshold"]);
});

test("the client's number is verified once, though it decides several lines", async () => {
  let inquiries = 0;
  const verify = async () => {
    inquiries += 1;
    return { status: "valid" as const, consultationNumber: undefined };
  };
  const { acme } = await openBooks(memoryStore(), {}, { verifier: { verify } });
  const invoice = await acme.issue(order({ ...FRENCH_BUSINESS, items: [LAMP, SUPPORT] }));
  expect(invoice.vatNumberVerification).toMatchObject({ status: "valid" });
  expect(inquiries).toBe(1);
});

describe("a given rate", () => {
  const keep = "leave it out; autoVat: false is only for VAT that you determine yourself";

  test.each([
    [
      "of the order, against the first line that differs",
      { taxRate: 19 },
      [SUPPORT, LAMP],
      [`/taxRate: is 19, but the determined rate of line 2 is 25.5; ${keep}`],
    ],
    [
      "of a line, against its own",
      {},
      [
        { ...LAMP, taxRate: 19 },
        { ...SUPPORT, taxRate: 19 },
      ],
      [`/items/0/taxRate: is 19, but the determined rate is 25.5; ${keep}`],
    ],
    [
      "of the order beside one of each line",
      { taxRate: 7 },
      [
        { ...LAMP, taxRate: 25.5 },
        { ...SUPPORT, taxRate: 19 },
      ],
      [`/taxRate: is 7, but the determined rate of line 1 is 25.5; ${keep}`],
    ],
  ])("%s must be the determined one", async (_, given, items, faults) => {
    const { acme } = await openBooks();
    const [message, ...details] = await refusalOf(acme.issue(order({ clientCountry: "FI", ...given, items })));
    expect(message).toBe(`A given VAT rate differs from the determined one. ${details[0]}.`);
    expect(details).toEqual(faults);
  });

  test("that is right is kept, the order's for the lines without one", async () => {
    const items = [LAMP, { ...SUPPORT, taxRate: 19 }];
    const invoice = await issue({ clientCountry: "FI", taxRate: 25.5, items });
    expect(invoice.items.map(({ taxRate }) => taxRate)).toEqual([25.5, 19]);
  });
});

describe("with VAT by hand", () => {
  const line = (vatCategory: "O" | "S" | "E", taxRate = 0) => ({ ...EXTRA, vatCategory, taxRate });

  test("category O stands beside taxed lines, unless the order requires EN 16931", async () => {
    const { acme } = await openBooks();
    const items = [line("S", 19), line("O"), line("E")];
    const invoice = await acme.issue(order({ autoVat: false, items }));
    expect(invoice.items.map(({ vatCategory }) => vatCategory)).toEqual(["S", "O", "E"]);
    const refused = acme.issue(order({ autoVat: false, isCompany: true, items, requires: "en16931" }));
    expect((await refusalOf(refused)).join()).toContain("BR-O-11");
  });

  test("category O alone is issued, and lines keep their supply", async () => {
    const items = [line("O"), { ...line("O"), supply: "services" as const }];
    const invoice = await issue({ autoVat: false, items });
    expect(invoice).toMatchObject({ vatTreatment: "manual", items: [{}, { supply: "services" }] });
  });
});

/** An order that the library issues: no services out of the EU beside others. */
const mixedOrder = fc.record({
  client: fc.constantFrom<Partial<InvoiceOrder>>(
    { clientCountry: "DE" },
    { clientCountry: "FI" },
    { clientCountry: "CY" },
    { clientCountry: "PT", clientAddress: { postalCode: "9000-001" } },
    FRENCH_BUSINESS,
  ),
  supplies: fc.array(fc.constantFrom(undefined, ...SUPPLIES), { minLength: 1, maxLength: 6 }),
  supply: fc.constantFrom(undefined, ...SUPPLIES),
  prices: fc.constantFrom("net" as const, "gross" as const),
});

test("each line has the rate, category and country that it has alone, and the audit finds nothing", async () => {
  const { acme } = await openBooks();
  const check = fc.asyncProperty(mixedOrder, async ({ client, supplies, supply, prices }) => {
    const items = supplies.map((own, index) => ({
      ...{ description: "Line", quantity: 1 + index, unitPrice: 9.99 },
      ...(own && { supply: own }),
    }));
    const shared = { ...client, prices, ...(supply && { supply }), supplyDate: "2026-11-20" };
    const invoice = await acme.issue(order({ ...shared, items }));
    const alone = await Promise.all(items.map((item) => acme.issue(order({ ...shared, items: [item] }))));
    const countries = new Set(alone.map(({ vatBreakdown }) => vatBreakdown[0]!.rateCountry));
    for (const [index, { vatBreakdown }] of alone.entries()) {
      const { category, taxRate, rateCountry } = vatBreakdown[0]!;
      const expected = countries.size > 1 ? { rateCountry } : {};
      expect(invoice.items[index]).toMatchObject({ vatCategory: category, taxRate, ...expected });
    }
    const treatments = [...new Set(alone.map(({ vatTreatment }) => vatTreatment))];
    expect(invoice.vatTreatment).toBe(treatments.length === 1 ? treatments[0] : "mixed");
    // Without a stated supply the articles may be wrong, so then the group cites none.
    const isGeneral = alone.some(({ vatNote }) => /^Reverse charge(?!.*articles)/.test(vatNote));
    const isTooExact = (note: string) => isGeneral && /^Reverse charge.*articles/.test(note);
    const notes = new Set(alone.map(({ vatNote }) => vatNote).filter((note) => note !== "" && !isTooExact(note)));
    expect(new Set(invoice.vatNote.split("; ").filter((note) => note !== ""))).toEqual(notes);
    const warnings = alone.flatMap((each) => each.warnings.map(({ code, detail }) => `${code} ${detail}`));
    expect(invoice.warnings.map(({ code, detail }) => `${code} ${detail}`).sort()).toEqual(
      [...new Set(warnings)].sort(),
    );
  });
  await fc.assert(check, { numRuns: 200 });
  expect((await acme.audit()).findings).toEqual([]);
});
