/**
 * Goal: credits of lines, amounts taken off by credit notes over several invoices, payments and refunds, in any order, never
 * take more off an invoice than is left; what is due follows from them, and ends at 0.
 * Method: random steps on two invoices with a rounding amount, on every store; the balances once more in cents.
 */
import { type Company, type CreditNoteOrder, type Invoice, isRefusal } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { JOINABLE_STORES } from "../support/joinable-stores.ts";
import { tries } from "../support/tries.ts";

const cents = fc.integer({ min: 1, max: 14_000 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("over" as const), amounts: fc.tuple(fc.option(cents), fc.option(cents)) }),
  fc.record({ kind: fc.constant("credit" as const), of: fc.nat(1), amount: cents }),
  fc.record({ kind: fc.constant("pay" as const), of: fc.nat(1), amount: fc.integer({ min: -9000, max: 14_000 }) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const LIMITS = ["credit_exceeds_invoice", "payment_exceeds_amount_due", "refund_exceeds_amount_paid"] as const;

/** What the call did; `undefined` if it was refused because something is the limit. */
async function unlessRefused<Done>(call: Promise<Done>): Promise<Done | undefined> {
  return call.catch((error: unknown) => {
    if (LIMITS.some((code) => isRefusal(error, code)) || isRefusal(error, "amount_out_of_range")) return undefined;
    throw error;
  });
}

const inCents = (amount: number) => Math.round(amount * 100);

const over = (invoices: readonly Invoice[], amounts: readonly (number | null)[]): CreditNoteOrder => ({
  ...{ reason: "Bonus", clientName: "A", clientCountry: "DE" },
  correctedInvoices: invoices.map(({ invoiceNumber: number }, index) => {
    const amount = amounts[index];
    return amount === null || amount === undefined ? { number } : { number, amount: amount / 100 };
  }),
  items: [{ description: "Bonus", quantity: 1, unitPrice: 1000 }],
});

/** Takes the steps, and compares each balance with the sums in cents. Returns what is credited of each invoice. */
async function takeAll(acme: Company, invoices: readonly Invoice[], steps: readonly Step[]) {
  const balances = invoices.map(() => ({ credited: 0, paid: 0 }));
  for (const each of steps) {
    if (each.kind === "over") {
      const done = await unlessRefused(acme.issueCreditNote(over(invoices, each.amounts)));
      const fits = balances.every(({ credited }, index) => {
        return credited + (each.amounts[index] ?? 0) <= inCents(invoices[index]!.total);
      });
      expect(done !== undefined).toBe(fits);
      if (done !== undefined)
        for (const [index, amount] of each.amounts.entries()) balances[index]!.credited += amount ?? 0;
    } else if (each.kind === "credit") {
      const lines = [{ line: 1, netAmount: each.amount / 100 }];
      const done = await unlessRefused(acme.credit(invoices[each.of]!.id, { reason: "x", lines }));
      balances[each.of]!.credited += inCents(done?.total ?? 0);
    } else if (each.amount !== 0) {
      const done = await unlessRefused(acme.recordPayment(invoices[each.of]!.id, { amount: each.amount / 100 }));
      if (done !== undefined) balances[each.of]!.paid += each.amount;
    }
    for (const [index, { id, total, payable }] of invoices.entries()) {
      const { creditedTotal, amountPaid, amountDue, creditNotes } = await acme.get(id);
      const { credited, paid } = balances[index]!;
      expect([inCents(creditedTotal), inCents(amountPaid)]).toEqual([credited, paid]);
      expect(inCents(creditNotes.reduce((sum, note) => sum + note.total, 0))).toBe(credited);
      expect(credited).toBeLessThanOrEqual(inCents(total));
      const taken = inCents(payable) - paid - inCents(amountDue);
      // Its share of the rounding amount is rounded to a cent.
      expect(Math.abs(taken - (credited * inCents(payable)) / inCents(total))).toBeLessThanOrEqual(0.5 + 1e-6);
    }
  }
  return balances;
}

describe.each(JOINABLE_STORES)("on $name", ({ open }) => {
  test("nothing ever exceeds what is left, and everything ends at 0", async () => {
    const { store } = await open();
    const { acme } = await openBooks(store);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const items = [{ description: "A", quantity: 1, unitPrice: 100.03, taxRate: 19 }];
        const invoices = await acme.issueMany([
          order({ autoVat: false, items, roundingAmount: -0.04 }),
          order({ autoVat: false, items }),
        ]);
        const balances = await takeAll(acme, invoices, steps);
        for (const [index, { credited }] of balances.entries()) {
          const { id, total, invoiceNumber: number } = invoices[index]!;
          const rest = (inCents(total) - credited) / 100;
          const last = [{ number, amount: rest }, { number: "OLD-1" }];
          if (rest > 0) await acme.issueCreditNote({ ...over([], []), correctedInvoices: last });
          const { amountPaid } = await acme.get(id);
          if (amountPaid > 0) await acme.recordPayment(id, { amount: -amountPaid });
          expect(await acme.get(id)).toMatchObject({
            creditedTotal: total,
            amountPaid: 0,
            amountDue: 0,
            status: "SENT",
          });
        }
      }),
      { numRuns: tries(40) },
    );
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });
});
