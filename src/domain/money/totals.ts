import { insteadOf } from "../instead-of.ts";
import { Refusal } from "../refusal.ts";
import { defaultCategory, type VatCategory, vatexCodeOf } from "../vat/category.ts";
import { minorUnitDigits } from "./currency.ts";
import {
  Decimal,
  exactSum,
  fromMinorUnits,
  LARGEST_AMOUNT,
  type MinorUnits,
  roundDecimals,
  roundedProduct,
  sumOfWhole,
} from "./decimal.ts";
import type { LineDiscount } from "./generated/amounts.ts";
import { type GrossGroup, netUnitPrice, splitGrossAmounts } from "./gross-prices.ts";
import { requireComputable, roundedItems, type TotalsItem, type TotalsOptions } from "./totals-input.ts";

/** One group of EN 16931's VAT breakdown (BG-23): all lines of one category and rate. */
export interface VatBreakdownLine {
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121); `null` if the category has none. */
  readonly vatexCode: string | null;
  /** Percent. */
  readonly taxRate: number;
  /**
   * The country whose rate it is, ISO 3166-1 alpha-2. With `autoVat: false` the country in which the VAT is declared
   * through OSS. `null` if there is none.
   */
  readonly rateCountry: string | null;
  /** Sum of the group's line net amounts. */
  readonly taxableAmount: number;
  /** VAT on {@link taxableAmount}, or contained in the group's gross amounts; computed and rounded once. */
  readonly taxAmount: number;
}

/** The amounts of a line. */
export interface LineAmounts {
  /** Quantity × unit price, less the discount, rounded. With gross prices its share of the taxable amount. */
  readonly netAmount: number;
  /** The unit price as given; only with gross prices, where `unitPrice` is the net one. */
  readonly unitPriceGross?: number | undefined;
  /** Quantity × gross unit price, less the discount, rounded; only with gross prices. */
  readonly grossAmount?: number | undefined;
}

/** The totals of an invoice, in units of the currency (euros, not cents). */
export interface InvoiceTotals<Item extends TotalsItem = TotalsItem> {
  /** The items as given, with rounded numbers, each with its amounts. */
  readonly items: readonly (Item & LineAmounts)[];
  /** Sum of the line net amounts. */
  readonly subtotal: number;
  /** Sum of the breakdown's tax amounts. */
  readonly taxTotal: number;
  /** Subtotal plus tax total. With gross prices the sum of the gross amounts, exactly. */
  readonly total: number;
  /** Sorted by category, rate and country; the order of the items does not matter. */
  readonly vatBreakdown: readonly VatBreakdownLine[];
}

interface Group {
  readonly category: VatCategory;
  readonly taxRate: number;
  readonly rateCountry: string | null;
  /** The places of its lines among the items. */
  readonly places: number[];
  /** The amounts of its lines, net or gross as the prices are. */
  readonly amounts: MinorUnits[];
}

/**
 * Line net amounts, VAT breakdown and totals of an invoice. Each line is quantity × unit price − discount, rounded half
 * away from zero to the currency's minor units. VAT is computed once per category and rate on the sum of its lines:
 * added to net prices, taken out of gross prices. With gross prices the total is the sum of the gross lines, exactly.
 * Given numbers are rounded to ten decimals first; the items of the answer have the rounded ones.
 *
 * @throws Refusal `request_invalid` if a number or the currency does not have its shape; `amount_out_of_range` if the
 *   total is below 0, or an amount is too large for a double to hold exactly
 * @see EN 16931: BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-17, BR-27
 *
 * @example
 * ```ts
 * import { invoiceTotals } from "faktura/vat";
 *
 * const { subtotal, taxTotal, total } = invoiceTotals(
 *   [{ quantity: 302, unitPrice: 1, taxRate: 20 }, { quantity: 1, unitPrice: 9.99, taxRate: 10 }],
 *   { currency: "EUR" },
 * );
 * console.log(subtotal, taxTotal, total); // 311.99 61.4 373.39
 * const shop = invoiceTotals([{ quantity: 3, unitPrice: 19.99, taxRate: 19 }], { currency: "EUR", prices: "gross" });
 * console.log(shop.subtotal, shop.taxTotal, shop.total); // 50.39 9.58 59.97
 * ```
 */
export function invoiceTotals<Item extends TotalsItem>(
  items: readonly Item[],
  options: TotalsOptions,
): InvoiceTotals<Item> {
  const rounded = roundedItems(items);
  requireComputable(rounded, options);
  return computeTotals(rounded, options);
}

