import type { EinvoiceDocument } from "./document.ts";

/** The discounts and charges of a line. */
export function changesOf(item: EinvoiceDocument["items"][number]) {
  const { discount, charges = [] } = item;
  const discounts = "discounts" in item ? (item.discounts ?? []) : [];
  return [...(discount === undefined ? [] : [discount]), ...discounts, ...charges];
}
