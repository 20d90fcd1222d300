/**
 * Goal: each line has the rate of its product in the state whose VAT is charged, and no invoice has a rate that is not
 * lawful there.
 * Method: invoices of books, food and ordinary goods in every treatment; each line against an order of its own; and what
 * is refused.
 */
import { type CompanyProfile, createInvoicing, type Invoice, type InvoiceOrder, type OrderItem } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { NOON, openBooks, traceOf } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const BOOK: OrderItem = { description: "Book", quantity: 1, unitPrice: 100, vatRates: { DE: 7, FR: 5.5, IE: 0 } };
const FOOD: OrderItem = {
  description: "Bread",
  quantity: 1,
  unitPrice: 50,
  vatRates: { DE: 7, FR: 5.5, IE: 0, FI: 13.5 },
};
const LAMP: OrderItem = { description: "Lamp", quantity: 1, unitPrice: 10 };
const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, profile);
  return acme.issue(order(given));
}

const groupsOf = ({ vatBreakdown }: Invoice) =>
  vatBreakdown.map(({ category, taxRate, rateCountry, taxableAmount, taxAmount }) => [
    ...[category, taxRate, rateCountry, taxableAmount, taxAmount],
  ]);

describe("lines of several rates", () => {
  test("at home are groups of the breakdown, and the header rate is 0", async () => {
    const invoice = await issue({ items: [BOOK, FOOD, LAMP] });
    expect(invoice).toMatchObject({ vatTreatment: "domestic", taxRate: 0, subtotal: 160, taxTotal: 12.4, vatNote: "" });
    expect(groupsOf(invoice)).toEqual([
      ["S", 7, "DE", 150, 10.5],
      ["S", 19, "DE", 10, 1.9],
    ]);
    expect(invoice.items.map(({ taxRate, vatCategory }) => `${taxRate} ${vatCategory}`)).toEqual([
      "7 S",
      "7 S",
      "19 S",
    ]);
    expect(invoice.items.some((line) => "vatRates" in line || "rateCountry" in line)).toBe(false);
    expect(invoice.vatReason).toBe(
      "Domestic sale in Germany: charged at the reduced rate of Germany on 2026-11-20, 7 %. A VAT number makes no " +
        "difference. Domestic sale in Germany: charged at the standard rate of Germany on 2026-11-20, 19 %. A VAT number " +
        "makes no difference.",
    );
  });

  test("with OSS have the buyer's rates, and the header has theirs if they are one", async () => {
    expect(groupsOf(await issue({ clientCountry: "FI", items: [BOOK, FOOD] }))).toEqual([
      ["S", 13.5, "FI", 50, 6.75],
      ["S", 25.5, "FI", 100, 25.5],
    ]);
    const french = await issue({ clientCountry: "FR", supply: "goods", items: [BOOK, FOOD] });
    expect(french).toMatchObject({ vatTreatment: "oss", taxRate: 5.5, taxTotal: 8.25, warnings: [] });
  });

  test("are zero rated where the chosen rate is 0", async () => {
    const invoice = await issue({ clientCountry: "IE", items: [BOOK, LAMP] });
    expect(groupsOf(invoice)).toEqual([
      ["S", 23, "IE", 10, 2.3],
      ["Z", 0, "IE", 100, 0],
    ]);
  });

  test("goods and services each have the rate of their own place", async () => {
    const seat = { ...BOOK, description: "Cinema", vatRates: { DE: 7, FR: 10 } };
    const invoice = await issue({
      clientCountry: "FR",
      items: [
        { ...BOOK, supply: "goods" },
        { ...seat, supply: "services" },
        { ...LAMP, supply: "goods" },
      ],
    });
    expect(invoice.items.map(({ taxRate, rateCountry }) => `${taxRate} ${rateCountry}`)).toEqual([
      ...["5.5 FR", "7 DE", "20 FR"],
    ]);
    expect(invoice.vatTreatment).toBe("mixed");
    expect(invoice.vatReason).toMatch(/^Goods: .+5\.5 %.+ 20 %.+ Services: .+ 7 %/);
  });

  test.each([
    ["reverse charge", FRENCH_BUSINESS, {}, "AE"],
    ["an export", { clientCountry: "CH" }, {}, "G"],
    ["a seller without registration", {}, { vatRegistered: false, ossRegistered: false }, "E"],
  ])("have none under %s", async (_, client, profile, category) => {
    const { vatBreakdown, taxTotal } = await issue({ ...client, items: [BOOK, LAMP] }, profile);
    expect(vatBreakdown).toMatchObject([{ category, taxRate: 0, taxableAmount: 110 }]);
    expect(taxTotal).toBe(0);
  });

  test("with gross prices, each line has its VAT taken out at its own rate", async () => {
    const items = [
      { ...BOOK, unitPrice: 107 },
      { ...LAMP, unitPrice: 119 },
    ];
    const invoice = await issue({ prices: "gross", items });
    expect(invoice).toMatchObject({ subtotal: 200, taxTotal: 26, total: 226 });
    expect(groupsOf(invoice)).toEqual([
      ["S", 7, "DE", 100, 7],
      ["S", 19, "DE", 100, 19],
    ]);
  });

  test("are as invoices of their own", async () => {
    for (const clientCountry of ["DE", "FR", "IE", "FI", "AT", "CH"]) {
      const items = [BOOK, FOOD, LAMP];
      const together = await issue({ clientCountry, items });
      for (const [index, item] of items.entries()) {
        const alone = await issue({ clientCountry, items: [item] });
        expect(together.items[index]).toEqual(alone.items[0]);
        expect(together.vatReason).toContain(alone.vatReason);
      }
    }
  });
});

