import { insteadOf, insteadOfNumber, insteadOfText } from "../instead-of.ts";
import { notOneOf } from "../known-names.ts";
import { type FieldError, inputRefusal } from "../refusal.ts";
import { categoryAllowsRate, VAT_CATEGORIES, type VatCategory } from "../vat/category.ts";
import { type CurrencyCode, insteadOfCurrency, isCurrencyCode } from "./currency.ts";
import { divided, times } from "./decimal-text.ts";
import type { LineDiscount } from "./generated/amounts.ts";
import { lineFraction, type PricedLine } from "./line-sum.ts";
import { roundDecimals } from "./minor-units.ts";

/** A line as `invoiceTotals` needs it. Its numbers are rounded to ten decimals before anything is computed. */
export interface TotalsItem extends PricedLine {
  /** Percent, 0 to 100: `25.5` means 25.5 %. */
  readonly taxRate: number;
  /** EN 16931's category. Absent: `S` above 0 %, `Z` at 0 %. */
  readonly vatCategory?: VatCategory | undefined;
  /** The country whose rate it is, if lines differ in it. Absent: the option `rateCountry`. */
  readonly rateCountry?: string | null | undefined;
  /** The rate of Spain's equivalence surcharge, in percent, 0 to 100. Absent: the line has none. */
  readonly surchargeRate?: number | undefined;
}

/** An allowance or a charge on the whole invoice: either `percent` or `amount`. Net or gross as the prices are. */
export interface TotalsAllowance {
  /** In the invoice's currency, 0 or more. */
  readonly amount?: number | undefined;
  /** Percent of `baseAmount`, 0 to 100. */
  readonly percent?: number | undefined;
  /** What `percent` is of; beside an amount a mere statement. Absent: the sum of the lines with the same VAT. */
  readonly baseAmount?: number | undefined;
  /**
   * Percent. Absent: that of the lines. If lines differ in category, rate or country, a percentage is then one of each, and
   * an amount or a `baseAmount` is divided in proportion to the lines of each.
   */
  readonly taxRate?: number | undefined;
  /** EN 16931's category, with a `taxRate`. Absent: `S` above 0 %, `Z` at 0 %. */
  readonly vatCategory?: VatCategory | undefined;
  /** The country whose rate it is. Absent: the option `rateCountry`. */
  readonly rateCountry?: string | null | undefined;
  /** The rate of Spain's equivalence surcharge, with a `taxRate`. Absent: none, or that of the lines it is divided over. */
  readonly surchargeRate?: number | undefined;
}

/** Options of `invoiceTotals`. */
export interface TotalsOptions<Allowance extends TotalsAllowance = TotalsAllowance> {
  /** ISO 4217 code. Its minor unit decides the rounding: 0 decimals for JPY, 2 for EUR, 3 for KWD. */
  readonly currency: CurrencyCode;
  /** The country whose rate the items have, for the breakdown. Absent: `null`. */
  readonly rateCountry?: string | null | undefined;
  /** Whether unit prices and discounts are net of VAT or include it. Absent: `net`. */
  readonly prices?: Prices | undefined;
  /** Taken off the whole invoice, before VAT is computed. */
  readonly allowances?: readonly Allowance[] | undefined;
  /** Added to the whole invoice, before VAT is computed. */
  readonly charges?: readonly Allowance[] | undefined;
}

/** The lists that change the whole invoice. */
export const ADJUSTMENTS = ["allowances", "charges"] as const;

/** Whether prices are net of VAT or include it. */
export const PRICES = ["net", "gross"] as const;

/** One of {@link PRICES}. */
export type Prices = (typeof PRICES)[number];

/**
 * Checks what totals are computed from. Browsers call `invoiceTotals` directly, with no schema in front, so each wrong
 * value is refused by name.
 *
 * @throws Refusal `request_invalid`
 */
export function requireComputable(items: readonly TotalsItem[], options: TotalsOptions | undefined): void {
  const errors: FieldError[] = [];
  if (!isObject(options) || !isCurrencyCode(options!.currency)) {
    errors.push({ pointer: "/currency", detail: currencyFault(options) });
  }
  const { prices, allowances, charges } = options ?? {};
  if (prices !== undefined && !PRICES.includes(prices)) {
    errors.push({ pointer: "/prices", detail: notOneOf(PRICES, prices) });
  }
  const checkAll = <Of>(field: string, list: readonly Of[], faultsOf: (entry: Of) => readonly Fault[]) => {
    if (!Array.isArray(list)) errors.push({ pointer: field, detail: notAnArray(list) });
    else
      list.forEach((entry: Of, index) => {
        const pointer = `${field}/${index}`;
        if (!isObject(entry)) errors.push({ pointer, detail: `must be an object${insteadOf(entry)}` });
        else for (const [name, detail] of faultsOf(entry)) errors.push({ pointer: pointer + name, detail });
      });
  };
  checkAll("/items", items, itemFaults);
  if (allowances !== undefined) checkAll("/allowances", allowances, allowanceFaults);
  if (charges !== undefined) checkAll("/charges", charges, allowanceFaults);
  if (errors.length > 0) throw inputRefusal("The totals cannot be computed", errors);
}

/** What is wrong with a field, after its pointer; `""` points to the whole record. */
type Fault = readonly [pointer: string, detail: string];

const notAnArray = (list: unknown) => `must be an array${insteadOf(list)}`;

