import { insteadOf, insteadOfText } from "../instead-of.ts";
import { notOneOf } from "../known-names.ts";
import { type FieldError, inputRefusal } from "../refusal.ts";
import { categoryAllowsRate, VAT_CATEGORIES, type VatCategory } from "../vat/category.ts";
import type { CurrencyCode } from "./currency.ts";
import { isCurrencyCode } from "./currency.ts";
import { Decimal, roundDecimals } from "./decimal.ts";

/**
 * A discount on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross.
 *
 * @see EN 16931 BG-27
 */
export interface LineDiscount {
  /** Percent of quantity × unit price, 0 to 100. */
  readonly percent?: number | undefined;
  /** For the whole line, in the invoice's currency: from 0 to quantity × unit price. */
  readonly amount?: number | undefined;
  /** For the client: 1 to 200 characters. */
  readonly reason?: string | undefined;
}

/** A line as `invoiceTotals` needs it. Its numbers are rounded to ten decimals before anything is computed. */
export interface TotalsItem {
  /** Any finite number except 0. A negative one is a return or a discount. */
  readonly quantity: number;
  /** Net of VAT, or gross with `prices: "gross"`. In the invoice's currency, 0 or more. */
  readonly unitPrice: number;
  /** Percent, 0 to 100: `25.5` means 25.5 %. */
  readonly taxRate: number;
  /** EN 16931's category. Absent: `S` above 0 %, `Z` at 0 %. */
  readonly vatCategory?: VatCategory | undefined;
  /** Taken off the line, before VAT is computed. */
  readonly discount?: LineDiscount | undefined;
  /** The country whose rate it is, if lines differ in it. Absent: the option `rateCountry`. */
  readonly rateCountry?: string | null | undefined;
}

/** Options of `invoiceTotals`. */
export interface TotalsOptions {
  /** ISO 4217 code. Its minor unit decides the rounding: 0 decimals for JPY, 2 for EUR, 3 for KWD. */
  readonly currency: CurrencyCode;
  /** The country whose rate the items have, for the breakdown. Absent: `null`. */
  readonly rateCountry?: string | null | undefined;
  /** Whether unit prices and discounts are net of VAT or include it. Absent: `net`. */
  readonly prices?: Prices | undefined;
}

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
  const hasCurrency = options !== undefined && isCurrencyCode(options.currency);
  const hasPrices = options?.prices === undefined || PRICES.includes(options.prices);
  if (hasCurrency && hasPrices && Array.isArray(items) && items.every(isComputable)) return;
  const errors: FieldError[] = [];
  if (!hasCurrency) errors.push({ pointer: "/currency", detail: currencyFault(options) });
  if (!hasPrices) errors.push({ pointer: "/prices", detail: notOneOf(PRICES, options?.prices) });
  if (Array.isArray(items)) errors.push(...items.flatMap(itemFaults));
  else errors.push({ pointer: "/items", detail: `must be an array${insteadOf(items)}` });
  throw inputRefusal("The totals cannot be computed", errors);
}

function currencyFault(options: TotalsOptions | undefined): string {
  const fault = 'must be an ISO 4217 currency code such as "EUR"';
  if (typeof options === "object" && options !== null) return fault + insteadOfText(options.currency);
  return `${fault}; give it as { currency: "EUR" }`;
}

function itemFaults(item: TotalsItem, index: number): FieldError[] {
  if (!isObject(item)) return [{ pointer: `/items/${index}`, detail: `must be an object${insteadOf(item)}` }];
  const errors: FieldError[] = [];
  const fault = (field: string, detail: string) => errors.push({ pointer: `/items/${index}/${field}`, detail });
  const { quantity, unitPrice, taxRate, vatCategory } = item;
  if (!isQuantity(item))
    fault("quantity", `must be a finite number other than 0${quantity === 0 ? "" : insteadOfText(quantity)}`);
  if (!isPrice(item)) fault("unitPrice", `must be a finite number, 0 or more${insteadOfText(unitPrice)}`);
  if (!isPercent(taxRate)) fault("taxRate", `must be a percentage from 0 to 100${insteadOfText(taxRate)}`);
  else if (vatCategory !== undefined && !VAT_CATEGORIES.includes(vatCategory)) {
    fault("vatCategory", notOneOf(VAT_CATEGORIES, vatCategory));
  } else if (vatCategory !== undefined && !categoryAllowsRate(vatCategory, taxRate)) {
    fault("vatCategory", `${vatCategory} does not allow a rate of ${taxRate} %`);
  }
  if (isQuantity(item) && isPrice(item)) {
    const discountError = discountFault(item);
    if (discountError !== undefined) fault(discountError.field, discountError.detail);
  }
  return errors;
}

