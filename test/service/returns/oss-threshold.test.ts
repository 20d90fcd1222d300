import type { CompanyProfile, InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const price = (unitPrice: number) => [{ description: "x", quantity: 1, unitPrice }];

/** Goods for a consumer in France on a day of supply. */
const sale = (supplyDate: string, unitPrice: number, changes: Partial<InvoiceOrder> = {}) =>
  order({ clientCountry: "FR", supply: "goods", supplyDate, items: price(unitPrice), ...changes });

async function booksOf(orders: InvoiceOrder[], profile: Partial<CompanyProfile> = {}) {
  const books = await openBooks(memoryStore(), { ossRegistered: false, ...profile });
  for (const each of orders) await books.acme.issue(each);
  return books;
}

test("the limit is passed on a day of supply, by the invoice of that day that passed it", async () => {
  const { acme } = await booksOf([
    sale("2026-03-02", 4000),
    sale("2026-01-05", 6000), // 10,000 together, which is not above the limit
    sale("2026-02-01", 1),
    sale("2026-03-02", 500),
    sale("2025-12-31", 300),
    sale("2027-01-01", 70),
  ]);
  const common = { limit: 10_000, ratesNeeded: [] };
  expect(await acme.ossThreshold({ year: 2026 })).toEqual({
    ...common,
    soFar: 10_501,
    previousYear: 300,
    exceededOn: "2026-03-02",
    exceededBy: "INV-202611-0001",
  });
  expect(await acme.ossThreshold({ year: 2027 })).toEqual({
    ...common,
    soFar: 70,
    previousYear: 10_501,
    exceededOn: null,
    exceededBy: null,
  });
});

test("amounts of exactly the limit do not pass it", async () => {
  const { acme } = await booksOf([sale("2026-03-02", 10_000)]);
  expect(await acme.ossThreshold({ year: 2026 })).toMatchObject({ soFar: 10_000, exceededOn: null, exceededBy: null });
});

test("goods and digital services to consumers in other member states count, with OSS or without, and unstated supplies", async () => {
  const consumer = { clientCountry: "FR", supplyDate: "2026-05-01" };
  const counted: Partial<InvoiceOrder>[] = [
    { ...consumer, supply: "goods", items: price(1) },
    { ...consumer, supply: "digital", items: price(2) },
    { ...consumer, items: price(4) },
    { ...consumer, supply: "goods", items: price(8), clientCountry: "GB", clientAddress: { postalCode: "BT1 1AA" } },
    { ...consumer, supply: "goods", items: price(16), autoVat: false, taxRate: 5.5 },
    {
      ...consumer,
      items: [
        { ...price(32)[0]!, supply: "goods" },
        { ...price(1000)[0]!, supply: "services" },
      ],
    },
  ];
  const others: Partial<InvoiceOrder>[] = [
    { ...consumer, supply: "services" },
    { ...consumer, clientCountry: "DE", supply: "goods" },
    { ...consumer, clientCountry: "US", supply: "goods" },
    { ...consumer, clientVatNumber: "FR40303265045", supply: "goods" },
    { ...consumer, clientVatNumber: "FR40303265045" },
    { ...consumer, isCompany: true, supply: "goods" },
  ];
  for (const ossRegistered of [true, false]) {
    const { acme } = await booksOf([...counted, ...others].map(order), { ossRegistered });
    expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(63);
  }
  const outside = await booksOf(counted.slice(0, 5).map(order), { country: "CH", vatNumber: undefined });
  expect((await outside.acme.ossThreshold({ year: 2026 })).soFar).toBe(0);
});

const byHand = (taxRate: number) => ({ autoVat: false, items: [{ ...price(1000)[0]!, taxRate }] });

test.each<[what: string, changes: Partial<InvoiceOrder>, soFar: number, profile?: Partial<CompanyProfile>]>([
  ["within Austria, by hand", { dispatchedFrom: "AT", clientCountry: "AT", ...byHand(20) }, 0],
  ["from Austria to France, by hand", { dispatchedFrom: "AT", ...byHand(20) }, 1000],
  ["from Austria home, by hand", { dispatchedFrom: "AT", clientCountry: "DE", ...byHand(19) }, 0],
  [
    "into Austria, imported by the seller under its number there",
    { dispatchedFrom: "CH", clientCountry: "AT", importer: "seller" },
    0,
    { registrations: [{ country: "AT", vatNumber: "ATU13585627" }] },
  ],
  [
    "into Austria, imported by the seller, by hand",
    { dispatchedFrom: "CH", clientCountry: "AT", importer: "seller", ...byHand(20) },
    0,
  ],
  [
    "through the import scheme",
    { dispatchedFrom: "CH", importer: "seller", items: price(100) },
    0,
    { ossRegistered: true, ossSchemes: ["union", "import"] },
  ],
])("goods count only if they go from one member state to another: %s", async (_what, changes, soFar, profile) => {
  const { acme } = await booksOf([sale("2026-05-01", 1000, { isCompany: false, ...changes })], profile);
  expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(soFar);
});

test("credit notes count on their own day, and cancelled invoices only as far as they were credited", async () => {
  const { acme, clock } = await openBooks(memoryStore());
  const first = await acme.issue(sale("2026-05-01", 9000));
  const second = await acme.issue(sale("2026-05-01", 100));
  await acme.credit(second.id, { reason: "x", lines: [{ line: 1, netAmount: 40 }] });
  await acme.cancel(second.id);
  clock.set("2027-01-10T12:00:00.000Z");
  await acme.credit(first.id, { reason: "x", lines: [{ line: 1, netAmount: 500 }] });
  expect(await acme.ossThreshold({ year: 2026 })).toMatchObject({ soFar: 9000 });
  expect(await acme.ossThreshold({ year: 2027 })).toMatchObject({ soFar: -500, previousYear: 9000 });
});

test("an invoice that passed the limit is named although it was credited and then cancelled", async () => {
  const { acme, clock } = await openBooks(memoryStore());
  const { id, invoiceNumber } = await acme.issue(sale("2026-05-01", 20_000));
  clock.set("2026-12-10T12:00:00.000Z");
  await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 11_000 }] });
  await acme.cancel(id);
  const passed = { soFar: 0, exceededOn: "2026-05-01", exceededBy: invoiceNumber };
  expect(await acme.ossThreshold({ year: 2026 })).toMatchObject(passed);
});

