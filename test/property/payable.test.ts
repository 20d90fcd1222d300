/**
 * Goal: whatever is withheld, split, kept back, rounded, prepaid or paid in the client's name, books that are settled end at 0.
 * Method: random orders of sellers in Italy and Germany, with and without cash accounting, are credited in random parts, with
 * random payments between, until nothing is left, and what was paid and prepaid is refunded. Shares add up to the invoice's,
 * nothing is due, nothing was sold by the returns, and the audit finds nothing.
 */
import { type CreditNote, type InvoiceOrder, isRefusal, refundDue } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => n / 100);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPrice: cents(99_999),
  taxRate: fc.constantFrom(22, 10, 4),
});
const step = fc.oneof(
  fc.record({ pays: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ credits: fc.nat(), share: fc.integer({ min: 1, max: 1000 }) }),
);
const scene = fc.record({
  country: fc.constantFrom("IT", "DE"),
  cashAccounting: fc.boolean(),
  prices: fc.constantFrom("net" as const, "gross" as const),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  splitPayment: fc.boolean(),
  roundingAmount: maybe(fc.constantFrom(-2, -0.01, 0.37)),
  prepaidAmount: maybe(cents(20_000)),
  withholdings: maybe(
    fc.array(
      fc.record({
        percent: fc.constantFrom(20, 15, 8.5),
        basePercent: maybe(fc.constantFrom(50, 78)),
        reason: fc.constant("Tax"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  retentions: maybe(fc.constant([{ percent: 5, dueOn: "2031-11-20", reason: "Guarantee" }])),
  disbursements: maybe(
    fc.array(
      cents(30_000).map((amount) => ({ description: "Fee", amount, reference: "1" })),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  steps: fc.array(step, { maxLength: 8 }),
});

const unit = (amount: number) => Math.round(amount * 100);
const sumOf = (notes: readonly CreditNote[], of: (note: CreditNote) => number | undefined) =>
  notes.reduce((sum, note) => sum + unit(of(note) ?? 0), 0);

describe.each(STORES)("$name store", ({ open }) => {
  test("books that are settled end at 0", async () => {
    const property = fc.asyncProperty(
      scene,
      async ({ country, cashAccounting, splitPayment, lines, steps, ...whole }) => {
        const store = await open();
        const vatNumber = country === "IT" ? "IT00743110157" : "DE136695976";
        const { acme } = await openBooks(store, { country, vatNumber, cashAccounting });
        const items = lines.map((each) => ({ description: "x", ...each }));
        const sale: InvoiceOrder = order({
          ...{ autoVat: false, clientCountry: country, items, national: { it: { splitPayment } } },
          ...whole,
        });
        const issued = await acme.issue(sale).catch((error: unknown) => error);
        if (isRefusal(issued, "amount_out_of_range")) return void (await store.close()); // more is withheld than there is
        if (issued instanceof Error) throw issued;
        const { data } = await acme.list();
        const invoice = data[0]!;
        const notes: CreditNote[] = [];
        const credit = async (parts: object = {}) => {
          const note = await acme.credit(invoice.id, { reason: "x", ...parts }).catch((error: unknown) => error);
          if (isRefusal(note, "credit_exceeds_invoice")) return;
          if (note instanceof Error) throw note;
          notes.push(note as CreditNote);
        };
        const pay = async (amount: number) => {
          if (unit(amount) !== 0)
            await acme.recordPayment(invoice.id, { amount: unit(amount) / 100, paidOn: "2026-11-20" });
        };
        for (const each of steps) {
          const { amountDue } = await acme.get(invoice.id);
          if ("pays" in each && amountDue > 0) await pay((amountDue * each.pays) / 100);
          if (!("credits" in each)) continue;
          const place = each.credits % items.length;
          const field = whole.prices === "gross" ? "grossAmount" : "netAmount";
          const amount = unit((invoice.items[place]![field]! * each.share) / 1000) / 100;
          if (amount > 0) await credit({ lines: [{ line: place + 1, [field]: amount }] });
        }
        await credit();
        await pay(-refundDue(await acme.get(invoice.id)));
        const { amountDue, creditedTotal, amountPaid, prepaidRefunded = 0 } = await acme.get(invoice.id);
        expect({
          amountDue,
          creditedTotal,
          paid: unit((whole.prepaidAmount ?? 0) + amountPaid - prepaidRefunded),
        }).toEqual({
          ...{ amountDue: 0, creditedTotal: invoice.total, paid: 0 },
        });
        for (const name of ["payable", "withheldTotal", "disbursementTotal", "roundingAmount"] as const)
          expect(
            sumOf(notes, (note) => note[name]),
            name,
          ).toBe(unit(invoice[name] ?? 0));
        const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
        expect(domestic.lines.filter(({ taxAmount }) => unit(taxAmount) !== 0)).toEqual([]);
        expect((await acme.audit()).findings).toEqual([]);
        await store.close();
      },
    );
    await fc.assert(property, { numRuns: tries(40, 10) });
  });
});
