import type { Invoice, InvoiceDocument } from "./generated/invoice.ts";
import type { InvoiceState } from "./invoice-state.ts";

/** The fields of a document on which an {@link InvoiceEntry} depends. */
export const ENTRY_FIELDS = [
  ...(["id", "invoiceNumber", "issueDate", "dueDate", "clientName", "clientCountry"] as const),
  ...(["currency", "total", "payable", "prepaidAmount", "retentions"] as const),
] as const satisfies readonly (keyof InvoiceDocument)[];

/** What lists show of an invoice, and what sums of open amounts count. The fields are those of the {@link Invoice}. */
export type InvoiceEntry = Pick<
  Invoice,
  | ("id" | "invoiceNumber" | "issueDate" | "dueDate" | "clientName" | "clientCountry" | "currency" | "total")
  | ("prepaidAmount" | "retentions" | "status" | "amountPaid" | "prepaidRefunded" | "creditedTotal" | "amountDue")
  | "writtenOffOn"
>;

/** The entry of an invoice. Of the document it reads only {@link ENTRY_FIELDS}. */
export function entryOf(document: InvoiceDocument, state: InvoiceState): InvoiceEntry {
  return {
    id: document.id,
    invoiceNumber: document.invoiceNumber,
    issueDate: document.issueDate,
    dueDate: document.dueDate,
    clientName: document.clientName,
    clientCountry: document.clientCountry,
    currency: document.currency,
    total: document.total,
    prepaidAmount: document.prepaidAmount,
    retentions: document.retentions,
    status: state.status,
    amountPaid: state.amountPaid,
    prepaidRefunded: state.prepaidRefunded === 0 ? undefined : state.prepaidRefunded,
    creditedTotal: state.creditedTotal,
    amountDue: state.amountDue,
    writtenOffOn: state.writtenOffOn ?? undefined,
  };
}
