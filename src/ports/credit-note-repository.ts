import type { ChangeOrigin } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { CreditNoteDocument } from "../domain/invoice/generated/credit-note.ts";
import type { StoredCreditApplied, StoredPortalEntry } from "../domain/invoice/stored-document.ts";

/** A credit note as it is inserted. The fields beside the document repeat it, so that a database can search and check them. */
export interface NewCreditNote {
  /** UUIDv7. */
  readonly id: string;
  /** Its number in the series of credit notes, from 1. */
  readonly counter: number;
  /** As in the document. */
  readonly creditNoteNumber: string;
  /** As in the document. */
  readonly issueDate: CalendarDay;
  /** The invoice that it corrects; its own `id` if it does not credit one invoice of the books. */
  readonly invoiceId: string;
  /** As in the document. */
  readonly total: number;
  /** As in the document. */
  readonly payable: number;
  /** What it takes off invoices, if it does not credit one invoice of the books: an entry of the journal each. Absent: none. */
  readonly applied?: readonly StoredCreditApplied[] | undefined;
  /** Who issued it, and when. */
  readonly origin: ChangeOrigin;
  /** RFC 8785 canonical JSON of the {@link CreditNoteDocument}; stored byte for byte, in the journal. */
  readonly document: string;
}

/** A credit note as it is read. */
export interface StoredCreditNote {
  /** Its number in the series of credit notes, from 1. */
  readonly counter: number;
  /** As it was issued. */
  readonly document: CreditNoteDocument;
  /** The numbers and the refusals of portals, of its invoice and the credit notes of that, oldest first. */
  readonly portalEntries: readonly StoredPortalEntry[];
}

/** Where a company's series of credit notes ends. */
export interface CreditNoteSeries {
  /** The counter taken last; 0 before the first credit note. */
  readonly lastCounter: number;
  /** Issue date of the credit note that has it; `null` before the first one. */
  readonly lastIssueDate: CalendarDay | null;
  /** The day of the last `resumeDates` since then, from which dates may continue; `null` if there is none. */
  readonly resumedOn: CalendarDay | null;
}

/**
 * One company's credit notes, inside one transaction. They have a separate series, which the library always numbers
 * itself, even if a host's own counter numbers the invoices.
 *
 * - **Guarantee**: the counters of committed credit notes are 1, 2, 3, …, without gaps or repeats, and dates do not run
 *   backwards along them. A credit note never changes and is never deleted. The store refuses one that credits more
 *   than is left of the invoice's total, or that credits a cancelled invoice. No credit note has the number of an
 *   invoice, whatever the case of the letters: a store refuses whichever of them is written last, with a `Refusal`
 *   `request_invalid`.
 * - **Condition**: called only after `NumberSequence.lock` of the same transaction. The invoice's state is changed in the
 *   same transaction.
 * - **Journal**: a credit note is an entry of the company's journal, which holds its document. What it takes off invoices
 *   are the entries after it, `credit_note.applied`, kept in the journal alone. They count as credit notes of their invoices.
 * - **Cost**: one round trip a call, however long the batch. An empty batch costs nothing.
 */
export interface CreditNoteRepository {
  /** Where the series ends. */
  series(): Promise<CreditNoteSeries>;
  /** All credit notes whose `invoiceId` is one of these, in the order of their counters. */
  findOfInvoices(invoiceIds: readonly string[]): Promise<readonly StoredCreditNote[]>;
  /** Adds credit notes, in the order of their counters, without a gap after the last one. */
  insert(creditNotes: readonly NewCreditNote[]): Promise<void>;
}

/** Which credit notes to list. */
export interface CreditNoteFilter {
  /** Only those of this invoice. */
  readonly invoiceId?: string | undefined;
  /** First issue date, inclusive. */
  readonly from?: CalendarDay | undefined;
  /** Last issue date, inclusive. */
  readonly to?: CalendarDay | undefined;
}

/** A page of a list. Pages count from 1. */
export interface CreditNotePageRequest extends CreditNoteFilter {
  /** From 1. */
  readonly page: number;
  /** Credit notes per page. */
  readonly limit: number;
  /** Only credit notes with a lower counter are on the page. The total is of all the same. Only with page 1. Absent: all. */
  readonly before?: number | undefined;
}

/** A page, and the number of credit notes on all pages. */
export interface StoredCreditNotePage {
  /** Newest first. */
  readonly creditNotes: readonly StoredCreditNote[];
  /** How many there are on all pages. */
  readonly total: number;
}

/**
 * Reads credit notes outside any transaction.
 *
 * - **Guarantee**: they never return another company's data.
 * - **Cost**: `find` is a look-up by key. Without a filter, every page of `list` costs the same.
 */
export interface CreditNoteReader {
  /** The credit note; `undefined` if the company has none with this id. */
  find(companyId: string, id: string): Promise<StoredCreditNote | undefined>;
  /** One page, newest number first. Empty beyond the last page. */
  list(companyId: string, request: CreditNotePageRequest): Promise<StoredCreditNotePage>;
}
