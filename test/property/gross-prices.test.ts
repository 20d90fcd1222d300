/**
 * Goal: gross prices and discounts give the same amounts as exact fractions, and keep what is promised about them.
 * Method: random orders, made of integers. An independent implementation computes with these integers in BigInt, and
 * with the library's amounts as printed.
 */
import { type InvoiceTotals, invoiceTotals, isRefusal, type TotalsItem } from "faktura";
import { expect, test } from "vitest";
import { randomNumbers } from "../support/random-numbers.ts";
import { tries } from "../support/tries.ts";

const ORDERS = tries(250_000, 25);
const NET_ORDERS = tries(50_000, 25);

const DIGITS = { JPY: 0, EUR: 2, KWD: 3 } as const;
type Currency = keyof typeof DIGITS;
const CURRENCIES = Object.keys(DIGITS) as Currency[];

/** Rates in thousandths of a percent: 0 %, real ones, and odd ones. */
const RATES = [0, 0, 19_000, 19_000, 7_000, 20_000, 25_500, 5_500, 2_100, 8_875, 100_000, 1];
const SCALE = 10_000n;

/** A line in integers: thousandths of a unit, and ten-thousandths of the currency and of a percent. */
interface WholeLine {
  readonly quantity: number;
  readonly price: number;
  readonly rate: number;
  readonly percentOff: number | undefined;
  readonly amountOff: number | undefined;
  readonly country: string;
}

const numbers = randomNumbers(20_270_101);
const upTo = (limit: number) => Math.floor(numbers.next().value * limit);
const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!;

/** A few pieces at a round price, as in a shop, or anything from a fraction of a cent to millions. */
function randomLine(rates: readonly number[]): WholeLine {
  const isShop = upTo(2) === 0;
  const sign = upTo(6) === 0 ? -1 : 1;
  const quantity = sign * (isShop ? 1000 * (1 + upTo(12)) : 1 + upTo(10 ** (1 + upTo(7))));
  const price = isShop ? 100 * upTo(20_000) : upTo(10 ** (1 + upTo(8)));
  const off = upTo(4);
  const mostOff = Math.floor((quantity * price) / 1000);
  return {
    quantity,
    price,
    rate: oneOf(rates),
    percentOff: off === 0 ? 100 * upTo(10_001) : undefined,
    amountOff: off === 1 && mostOff > 0 ? upTo(mostOff + 1) : undefined,
    country: oneOf(["DE", "DE", "CY"]),
  };
}

function randomOrder(): WholeLine[] {
  // Mostly one or two rates, so that groups have several lines.
  const rates = upTo(2) === 0 ? [oneOf(RATES)] : [oneOf(RATES), oneOf(RATES)];
  return Array.from({ length: 1 + upTo(upTo(40) === 0 ? 40 : 6) }, () => randomLine(rates));
}

function asItem({ quantity, price, rate, percentOff, amountOff, country }: WholeLine): TotalsItem {
  const item = { quantity: quantity / 1000, unitPrice: price / 10_000, taxRate: rate / 1000, rateCountry: country };
  if (percentOff !== undefined) return { ...item, discount: { percent: percentOff / 10_000 } };
  if (amountOff !== undefined) return { ...item, discount: { amount: amountOff / 10_000 } };
  return item;
}

/** The nearest integer, halves away from zero. */
function divideRounding(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  return sign * ((2n * sign * dividend + divisor) / (2n * divisor));
}

const tenTo = (exponent: number) => 10n ** BigInt(exponent);
const magnitude = (number: bigint) => (number < 0n ? -number : number);

/** Quantity × price − discount in minor units. Without rounding it has 11 more decimals: 3 + 4 + 4. */
function amountOf({ quantity, price, percentOff = 0, amountOff = 0 }: WholeLine, digits: number): bigint {
  const hundred = 100n * SCALE;
  const exact =
    (BigInt(quantity) * BigInt(price) * (hundred - BigInt(percentOff))) / 100n - BigInt(amountOff) * 1000n * SCALE;
  return divideRounding(exact * tenTo(digits), tenTo(11));
}

/** A number's decimal digits as printed, as an integer over a power of ten. */
function asPrinted(number: number): { whole: bigint; decimals: number } {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const decimals = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return decimals < 0 ? { whole: digits * tenTo(-decimals), decimals: 0 } : { whole: digits, decimals };
}

