import type { EinvoiceDocument } from "../document.ts";
import { isSimplified, type VerifactuInvoice, verifactuInvoiceOf } from "./verifactu-invoice.ts";

/**
 * The largest simplified invoice in euros, with VAT, and what the tax agency tolerates above it (error 1150).
 *
 * @see Real Decreto 1619/2012, artículo 4(2)
 */
const LARGEST_SIMPLIFIED = 3000 + 10;

/** Whether a record is that of a simplified invoice, but its amounts are too large for one. */
export function isTooLarge({ type, isWithoutClient, total }: VerifactuInvoice): boolean {
  return type === "F2" && !isWithoutClient && Number(total) > LARGEST_SIMPLIFIED;
}

/**
 * Whether an invoice is a simplified one of Spain, as its record says. One that is too large for it lacks the client's
 * identification; so does one whose amount in euros is not known. One of a sale abroad needs none, and is a full invoice.
 *
 * @see Real Decreto 1619/2012, artículos 4, 6(1)(d) and 7
 */
export function isSimplifiedInvoice(invoice: EinvoiceDocument): boolean {
  if (invoice.seller.country !== "ES" || !isSimplified(invoice)) return false;
  if (invoice.national?.es?.invoiceType === "F2") return true;
  const recorded = verifactuInvoiceOf(invoice);
  return recorded.isInEuros && !recorded.isWithoutClient && !isTooLarge(recorded);
}
