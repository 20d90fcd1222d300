/**
 * Goal: under cash accounting, payments and refunds in any parts and order declare what invoices and credit notes come to.
 * Method: random invoices with several rates, net or gross, are paid in random parts and on random days, credited, and then
 * paid or refunded in full. Once neither side owes anything, all that was ever declared equals the breakdowns of the
 * invoices less those of the credit notes, to the cent.
 */

import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const item = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
  vat: fc.constantFrom({ taxRate: 19 }, { taxRate: 7 }, { taxRate: 0, vatCategory: "E" as const }),
});
const paidOn = fc.constantFrom("2026-09-30", "2026-11-20", "2026-12-31", "2027-02-01");
const sale = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  prices: fc.constantFrom("net" as const, "gross" as const),
  /** Payments before a line is credited, each a share of what is due. */
  before: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), paidOn }), { maxLength: 3 }),
  credited: fc.option(fc.nat(), { nil: undefined }),
  days: fc.tuple(paidOn, paidOn),
});

test("what was paid and refunded declares the invoices less their credit notes", async () => {
  const property = fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 5 }), async (sales) => {
    const { acme } = await openBooks(memoryStore(), { cashAccounting: true });
    const due = new Map<number, number>();
    const add = (sign: number, groups: readonly { taxRate: number; taxAmount: number }[]) => {
      for (const { taxRate, taxAmount } of groups)
        due.set(taxRate, (due.get(taxRate) ?? 0) + sign * Math.round(taxAmount * 100));
    };
    for (const { items, prices, before, credited, days } of sales) {
      const lines = items.map(({ vat, ...each }) => ({ description: "x", ...each, ...vat }));
      const { id, vatBreakdown } = await acme.issue(order({ autoVat: false, prices, items: lines }));
      for (const { percent, paidOn: on } of before) {
        const { amountDue } = await acme.get(id);
        const amount = Math.round(amountDue * percent) / 100;
        if (amount > 0) await acme.recordPayment(id, { amount, paidOn: on });
      }
      if (credited !== undefined) {
        add(
          -1,
          (await acme.credit(id, { reason: "x", lines: [{ line: 1 + (credited % lines.length) }] })).vatBreakdown,
        );
      }
      add(1, vatBreakdown);
      await settle(acme, id, days);
    }
    const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2027-12-31" });
    const declared = domestic.lines.map(({ taxRate, taxAmount }) => [taxRate, Math.round(taxAmount * 100)]);
    const expected = [...due].filter(([rate, cents]) => rate > 0 && cents !== 0).sort(([one], [other]) => one - other);
    // A rate whose tax comes to nothing may still have a line, for its taxable amount: a net price of 0.01 has no cent of tax.
    expect(declared.filter(([rate, cents]) => rate! > 0 && cents !== 0)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: tries(120, 30) });
});

/** Pays what is due, or refunds what was paid beyond the rest of the invoice. */
async function settle(
  acme: Awaited<ReturnType<typeof openBooks>>["acme"],
  id: string,
  [paid, refunded]: readonly [string, string],
): Promise<void> {
  const { total, creditedTotal, amountPaid } = await acme.get(id);
  const open = Math.round((total - creditedTotal - amountPaid) * 100) / 100;
  if (open > 0) await acme.recordPayment(id, { amount: open, paidOn: paid });
  if (open < 0) await acme.recordPayment(id, { amount: open, paidOn: refunded });
}
