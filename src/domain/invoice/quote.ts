import type { CalendarDay } from "../calendar.ts";
import type { InvoicePreview } from "./preview.ts";

/** What makes a preview a quote. */
export interface Quote {
  /** Its own number, which is not an invoice number. */
  readonly number: string;
  /** The day on which it was written. */
  readonly on: CalendarDay;
  /** The last day on which it can be accepted. */
  readonly validUntil: CalendarDay;
}

/** A quote: a preview of its invoice, which `renderPdf` and `printedContent` of `faktura/pdf` print as one, and never as an invoice. */
export interface QuotedInvoice extends InvoicePreview {
  /** Its number and days. */
  readonly quote: Quote;
}
