import { type Company, createInvoicing, type InvoiceOrder, type VatReport } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { tries } from "../../support/tries.ts";
import { openBooks } from "../books.ts";

const ALL = { from: "0001-01-01", to: "9999-12-31" };
const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
const advance = (changes: Partial<InvoiceOrder> = {}) =>
  order({ documentType: "386", items: [{ description: "x", quantity: 1, unitPrice: 100 }], ...changes });

/** The taxable amounts of all sections within the days. */
async function declared(acme: Company, from: string, to = from): Promise<number> {
  return sumOf(await acme.vatReport({ from, to }));
}

function sumOf({ domestic, oss, recapitulative, exports, outsideScope, corrections }: VatReport): number {
  const sections = [domestic, oss, recapitulative, exports, outsideScope].flatMap((section) => [...section.lines]);
  const amounts = [...sections, ...corrections.oss].map(({ taxableAmount }) => taxableAmount);
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
}

async function issueIn(country: string, changes: Partial<InvoiceOrder> = {}, profile = {}) {
  const seller = { country, vatNumber: undefined, timeZone: "UTC", defaultCurrency: "EUR", ...profile };
  const books = await openBooks(memoryStore(), seller);
  const invoice = await books.acme.issue(advance({ clientCountry: country, supply: "services", ...changes }));
  return { ...books, ...invoice };
}

describe("an advance (386)", () => {
  test.each(["DE", "AT", "FR", "ES", "PL"])("is due in %s when it is paid, article 65", async (country) => {
    const { acme, pay, id, total } = await issueIn(country);
    expect(await declared(acme, ALL.from, ALL.to)).toBe(0);
    await pay(id, { amount: total / 4, paidOn: "2026-12-05" });
    expect([await declared(acme, "2026-11-20"), await declared(acme, "2026-12-05")]).toEqual([0, 25]);
  });

  test.each(["IT", "NL"])("is due in %s when it is issued, paid or not", async (country) => {
    const { acme, pay, id, total } = await issueIn(country);
    await pay(id, { amount: total / 4, paidOn: "2026-12-05" });
    expect([await declared(acme, "2026-11-20"), await declared(acme, "2026-12-05")]).toEqual([100, 0]);
  });

  test.each<[string, Partial<InvoiceOrder>]>([
    ["its supply", { supplyDate: "2027-01-15" }],
    ["its tax point", { taxPointDate: "2027-01-15" }],
    ["the end of its period", { period: { start: "2027-01-01", end: "2027-01-15" } }],
  ])("is due at the latest on %s, if it states that", async (_, dates) => {
    const { acme, pay, id, total } = await issueIn("DE", dates);
    await pay(id, { amount: total / 4, paidOn: "2026-12-05" });
    expect([await declared(acme, "2026-12-05"), await declared(acme, "2027-01-15")]).toEqual([25, 75]);
  });

  test("of a seller with cash accounting has no rest that falls due before a supply", async () => {
    const profile = { cashAccounting: true };
    expect(await declared((await issueIn("ES", {}, profile)).acme, ALL.from, ALL.to)).toBe(0);
    const stated = await issueIn("ES", { supplyDate: "2027-01-15" }, profile);
    expect(await declared(stated.acme, "2028-12-31")).toBe(100);
  });

  test("is due on issue if the invoice or the seller says so", async () => {
    expect(await declared((await issueIn("DE", { taxPointCode: "3" })).acme, "2026-11-20")).toBe(100);
    const onDebits = { national: { fr: { vatOnDebits: true } } };
    expect(await declared((await issueIn("FR", {}, onDebits)).acme, "2026-11-20")).toBe(100);
  });

  test("that was credited before it was paid is never declared, and a refund takes back what was", async () => {
    const { acme, pay, id, total } = await issueIn("DE");
    await pay(id, { amount: total / 2, paidOn: "2026-12-05" });
    await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 50 }] });
    expect(await declared(acme, ALL.from, ALL.to)).toBe(50);
    await acme.credit(id, { reason: "x" });
    await pay(id, { amount: -total / 2, paidOn: "2026-12-06" });
    expect([await declared(acme, "2026-12-05"), await declared(acme, "2026-12-06")]).toEqual([50, -50]);
  });

  test("of services abroad and of OSS sales is due when it is paid, in the quarter of payment", async () => {
    const places: Partial<InvoiceOrder>[] = [
      { ...FRENCH_BUSINESS, supply: "services" },
      { clientCountry: "FR", supply: "digital" },
      { clientCountry: "CH" },
    ];
    for (const place of places) {
      const { acme, pay, id, total } = await issueIn("DE", place, germanProfile());
      expect(await declared(acme, ALL.from, ALL.to)).toBe(0);
      await pay(id, { amount: total, paidOn: "2027-01-05" });
      expect(await declared(acme, "2026-10-01", "2026-12-31")).toBe(0);
      const year = await acme.vatReport({ from: "2026-01-01", to: "2027-06-30" });
      expect(year.oss.lines.map(({ period }) => period)).toEqual(place.supply === "digital" ? ["2027-Q1"] : []);
      expect(sumOf(year)).toBe(100);
    }
  });

  test("of goods for other states is never due before their supply, article 67, paid or not", async () => {
    const places: Partial<InvoiceOrder>[] = [
      { ...FRENCH_BUSINESS, supply: "goods" },
      { clientCountry: "US", supply: "goods" },
    ];
    for (const place of places) {
      for (const supplyDate of [undefined, "2027-01-15"]) {
        const { acme, pay, id, total } = await issueIn("DE", { ...place, supplyDate }, germanProfile());
        await pay(id, { amount: total, paidOn: "2026-12-05" });
        expect(await declared(acme, "2026-01-01", "2027-01-14")).toBe(0);
        expect(await declared(acme, "2027-01-15")).toBe(supplyDate === undefined ? 0 : 100);
      }
    }
  });
});

