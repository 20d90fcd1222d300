import type { InvoiceSource, JournalEntry, JournalHead } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { Payment } from "../domain/invoice/invoice.ts";
import type { InvoiceStatus } from "../domain/invoice/status.ts";
import type { SequencePosition } from "./number-sequence.ts";

/** An entry as it is stored, with nothing taken for granted: the audit is who finds out. */
export type StoredEntry = JournalEntry & {
  /** `null` where it is of no invoice. */
  readonly invoiceId: string | null;
};

/** A payment's row as it is stored. */
export interface AuditedPayment extends Payment {
  /** Its place among the invoice's payments; the library counts them from 1. */
  readonly position: number;
}

/** An invoice's row as it is stored, with nothing taken for granted. */
export interface AuditedInvoice {
  readonly counter: number;
  readonly id: string;
  readonly invoiceNumber: string;
  readonly issueDate: CalendarDay;
  readonly source: InvoiceSource;
  readonly actor: string | null;
  /** `null` where another writer inserted the row and no write of the library's has followed yet. */
  readonly place: JournalHead | null;
  readonly document: string;
  readonly status: InvoiceStatus;
  readonly amountPaid: number;
  readonly cancelledAt: string | null;
  readonly cancellationReason: string | null;
  /** Oldest first. */
  readonly payments: readonly AuditedPayment[];
  /** The journal's entries of this invoice but the first, its own row; in the order of their positions. */
  readonly entries: readonly StoredEntry[];
}

/** Where the books of a company stand. */
export interface BooksHead extends JournalHead {
  readonly lastCounter: number;
  /** Where the sequence was adopted, as is noted beside the journal; 0 and `null` where it began here. */
  readonly continuedFrom: SequencePosition;
  /** Whether a host's own counter numbers the invoices, so that counters may be missing here. */
  readonly countedByHost: boolean;
}

/** A row at a place that no number from 1 to 2⁵³ − 1 names, so that no page has it. */
export interface MisplacedRow {
  readonly what: "invoice" | "entry";
  /** The invoice's counter, or the entry's position. */
  readonly place: string;
  /** Of the invoice, or of the one that the entry is of; `null` where it is of none. */
  readonly invoiceId: string | null;
}

/** How far billing events are acknowledged. */
export interface BillingPosition {
  /** All events up to this counter are. */
  readonly acknowledgedThrough: number;
  /** The digest of the invoice that has this counter, as it was when it was acknowledged; `null` at 0. */
  readonly digest: string | null;
}

/**
 * The books as they are stored, for whoever audits them. Reads outside any transaction, each from one snapshot.
 *
 * - **Guarantee**: what is stored is given as it is, however it came there.
 * - **Cost**: a page of `limit` rows costs the same wherever it begins.
 */
export interface JournalReader {
  /**
   * The companies that have a journal, or had one, as far as their sequence and what was acknowledged tell; in an order of
   * the store's, from the first after `after`.
   */
  companies(after: string | null, limit: number): Promise<readonly string[]>;
  /** Where the company's books stand, but for rows that are {@link misplaced}. */
  head(companyId: string): Promise<BooksHead>;
  /** Invoices with a counter above `counter`, in the order of their counters, each with all that the audit asks of it. */
  invoicesAfter(companyId: string, counter: number, limit: number): Promise<readonly AuditedInvoice[]>;
  /** The entries that are no invoices, with a position above `position`, in the order of their positions. */
  entriesAfter(companyId: string, position: number, limit: number): Promise<readonly StoredEntry[]>;
  /**
   * What is missing or changed of that with which the database itself refuses changes: a text for each, for people;
   * none where all of it is there. It is of all companies. Absent where a store has no such guards.
   */
  faults?(): Promise<readonly string[]>;
  /** Whether the books have guards at all, which {@link faults} compares. Absent where they cannot be left out. */
  guarded?(): Promise<boolean>;
  /** The company's rows whose counter or position is no number from 1 to 2⁵³ − 1, `limit` of them at most. */
  misplaced(companyId: string, limit: number): Promise<readonly MisplacedRow[]>;
  /** How far the company's billing events are acknowledged. */
  billing(companyId: string): Promise<BillingPosition>;
}
