import type { Company, CompanyProfile, InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { type Books, openBooks } from "../books.ts";

/** The tax points of the orders, unless stated. */
const SUPPLIED = "2026-11-20";

/** Opens the books of a company in a state, with cash accounting, and issues one invoice of 100 and its VAT. */
async function issueIn(
  country: string,
  changes: Partial<InvoiceOrder> = {},
  profile: Partial<CompanyProfile> = {},
): Promise<Books & { readonly id: string; readonly total: number }> {
  const seller = { country, vatNumber: undefined, timeZone: "UTC", defaultCurrency: "EUR", ...profile };
  const books = await openBooks(memoryStore(), { cashAccounting: true, ...seller });
  const items = [{ description: "x", quantity: 1, unitPrice: 100 }];
  const { id, total } = await books.acme.issue(
    order({ clientCountry: country, supplyDate: SUPPLIED, items, ...changes }),
  );
  return { ...books, id, total };
}

/** The net amounts of the domestic section, over all rates. */
async function declared(acme: Company, from: string, to = from): Promise<number> {
  const { domestic } = await acme.vatReport({ from, to });
  return domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0);
}

describe("the unpaid rest", () => {
  const company = { isCompany: true };

  test.each<[string, string, Partial<InvoiceOrder>, string, string]>([
    ["IT", "a year after the supply", company, SUPPLIED, "2027-11-20"],
    ["IT", "a year after the supply", company, "2028-02-29", "2029-02-28"],
    ["ES", "on 31 December of the next year", {}, SUPPLIED, "2027-12-31"],
    ["ES", "on 31 December of the next year", company, "2026-01-01", "2027-12-31"],
    ["PL", "on day 180, if the client is not registered", {}, SUPPLIED, "2027-05-19"],
    [
      "PL",
      "on day 180, if the client is registered elsewhere",
      { clientVatNumber: "DE136695976" },
      SUPPLIED,
      "2027-05-19",
    ],
  ])("is due in %s %s: %j, supplied on %s, due on %s", async (country, _, client, supplyDate, due) => {
    const { acme, pay, id, total } = await issueIn(country, { ...client, supplyDate });
    await pay(id, { amount: total / 4, paidOn: "2026-12-05" });
    expect(await declared(acme, "2026-12-05")).toBe(25);
    expect(await declared(acme, due)).toBe(75);
    await pay(id, { amount: total / 2, paidOn: "2029-06-01" }); // declared already
    expect(await declared(acme, "2026-01-01", "2030-12-31")).toBe(100);
    expect(await declared(acme, "2029-06-01")).toBe(0);
  });

  test.each<[string, Partial<InvoiceOrder>]>([
    ["DE", {}],
    ["PL", { clientVatNumber: "PL5260250274" }],
  ])("is never due without a payment in %s: %j", async (country, client) => {
    const { acme } = await issueIn(country, client);
    expect(await declared(acme, "2026-01-01", "2036-12-31")).toBe(0);
  });

  test("is what credit notes leave, and a credit note after it counts at once", async () => {
    const { acme, clock, id } = await issueIn("ES");
    await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 40 }] });
    expect(await declared(acme, "2027-12-31")).toBe(60);
    clock.set("2028-03-01T12:00:00.000Z");
    await acme.credit(id, { reason: "x" });
    expect(await declared(acme, "2028-03-01")).toBe(-60);
  });

  test("is taken back if the invoice is cancelled after it", async () => {
    const { acme, clock, id } = await issueIn("ES");
    clock.set("2028-03-01T12:00:00.000Z");
    await acme.cancel(id);
    expect([await declared(acme, "2027-12-31"), await declared(acme, "2028-03-01")]).toEqual([100, -100]);
  });

  test("changes by payments that are recorded late, with its counterpart", async () => {
    const { acme, pay, clock, id, total } = await issueIn("ES");
    clock.set("2028-02-01T12:00:00.000Z");
    await pay(id, { amount: total / 4, paidOn: "2027-06-30" });
    const report = await acme.vatReport({ from: "2027-01-01", to: "2027-12-31", asOf: "2028-01-31" });
    expect(report.domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual([100]);
    const changes = report.corrections.additions.map(({ period, taxableAmount }) => [period, taxableAmount]);
    expect(changes).toEqual([
      ["2027-Q2", 25],
      ["2027-Q4", -25],
    ]);
  });
});