test("what returns declare of advances is what a second computation from their payments says, by day and as of any day", async () => {
  const day = fc.constantFrom("2026-11-20", "2026-12-05", "2027-01-10", "2027-04-02");
  const step = fc.record({ on: day, share: fc.constantFrom(0.25, 0.5), isCredit: fc.boolean() });
  const sales: Partial<InvoiceOrder>[] = [
    {},
    { clientCountry: "FR", supply: "digital" },
    { ...FRENCH_BUSINESS, supply: "services" },
  ];
  const scene = fc.record({ sale: fc.nat(sales.length - 1), steps: fc.array(step, { maxLength: 4 }), asOf: day });
  await fc.assert(
    fc.asyncProperty(scene, async ({ sale, steps, asOf }) => {
      const clock = new TestClock("2026-11-20T12:00:00.000Z");
      const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
      await acme.saveProfile(germanProfile());
      const { id, total } = await acme.issue(advance(sales[sale]));
      let filed: number | undefined;
      let [paid, credited] = [0, 0];
      const expected = new Map<string, number>();
      const span = { from: "2026-10-01", to: "2026-12-31" };
      for (const each of [...steps].sort((one, other) => (one.on < other.on ? -1 : 1))) {
        if (filed === undefined && each.on > asOf) filed = await declared(acme, span.from, span.to);
        clock.set(`${each.on}T12:00:00.000Z`);
        const before = Math.min(paid, 100);
        if (each.isCredit) {
          const netAmount = Math.min(each.share * 100, 100 - credited);
          if (netAmount > 0) await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount }] });
          credited += netAmount;
        } else {
          const net = Math.min(each.share * 100, 100 - credited - paid);
          if (net > 0) await acme.recordPayment(id, { amount: (net * total) / 100, paidOn: each.on });
          paid += Math.max(net, 0);
        }
        expected.set(each.on, (expected.get(each.on) ?? 0) + Math.min(paid, 100) - before);
      }
      for (const [on, amount] of expected) expect(await declared(acme, on)).toBeCloseTo(amount, 2);
      expect(await declared(acme, ALL.from, ALL.to)).toBeCloseTo(paid, 2);
      filed ??= await declared(acme, span.from, span.to);
      expect(sumOf(await acme.vatReport({ ...span, asOf }))).toBe(filed);
    }),
    { numRuns: tries(60, 20) },
  );
});

test("a final invoice that is cancelled stays in the reports of days before", async () => {
  const { acme, clock, pay, id, total, invoiceNumber } = await issueIn("DE", { ...FRENCH_BUSINESS, supply: "goods" });
  await pay(id, { amount: total, paidOn: "2026-11-25" });
  clock.set("2026-12-05T12:00:00.000Z");
  const goods = { ...FRENCH_BUSINESS, supply: "goods", supplyDate: "2026-12-05" } as const;
  const items = [{ description: "x", quantity: 3, unitPrice: 100 }];
  const final = await acme.issue(order({ ...goods, items, advances: [invoiceNumber] }));
  clock.set("2027-01-05T12:00:00.000Z");
  await acme.cancel(final.id);
  const december = { from: "2026-12-01", to: "2026-12-31" };
  const report = await acme.vatReport({ ...december, asOf: "2026-12-31" });
  const { additions } = report.corrections;
  expect([sumOf(report), additions.reduce((sum, { taxableAmount = 0 }) => sum + taxableAmount, 0)]).toEqual([
    300, -300,
  ]);
  expect(new Set(additions.map(({ recordedOn }) => recordedOn))).toEqual(new Set(["2027-01-05"]));
  expect(sumOf(await acme.vatReport(december))).toBe(0);
});
