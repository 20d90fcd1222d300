/**
 * Question: how many invoices a second does `invoiceTotals` add up beside dinero.js 2? Method: 500 orders of one to five
 * lines, of which both give the line net amounts, VAT once a rate on the sum of its lines, and the total, each rounded
 * half away from zero to cents, as plain numbers. All of their amounts are compared before anything is measured, and in
 * every pass the totals must add up to those compared.
 *
 * The two do not do the same. dinero.js is given whole numbers with their scales, as it wants them, made before the clock
 * starts, and knows neither lines nor rates: the few lines below that group and add are written as a user would. Ours
 * takes plain numbers, finds their decimals, checks them and the currency, tells categories and their codes, sorts the
 * breakdown, repeats the items, and refuses what a double would not keep exactly.
 *
 *     npm run bench -- invoice-totals
 */
import { isDeepStrictEqual } from "node:util";
import { add, type Dinero, dinero, EUR, halfAwayFromZero, multiply, toSnapshot, transformScale } from "dinero.js";
import { invoiceTotals, type TotalsItem } from "faktura/vat";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { rateOf } from "./workload.ts";

/** A decimal as dinero.js takes it: `amount / 10^scale`. */
interface Scaled {
  readonly amount: number;
  readonly scale: number;
}

/** A line as dinero.js takes it; a rate is a fraction of 1. */
interface ScaledLine {
  readonly quantity: Scaled;
  readonly unitPrice: Scaled;
  readonly rate: Scaled;
}

/** What both come to: line net amounts, then sum, VAT and total. */
type Amounts = readonly number[];

const RATES_IN_TENTHS = [0, 70, 190, 200, 255];
/** Halves of cents are among the products, and returns of two pieces among the quantities. */
const ORDERS: readonly (readonly ScaledLine[])[] = Array.from({ length: 500 }, (_, order) =>
  Array.from({ length: 1 + (order % 5) }, (_, line) => ({
    quantity: line === 3 ? { amount: -2, scale: 0 } : { amount: 5 * (1 + ((order * 7 + line) % 90)), scale: 1 },
    unitPrice: { amount: 10_000 + ((order * 7919 + line * 104_729) % 99_999), scale: 3 },
    rate: { amount: RATES_IN_TENTHS[(order + (line >> 1)) % 5]!, scale: 3 },
  })),
);
const ITEMS: readonly (readonly TotalsItem[])[] = ORDERS.map((lines) =>
  lines.map(({ quantity, unitPrice, rate }) => ({
    quantity: quantity.amount / 10 ** quantity.scale,
    unitPrice: unitPrice.amount / 1000,
    taxRate: rate.amount / 10,
  })),
);

const compared = proveSame();

await answer(async (scale: Scale) => {
  const [passes, rounds] = scale === "short" ? [40, 5] : [200, 9];
  const side = (totalOf: (order: number) => number) => () =>
    rateOf(passes * ORDERS.length, async () => {
      for (let pass = 0; pass < passes; pass += 1) {
        let sum = 0;
        for (let order = 0; order < ORDERS.length; order += 1) sum += totalOf(order);
        if (sum !== compared) throw new Error("other totals than those compared");
      }
    });
  const finding = await compare({
    title: "totals of orders of one to five lines",
    durability: "none",
    unit: "invoices a second",
    rounds,
    contenders: [
      { name: "dinero.js", run: side((order) => amountsOfDinero(ORDERS[order]!).at(-1)!) },
      { name: "invoiceTotals", run: side((order) => invoiceTotals(ITEMS[order]!, { currency: "EUR" }).total) },
    ],
  });
  return [finding];
});

/** The sum of all totals; both give it, and the same amounts for every order. */
function proveSame(): number {
  let sum = 0;
  for (const [order, items] of ITEMS.entries()) {
    const { items: lines, subtotal, taxTotal, total } = invoiceTotals(items, { currency: "EUR" });
    const ours: Amounts = [...lines.map(({ netAmount }) => netAmount), subtotal, taxTotal, total];
    const theirs = amountsOfDinero(ORDERS[order]!);
    if (!isDeepStrictEqual(ours, theirs)) throw new Error(`order ${order}: ${ours} and ${theirs}`);
    sum += total;
  }
  return sum;
}

function amountsOfDinero(lines: readonly ScaledLine[]): Amounts {
  const amounts: number[] = [];
  const taxables = new Map<number, { rate: Scaled; taxable: Dinero<number, "EUR"> }>();
  let subtotal = dinero({ amount: 0, currency: EUR });
  for (const { quantity, unitPrice, rate } of lines) {
    const price = dinero({ amount: unitPrice.amount, scale: unitPrice.scale, currency: EUR });
    const net = toCents(multiply(price, quantity));
    const group = taxables.get(rate.amount);
    taxables.set(rate.amount, { rate, taxable: group === undefined ? net : add(group.taxable, net) });
    subtotal = add(subtotal, net);
    amounts.push(asNumber(net));
  }
  let taxTotal = dinero({ amount: 0, currency: EUR });
  for (const { rate, taxable } of taxables.values()) taxTotal = add(taxTotal, toCents(multiply(taxable, rate)));
  amounts.push(asNumber(subtotal), asNumber(taxTotal), asNumber(add(subtotal, taxTotal)));
  return amounts;
}

function toCents(amount: Dinero<number, "EUR">): Dinero<number, "EUR"> {
  return transformScale(amount, 2, halfAwayFromZero);
}

function asNumber(cents: Dinero<number, "EUR">): number {
  return toSnapshot(cents).amount / 100;
}