test("Italy's cash accounting is for business clients; sales to consumers count on the tax point", async () => {
  const consumer = await issueIn("IT");
  expect(await declared(consumer.acme, SUPPLIED)).toBe(100);
  for (const client of [{ isCompany: true }, { clientVatNumber: "IT00743110157" }]) {
    const business = await issueIn("IT", client);
    expect(await declared(business.acme, SUPPLIED)).toBe(0);
    await business.pay(business.id, { amount: business.total, paidOn: "2026-12-05" });
    expect(await declared(business.acme, "2026-12-05")).toBe(100);
  }
});

describe("prepaid money that is credited", () => {
  const services = { supply: "services", isCompany: true } as const;

  test.each(["FR", "DE", "ES", "IT", "PL"])(
    "takes its VAT back in %s on the day of the credit note",
    async (country) => {
      const { acme, pay, clock, id } = await issueIn(country, { ...services, prepaidAmount: 60 });
      clock.set("2026-12-05T12:00:00.000Z");
      const { amountDue } = await acme.get(id);
      await pay(id, { amount: amountDue });
      await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 80 }] });
      const total = amountDue + 60;
      const kept = (amountDue / total) * 100; // what was paid is declared until it is refunded
      expect(await declared(acme, "2026-01-01", "2026-12-31")).toBeCloseTo(20 + Math.min(kept, 80), 2);
      await pay(id, { amount: -0.8 * total, paidOn: "2026-12-06" });
      expect(await declared(acme, "2026-01-01", "2026-12-31")).toBeCloseTo(20, 2);
    },
  );

  test("is taken back in full without a refund if nothing else was paid", async () => {
    const { acme, pay, clock, id } = await issueIn("FR", { ...services, prepaidAmount: 120 });
    clock.set("2026-12-05T12:00:00.000Z");
    await acme.credit(id, { reason: "x" });
    expect([await declared(acme, SUPPLIED), await declared(acme, "2026-12-05")]).toEqual([100, -100]);
    await pay(id, { amount: -120, paidOn: "2026-12-06" });
    expect(await declared(acme, "2026-12-06")).toBe(0);
  });
});

describe("France", () => {
  test.each([false, true])(
    "takes services by payments and goods on the tax point, cashAccounting: %s",
    async (cash) => {
      for (const supply of ["services", "digital"] as const) {
        const { acme, pay, id, total } = await issueIn("FR", { supply }, { cashAccounting: cash });
        await pay(id, { amount: total / 2, paidOn: "2026-12-05" });
        expect([await declared(acme, SUPPLIED), await declared(acme, "2026-12-05")]).toEqual([0, 50]);
        expect(await declared(acme, "2026-01-01", "2036-12-31")).toBe(50);
      }
      const goods = await issueIn("FR", { supply: "goods" }, { cashAccounting: cash });
      await goods.pay(goods.id, { amount: goods.total / 2, paidOn: "2026-12-05" });
      expect(await declared(goods.acme, SUPPLIED)).toBe(100);
    },
  );

  test("divides an invoice by the supply of its lines", async () => {
    const item = { description: "x", quantity: 1, unitPrice: 100 };
    const items = [
      { ...item, supply: "goods" },
      { ...item, supply: "services" },
    ] as const;
    const { acme, pay, id, total } = await issueIn("FR", { items });
    expect(await declared(acme, SUPPLIED)).toBe(100);
    await pay(id, { amount: total / 2, paidOn: "2026-12-05" });
    expect(await declared(acme, "2026-12-05")).toBe(50);
  });

  test("has no place for taxed sales whose supply is not stated, nor for their credit notes", async () => {
    const { acme, id } = await issueIn("FR", {}, { cashAccounting: undefined });
    await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 40 }] });
    const { domestic, unplaced } = await acme.vatReport({ from: SUPPLIED, to: SUPPLIED });
    const amounts = unplaced.map(({ kind, reason, taxableAmount }) => [kind, reason, taxableAmount]);
    expect([domestic.lines, amounts]).toEqual([
      [],
      [
        ["invoice", "supply_not_stated", 100],
        ["credit-note", "supply_not_stated", -40],
      ],
    ]);
  });

  test("declares exempt sales on the tax point, stated or not", async () => {
    const items = [{ description: "x", quantity: 1, unitPrice: 100, vatCategory: "E", exemptionReason: "x" }] as const;
    const { acme } = await issueIn("FR", { autoVat: false, items });
    expect(await declared(acme, SUPPLIED)).toBe(100);
  });
});

