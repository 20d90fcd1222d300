import { insteadOf } from "../instead-of.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import { defaultCategory, type VatCategory, vatexCodeOf } from "../vat/category.ts";
import { divided, times } from "./decimal-text.ts";
import { type GrossGroup, netUnitPrice, splitGrossAmounts } from "./gross-prices.ts";
import { lineFraction } from "./line-sum.ts";
import {
  dividedUnits,
  fromMinorUnits,
  LARGEST_AMOUNT,
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  roundDecimals,
  roundedProduct,
  sumOfWhole,
  ZERO_UNITS,
} from "./minor-units.ts";
import { chargedRate, taxesOn, taxesWithin } from "./taxes.ts";
import {
  ADJUSTMENTS,
  requireComputable,
  rounded,
  type TotalsAllowance,
  type TotalsItem,
  type TotalsOptions,
} from "./totals-input.ts";

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
  /** Sum of the group's line net amounts, less its allowances, plus its charges. */
  readonly taxableAmount: number;
  /** VAT on {@link taxableAmount}, or contained in the group's gross amounts; computed and rounded once. */
  readonly taxAmount: number;
  /** The rate of Spain's equivalence surcharge, in percent. Absent: the group has none. */
  readonly surchargeRate?: number | undefined;
  /** The equivalence surcharge on {@link taxableAmount}, which {@link taxAmount} does not contain. */
  readonly surchargeAmount?: number | undefined;
}

/** The amounts of a line. */
export interface LineAmounts {
  /** Quantity × unit price ÷ base quantity − discounts + charges, rounded. With gross prices its share of the taxable amount. */
  readonly netAmount: number;
  /** The unit price as given; only with gross prices, where `unitPrice` is the net one. */
  readonly unitPriceGross?: number | undefined;
  /** The same with the gross unit price; only with gross prices. */
  readonly grossAmount?: number | undefined;
}

/** What an allowance or a charge comes to in one group of the breakdown. */
export interface AllowanceAmounts {
  /** Net or gross as the prices are. */
  readonly amount: number;
  /** Without VAT. */
  readonly netAmount: number;
  /** What it was computed from, net or gross as the prices are: its part of what was stated, or the lines of a percentage. */
  readonly baseAmount?: number | undefined;
  /** Percent. */
  readonly taxRate: number;
  /** EN 16931's category (BT-95, BT-102). */
  readonly vatCategory: VatCategory;
  /** The country whose rate it is, ISO 3166-1 alpha-2; `null` if there is none. */
  readonly rateCountry: string | null;
  /** The rate of the group's equivalence surcharge. Absent: it has none. */
  readonly surchargeRate?: number | undefined;
}

/** The totals of an invoice, in units of the currency (euros, not cents). */
export interface InvoiceTotals<
  Item extends TotalsItem = TotalsItem,
  Allowance extends TotalsAllowance = TotalsAllowance,
> {
  /** The items as given, with rounded numbers, each with its amounts. */
  readonly items: readonly (Item & LineAmounts)[];
  /** The allowances, each with its amounts: one for each group that it is split over. Only if some were given. */
  readonly allowances?: readonly (Allowance & AllowanceAmounts)[];
  /** The charges, likewise. */
  readonly charges?: readonly (Allowance & AllowanceAmounts)[];
  /** Sum of the line net amounts; only with allowances or charges. */
  readonly lineTotal?: number;
  /** Sum of the allowances without VAT; only with allowances. */
  readonly allowanceTotal?: number;
  /** Sum of the charges without VAT; only with charges. */
  readonly chargeTotal?: number;
  /** Sum of the line net amounts, less allowances, plus charges. */
  readonly subtotal: number;
  /** Sum of the breakdown's tax amounts and surcharge amounts. */
  readonly taxTotal: number;
  /** Sum of the breakdown's surcharge amounts; only with an equivalence surcharge. */
  readonly surchargeTotal?: number | undefined;
  /** Subtotal plus tax total. With gross prices the sum of the gross amounts, exactly. */
  readonly total: number;
  /** Sorted by category, rate, country and surcharge; the order of the items does not matter. */
  readonly vatBreakdown: readonly VatBreakdownLine[];
}

