import type { CompanyProfile } from "../../generated/company-profile.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { orderParts, pointerOfPart } from "./order-parts.ts";

/** Whether an order states a VAT rate, for all lines or for a part of it. */
export function statesRate(order: InvoiceOrder): boolean {
  const { taxRate, items, allowances, charges } = order;
  if (taxRate !== undefined) return true;
  for (const item of items) if (item.taxRate !== undefined) return true;
  if ((allowances ?? charges) === undefined) return false;
  return orderParts(order).some((part) => part.taxRate !== undefined);
}

/**
 * The warning about lines with VAT by hand that state neither a rate nor a category, in an order without a rate. They have
 * 0 % in category Z, which few sales are.
 *
 * @see Directive 2006/112/EC, articles 96 to 98, 110 and 226(9)
 */
export function missingRateWarnings({ vatRegistered }: CompanyProfile, { taxRate, items }: InvoiceOrder): VatWarning[] {
  if (!vatRegistered || taxRate !== undefined) return [];
  const lines = items.flatMap((item, index) =>
    item.taxRate === undefined && item.vatCategory === undefined ? [index + 1] : [],
  );
  if (lines.length === 0) return [];
  const last = lines.pop()!;
  const which = lines.length === 0 ? `Line ${last} has` : `Lines ${lines.join(", ")} and ${last} have`;
  const detail =
    `${which} neither a taxRate nor a vatCategory, and the order has no taxRate, so the VAT is 0 % in category Z (zero ` +
    "rated). State the rate; if 0 % is right, state taxRate: 0, or the vatCategory.";
  return [{ code: "tax_rate_missing", detail }];
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
  for (const part of orderParts(order)) {
    if ((part.taxRate ?? 0) > 0) errors.push({ pointer: `${pointerOfPart(order, part)}/taxRate`, detail });
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