describe("the exchange rate of a payment", () => {
  const USD = { currency: "USD", exchangeRate: { rate: 0.8, date: SUPPLIED, source: "BMF" } };
  const at = (rate: number) => ({ exchangeRate: { rate, date: "2026-12-01", source: "BMF" } });
  const lines = async (acme: Company, from: string, to = from) =>
    (await acme.vatReport({ from, to })).domestic.lines.map((line) => [
      ...[line.currency, line.taxableAmount, line.taxAmount],
      ...line.asIssued.map(({ currency, taxableAmount }) => `${taxableAmount} ${currency}`),
    ]);

  test("converts what it declares; payments without one have the rate of the invoice", async () => {
    const { acme, pay, id, total } = await issueIn("DE", USD); // 100 + 19
    await pay(id, { amount: total / 4, paidOn: "2026-12-01", ...at(0.9) });
    await pay(id, { amount: total / 4, paidOn: "2026-12-01", ...at(0.7) });
    await pay(id, { amount: total / 2, paidOn: "2026-12-02" });
    expect(await lines(acme, "2026-12-01")).toEqual([["EUR", 40, 7.6, "50 USD"]]);
    expect(await lines(acme, "2026-12-02")).toEqual([["EUR", 40, 7.6, "50 USD"]]);
    expect(await lines(acme, "2026-01-01", "2026-12-31")).toEqual([["EUR", 80, 15.2, "100 USD"]]);
  });

  test("also converts a refund, and leaves credit notes and the unpaid rest to the rate of the invoice", async () => {
    const { acme, pay, id, total } = await issueIn("ES", USD); // 100 + 21
    await pay(id, { amount: total / 2, paidOn: "2026-12-01", ...at(0.9) });
    await pay(id, { amount: -total / 2, paidOn: "2026-12-02", ...at(0.9) });
    expect(await lines(acme, "2026-12-01", "2026-12-31")).toEqual([]);
    expect(await lines(acme, "2027-12-31")).toEqual([["EUR", 80, 16.8, "100 USD"]]);
  });

  test("is enough to convert an invoice without one", async () => {
    const { acme, pay, id, total } = await issueIn("DE", { currency: "USD" });
    await pay(id, { amount: total / 4, paidOn: "2026-12-01", ...at(0.9) });
    await pay(id, { amount: total / 4, paidOn: "2026-12-01" });
    expect(await lines(acme, "2026-12-01")).toEqual([
      ["EUR", 22.5, 4.28, "25 USD"],
      ["USD", 25, 4.75, "25 USD"],
    ]);
  });

  test("changes nothing for sellers without cash accounting", async () => {
    const { acme, pay, id, total } = await issueIn("DE", USD, { cashAccounting: false });
    await pay(id, { amount: total, paidOn: "2026-12-01", ...at(0.9) });
    expect(await lines(acme, "2026-01-01", "2026-12-31")).toEqual([["EUR", 80, 15.2, "100 USD"]]);
  });
});
