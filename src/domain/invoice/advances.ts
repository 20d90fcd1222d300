import type { CalendarDay } from "../calendar.ts";
import { vatTerritoryOf } from "../vat/territory/territory.ts";
import { isAdvanceType } from "./document-types.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";

/** States in which the VAT of an advance is due when it is invoiced. @see DPR 633/1972, art. 6(4); Wet OB 1968, art. 13 */
const DUE_ON_ISSUE: readonly string[] = ["IT", "NL"];

/**
 * Whether an invoice is an advance (`386`) whose VAT is due once it is paid. It is not in states where the invoice makes it
 * due, nor if the invoice or the seller's VAT on debits says when it is.
 *
 * @see Directive 2006/112/EC, article 65; France: CGI, article 269, 2, c
 */
export function isAdvanceDueWhenPaid({
  documentType,
  seller,
  taxPointCode,
  registrationCountry = seller.country,
}: InvoiceDocument): boolean {
  if (!isAdvanceType(documentType) || taxPointCode === "3" || taxPointCode === "35") return false;
  if (seller.national?.fr?.vatOnDebits === true) return false;
  return !DUE_ON_ISSUE.includes(vatTerritoryOf(registrationCountry).numbersOf);
}

/**
 * The day of the supply as an advance states it, by `supplyDate`, `taxPointDate` or the end of its period; `undefined` if it
 * states none, because its supply is yet to come.
 */
export function statedSupplyDay(document: InvoiceDocument): CalendarDay | undefined {
  const { supplyDate, taxPointDate, issueDate, period } = document;
  return supplyDate ?? (taxPointDate === issueDate ? period?.end : taxPointDate);
}
