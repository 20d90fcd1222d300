import type { InvoiceSource, JournalEntry, JournalHead } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { Payment } from "../domain/invoice/generated/invoice.ts";
import type { InvoiceState } from "../domain/invoice/invoice-state.ts";
import type { NewCreditNote } from "./credit-note-repository.ts";
import type { SeriesPlace } from "./invoice-repository.ts";
import type { SequencePosition } from "./number-sequence.ts";

/** An entry as it is stored. Do not rely on its content: the audit checks it. */
export type StoredEntry = JournalEntry & {
  /** `null` if the entry is not about an invoice. The id of a credit note that does not credit one invoice of the books. */
  readonly invoiceId: string | null;
};

/** A payment's row as it is stored. */
export interface AuditedPayment extends Payment {
  /** Its position among the invoice's payments. The library counts from 1. */
  readonly position: number;
}

/** A credit note's row as it is stored: columns that must equal the document, which is in its journal entry. */
export interface AuditedCreditNote extends Omit<NewCreditNote, "applied" | "origin" | "document"> {
  /** The position of its entry in the journal. */
  readonly position: number;
}

/** An invoice's number in a named series as it is stored. */
export interface AuditedSeriesPlace extends SeriesPlace {
  /** Its number among the company's invoices in named series. The library counts from 1. */
  readonly place: number;
}

/**
 * An invoice's row as it is stored. Do not rely on its content: the audit checks it. Its state must follow from its payments,
 * their cash discounts, its credit notes, its cancellation and its write-off.
 */
export interface AuditedInvoice extends Omit<InvoiceState, "amountDue"> {
  /** Its number among all of the company's invoices. */
  readonly counter: number;
  /** Its row in a named series. Absent: it has none. */
  readonly series?: AuditedSeriesPlace | undefined;
  /** UUIDv7. */
  readonly id: string;
  /** Its column, which must equal the document's field. */
  readonly invoiceNumber: string;
  /** Its column, which must equal the document's field. */
  readonly issueDate: CalendarDay;
  /** Only invoices with source `api` are metered. */
  readonly source: InvoiceSource;
  /** Who issued it; `null` if the host named nobody. */
  readonly actor: string | null;
  /** Its entry in the journal; `null` if another writer inserted the row and the library has not written since. */
  readonly place: JournalHead | null;
  /** The text as it is stored. */
  readonly document: string;
  /** Must follow from the document and the rest of the state. `null` in a row of another writer. */
  readonly amountDue: number | null;
  /** Oldest first. */
  readonly payments: readonly AuditedPayment[];
  /** The journal's entries about this invoice, without its own row, in the order of their positions. */
  readonly entries: readonly StoredEntry[];
}

/** The end of a company's books: the last entry of its journal and the last counter. */
export interface BooksHead extends JournalHead {
  /** The counter of the last invoice; 0 if there is none. */
  readonly lastCounter: number;
  /** How many invoices are in named series, according to their last row; 0 if there is none. */
  readonly inSeries: number;
  /** The counter of the last credit note; 0 if there is none. */
  readonly lastCreditNote: number;
  /** Where the sequence was continued from, as stored outside the journal; 0 and `null` if it began here. */
  readonly continuedFrom: SequencePosition;
  /** Whether a host's own counter numbers the invoices. Then counters may be missing. */
  readonly countedByHost: boolean;
}

/** A row whose counter or position is not a number from 1 to 2⁵³ − 1, so no page contains it. */
export interface MisplacedRow {
  /** The kind of row. */
  readonly what: "invoice" | "entry" | "credit note";
  /** The counter, or the entry's position. */
  readonly place: string;
  /** The id of the invoice, or of the entry's invoice; `null` if it has none. */
  readonly invoiceId: string | null;
}

/** How far billing events are acknowledged. */
export interface BillingPosition {
  /** All events up to this counter are acknowledged. */
  readonly acknowledgedThrough: number;
  /** The digest of the invoice with this counter, as it was when it was acknowledged; `null` at 0. */
  readonly digest: string | null;
}

/**
 * The stored books, for an audit. Reads outside any transaction, each from one snapshot.
 *
 * - **Guarantee**: everything is returned as it is stored, however it got there.
 * - **Cost**: a page of `limit` rows costs the same wherever it begins.
 */
export interface JournalReader {
  /**
   * The next companies after `after` that have a journal, or that had one according to their sequence or to what was
   * acknowledged. The store chooses the order.
   */
  companies(after: string | null, limit: number): Promise<readonly string[]>;
  /** The end of the company's books, without rows that are {@link misplaced}. */
  head(companyId: string): Promise<BooksHead>;
  /** Invoices with a counter above `counter`, in the order of their counters, each with everything for the audit. */
  invoicesAfter(companyId: string, counter: number, limit: number): Promise<readonly AuditedInvoice[]>;
  /** The entries that are not invoices, with a position above `position`, in the order of their positions. */
  entriesAfter(companyId: string, position: number, limit: number): Promise<readonly StoredEntry[]>;
  /** Credit notes with a counter above `counter`, in the order of their counters. */
  creditNotesAfter(companyId: string, counter: number, limit: number): Promise<readonly AuditedCreditNote[]>;
  /**
   * One readable line for each missing or changed guard (the database's own checks against changes); empty if there are
   * none. They concern all companies of the database that has this one. Absent if the store has no such guards.
   */
  faults?(companyId: string): Promise<readonly string[]>;
  /** Whether these books have guards at all, for {@link faults} to compare. Absent if they always have. */
  guarded?(companyId: string): Promise<boolean>;
  /** The company's rows whose counter or position is not a number from 1 to 2⁵³ − 1, at most `limit` of them. */
  misplaced(companyId: string, limit: number): Promise<readonly MisplacedRow[]>;
  /** How far the company's billing events are acknowledged. */
  billing(companyId: string): Promise<BillingPosition>;
}
