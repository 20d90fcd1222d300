import type { InvoiceFilter, StoredInvoice } from "../../ports/invoice-repository.ts";
import type { InvoiceRow } from "../common/invoice-row.ts";

/** Binds a value. Returns its parameter in the statement. */
export type Bind = (value: unknown) => string;

/** How the rows of a list are read: SQL of their columns, of the invoice `i`, and the invoice of a row. */
export interface RowReading {
  readonly columns: string;
  readonly invoiceOf: (row: InvoiceRow) => StoredInvoice;
}

/** What the databases write differently in lists by reference, series and due date: conditions for the invoice `i`. */
export interface LookupSyntax {
  /** Whole documents, unless a list is `isBrief` and the database can leave out fields. */
  reading(isBrief: boolean | undefined): RowReading;
  /** FROM and the conditions that find the company's invoices by an index, and the filter that is left. */
  found(filter: InvoiceFilter, bind: Bind): { readonly from: string; readonly left: InvoiceFilter };
  /** Whether something is due and not written off. */
  readonly isDue: string;
  /** Whether more is due than what is kept back until that day or longer. */
  isDueBefore(day: string): string;
  /** Whether its due date is before that day. `isFound`: something else finds the invoices, and each is compared. */
  isDatedBefore(day: string, filter: InvoiceFilter, isFound: boolean): string;
  inSeries(series: string, isFound: boolean): string;
  hasReference(reference: string, bind: Bind): string;
}
