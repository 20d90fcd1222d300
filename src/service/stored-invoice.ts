import type { Invoice, InvoiceWithPayments } from "../domain/invoice.ts";
import { presentStored } from "../domain/present-invoice.ts";
import { Refusal } from "../domain/refusal.ts";
import type { StoredInvoice, StoredInvoiceWithPayments } from "../ports/invoice-repository.ts";

/** What was found. @throws Refusal `invoice_not_found`, the same for nobody's id as for another company's */
export function requireInvoice<Found extends StoredInvoice>(found: Found | undefined): Found {
  if (found !== undefined) return found;
  throw new Refusal(
    "invoice_not_found",
    "The company has no invoice with this id, which is the field id of an invoice, not its number.",
  );
}

export function present({ document, state }: StoredInvoice): Invoice {
  return presentStored(document, state);
}

export function presentWithPayments(stored: StoredInvoiceWithPayments): InvoiceWithPayments {
  return Object.assign(present(stored), { payments: stored.payments });
}