function isObject(item: TotalsItem): boolean {
  return typeof item === "object" && item !== null;
}

/** The same lines with their numbers rounded, as those of requests are. Most lists need no copy. */
export function roundedItems<Item extends TotalsItem>(items: readonly Item[]): readonly Item[] {
  return !Array.isArray(items) || items.every(isRounded) ? items : items.map(withRoundedNumbers);
}

function isRounded(item: TotalsItem): boolean {
  if (!isObject(item)) return true; // which is refused
  const { quantity, unitPrice, taxRate, discount } = item;
  return (
    isKept(quantity) && isKept(unitPrice) && isKept(taxRate) && isKept(discount?.percent) && isKept(discount?.amount)
  );
}

function isKept(value: number | undefined): boolean {
  return value === undefined || Object.is(roundDecimals(value), value);
}

function withRoundedNumbers<Item extends TotalsItem>(item: Item): Item {
  if (isRounded(item)) return item;
  const { quantity, unitPrice, taxRate, discount } = item;
  const rounded = {
    ...item,
    quantity: roundDecimals(quantity),
    unitPrice: roundDecimals(unitPrice),
    taxRate: roundDecimals(taxRate),
  };
  if (!discount) return rounded;
  const { percent, amount } = discount;
  return {
    ...rounded,
    discount: {
      ...discount,
      ...(percent !== undefined && { percent: roundDecimals(percent) }),
      ...(amount !== undefined && { amount: roundDecimals(amount) }),
    },
  };
}

function isComputable(item: TotalsItem): boolean {
  return (
    isObject(item) &&
    isQuantity(item) &&
    isPrice(item) &&
    isPercent(item.taxRate) &&
    hasFittingCategory(item) &&
    discountFault(item) === undefined
  );
}

function isQuantity({ quantity }: TotalsItem): boolean {
  return Number.isFinite(quantity) && quantity !== 0;
}

function isPrice({ unitPrice }: TotalsItem): boolean {
  return Number.isFinite(unitPrice) && unitPrice >= 0;
}

function isPercent(percent: number): boolean {
  return Number.isFinite(percent) && percent >= 0 && percent <= 100;
}

function hasFittingCategory({ vatCategory, taxRate }: TotalsItem): boolean {
  if (vatCategory === undefined) return true;
  return VAT_CATEGORIES.includes(vatCategory) && categoryAllowsRate(vatCategory, taxRate);
}

/**
 * What is wrong with a line's discount; `undefined` if nothing is. Quantity and unit price must be right already.
 * `field` is relative to the line.
 */
export function discountFault({
  quantity,
  unitPrice,
  discount,
}: Pick<TotalsItem, "quantity" | "unitPrice" | "discount">): { field: string; detail: string } | undefined {
  if (discount === undefined) return undefined;
  const fault = (name: string, detail: string) => ({ field: `discount${name}`, detail });
  const { percent, amount } = discount ?? {};
  if ((percent === undefined) === (amount === undefined)) return fault("", "must have either percent or amount");
  if (percent !== undefined) {
    return isPercent(percent) ? undefined : fault("/percent", "must be a percentage from 0 to 100");
  }
  if (!Number.isFinite(amount) || amount! < 0) return fault("/amount", "must be a finite number, 0 or more");
  const price = new Decimal(quantity).times(unitPrice);
  if (price.gte(amount!) || amount === 0) return undefined;
  if (quantity < 0) return fault("/amount", "is not possible with a negative quantity; give percent");
  return fault("/amount", `must be at most quantity × unit price, ${price}`);
}
