/**
 * Goal: a client who deducts a cash discount has paid, and the returns declare the invoice less the discount, to the cent.
 * Method: random invoices of one to three rates, in states where the payment lowers VAT, where a credit note does, and where
 * the issue of the invoice does; a part may be credited before. The client pays what is due less at most the discount.
 * Nothing is due, and each group of the return is the invoice's less its share, which is computed here a second time. Then
 * all is refunded and credited, and the return is empty.
 */
import { type InvoiceOrder, refundDue } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order, TWO_RATES } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const SELLERS = {
  DE: "DE136695976",
  AT: "ATU62934800",
  IT: "IT00743110157",
  FR: "FR40303265045",
  PL: "PL5261040828",
};
const WITHOUT_DOCUMENT = ["DE", "AT"];

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
  /** Which of the state's rates; 2 is none. */
  rate: fc.nat(2),
});
const scene = fc.record({
  country: fc.constantFrom(...(Object.keys(SELLERS) as (keyof typeof SELLERS)[])),
  cashAccounting: fc.boolean(),
  prices: fc.constantFrom("net" as const, "gross" as const),
  supply: fc.constantFrom("goods" as const, "services" as const),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  charge: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  allowance: fc.option(fc.constantFrom(3, 12.5), { nil: undefined }),
  withheld: fc.option(fc.constantFrom(15, 20), { nil: undefined }),
  percent: fc.constantFrom(0.5, 2, 3, 2.75, 33.33),
  /** How much of the discount the client deducts. */
  deducted: fc.constantFrom(100, 100, 100, 61),
  /** What is credited before, in percent of the first line. */
  credited: fc.constantFrom(undefined, undefined, 10, 50),
});

const unit = (amount: number) => Math.round(amount * 100);

interface Group {
  readonly taxRate: number;
  readonly taxableAmount: number;
  readonly taxAmount: number;
}

/** The amounts by rate, in cents. */
function byRate(groups: readonly Group[], sign = 1, sums = new Map<number, [net: number, tax: number]>()) {
  for (const { taxRate, taxableAmount, taxAmount } of groups) {
    const [net, tax] = sums.get(taxRate) ?? [0, 0];
    sums.set(taxRate, [net + sign * unit(taxableAmount), tax + sign * unit(taxAmount)]);
  }
  return sums;
}

/** What a discount of so many cents takes off groups, by largest remainder; in cents. */
function discountOf(left: ReadonlyMap<number, [net: number, tax: number]>, cents: number) {
  const groups = [...left].map(([rate, [net, tax]]) => ({ rate, gross: net + tax, tax }));
  const sum = groups.reduce((all, { gross }) => all + gross, 0);
  const shares = groups.map(({ gross }) => Math.floor((gross * cents) / sum));
  const rests = groups.map(({ gross }, index) => ({ index, rest: (gross * cents) % sum }));
  const missing = cents - shares.reduce((all, share) => all + share, 0);
  for (const { index } of rests.sort((one, other) => other.rest - one.rest).slice(0, missing)) shares[index]! += 1;
  return groups.map(({ rate, gross, tax: whole }, index): Group => {
    const share = shares[index]!;
    const tax = share === gross ? whole : Math.round((share * rate) / (100 + rate) + 1e-9);
    return { taxRate: rate, taxableAmount: (share - tax) / 100, taxAmount: tax / 100 };
  });
}

const nonZero = (sums: ReadonlyMap<number, [number, number]>) =>
  Object.fromEntries([...sums].filter(([, [net, tax]]) => net !== 0 || tax !== 0));