/** An amount in minor units. Fails if it has more decimals than the currency. */
function unitsOf(amount: number, digits: number): bigint {
  const { whole, decimals } = asPrinted(amount);
  if (decimals > digits) expect.fail(`${amount} has more than ${digits} decimals`);
  return whole * tenTo(digits - decimals);
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

function totalsOf(items: readonly TotalsItem[], currency: Currency, prices: "net" | "gross") {
  try {
    return invoiceTotals(items, { currency, prices });
  } catch (error) {
    if (isRefusal(error) && error.code === "amount_out_of_range") return undefined;
    throw error;
  }
}

function rateGroups(order: readonly WholeLine[]): { key: string; places: number[]; rate: bigint }[] {
  const groups = new Map<string, { key: string; places: number[]; rate: bigint }>();
  order.forEach(({ rate, country }, place) => {
    const key = `${rate / 1000} ${country}`;
    const group = groups.get(key) ?? { key, places: [], rate: BigInt(rate) };
    group.places.push(place);
    groups.set(key, group);
  });
  return [...groups.values()];
}

/** Whether quantity × unit price, minus the discount, differs from the line net amount by at most one minor unit. */
function isPriceOfLine(line: WholeLine, item: InvoiceTotals["items"][number], digits: number): boolean {
  const { whole, decimals } = asPrinted(item.unitPrice);
  const { quantity, rate, percentOff = 0, amountOff = 0 } = line;
  // Everything × 10^(decimals + 11) × (100 + rate), so that nothing has to be divided.
  const parts = 100_000n + BigInt(rate);
  const price = BigInt(quantity) * whole * (100n * SCALE - BigInt(percentOff)) * 100n * parts;
  const discount = BigInt(amountOff) * 100_000n * tenTo(decimals + 7);
  const net = unitsOf(item.netAmount, digits) * tenTo(decimals + 11 - digits) * parts;
  return magnitude(price - discount - net) <= tenTo(decimals + 11 - digits) * parts;
}

function faultOf(order: readonly WholeLine[], currency: Currency): string | undefined {
  const digits = DIGITS[currency];
  const items = order.map(asItem);
  const totals = totalsOf(items, currency, "gross");
  const gross = order.map((line) => amountOf(line, digits));
  if (totals === undefined) return sum(gross) < 0n ? undefined : "refused";
  if (unitsOf(totals.total, digits) !== sum(gross)) return "the total is not the sum of the gross lines";
  if (unitsOf(totals.subtotal, digits) + unitsOf(totals.taxTotal, digits) !== sum(gross)) return "subtotal and VAT";
  const nets = totals.items.map(({ netAmount }) => unitsOf(netAmount, digits));
  for (const [place, line] of order.entries()) {
    const item = totals.items[place]!;
    const parts = 100_000n + BigInt(line.rate);
    if (unitsOf(item.grossAmount!, digits) !== gross[place]) return `gross amount ${place}`;
    if (item.unitPriceGross !== items[place]!.unitPrice) return `gross unit price ${place}`;
    if (magnitude(nets[place]! * parts - gross[place]! * 100_000n) >= parts) return `net amount ${place}`;
    if (!isPriceOfLine(line, item, digits)) return `unit price ${place}: ${item.unitPrice}`;
  }
  const groups = rateGroups(order);
  if (groups.length !== totals.vatBreakdown.length) return "number of groups";
  for (const { key, places, rate } of groups) {
    const group = totals.vatBreakdown.find(({ taxRate, rateCountry }) => `${taxRate} ${rateCountry}` === key);
    const [taxable, tax] = [unitsOf(group!.taxableAmount, digits), unitsOf(group!.taxAmount, digits)];
    const groupGross = sum(places.map((place) => gross[place]!));
    if (tax !== divideRounding(groupGross * rate, 100_000n + rate)) return `VAT at ${key}`;
    if (taxable + tax !== groupGross) return `gross sum at ${key}`;
    if (sum(places.map((place) => nets[place]!)) !== taxable) return `net lines at ${key}`;
    if (magnitude(taxable * rate - tax * 100_000n) > 100_000n) return `VAT at ${key} is not rate × taxable amount`;
  }
  if (upTo(4) > 0) return undefined;
  const backwards = totalsOf([...items].reverse(), currency, "gross")!;
  const { items: _, ...amounts } = totals;
  const { items: __, ...amountsBackwards } = backwards;
  return JSON.stringify(amounts) === JSON.stringify(amountsBackwards) ? undefined : "the order of the lines matters";
}

test(`${ORDERS.toLocaleString("en")} orders with gross prices agree with exact fractions`, () => {
  for (let count = 0; count < ORDERS; count += 1) {
    const [order, currency] = [randomOrder(), oneOf(CURRENCIES)];
    const fault = faultOf(order, currency);
    if (fault !== undefined) expect.fail(`${fault}: ${currency} ${JSON.stringify(order.map(asItem))}`);
  }
}, 600_000);

test(`${NET_ORDERS.toLocaleString("en")} orders with net prices and discounts agree with exact fractions`, () => {
  for (let count = 0; count < NET_ORDERS; count += 1) {
    const [order, currency] = [randomOrder(), oneOf(CURRENCIES)];
    const digits = DIGITS[currency];
    const totals = totalsOf(order.map(asItem), currency, "net");
    const nets = order.map((line) => amountOf(line, digits));
    const taxes = rateGroups(order).map(({ places, rate }) =>
      divideRounding(sum(places.map((place) => nets[place]!)) * rate, 100_000n),
    );
    const total = sum([...nets, ...taxes]);
    const isSame =
      totals === undefined
        ? total < 0n
        : unitsOf(totals.total, digits) === total &&
          totals.items.every(({ netAmount }, place) => unitsOf(netAmount, digits) === nets[place]);
    if (!isSame) expect.fail(`${currency} ${JSON.stringify(order.map(asItem))}`);
  }
}, 600_000);
