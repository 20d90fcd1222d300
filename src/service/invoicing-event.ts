import type { Invoice } from "../domain/invoice.ts";

/** Something that happened to a company's books, told to the host's `onEvent` after it was committed. */
export interface InvoicingEvent {
  readonly type: "invoice.issued" | "invoice.paid" | "invoice.cancelled" | "payment.recorded";
  readonly companyId: string;
  /** Who asked for it, where the host said so. */
  readonly actor: string | undefined;
  /** The invoice as it then stood. */
  readonly invoice: Invoice;
}