/** Like {@link invoiceTotals}, for items that have been rounded and checked. @throws Refusal `amount_out_of_range` */
export function computeTotals<Item extends TotalsItem>(
  items: readonly Item[],
  { currency, rateCountry = null, prices }: TotalsOptions,
): InvoiceTotals<Item> {
  const digits = minorUnitDigits(currency);
  const groups: Group[] = [];
  const lines: (Item & LineAmounts)[] = [];
  for (const item of items) {
    const { taxRate, vatCategory = defaultCategory(taxRate), rateCountry: country = rateCountry, discount } = item;
    const units =
      discount === undefined
        ? roundedProduct(item.quantity, item.unitPrice, digits)
        : discountedAmount(item, discount, digits);
    const group = groupOf(groups, vatCategory, taxRate, country);
    group.places.push(lines.length);
    group.amounts.push(units);
    const netAmount = amount(units, digits, `/items/${lines.length}`);
    lines.push(Object.assign({}, item, { netAmount })); // a field after a spread takes seven times as long
  }

  const [taxables, taxes]: [MinorUnits[], MinorUnits[]] = [[], []];
  const vatBreakdown = groups.sort(byCategoryRateAndCountry).map((group) => {
    const { category, taxRate, rateCountry, amounts } = group;
    const gross = prices === "gross" ? splitGrossAmounts(amounts, taxRate) : undefined;
    if (gross !== undefined) setNetAmounts(lines, group, gross, digits);
    const taxable = gross === undefined ? sumOfWhole(amounts) : gross.taxable;
    const tax = gross === undefined ? roundedProduct(taxable, taxRate, -2) : gross.tax;
    taxables.push(taxable);
    taxes.push(tax);
    const [taxableAmount, taxAmount] = [amount(taxable, digits, "/items"), amount(tax, digits, "/items")];
    return { category, vatexCode: vatexCodeOf(category), taxRate, rateCountry, taxableAmount, taxAmount };
  });

  const total = sumOfWhole([...taxables, ...taxes]);
  if (total < 0) throw belowZero(exactSum([...taxables, ...taxes]).times(`1e-${digits}`));
  return {
    items: lines,
    subtotal: amount(sumOfWhole(taxables), digits, "/items"),
    taxTotal: amount(sumOfWhole(taxes), digits, "/items"),
    total: amount(total, digits, "/items"),
    vatBreakdown,
  };
}

/** Quantity × unit price − discount in minor units, rounded once. */
function discountedAmount(item: TotalsItem, { percent, amount = 0 }: LineDiscount, digits: number): MinorUnits {
  const price = new Decimal(item.quantity).times(item.unitPrice);
  const discounted =
    percent === undefined ? price.minus(amount) : price.times(new Decimal(100).minus(percent)).times("1e-2");
  const isStorable = price.times(`1e${digits}`).abs().lte(LARGEST_AMOUNT);
  // A price that is too large stays so, whatever the discount: it would be printed too.
  return (isStorable ? discounted : price).times(`1e${digits}`).round(0).toNumber() as MinorUnits;
}

/** Turns the lines of a group, whose amounts are gross so far, into lines with net and gross amounts. */
function setNetAmounts(lines: LineAmounts[], { places }: Group, { nets }: GrossGroup, digits: number): void {
  places.forEach((place, index) => {
    const line = lines[place] as TotalsItem & LineAmounts;
    const net = nets[index]!;
    lines[place] = {
      ...line,
      unitPrice: netUnitPrice(line, net, digits),
      unitPriceGross: line.unitPrice,
      netAmount: fromMinorUnits(net, digits),
      grossAmount: line.netAmount,
    } as LineAmounts;
  });
}

/** The group of a category, rate and country. Usually there are one or two. */
function groupOf(groups: Group[], category: VatCategory, taxRate: number, rateCountry: string | null): Group {
  for (const group of groups) {
    if (group.category === category && group.taxRate === taxRate && group.rateCountry === rateCountry) return group;
  }
  const added: Group = { category, taxRate, rateCountry, places: [], amounts: [] };
  groups.push(added);
  return added;
}

function byCategoryRateAndCountry(a: Group, b: Group): number {
  if (a.category !== b.category) return a.category < b.category ? -1 : 1;
  return a.taxRate - b.taxRate || ((a.rateCountry ?? "") < (b.rateCountry ?? "") ? -1 : 1);
}

/** An amount in minor units as a JSON number. */
function amount(whole: MinorUnits, digits: number, pointer: string): number {
  if (Math.abs(whole) <= LARGEST_AMOUNT) return fromMinorUnits(whole, digits);
  throw outOfRange(pointer, "the amount is too large to store exactly; split the invoice");
}

function belowZero(total: Decimal): Refusal {
  return outOfRange("/items", `the total is ${total}, but must be 0 or more`);
}

function outOfRange(pointer: string, detail: string): Refusal {
  return new Refusal("amount_out_of_range", `The totals are out of range: ${detail}.`, [{ pointer, detail }]);
}

/**
 * The invoice's header rate in percent: the rate that all items share, or 0 if they differ or there are none. See
 * `vatBreakdown` for mixed rates.
 *
 * @example
 * ```ts
 * import { deriveHeaderTaxRate } from "faktura/vat";
 *
 * console.log(deriveHeaderTaxRate([{ taxRate: 19 }, { taxRate: 19 }])); // 19
 * console.log(deriveHeaderTaxRate([{ taxRate: 19 }, { taxRate: 7 }])); // 0
 * ```
 */
export function deriveHeaderTaxRate(items: readonly { readonly taxRate: number }[]): number {
  if (!Array.isArray(items)) throw new TypeError(NO_ITEMS + insteadOf(items));
  let shared: number | undefined;
  let isShared = true;
  for (const item of items) {
    if (typeof item !== "object" || item === null) throw new TypeError(NO_ITEMS + insteadOf(item));
    shared ??= roundDecimals(item.taxRate);
    isShared &&= item.taxRate === shared || roundDecimals(item.taxRate) === shared;
  }
  return isShared ? (shared ?? 0) : 0;
}

const NO_ITEMS = "deriveHeaderTaxRate needs an array of items, each with a taxRate";
