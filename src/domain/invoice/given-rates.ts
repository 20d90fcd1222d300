import type { CompanyProfile } from "../generated/company-profile.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import type { InvoiceOrder } from "./generated/order.ts";

/** Whether an order states a VAT rate, for all lines or for one of them. */
export function statesRate({ taxRate, items }: InvoiceOrder): boolean {
  if (taxRate !== undefined) return true;
  for (const item of items) if (item.taxRate !== undefined) return true;
  return false;
}

/**
 * A company without VAT registration must not show VAT, or it owes it.
 *
 * @throws Refusal `company_not_vat_registered`
 * @see Directive 2006/112/EC, article 203
 */
export function requireNoRateUnlessRegistered({ vatRegistered }: CompanyProfile, order: InvoiceOrder): void {
  if (vatRegistered || !statesRate(order)) return;
  const detail = "must be 0 or left out: the company is not VAT-registered";
  const errors: FieldError[] = [];
  if (order.taxRate !== undefined && order.taxRate > 0) errors.push({ pointer: "/taxRate", detail });
  for (const [index, { taxRate = 0 }] of order.items.entries()) {
    if (taxRate > 0) errors.push({ pointer: `/items/${index}/taxRate`, detail });
  }
  if (errors.length === 0) return;
  throw new Refusal("company_not_vat_registered", "A company that is not VAT-registered cannot charge VAT.", errors);
}

/**
 * An issued invoice is final, so a rate that contradicts the determined rate is refused, not silently ignored. The
 * order's own rate is that of the lines that state none, or of all lines if each states one.
 *
 * @param determined the rate of each line
 * @throws Refusal `tax_rate_conflict`
 */
export function requireDeterminedRates(order: InvoiceOrder, determined: readonly { readonly taxRate: number }[]): void {
  if (!statesRate(order)) return;
  const { taxRate, items } = order;
  const errors: FieldError[] = [];
  const compare = (pointer: string, given: number | undefined, due: number, ofLine = "") => {
    if (given === undefined || given === due) return;
    const detail = `is ${given}, but the determined rate${ofLine} is ${due}; leave it out, or set autoVat to false to keep it`;
    errors.push({ pointer, detail });
  };
  const takesOrdersRate = items.every((item) => item.taxRate !== undefined)
    ? () => true
    : (line: number) => items[line]!.taxRate === undefined;
  const conflicting = determined.findIndex((line, index) => takesOrdersRate(index) && line.taxRate !== taxRate);
  const isMixed = determined.some((line) => line.taxRate !== determined[0]!.taxRate);
  if (conflicting >= 0) {
    compare("/taxRate", taxRate, determined[conflicting]!.taxRate, isMixed ? ` of line ${conflicting + 1}` : "");
  }
  items.forEach((item, index) => {
    compare(`/items/${index}/taxRate`, item.taxRate, determined[index]!.taxRate);
  });
  if (errors.length === 0) return;
  const which = isMixed ? "A given VAT rate differs from the determined one." : undefined;
  const message = which ?? `The given VAT rate differs from the determined rate, ${determined[0]!.taxRate} %.`;
  throw new Refusal("tax_rate_conflict", message, errors);
}
