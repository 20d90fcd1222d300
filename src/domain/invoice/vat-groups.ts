import type { InvoiceAllowance, InvoiceBreakdownLine } from "./generated/invoice.ts";

/** What decides to which group of the VAT breakdown a line, an allowance or a charge belongs. */
export type GroupedPart = Pick<InvoiceAllowance, "vatCategory" | "taxRate" | "rateCountry" | "surchargeRate">;

/** What distinguishes the groups of a VAT breakdown. */
export type GroupKey = Pick<InvoiceBreakdownLine, "category" | "taxRate" | "rateCountry" | "surchargeRate">;

/** The fields of a group that decide or state its amounts. */
export const VAT_GROUP_FIELDS = [
  ...(["category", "taxRate", "rateCountry", "surchargeRate"] as const),
  ...(["taxableAmount", "taxAmount", "surchargeAmount"] as const),
];

/** Whether a part is of a group. Parts state the country of their rate only if they differ in it. */
export function isOfGroup(part: GroupedPart, group: GroupKey): boolean {
  const isOfCountry = part.rateCountry === undefined || part.rateCountry === group.rateCountry;
  const isSurchargedAlike = part.surchargeRate === group.surchargeRate;
  return part.vatCategory === group.category && part.taxRate === group.taxRate && isOfCountry && isSurchargedAlike;
}
