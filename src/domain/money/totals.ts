import { Refusal } from "../refusal.ts";
import { defaultCategory, type VatCategory, vatexCodeOf } from "../vat/category.ts";
import { minorUnitDigits } from "./currency.ts";
import { type Decimal, exactSum, fromMinorUnits, LARGEST_AMOUNT, roundedProduct, sumOfWhole } from "./decimal.ts";
import { requireComputable, type TotalsItem, type TotalsOptions } from "./totals-input.ts";

/** One group of EN 16931's VAT breakdown (BG-23): all lines of one category and rate. */
export interface VatBreakdownLine {
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121); `null` if the category has none. */
  readonly vatexCode: string | null;
  /** Percent. */
  readonly taxRate: number;
  /** The country whose standard rate it is, ISO 3166-1 alpha-2; `null` if it is not a country's standard rate. */
  readonly rateCountry: string | null;
  /** Sum of the group's line net amounts. */
  readonly taxableAmount: number;
  /** VAT on {@link taxableAmount}, computed and rounded once. */
  readonly taxAmount: number;
}

/** The totals of an invoice, in units of the currency (euros, not cents). */
export interface InvoiceTotals<Item extends TotalsItem = TotalsItem> {
  /** The items as given, each with its line net amount. */
  readonly items: readonly (Item & { readonly netAmount: number })[];
  /** Sum of the line net amounts. */
  readonly subtotal: number;
  /** Sum of the breakdown's tax amounts. */
  readonly taxTotal: number;
  /** Subtotal plus tax total. */
  readonly total: number;
  /** Sorted by category, then by rate; the order of the items does not matter. */
  readonly vatBreakdown: readonly VatBreakdownLine[];
}

interface Group {
  readonly category: VatCategory;
  readonly taxRate: number;
  /** The net amounts of its lines, in minor units. */
  readonly nets: number[];
}

/**
 * Line net amounts, VAT breakdown and totals of an invoice. Each line is quantity × unit price, rounded half away
 * from zero to the currency's minor units; VAT is computed once per category and rate on the sum of its lines.
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
 * ```
 */
export function invoiceTotals<Item extends TotalsItem>(
  items: readonly Item[],
  options: TotalsOptions,
): InvoiceTotals<Item> {
  requireComputable(items, options);
  return computeTotals(items, options);
}

/** What {@link invoiceTotals} gives, of items that have passed a schema. @throws Refusal `amount_out_of_range` */
export function computeTotals<Item extends TotalsItem>(
  items: readonly Item[],
  { currency, rateCountry = null }: TotalsOptions,
): InvoiceTotals<Item> {
  const digits = minorUnitDigits(currency);
  const groups: Group[] = [];
  const lines: (Item & { netAmount: number })[] = [];
  for (const item of items) {
    const net = roundedProduct(item.quantity, item.unitPrice, digits);
    const { taxRate, vatCategory = defaultCategory(taxRate) } = item;
    groupOf(groups, vatCategory, taxRate).nets.push(net);
    lines.push({ ...item, netAmount: amount(net, digits, `/items/${lines.length}`) });
  }

  const [taxables, taxes]: [number[], number[]] = [[], []];
  const vatBreakdown = groups.sort(byCategoryAndRate).map(({ category, taxRate, nets }) => {
    const taxable = sumOfWhole(nets);
    const tax = roundedProduct(taxable, taxRate, -2);
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

/** The group of a category and rate. Usually there are one or two. */
function groupOf(groups: Group[], category: VatCategory, taxRate: number): Group {
  for (const group of groups) if (group.category === category && group.taxRate === taxRate) return group;
  const added: Group = { category, taxRate, nets: [] };
  groups.push(added);
  return added;
}

function byCategoryAndRate(a: Group, b: Group): number {
  return a.category === b.category ? a.taxRate - b.taxRate : a.category < b.category ? -1 : 1;
}

/** An amount in minor units as a JSON number. */
function amount(whole: number, digits: number, pointer: string): number {
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
  const shared = items[0]?.taxRate ?? 0;
  return items.every(({ taxRate }) => taxRate === shared) ? shared : 0;
}