interface Group {
  readonly category: VatCategory;
  readonly taxRate: number;
  readonly rateCountry: string | null;
  readonly surchargeRate: number | undefined;
  /** The indices of its lines among the items, and of its allowances and charges after the items. */
  readonly parts: number[];
  /** Their amounts, net or gross as the prices are. Those of allowances are negative. */
  readonly amounts: MinorUnits[];
}

/** An allowance or a charge, with what it comes to in a group. */
interface Adjustment {
  readonly field: (typeof ADJUSTMENTS)[number];
  readonly pointer: string;
  readonly group: Group;
  readonly entry: TotalsAllowance & { amount: number; netAmount: number };
}

/**
 * Line net amounts, VAT breakdown and totals of an invoice. Each line is quantity × unit price ÷ base quantity − discounts
 * + charges, rounded half away from zero to the currency's minor units. VAT is computed once per category and rate on the
 * sum of its lines, less allowances, plus charges: added to net prices, taken out of gross prices. With gross prices the
 * total is the sum of the gross amounts, exactly.
 * Given numbers are rounded to ten decimals first; the items of the answer have the rounded ones.
 *
 * @throws Refusal `request_invalid` if a number or the currency does not have its shape, or an allowance or a charge
 *   has no line to belong to; `amount_out_of_range` if the total is below 0, or the sum of a group that has an allowance or
 *   a charge, or an amount is too large for a double to hold exactly
 * @see EN 16931: BR-CO-10 to BR-CO-15, BR-CO-17, BR-27
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
export function invoiceTotals<Item extends TotalsItem, Allowance extends TotalsAllowance = TotalsAllowance>(
  items: readonly Item[],
  options: TotalsOptions<Allowance>,
): InvoiceTotals<Item, Allowance> {
  const lines = rounded(items);
  requireComputable(lines, options);
  return computeTotals(lines, {
    ...options,
    allowances: rounded(options.allowances),
    charges: rounded(options.charges),
  });
}

/**
 * Like {@link invoiceTotals}, for numbers that have been rounded and checked.
 *
 * @throws Refusal `amount_out_of_range`, `request_invalid`
 */
export function computeTotals<Item extends TotalsItem, Allowance extends TotalsAllowance = TotalsAllowance>(
  items: readonly Item[],
  options: TotalsOptions<Allowance>,
): InvoiceTotals<Item, Allowance> {
  const { currency, rateCountry = null, prices } = options;
  const digits = minorUnitDigits(currency);
  const groups: Group[] = [];
  const lines: (Item & LineAmounts)[] = [];
  for (const item of items) {
    const { taxRate, vatCategory = defaultCategory(taxRate), rateCountry: country = rateCountry } = item;
    const { discount, discounts, charges, priceBaseQuantity, surchargeRate } = item; // a call for each line takes longer
    const units =
      (discount ?? discounts ?? charges ?? priceBaseQuantity) !== undefined
        ? adjustedAmount(item, digits)
        : roundedProduct(item.quantity, item.unitPrice, digits);
    const group = groupOf(groups, vatCategory, taxRate, country, surchargeRate);
    group.parts.push(lines.length);
    group.amounts.push(units);
    requireStorable(`/items/${lines.length}`, units);
    const netAmount = fromMinorUnits(units, digits);
    lines.push(Object.assign({}, item, { netAmount })); // a field after a spread takes seven times as long
  }
  groups.sort(byKey);
  const hasAdjustments = (options.allowances ?? options.charges) !== undefined;
  const adjustments = hasAdjustments ? adjust(groups, lines.length, options, digits) : [];
  const totals = { items: lines, ...sumGroups(groups, lines, adjustments, prices, digits) };
  return adjustments.length > 0 ? Object.assign(totals, adjustedTotals(lines, adjustments, digits)) : totals;
}

