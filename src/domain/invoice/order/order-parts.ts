import { ADJUSTMENTS } from "../../money/totals-input.ts";
import type { DocumentAllowance, DocumentCharge, InvoiceOrder, OrderItem } from "../generated/order.ts";

/** An allowance or a charge of an order. */
export type OrderAdjustment = DocumentAllowance | DocumentCharge;

/** What has a VAT of its own: a line, or an allowance or a charge that states its VAT. */
export type OrderPart = Pick<
  OrderItem,
  "supply" | "placeOfSupply" | "vatRates" | "exemption" | "taxRate" | "vatCategory" | "exemptionReason" | "vatexCode"
>;

/** Whether an allowance or a charge states a field of VAT. Otherwise its VAT is that of the lines. */
export function statesVat({ supply, placeOfSupply, vatRates, exemption, taxRate, vatCategory }: OrderPart): boolean {
  return (supply ?? placeOfSupply ?? vatRates ?? exemption ?? taxRate ?? vatCategory) !== undefined;
}

/** The lines of an order, and behind them the allowances and charges that state their VAT. */
export function orderParts(order: InvoiceOrder): readonly OrderPart[] {
  const { items, allowances, charges } = order;
  if ((allowances ?? charges) === undefined) return items; // most orders
  return [...items, ...(allowances ?? []).filter(statesVat), ...(charges ?? []).filter(statesVat)];
}

/** The JSON Pointer of one of {@link orderParts}. */
export function pointerOfPart(order: InvoiceOrder, part: OrderPart): string {
  for (const field of ["items", ...ADJUSTMENTS] as const) {
    const index = (order[field] as readonly OrderPart[] | undefined)?.indexOf(part) ?? -1;
    if (index >= 0) return `/${field}/${index}`;
  }
  return "";
}

const WORDS: Readonly<Record<string, string>> = { items: "Line", allowances: "Allowance", charges: "Charge" };

/** One of {@link orderParts} in words: `Line 2`. */
export function nameOfPart(order: InvoiceOrder, part: OrderPart): string {
  const [, field = "", index] = pointerOfPart(order, part).split("/");
  return `${WORDS[field]} ${Number(index) + 1}`;
}
