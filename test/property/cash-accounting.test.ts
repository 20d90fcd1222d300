/**
 * Goal: under cash accounting, payments and refunds in any parts and order declare what invoices and credit notes come to.
 * Method: random invoices with several rates, net or gross, are paid in random parts and on random days, credited, and then
 * paid or refunded in full. Once neither side owes anything, all that was ever declared equals the breakdowns of the
 * invoices less those of the credit notes, to the cent. Where the law makes the unpaid rest due on a day, a second opinion
 * in plain numbers says what is declared by the day before it, and on it. The exchange rate of each payment converts the
 * share of the invoice that it pays, refunds included.
 */

import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Books, openBooks } from "../service/books.ts";
import { order, TWO_RATES } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const item = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
  /** Which of the state's rates; 2 is none, because the line is exempt. */
  rate: fc.nat(2),
});
const paidOn = fc.constantFrom("2026-09-30", "2026-11-20", "2026-12-31", "2027-02-01");
const saleFields = {
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  prices: fc.constantFrom("net" as const, "gross" as const),
  /** Payments before a line is credited, each a share of what is due. */
  before: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), paidOn }), { maxLength: 3 }),
  credited: fc.option(fc.nat(), { nil: undefined }),
  roundingAmount: fc.constantFrom(undefined, undefined, 0.01, 2),
  charges: fc.constantFrom(undefined, undefined, [{ percent: 5 }]),
  withholdings: fc.constantFrom(undefined, undefined, [{ percent: 20, reason: "Tax" }]),
  disbursements: fc.constantFrom(undefined, undefined, [{ description: "Fee", amount: 12.34, reference: "1" }]),
  days: fc.tuple(paidOn, paidOn),
};
const sale = fc.record(saleFields);

/** Lines at the rates of a state. */
function linesIn(
  country: string,
  items: readonly { readonly rate: number; readonly quantity: number; readonly unitPrice: number }[],
) {
  return items.map(({ rate, ...each }) => {
    const taxRate = TWO_RATES[country]![rate];
    const vat = taxRate === undefined ? { taxRate: 0, vatCategory: "E" as const } : { taxRate };
    return { description: "x", ...each, ...vat };
  });
}

test("what was paid and refunded declares the invoices less their credit notes", async () => {
  const property = fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 5 }), async (sales) => {
    const { acme, pay } = await openBooks(memoryStore(), { cashAccounting: true });
    const due = new Map<number, number>();
    const add = (sign: number, groups: readonly { taxRate: number; taxAmount: number }[]) => {
      for (const { taxRate, taxAmount } of groups)
        due.set(taxRate, (due.get(taxRate) ?? 0) + sign * Math.round(taxAmount * 100));
    };
    for (const { items, prices, before, credited, days, ...whole } of sales) {
      const lines = linesIn("DE", items);
      const { id, vatBreakdown } = await acme.issue(order({ autoVat: false, prices, items: lines, ...whole }));
      for (const { percent, paidOn: on } of before) {
        const { amountDue } = await acme.get(id);
        const amount = Math.round(amountDue * percent) / 100;
        if (amount > 0) await pay(id, { amount, paidOn: on });
      }
      if (credited !== undefined) {
        add(
          -1,
          (await acme.credit(id, { reason: "x", lines: [{ line: 1 + (credited % lines.length) }] })).vatBreakdown,
        );
      }
      add(1, vatBreakdown);
      await settle({ acme, pay }, id, days);
    }
    const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2027-12-31" });
    const declared = domestic.lines.map(({ taxRate, taxAmount }) => [taxRate, Math.round(taxAmount * 100)]);
    const expected = [...due].filter(([rate, cents]) => rate > 0 && cents !== 0).sort(([one], [other]) => one - other);
    // A rate whose tax comes to nothing may still have a line, for its taxable amount: a net price of 0.01 has no cent of tax.
    expect(declared.filter(([rate, cents]) => rate! > 0 && cents !== 0)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: tries(120, 30) });
});

/** The day on which the unpaid rest is due in each state, computed with dates instead of texts. */
const REST_DUE: Readonly<Record<string, (supplied: Date) => Date>> = {
  ES: (supplied) => new Date(Date.UTC(supplied.getUTCFullYear() + 1, 11, 31)),
  IT: (supplied) => new Date(Date.UTC(supplied.getUTCFullYear() + 1, supplied.getUTCMonth(), supplied.getUTCDate())),
  PL: (supplied) => new Date(supplied.getTime() + 180 * 86_400_000),
};

