/**
 * Question: how many invoices per second does `invoiceTotals` compute, compared with dinero.js 2?
 * Method: for 500 orders of one to five lines, both compute the line net amounts, the VAT per rate on the sum of its
 * lines, and the total, as plain numbers, each rounded half away from zero to cents. All amounts are compared before
 * anything is measured, and the totals of every pass must add up to the same sum.
 *
 * The two do not do the same work. dinero.js gets integers with their scales, prepared before the measurement, and
 * knows neither lines nor rates, so the code below groups and adds them as a user would. Ours takes plain numbers,
 * determines their decimals, validates them and the currency, assigns categories and their codes, sorts the breakdown,
 * repeats the items, and refuses amounts that a double cannot represent exactly.
 *
 *     npm run bench -- invoice-totals
 */
import { isDeepStrictEqual } from "node:util";
import { add, type Dinero, dinero, EUR, halfAwayFromZero, multiply, toSnapshot, transformScale } from "dinero.js";
import { invoiceTotals, type TotalsItem } from "faktura/vat";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import { rateOf } from "./workload.ts";

/** A decimal in the format of dinero.js: `amount / 10^scale`. */
interface Scaled {
  readonly amount: number;
  readonly scale: number;
}

/** A line in the format of dinero.js. The rate is a fraction of 1. */
interface ScaledLine {
  readonly quantity: Scaled;
  readonly unitPrice: Scaled;
  readonly rate: Scaled;
}

/** The results: line net amounts, then subtotal, VAT and total. */
type Amounts = readonly number[];

const RATES_IN_TENTHS = [0, 70, 190, 200, 255];
/** Some line amounts end in half a cent, and some quantities are negative. */
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
        if (sum !== compared) throw new Error("the totals differ from those compared before");
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

/** Checks that both compute the same amounts for every order. Returns the sum of all totals. */
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