function currencyFault(options: TotalsOptions | undefined): string {
  const fault = 'must be an ISO 4217 currency code such as "EUR"';
  if (isObject(options)) return fault + insteadOfCurrency(options!.currency);
  return `${fault}; give it as { currency: "EUR" }`;
}

function itemFaults(item: TotalsItem): Fault[] {
  const { quantity, unitPrice, priceBaseQuantity = 1 } = item;
  const faults: Fault[] = [];
  if (!Number.isFinite(quantity) || quantity === 0) {
    faults.push([
      "/quantity",
      `must be a finite number other than 0${quantity === 0 ? "" : insteadOfNumber(quantity)}`,
    ]);
  }
  if (!isAmount(unitPrice)) faults.push(["/unitPrice", priceFault(unitPrice)]);
  if (!isAmount(priceBaseQuantity) || priceBaseQuantity === 0) {
    faults.push(["/priceBaseQuantity", `must be a finite number above 0`]);
  }
  for (const name of ["discounts", "charges"] as const) {
    const list: unknown = item[name];
    if (list !== undefined && !Array.isArray(list)) faults.push([`/${name}`, notAnArray(list)]);
  }
  const discounts = faults.length > 0 ? undefined : discountFault(item);
  return [...faults, ...vatFaults(item), ...(discounts === undefined ? [] : [discounts])];
}

/** What to do instead of a negative price, after what a price must be. */
export const NEGATIVE_PRICE = "; for a return give a negative quantity, for a reduction a discount or allowances";

function priceFault(price: number): string {
  return `${AMOUNT}${insteadOfNumber(price)}${price < 0 ? NEGATIVE_PRICE : ""}`;
}

function vatFaults({ taxRate, vatCategory, surchargeRate = 0 }: Omit<TotalsItem, keyof PricedLine>): Fault[] {
  if (!isPercent(taxRate)) return [["/taxRate", `${PERCENT}${insteadOfText(taxRate)}`]];
  if (!isPercent(surchargeRate)) return [["/surchargeRate", `${PERCENT}${insteadOfText(surchargeRate)}`]];
  if (vatCategory === undefined) return [];
  if (!VAT_CATEGORIES.includes(vatCategory)) return [["/vatCategory", notOneOf(VAT_CATEGORIES, vatCategory)]];
  if (categoryAllowsRate(vatCategory, taxRate)) return [];
  return [["/vatCategory", `${vatCategory} does not allow a rate of ${taxRate} %`]];
}

function allowanceFaults(given: TotalsAllowance): readonly Fault[] {
  const { taxRate, vatCategory } = given;
  const fault = amountFault(given);
  if (fault !== undefined) return [fault];
  return (taxRate ?? vatCategory) === undefined ? [] : vatFaults(given as TotalsItem);
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isAmount = (value: number | undefined) => Number.isFinite(value) && value! >= 0;
const isPercent = (value: number) => isAmount(value) && value <= 100;
const AMOUNT = "must be a finite number, 0 or more";
const PERCENT = "must be a percentage from 0 to 100";

/** The fields that are rounded, and the lists and records that have such fields. */
const ROUNDED =
  "quantity unitPrice taxRate surchargeRate priceBaseQuantity discount discounts charges percent amount baseAmount".split(
    " ",
  );

/** The same lines or allowances with their numbers rounded, as those of requests are. */
export function rounded<Value>(value: Value): Value {
  if (typeof value === "number") return roundDecimals(value) as Value;
  if (Array.isArray(value)) return value.map(rounded) as Value;
  if (!isObject(value)) return value;
  const names = ROUNDED.filter((name) => name in (value as object));
  if (names.length === 0) return value; // for example a promise, which is refused by name
  const copy = { ...value } as Record<string, unknown>;
  for (const name of names) copy[name] = rounded(copy[name]);
  return copy as Value;
}

/** What is wrong with the amount of a discount, an allowance or a charge; `undefined` if nothing is. */
export function amountFault(given: TotalsAllowance): Fault | undefined {
  const { percent, amount, baseAmount } = given ?? {};
  if ((percent === undefined) === (amount === undefined)) return ["", "must have either percent or amount"];
  if (percent !== undefined && !isPercent(percent)) return ["/percent", PERCENT];
  if (amount !== undefined && !isAmount(amount)) return ["/amount", AMOUNT];
  return baseAmount === undefined || isAmount(baseAmount) ? undefined : ["/baseAmount", AMOUNT];
}

/** What is wrong with the discounts and charges of a line. Its other numbers must be right already. */
export function discountFault(line: PricedLine): Fault | undefined {
  const { quantity, discount, discounts = [], charges = [] } = line;
  const all: [field: string, given: LineDiscount][] = [
    ...discounts.map((each, index): [string, LineDiscount] => [`/discounts/${index}`, each]),
    ...charges.map((each, index): [string, LineDiscount] => [`/charges/${index}`, each]),
  ];
  if (discount !== undefined) all.unshift(["/discount", discount]);
  for (const [field, given] of all) {
    const fault = amountFault(given);
    if (fault !== undefined) return [field + fault[0], fault[1]];
  }
  if (all.length === 0 || !times(lineFraction(line).dividend, quantity).startsWith("-")) return undefined;
  const [field, { amount }] = all[0]!;
  const undiscounted = { ...line, quantity: Math.abs(quantity), discount: undefined, discounts: undefined };
  const { dividend, divisor } = lineFraction(undiscounted);
  const most = `must be at most quantity × unit price, ${divided(dividend, divisor, 10)}`;
  return [field + (amount === undefined ? "" : "/amount"), all.length === 1 ? most : `${most}, with all others`];
}