describe.each(STORES)("$name store", ({ open }) => {
  test("a client who deducts the discount has paid, and the returns have its VAT to the cent", async () => {
    const property = fc.asyncProperty(scene, async (given) => {
      const { country, cashAccounting, prices, supply, lines, charge, allowance, withheld, percent, credited } = given;
      const store = await open();
      const { acme, clock } = await openBooks(store, { country, vatNumber: SELLERS[country], cashAccounting });
      const sale: InvoiceOrder = order({
        autoVat: false,
        clientCountry: country,
        supply,
        prices,
        items: lines.map(({ rate, ...each }) => ({
          description: "x",
          ...each,
          taxRate: TWO_RATES[country]![rate] ?? 0,
        })),
        allowances: allowance === undefined ? undefined : [{ percent: allowance, reason: "x" }],
        charges: charge === undefined ? undefined : [{ amount: charge / 100, reason: "x" }],
        withholdings: withheld === undefined ? undefined : [{ percent: withheld, reason: "Tax" }],
        cashDiscounts: [
          { percent, days: 14 },
          { percent: percent / 5, days: 30 },
        ].map((each) => ({ ...each, percent: Number(each.percent.toFixed(2)) })),
      });
      const invoice = await acme.issue(sale);
      clock.set("2026-12-04T12:00:00.000Z");
      const field = prices === "gross" ? "grossAmount" : "netAmount";
      const off = credited === undefined ? 0 : unit((invoice.items[0]![field]! * credited) / 100) / 100;
      const before =
        off > 0 ? [await acme.credit(invoice.id, { reason: "x", lines: [{ line: 1, [field]: off }] })] : [];
      const left = byRate(
        before.flatMap((note) => note.vatBreakdown),
        -1,
        byRate(invoice.vatBreakdown),
      );
      const total = [...left.values()].reduce((sum, [net, tax]) => sum + net + tax, 0);
      const most = Math.round((total * unit(percent)) / 10_000 + 1e-9);
      const discount = Math.floor((most * given.deducted) / 100);
      const { amountDue: due } = await acme.get(invoice.id);
      const rest = withheld === undefined ? discount : Math.floor((discount * unit(due)) / total);
      const amount = unit(due) - rest;
      if (amount <= 0) return void (await store.close());

      const paid = await acme.recordPayment(invoice.id, {
        amount: amount / 100,
        paidOn: "2026-12-04",
        cashDiscount: true,
      });
      expect(paid).toMatchObject({ amountDue: 0, status: "PAID", amountPaid: amount / 100 });
      const isWithout = WITHOUT_DOCUMENT.includes(country);
      expect(paid.discountTaken).toBe(isWithout ? rest / 100 : 0);
      const report = async () => (await acme.vatReport({ from: "2026-01-01", to: "2027-12-31" })).domestic.lines;
      if (withheld === undefined) {
        const notes = await acme.creditNotes({ invoiceId: invoice.id });
        const expected = byRate(discountOf(left, discount), -1, new Map(left));
        expect(nonZero(byRate(await report()))).toEqual(nonZero(expected));
        expect(notes.data.filter((note) => note.cashDiscount === true).map((note) => note.total)).toEqual(
          isWithout || discount === 0 ? [] : [discount / 100],
        );
      }
      expect((await acme.audit()).findings).toEqual([]);

      if (isWithout) {
        const back = { amount: -amount / 100, paidOn: "2026-12-04", ...(rest > 0 && { cashDiscount: true }) };
        expect(await acme.recordPayment(invoice.id, back)).toMatchObject({ amountDue: due, discountTaken: 0 });
      }
      if (total > (isWithout ? 0 : discount)) await acme.credit(invoice.id, { reason: "x" });
      const owed = refundDue(await acme.get(invoice.id));
      if (owed > 0) await acme.recordPayment(invoice.id, { amount: -owed, paidOn: "2026-12-04" });
      expect(await acme.get(invoice.id)).toMatchObject({ amountDue: 0, amountPaid: 0, creditedTotal: invoice.total });
      expect(nonZero(byRate(await report()))).toEqual({});
      expect((await acme.audit()).findings).toEqual([]);
      await store.close();
    });
    await fc.assert(property, { numRuns: tries(80) });
  });
});