/** The VAT breakdown and its sums. With gross prices, lines and adjustments get their net amounts. */
function sumGroups(
  groups: readonly Group[],
  lines: LineAmounts[],
  adjustments: readonly Adjustment[],
  prices: TotalsOptions["prices"],
  digits: number,
) {
  const [taxables, taxes, surcharges]: [MinorUnits[], MinorUnits[], MinorUnits[]] = [[], [], []];
  const vatBreakdown: VatBreakdownLine[] = [];
  for (const group of groups) {
    const { category, taxRate, rateCountry, surchargeRate, amounts } = group;
    const gross = prices === "gross" ? splitGrossAmounts(amounts, chargedRate(group)) : undefined;
    if (gross !== undefined) setNetAmounts(lines, adjustments, group, gross, digits);
    const taxable = gross === undefined ? sumOfWhole(amounts) : gross.taxable;
    const { tax, surcharge } = gross === undefined ? taxesOn(taxable, group) : taxesWithin(gross.tax, group);
    requireStorable("/items", taxable, tax);
    taxables.push(taxable);
    taxes.push(tax);
    const taxableAmount = fromMinorUnits(taxable, digits);
    const taxAmount = fromMinorUnits(surchargeRate === undefined ? tax : minusUnits(tax, surcharge), digits);
    const line = { category, vatexCode: vatexCodeOf(category), taxRate, rateCountry, taxableAmount, taxAmount };
    if (surchargeRate !== undefined) {
      surcharges.push(surcharge);
      Object.assign(line, { surchargeRate, surchargeAmount: fromMinorUnits(surcharge, digits) });
    }
    vatBreakdown.push(line);
  }

  const [subtotal, taxTotal] = [sumOfWhole(taxables), sumOfWhole(taxes)];
  const total = plusUnits(subtotal, taxTotal);
  requireStorable("/items", subtotal, taxTotal, total);
  if (total < 0) throw belowZero(fromMinorUnits(total, digits));
  return {
    subtotal: fromMinorUnits(subtotal, digits),
    taxTotal: fromMinorUnits(taxTotal, digits),
    ...(surcharges.length > 0 && { surchargeTotal: fromMinorUnits(sumOfWhole(surcharges), digits) }),
    total: fromMinorUnits(total, digits),
    vatBreakdown,
  };
}

/** Adds allowances and charges to the groups. Those that do not state their VAT are divided over the groups of the lines. */
function adjust(groups: Group[], lineCount: number, options: TotalsOptions, digits: number): Adjustment[] {
  const adjustments: Adjustment[] = [];
  const bases = new Map(groups.map((group) => [group, sumOfWhole(group.amounts)]));
  for (const field of ADJUSTMENTS) {
    options[field]?.forEach((given, index) => {
      const pointer = `/${field}/${index}`;
      const { percent, baseAmount, taxRate, vatCategory, rateCountry = options.rateCountry ?? null } = given;
      const own =
        taxRate === undefined
          ? bases
          : new Map([
              [
                groupOf(groups, vatCategory ?? defaultCategory(taxRate), taxRate, rateCountry, given.surchargeRate),
                undefined,
              ],
            ]);
      const divided = (of: number) => overGroups(roundedProduct(of, 1, digits), own, pointer);
      const stated = baseAmount === undefined ? undefined : divided(baseAmount);
      const shares = percent === undefined ? divided(given.amount!) : (stated ?? own);
      for (const [group, share = bases.get(group)] of shares) {
        if (share === undefined) throw baseNeeded(pointer);
        if (percent !== undefined && share < 0) throw baseBelowZero(pointer, group, share, digits);
        const units = percent === undefined ? share : roundedProduct(share, percent, -2);
        group.parts.push(lineCount + adjustments.length);
        group.amounts.push((field === "charges" ? units : -units) as MinorUnits);
        requireStorable(pointer, units, share);
        const amount = fromMinorUnits(units, digits);
        const { category, taxRate, rateCountry, surchargeRate } = group;
        const entry = { ...given, amount, vatCategory: category, taxRate, rateCountry, netAmount: amount };
        if (surchargeRate !== undefined) Object.assign(entry, { surchargeRate });
        const base = percent === undefined ? stated?.get(group) : share;
        if (base !== undefined) Object.assign(entry, { baseAmount: fromMinorUnits(base, digits) });
        adjustments.push({ field, pointer, group, entry });
      }
    });
  }
  moveCents(adjustments, lineCount, digits);
  const negative = adjustments.find(({ group }) => sumOfWhole(group.amounts) < 0);
  if (negative !== undefined) throw belowZeroGroup(negative, digits);
  groups.sort(byKey);
  return adjustments;
}