test("the unpaid rest is declared on its day, and never twice", async () => {
  const unpaid = fc.record({ ...saleFields, supplied: fc.constantFrom("2025-12-31", "2026-06-30", "2026-11-20") });
  const state = fc.constantFrom("ES", "IT", "PL");
  const property = fc.asyncProperty(state, fc.array(unpaid, { minLength: 1, maxLength: 4 }), async (country, sales) => {
    const profile = { country, vatNumber: undefined, cashAccounting: true, timeZone: "UTC" };
    for (const { items, prices, before, supplied: supplyDate } of sales) {
      const { acme, pay } = await openBooks(memoryStore(), profile);
      const lines = linesIn(country, items);
      const { id, total, vatBreakdown } = await acme.issue(
        order({ autoVat: false, prices, items: lines, supplyDate, clientCountry: country, isCompany: true }),
      );
      const payments: { amount: number; paidOn: string }[] = [];
      for (const { percent, paidOn: on } of before) {
        const amount = Math.round((await acme.get(id)).amountDue * percent) / 100;
        if (amount > 0) payments.push({ amount, paidOn: on });
        if (amount > 0) await pay(id, { amount, paidOn: on });
      }
      const due = REST_DUE[country]!(new Date(`${supplyDate}T00:00:00Z`));
      for (const to of [new Date(due.getTime() - 86_400_000), due, new Date("2030-12-31")]) {
        const day = to.toISOString().slice(0, 10);
        const paid = payments.filter(({ paidOn: on }) => on <= day).reduce((sum, { amount }) => sum + amount, 0);
        const { domestic } = await acme.vatReport({ from: "2020-01-01", to: day });
        for (const { taxRate, taxAmount } of vatBreakdown.filter((group) => group.taxRate > 0)) {
          const declared = domestic.lines.find((line) => line.taxRate === taxRate)?.taxAmount ?? 0;
          const expected = to < due ? (taxAmount * paid) / total : taxAmount;
          expect(Math.abs(declared - expected)).toBeLessThanOrEqual(0.005 + 1e-9);
        }
      }
    }
  });
  await fc.assert(property, { numRuns: tries(60, 15) });
});

test("each payment is converted with its own rate or, without one, with that of the invoice", async () => {
  const rate = fc.constantFrom(0.7, 0.8765, 1.1, undefined);
  const payment = fc.record({ cents: fc.integer({ min: -4_500, max: 4_500 }), paidOn, rate });
  const payments = fc.array(payment, { maxLength: 6 });
  const property = fc.asyncProperty(payments, paidOn, paidOn, async (given, one, other) => {
    const { acme, pay } = await openBooks(memoryStore(), { cashAccounting: true });
    const [date, source] = ["2026-11-20", "BMF"];
    const exchangeRate = { rate: 0.9, date, source };
    const { id, total } = await acme.issue(order({ currency: "USD", exchangeRate })); // 200 + 38
    const [from, to] = one < other ? [one, other] : [other, one];
    let [paidCents, dollars, euros] = [0, 0, 0];
    for (const { cents, paidOn: on, rate: own } of given) {
      const isPossible = cents !== 0 && paidCents + cents >= 0 && paidCents + cents <= total * 100;
      if (!isPossible) continue;
      paidCents += cents;
      const amount = cents / 100;
      const withRate = own === undefined ? {} : { exchangeRate: { rate: own, date, source } };
      await pay(id, { amount, paidOn: on, ...withRate });
      if (on < from || on > to) continue;
      dollars += (amount * 38) / 238;
      euros += ((amount * 38) / 238) * (own ?? 0.9);
    }
    const { lines } = (await acme.vatReport({ from, to })).domestic;
    const declared = lines[0] ?? { currency: "EUR", taxAmount: 0, asIssued: [] };
    expect([lines.length <= 1, declared.currency]).toEqual([true, "EUR"]);
    expect(Math.abs((declared.asIssued[0]?.taxAmount ?? 0) - dollars)).toBeLessThanOrEqual(0.005 + 1e-9);
    expect(Math.abs(declared.taxAmount - euros)).toBeLessThanOrEqual(0.005 + 1e-9);
  });
  await fc.assert(property, { numRuns: tries(100, 25) });
});

/** Pays what is due, or refunds what was paid beyond the rest of the invoice. */
async function settle(
  { acme, pay }: Pick<Books, "acme" | "pay">,
  id: string,
  [paid, refunded]: readonly [string, string],
): Promise<void> {
  const { amountDue } = await acme.get(id);
  if (amountDue !== 0) await pay(id, { amount: amountDue, paidOn: amountDue > 0 ? paid : refunded });
}