test("a line's rate beside its rates must be the determined one, and so must the order's", async () => {
  expect(await issue({ items: [{ ...BOOK, taxRate: 7 }] })).toMatchObject({ taxRate: 7 });
  expect(await issue({ taxRate: 7, items: [BOOK, { ...LAMP, taxRate: 19 }] })).toMatchObject({ taxRate: 0 });
  const { acme } = await openBooks();
  expect(await refusalOf(acme.issue(order({ items: [LAMP, { ...BOOK, taxRate: 19 }] })))).toEqual([
    "A given VAT rate differs from the determined one. /items/1/taxRate: is 19, but the determined rate is 7; leave it out; autoVat: false is only for VAT that you determine yourself.",
    "/items/1/taxRate: is 19, but the determined rate is 7; leave it out; autoVat: false is only for VAT that you determine yourself",
  ]);
  expect((await refusalOf(acme.issue(order({ taxRate: 19, items: [BOOK] }))))[1]).toMatch(
    /^\/taxRate: is 19, but .+ 7;/,
  );
});

describe("refused, and nothing is left behind:", () => {
  // biome-ignore format: a table
  test.each<[string, Partial<InvoiceOrder>, string, string[]]>([
    ["a rate that is not lawful, with its line", { items: [LAMP, { ...BOOK, vatRates: { DE: 8 } }] },
      "Line 2: 8 % is not a lawful VAT rate in Germany on 2026-11-20. Lawful rates: 19, 7.8, 7, 5.5, 0.",
      ["/items/1/vatRates/DE: is 8, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0"]],
    ["a rate as a fraction", { items: [{ ...BOOK, vatRates: { DE: 0.07 } }] },
      "Line 1: 0.07 % is not a lawful VAT rate in Germany on 2026-11-20. Lawful rates: 19, 7.8, 7, 5.5, 0; rates are in percent, such as 7.",
      ["/items/0/vatRates/DE: is 0.07, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0; rates are in percent, such as 7"]],
    ["all such rates", { items: [{ ...BOOK, vatRates: { DE: 8 } }, BOOK, { ...BOOK, vatRates: { DE: 9 } }] },
      "Line 1: 8 % is not a lawful VAT rate in Germany on 2026-11-20. Lawful rates: 19, 7.8, 7, 5.5, 0. 1 more in errors.",
      ["/items/0/vatRates/DE: is 8, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0",
       "/items/2/vatRates/DE: is 9, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0"]],
    ["a rate of another day", { supplyDate: "2020-08-01", items: [BOOK] },
      "Line 1: 7 % is not a lawful VAT rate in Germany on 2020-08-01. Lawful rates: 16, 10.7, 5.5, 5.",
      ["/items/0/vatRates/DE: is 7, but the lawful rates in Germany on 2020-08-01 are 16, 10.7, 5.5, 5"]],
    ["an unknown key", { items: [{ ...BOOK, vatRates: { DE: 7, EL: 13 } }] },
      'The request is not valid. /items/0/vatRates/EL: "EL" is not an ISO 3166-1 alpha-2 code; use GR, or the id of an area such as "PT-30".',
      ['/items/0/vatRates/EL: "EL" is not an ISO 3166-1 alpha-2 code; use GR, or the id of an area such as "PT-30"']],
    ["a value that is no number", { items: [{ ...BOOK, vatRates: { DE: "7" as never } }] },
      "The request is not valid. /items/0/vatRates/DE: must be a number such as 7, not \"7\".",
      ['/items/0/vatRates/DE: must be a number such as 7, not "7"']],
    ["a list", { items: [{ ...BOOK, vatRates: [7] as never }] },
      "The request is not valid. /items/0/vatRates: must be an object such as { DE: 7, AT: 10 }, not an array.",
      ["/items/0/vatRates: must be an object such as { DE: 7, AT: 10 }, not an array"]],
    ["VAT by hand", { autoVat: false, items: [{ ...BOOK, taxRate: 7 }] },
      "The request is not valid. /items/0/vatRates: is not allowed with autoVat: false, which takes the rate as taxRate.",
      ["/items/0/vatRates: is not allowed with autoVat: false, which takes the rate as taxRate"]],
  ])("%s", async (_, given, message, errors) => {
    const { acme, store } = await openBooks();
    const before = await traceOf(store);
    expect(await refusalOf(acme.issue(order(given)))).toEqual([message, ...errors]);
    expect(await traceOf(store)).toEqual(before);
  });

  test("__proto__ as a key, which zod would skip", async () => {
    const { acme } = await openBooks();
    const item = { ...LAMP, vatRates: JSON.parse('{ "__proto__": 7 }') as Record<string, number> };
    expect((await refusalOf(acme.issue(order({ items: [item] }))))[1]).toMatch("/items/0/vatRates/__proto__");
  });
});