/**
 * An amount divided over groups in proportion to their lines. Groups whose lines are returned, or worth 0, get no part of it.
 *
 * @throws Refusal `request_invalid` if no group is worth more than 0, `amount_out_of_range`
 */
function overGroups(amount: MinorUnits, own: ReadonlyMap<Group, MinorUnits | undefined>, pointer: string) {
  requireStorable(pointer, amount);
  if (own.size === 1) return new Map([...own.keys()].map((group) => [group, amount]));
  const bases = new Map([...own].flatMap(([group, base = ZERO_UNITS]) => (base > 0 ? [[group, base]] : [])));
  if (bases.size === 0 && amount === 0) return new Map([...own.keys()].map((group) => [group, ZERO_UNITS]));
  if (bases.size === 0) throw vatNeeded(pointer);
  const shares = dividedUnits(amount, [...bases.values()]);
  return new Map([...bases.keys()].map((group, index) => [group, shares[index]!]));
}

/**
 * Several divided amounts can take the whole invoice, such as vouchers for all of it, but round a cent too much off a group.
 * Another group of the same allowance then takes that cent.
 */
function moveCents(adjustments: readonly Adjustment[], lineCount: number, digits: number): void {
  const change = (index: number, by: number) => {
    const { group, entry } = adjustments[index]!;
    const at = group.parts.indexOf(lineCount + index);
    group.amounts[at] = (group.amounts[at]! + by) as MinorUnits;
    entry.amount = entry.netAmount = fromMinorUnits(-group.amounts[at]! as MinorUnits, digits);
  };
  adjustments.forEach(({ field, pointer, group, entry }, index) => {
    if (field === "charges" || entry.percent !== undefined || entry.amount === 0 || sumOfWhole(group.amounts) >= 0)
      return;
    const other = adjustments.findIndex((each) => each.pointer === pointer && sumOfWhole(each.group.amounts) > 0);
    if (other === -1) return;
    change(index, 1);
    change(other, -1);
  });
}

/** The allowances and charges with their amounts, and the sums that only invoices with them have. */
function adjustedTotals(lines: readonly LineAmounts[], adjustments: readonly Adjustment[], digits: number) {
  const sumOf = (parts: readonly { readonly netAmount: number }[]) => {
    const sum = sumOfWhole(parts.map(({ netAmount }) => roundedProduct(netAmount, 1, digits)));
    requireStorable("/items", sum);
    return fromMinorUnits(sum, digits);
  };
  const totals: Record<string, unknown> = { lineTotal: sumOf(lines) };
  for (const field of ADJUSTMENTS) {
    const entries = adjustments.filter((each) => each.field === field).map(({ entry }) => entry);
    if (entries.length > 0) Object.assign(totals, { [field]: entries, [`${field.slice(0, -1)}Total`]: sumOf(entries) });
  }
  return totals;
}

