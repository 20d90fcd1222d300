/**
 * Goal: whatever an invoice has, and in whatever order it is paid, discounted, credited and replaced, it can end at 0.
 * Method: random invoices with withholdings, retentions, disbursements, rounding amounts and cash discounts, some of which deduct
 * an advance, and random calls on them, each recorded as a whole or refused without a trace. Then every invoice is wound up:
 * discounts are taken back, the rest is credited, and what is owed back is refunded. Nothing is due, no VAT is left, and the
 * audit finds nothing.
 */
import { type Company, type Invoice, type InvoiceOrder, Refusal, refundDue } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const SELLERS = { DE: "DE136695976", AT: "ATU62934800", IT: "IT00743110157", FR: "FR40303265045" };
const YEARS = { from: "2026-01-01", to: "2027-12-31" };

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const cents = (most: number) => fc.integer({ min: 100, max: most }).map((n) => n / 100);
const sale = fc.record({
  prices: fc.array(cents(99_999), { minLength: 1, maxLength: 3 }),
  withheld: maybe(fc.constantFrom(7, 20)),
  retained: maybe(fc.constantFrom(1, 5)),
  disbursed: maybe(cents(9999)),
  rounding: maybe(fc.constantFrom(-0.4, 0.01)),
  discount: maybe(fc.constantFrom(0.5, 2, 3)),
});
const call = fc.record({
  kind: fc.constantFrom("pay", "discount", "refund", "credit", "replace", "advance"),
  on: fc.nat(9),
  part: fc.integer({ min: 1, max: 100 }),
});
const scene = fc.record({
  country: fc.constantFrom(...(Object.keys(SELLERS) as (keyof typeof SELLERS)[])),
  sales: fc.array(sale, { minLength: 3, maxLength: 3 }),
  calls: fc.array(call, { maxLength: 12 }),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

function orderOf(country: string, given: Sale, changes: Partial<InvoiceOrder> = {}): InvoiceOrder {
  const { prices, withheld, retained, disbursed, rounding, discount } = given;
  const rates = [20, 10, 0];
  return order({
    ...{ autoVat: false, clientCountry: country, roundingAmount: rounding },
    items: prices.map((unitPrice, index) => ({ description: "x", quantity: 1, unitPrice, taxRate: rates[index]! })),
    withholdings: withheld === undefined ? undefined : [{ percent: withheld, reason: "Tax" }],
    retentions: retained === undefined ? undefined : [{ percent: retained, dueOn: "2031-01-01", reason: "Guarantee" }],
    disbursements: disbursed === undefined ? undefined : [{ description: "Fee", amount: disbursed, reference: "1" }],
    cashDiscounts: discount === undefined ? undefined : [{ percent: discount, days: 14 }],
    ...changes,
  });
}

const partOf = (amount: number, percent: number) => Math.round(amount * percent) / 100;

/** Does what the call says, for the invoice that it names. Returns an invoice that it has issued. */
async function run(acme: Company, invoice: Invoice, country: string, given: Sale, { kind, part }: Call) {
  const { id, amountDue, amountPaid, invoiceNumber: number, retentions = [] } = await acme.get(invoice.id);
  const pay = (amount: number, cashDiscount = false) => acme.recordPayment(id, { amount, cashDiscount });
  if (kind === "pay") await pay(partOf(amountDue, part));
  if (kind === "discount") {
    const { percent = 1 } = given.discount === undefined ? {} : { percent: given.discount };
    const later = retentions.reduce((sum, { amount }) => sum + amount, 0);
    await pay(partOf(amountDue - later, 100 - (percent * part) / 120), true);
  }
  if (kind === "refund") await pay(-partOf(amountPaid, part), part > 60);
  if (kind === "credit")
    await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: partOf(given.prices[0]!, part) }] });
  if (kind === "replace")
    return acme.issue(orderOf(country, given, { documentType: "384", precedingInvoices: [{ number }] }));
  if (kind !== "advance") return undefined;
  const plain = { prices: [partOf(given.prices[0]!, 10)], withheld: undefined, retained: undefined } as const;
  const first = { ...plain, disbursed: undefined, rounding: undefined, discount: undefined, prices: [...plain.prices] };
  const advance = await acme.issue(orderOf(country, first, { documentType: "386" }));
  await acme.recordPayment(advance.id, { amount: partOf(advance.amountDue, part) });
  return acme.issue(orderOf(country, given, { advances: [advance.invoiceNumber] }));
}

/** Takes discounts back, credits what is left, and refunds what is owed. */
async function windUp(acme: Company, id: string): Promise<void> {
  const pay = (amount: number, cashDiscount = false) => acme.recordPayment(id, { amount, cashDiscount });
  let { discountTaken = 0, amountPaid, settledBy } = await acme.get(id);
  if (settledBy !== undefined && settledBy !== null) return;
  if (discountTaken > 0) {
    if (amountPaid === 0) ({ amountPaid } = await pay(0.01));
    await pay(-amountPaid, true);
  }
  const { creditedTotal, total } = await acme.get(id);
  if (creditedTotal < total) await acme.credit(id, { reason: "x" });
  const owed = refundDue(await acme.get(id));
  if (owed > 0) await pay(-owed);
}

describe.each(STORES)("$name store", ({ open }) => {
  test("every invoice can end at 0", async () => {
    const property = fc.asyncProperty(scene, async ({ country, sales, calls }) => {
      const store = await open();
      const { acme } = await openBooks(store, { country, vatNumber: SELLERS[country] });
      const issued: { readonly invoice: Invoice; readonly given: Sale }[] = [];
      for (const given of sales) issued.push({ invoice: await acme.issue(orderOf(country, given)), given });
      for (const each of calls) {
        const { invoice, given } = issued[each.on % issued.length]!;
        const before = await acme.get(invoice.id);
        try {
          const next = await run(acme, invoice, country, given, each);
          if (next !== undefined) issued.push({ invoice: next, given });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(await acme.get(invoice.id)).toEqual(before);
        }
      }
      expect((await acme.audit()).findings).toEqual([]);
      const { data } = await acme.list({ limit: 100 });
      for (const { id } of data.toSorted((one, other) => (one.invoiceNumber < other.invoiceNumber ? 1 : -1)))
        await windUp(acme, id);
      const after = (await acme.list({ limit: 100 })).data;
      expect(after.filter(({ amountDue }) => amountDue !== 0)).toEqual([]);
      expect((await acme.audit()).findings).toEqual([]);
      const { lines } = (await acme.vatReport(YEARS)).domestic;
      expect(lines.filter(({ taxableAmount, taxAmount }) => taxableAmount !== 0 || taxAmount !== 0)).toEqual([]);
      await store.close();
    });
    await fc.assert(property, { numRuns: tries(80) });
  });
});