test("a rate of the host's own is lawful, and a credit never checks it again", async () => {
  const store = memoryStore();
  const clock = new TestClock(NOON);
  const rates = { DE: [{ since: "2026-11-01", until: "2026-11-30", percent: "6", kind: "temporary" as const }] };
  const acme = createInvoicing({ store, clock, rates }).company("acme");
  await acme.saveProfile(germanProfile());
  const { id } = await acme.issue(order({ items: [{ ...BOOK, vatRates: { DE: 6 } }, LAMP] }));
  clock.set("2027-01-10T12:00:00.000Z");
  const later = createInvoicing({ store, clock }).company("acme");
  expect((await refusalOf(later.issue(order({ items: [{ ...BOOK, vatRates: { DE: 6 } }] }))))[0]).toContain(
    "not a lawful",
  );
  const note = await later.credit(id, { reason: "returned", lines: [{ line: 1 }] });
  expect(note).toMatchObject({ total: 106, vatBreakdown: [{ category: "S", taxRate: 6, taxAmount: 6 }] });
  expect((await later.audit()).findings).toEqual([]);
});

test("a suggestion has the rate that the invoice gets", async () => {
  const { acme } = await openBooks();
  for (const clientCountry of ["DE", "FR", "IE", "FI", "CH"]) {
    const suggested = await acme.suggestVat({ clientCountry, vatRates: BOOK.vatRates });
    const { items, vatReason } = await acme.issue(order({ clientCountry, items: [BOOK] }));
    expect([suggested.rate, suggested.category, suggested.reason]).toEqual([
      ...[items[0]!.taxRate, items[0]!.vatCategory, vatReason],
    ]);
  }
  expect(await refusalOf(acme.suggestVat({ clientCountry: "DE", vatRates: { DE: 8 } }))).toEqual([
    "8 % is not a lawful VAT rate in Germany on 2026-11-20. Lawful rates: 19, 7.8, 7, 5.5, 0.",
    "vatRates.DE: is 8, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0",
  ]);
  expect((await refusalOf(acme.suggestVat({ clientCountry: "DE", vatRates: { de: 7 } })))[1]).toMatch(
    /^vatRates\.de: /,
  );
});