/** The amount of a line with discounts and the like in minor units, rounded once. */
function adjustedAmount(item: TotalsItem, digits: number): MinorUnits {
  const price = roundedProduct(item.quantity, item.unitPrice, digits) / (item.priceBaseQuantity ?? 1);
  // A price that is too large stays so, whatever the discount: it would be printed too.
  if (Math.abs(price) > LARGEST_AMOUNT) return price as MinorUnits;
  const { dividend, divisor } = lineFraction(item);
  return Number(divided(times(dividend, 10 ** digits), divisor, 0)) as MinorUnits;
}

/** Gives the parts of a group, whose amounts are gross so far, their net amounts. */
function setNetAmounts(
  lines: LineAmounts[],
  adjustments: readonly Adjustment[],
  { parts }: Group,
  { nets }: GrossGroup,
  digits: number,
): void {
  parts.forEach((part, index) => {
    const net = nets[index]!;
    if (part >= lines.length) {
      adjustments[part - lines.length]!.entry.netAmount = fromMinorUnits(Math.abs(net) as MinorUnits, digits);
      return;
    }
    const line = lines[part] as TotalsItem & LineAmounts;
    lines[part] = {
      ...line,
      unitPrice: netUnitPrice(line, net, digits),
      unitPriceGross: line.unitPrice,
      netAmount: fromMinorUnits(net, digits),
      grossAmount: line.netAmount,
    } as LineAmounts;
  });
}

/** The group of a category, rate, country and surcharge. Usually there are one or two. */
function groupOf(
  groups: Group[],
  category: VatCategory,
  taxRate: number,
  rateCountry: string | null,
  surchargeRate: number | undefined,
): Group {
  for (const group of groups) {
    if (group.category !== category || group.taxRate !== taxRate || group.rateCountry !== rateCountry) continue;
    if (group.surchargeRate === surchargeRate) return group;
  }
  const added: Group = { category, taxRate, rateCountry, surchargeRate, parts: [], amounts: [] };
  groups.push(added);
  return added;
}

function byKey(a: Group, b: Group): number {
  if (a.category !== b.category) return a.category < b.category ? -1 : 1;
  if (a.taxRate !== b.taxRate) return a.taxRate - b.taxRate;
  if (a.rateCountry !== b.rateCountry) return (a.rateCountry ?? "") < (b.rateCountry ?? "") ? -1 : 1;
  return (a.surchargeRate ?? 0) - (b.surchargeRate ?? 0);
}

/** @throws Refusal `amount_out_of_range` if a double cannot hold one of the amounts exactly */
function requireStorable(pointer: string, ...amounts: readonly MinorUnits[]): void {
  for (const amount of amounts) {
    if (Math.abs(amount) > LARGEST_AMOUNT)
      throw outOfRange(pointer, "the amount is too large to store exactly; split the invoice");
  }
}

function belowZero(total: number): Refusal {
  const instead =
    "to pay the client back, issue a credit note with positive amounts (issueCreditNote, POST /credit-notes)";
  return outOfRange("/items", `the total is ${total}, but must be 0 or more; ${instead}`);
}

function belowZeroGroup({ field, pointer, group }: Adjustment, digits: number): Refusal {
  const sum = fromMinorUnits(sumOfWhole(group.amounts), digits);
  const { category, taxRate } = group;
  const detail = `with this ${field.slice(0, -1)}, the sum of category ${category} at ${taxRate} % is ${sum}, but must be 0 or more`;
  return outOfRange(pointer, detail);
}

function baseBelowZero(pointer: string, { category, taxRate }: Group, base: MinorUnits, digits: number): Refusal {
  const sum = `the lines of category ${category} at ${taxRate} % come to ${fromMinorUnits(base, digits)}`;
  return outOfRange(pointer, `cannot be a percentage, because ${sum}; give an amount instead of percent`);
}

function vatNeeded(pointer: string): Refusal {
  return fieldRefusal(pointer.slice(1), "cannot be divided over the lines, because none is worth more than 0");
}

function baseNeeded(pointer: string): Refusal {
  return fieldRefusal(pointer.slice(1), "must have a baseAmount, because no line has its VAT");
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
