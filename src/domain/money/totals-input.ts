import { type FieldError, Refusal } from "../refusal.ts";
import { categoryAllowsRate, VAT_CATEGORIES, type VatCategory } from "../vat/category.ts";
import { isCurrencyCode } from "./currency.ts";

/** A line as `invoiceTotals` needs it. */
export interface TotalsItem {
  /** Any finite number except 0. A negative one is a return or a discount. */
  readonly quantity: number;
  /** Net of VAT, in the invoice's currency, 0 or more. May have more decimals than the currency. */
  readonly unitPrice: number;
  /** Percent, 0 to 100: `25.5` means 25.5 %. */
  readonly taxRate: number;
  /** EN 16931's category. Absent: `S` above 0 %, `Z` at 0 %. */
  readonly vatCategory?: VatCategory | undefined;
}

/** Options of `invoiceTotals`. */
export interface TotalsOptions {
  /** ISO 4217 code. Its minor unit decides the rounding: 0 decimals for JPY, 2 for EUR, 3 for KWD. */
  readonly currency: string;
  /** The country whose rate the items have, for the breakdown. Absent: `null`. */
  readonly rateCountry?: string | null | undefined;
}

/**
 * Checks what totals are computed from. Browsers call `invoiceTotals` directly, with no schema in front, so each wrong
 * value is refused by name.
 *
 * @throws Refusal `request_invalid`
 */
export function requireComputable(items: readonly TotalsItem[], options: TotalsOptions | undefined): void {
  const hasCurrency = options !== undefined && isCurrencyCode(options.currency);
  if (hasCurrency && Array.isArray(items) && items.every(isComputable)) return;
  const errors: FieldError[] = [];
  if (!hasCurrency) errors.push({ pointer: "/currency", detail: "must be an ISO 4217 currency code" });
  if (!Array.isArray(items)) errors.push({ pointer: "/items", detail: "must be an array" });
  else
    items.forEach((item: TotalsItem, index) => {
      const fault = (field: string, detail: string) => errors.push({ pointer: `/items/${index}/${field}`, detail });
      const { taxRate, vatCategory } = item;
      if (!isQuantity(item)) fault("quantity", "must be a finite number other than 0");
      if (!isPrice(item)) fault("unitPrice", "must be a finite number, 0 or more");
      if (!isPercentage(item)) fault("taxRate", "must be a percentage from 0 to 100");
      else if (vatCategory !== undefined && !VAT_CATEGORIES.includes(vatCategory)) {
        fault("vatCategory", `must be one of ${VAT_CATEGORIES.join(", ")}`);
      } else if (vatCategory !== undefined && !categoryAllowsRate(vatCategory, taxRate)) {
        fault("vatCategory", `${vatCategory} does not allow a rate of ${taxRate} %`);
      }
    });
  throw new Refusal("request_invalid", "The totals cannot be computed.", errors);
}

function isComputable(item: TotalsItem): boolean {
  return isQuantity(item) && isPrice(item) && isPercentage(item) && hasFittingCategory(item);
}

function isQuantity({ quantity }: TotalsItem): boolean {
  return Number.isFinite(quantity) && quantity !== 0;
}

function isPrice({ unitPrice }: TotalsItem): boolean {
  return Number.isFinite(unitPrice) && unitPrice >= 0;
}

function isPercentage({ taxRate }: TotalsItem): boolean {
  return Number.isFinite(taxRate) && taxRate >= 0 && taxRate <= 100;
}

function hasFittingCategory({ vatCategory, taxRate }: TotalsItem): boolean {
  if (vatCategory === undefined) return true;
  return VAT_CATEGORIES.includes(vatCategory) && categoryAllowsRate(vatCategory, taxRate);
}