test("states outside the euro use the rate of 5 December 2017, other currencies need one", async () => {
  const swedish = { country: "SE", defaultCurrency: "SEK", vatNumber: "SE556012579001" };
  const { acme } = await booksOf(
    [
      sale("2026-05-01", 996.8),
      sale("2026-05-01", 10, { currency: "EUR" }),
      sale("2026-05-01", 99.68, {
        currency: "USD",
        exchangeRate: { rate: 10, date: "2026-05-01", source: "ECB" },
      }),
      sale("2026-05-01", 11, { currency: "USD" }),
    ],
    swedish,
  );
  expect(await acme.ossThreshold({ year: 2026 })).toMatchObject({ soFar: 210, ratesNeeded: ["USD"] });
  const rated = await acme.ossThreshold({ year: 2026, rates: { USD: 1.1, SEK: 1 } });
  expect(rated).toMatchObject({ soFar: 220, ratesNeeded: [] });
});

test("the rate of 5 December 2017 is only for the currency of the seller's own state", async () => {
  const { acme } = await booksOf([sale("2026-05-01", 99.68, { clientCountry: "SE", currency: "SEK" })]);
  expect(await acme.ossThreshold({ year: 2026 })).toMatchObject({ soFar: 0, ratesNeeded: ["SEK"] });
  expect(await acme.ossThreshold({ year: 2026, rates: { SEK: 10 } })).toMatchObject({ soFar: 9.97 });
});

test.each([
  [{ year: 26 }, "/year"],
  [{ year: 2026.5 }, "/year"],
  [{ year: 2026, rates: { SEK: -1 } }, "/rates/SEK"],
  [{ year: 2026, rates: { SEK: 1e10 } }, "/rates/SEK"],
  [{ year: 2026, rates: { EUR: 2 } }, "/rates/EUR"],
])("the request %j is refused at %s", async (request, pointer) => {
  const { acme } = await openBooks();
  const [, ...faults] = await refusalOf(acme.ossThreshold(request));
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([pointer]);
});

test("Poland's limit is PLN 42,000", async () => {
  const polish = { country: "PL", vatNumber: "PL5260250274", defaultCurrency: "PLN" };
  const { acme } = await booksOf(
    [1, 2, 3].map((day) => sale(`2026-03-0${day}`, 14_000)),
    polish,
  );
  const year = { year: 2026 };
  expect(await acme.ossThreshold(year)).toMatchObject({ limit: 9995.24, soFar: 9995.24, exceededOn: null });
  await acme.issue(sale("2026-03-04", 0.01));
  expect(await acme.ossThreshold(year)).toMatchObject({ exceededOn: "2026-03-04", exceededBy: "INV-202611-0004" });
});

test("earlier sales of another system count: of the year as a number, or by year", async () => {
  const { acme } = await booksOf([sale("2026-03-02", 1500), sale("2026-04-02", 600), sale("2027-01-05", 10)]);
  const common = { limit: 10_000, ratesNeeded: [] };
  const passed = { exceededOn: "2026-04-02", exceededBy: "INV-202611-0002" };
  for (const earlierSales of [8000, { "2026": 8000 }])
    expect(await acme.ossThreshold({ year: 2026, earlierSales })).toEqual({
      ...common,
      ...passed,
      soFar: 10_100,
      previousYear: 0,
    });
  const both = { "2026": 8000, "2025": 12.34 };
  expect(await acme.ossThreshold({ year: 2026, earlierSales: both })).toMatchObject({ ...passed, previousYear: 12.34 });
  expect(await acme.ossThreshold({ year: 2027, earlierSales: both })).toMatchObject({
    soFar: 10,
    previousYear: 10_100,
  });
});

test("earlier sales that are above the limit already were exceeded on a day that is not known here", async () => {
  const { acme } = await booksOf([sale("2026-03-02", 1500)]);
  const result = await acme.ossThreshold({ year: 2026, earlierSales: 10_000.01 });
  expect(result).toMatchObject({ soFar: 11_500.01, exceededOn: null, exceededBy: null });
});

test.each([-1, "8000", { "26": 1 }, { "2026": -1 }, [1], null])("refuses earlier sales of %o", async (earlierSales) => {
  const { acme } = await booksOf([]);
  const asked = acme.ossThreshold({ year: 2026, earlierSales: earlierSales as number });
  await expect(asked).rejects.toMatchObject({ code: "request_invalid" });
});
