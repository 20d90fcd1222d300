import type { ChangeOrigin, InvoiceSource } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { CreditNoteSummary, InvoiceDocument, Payment } from "../domain/invoice/generated/invoice.ts";
import type { InvoiceState } from "../domain/invoice/invoice-state.ts";
import type { InvoiceStatus } from "../domain/invoice/status.ts";
import type { StoredPortalEntry } from "../domain/invoice/stored-document.ts";
import type { CompanySequences } from "./number-sequence.ts";

/** The number of an invoice in a named series. */
export interface SeriesPlace {
  /** The name of the series. */
  readonly name: string;
  /** The number in the series, from 1; the next one after the last. */
  readonly number: number;
}

/** An invoice as it is inserted. The other fields repeat parts of the document, for the database to search and guard. */
export interface NewInvoice {
  /** UUIDv7. */
  readonly id: string;
  /**
   * Its number among all of the company's invoices, in the order of issue; the next one after the last. Also its number,
   * if the company has no named series.
   */
  readonly counter: number;
  /** Its number in its named series. Absent: it is in the first series. */
  readonly series?: SeriesPlace | undefined;
  /** As in the document; unique per company. */
  readonly invoiceNumber: string;
  /** As in the document. */
  readonly issueDate: CalendarDay;
  /** Only invoices with source `api` are metered. */
  readonly source: InvoiceSource;
  /** The actor that issued it; `null` if the host named none. */
  readonly actor: string | null;
  /** What is due on it as it is issued. */
  readonly amountDue: number;
  /** As in the document. */
  readonly issuedAt: string;
  /** RFC 8785 canonical JSON of the {@link InvoiceDocument}; stored byte for byte. */
  readonly document: string;
}

/** An invoice as it is read. */
export interface StoredInvoice {
  /** Its number among all of the company's invoices, in the order of issue. */
  readonly counter: number;
  /** As it was issued. */
  readonly document: InvoiceDocument;
  /** As it is now. */
  readonly state: InvoiceState;
}

/** An invoice, its payments, its credit notes and the numbers that portals gave, oldest first. */
export interface StoredInvoiceWithPayments extends StoredInvoice {
  /** Oldest first. */
  readonly payments: readonly Payment[];
  /** Oldest first. */
  readonly creditNotes: readonly CreditNoteSummary[];
  /** The numbers and the refusals of portals, of the invoice and of its credit notes, oldest first. */
  readonly portalEntries: readonly StoredPortalEntry[];
}

/** A portal's number, or its refusal, as it is inserted. */
export type NewPortalEntry = StoredPortalEntry & {
  /** Who recorded it, and when. */
  readonly origin: ChangeOrigin;
};

/** A payment as it is inserted. */
export interface NewPayment extends Payment {
  /** The invoice that is paid. */
  readonly invoiceId: string;
  /** Who recorded it, and when. */
  readonly origin: ChangeOrigin;
}

/** A change of state. */
export interface StateChange extends InvoiceState {
  /** The invoice that changes. */
  readonly invoiceId: string;
  /** Whether the invoice was cancelled before, so that this is not its cancellation. Absent: it was not. */
  readonly wasCancelled?: boolean | undefined;
  /** Whether it was written off before, so that this does not write it off. Absent: it was not. */
  readonly wasWrittenOff?: boolean | undefined;
  /** Who changed it, and when. */
  readonly origin: ChangeOrigin;
}

/** An idempotency key, the fingerprint of its request, and the invoice of the request. */
export interface UsedKey {
  /** 1 to 255 visible ASCII characters; unique per company. */
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string;
  /** The invoice of the request; the id of a credit note that does not credit one invoice of the books. */
  readonly invoiceId: string;
  /** The credit note that the request issued for the invoice. Absent for all other requests. */
  readonly creditNoteId?: string | undefined;
}

/**
 * One company's invoices, inside one transaction. All methods take batches, because waiting writes commit together.
 *
 * - **Guarantee**: everything that was written commits together or not at all. A written document never changes and is
 *   never deleted; the store itself refuses both.
 * - **Condition**: called only after `NumberSequence.lock` in the same transaction. Reads see everything that was
 *   committed before the lock was taken.
 * - **Journal**: each invoice, each payment, each change to `CANCELLED`, each write-off and each portal's number or refusal becomes an entry of the
 *   company's journal, in this order, at the next position. Its digest is over `journalText` of `faktura`, which includes the previous digest.
 * - **Cost**: one round trip per call, however large the batch. An empty batch costs nothing.
 */
export interface InvoiceRepository {
  /** The company's invoices with these ids, in no particular order, each with all of its payments and credit notes. */
  findMany(ids: readonly string[]): Promise<readonly StoredInvoiceWithPayments[]>;
  /** The keys among these that the company has used, in no particular order. */
  findKeys(keys: readonly string[]): Promise<readonly UsedKey[]>;
  /**
   * Adds issued invoices, in the order of their counters, without a gap after the last one, and in each named series
   * without a gap after its last number. The transaction rejects with a `Refusal` `request_invalid` if a credit note or
   * an invoice of another series has one of their numbers.
   */
  insert(invoices: readonly NewInvoice[]): Promise<void>;
  /** Adds payments, in order. Does not change the state of their invoices; {@link changeStates} does. */
  insertPayments(payments: readonly NewPayment[]): Promise<void>;
  /**
   * Adds portals' numbers, which have a `number`, and refusals, which have a `code`, in order. They are kept in the journal
   * alone, as `portal_number.recorded` and `portal_refusal.recorded`. The store refuses one of an invoice that the
   * company does not have, or of a credit note that is not the invoice's.
   */
  insertPortalEntries(entries: readonly NewPortalEntry[]): Promise<void>;
  /** Adds used keys, which are kept for ever. */
  insertKeys(keys: readonly UsedKey[]): Promise<void>;
  /** Replaces the states of invoices. */
  changeStates(changes: readonly StateChange[]): Promise<void>;
}

/** Which invoices to list. */
export interface InvoiceFilter {
  /** Absent: all. */
  readonly status?: InvoiceStatus | undefined;
  /** First issue date, inclusive. */
  readonly from?: CalendarDay | undefined;
  /** Last issue date, inclusive. */
  readonly to?: CalendarDay | undefined;
  /** The order's `reference`, the host's own; exact, 1 to 200 characters. */
  readonly reference?: string | undefined;
  /**
   * How the client's name begins, whatever the case of its letters; 1 to 200 characters. Letters are compared one by one:
   * `ß` equals `ẞ` and not `ss`, `Σ` equals `σ` and `ς`. `İ` and `ı` equal only themselves, and so does each accented
   * letter except in the other case. ASCII letters equal only ASCII letters.
   */
  readonly client?: string | undefined;
  /**
   * Words that the invoice has, each as a part of one of its words: of the client's name, the invoice's number, its
   * references or its lines, whatever the case and the accents of their letters; or as its exact total. 1 to 200
   * characters, with a letter or a digit. `searchTerms` and `isFoundBy` define it.
   */
  readonly search?: string | undefined;
  /** Only invoices of this named series. Absent: of all series. */
  readonly series?: string | undefined;
  /** Only invoices whose `dueDate` is before this day, in any status. One without a due date is never found. */
  readonly dueBefore?: CalendarDay | undefined;
  /**
   * Whether only invoices whose `amountDue` is above 0 and that were not written off; with `dueBefore`, above the `retentions` whose `dueOn` is that day or
   * later. Absent: no, all.
   */
  readonly due?: boolean | undefined;
}

/** A page of a list. Pages count from 1. */
export interface PageRequest extends InvoiceFilter {
  /** From 1. */
  readonly page: number;
  /** Invoices per page. */
  readonly limit: number;
  /**
   * Only invoices with a lower counter are on the page. The total is of all the same. Only with page 1. Absent: the page
   * counts from the newest invoice.
   */
  readonly before?: number | undefined;
  /**
   * Nobody uses the total, so that nothing needs to be counted. A store that had to look for all matches to find the page
   * names up to this many that follow it in {@link StoredPage.rest}. Absent: the total is used.
   */
  readonly ahead?: number | undefined;
  /**
   * Reads only these counters of an earlier page's {@link StoredPage.rest}, instead of looking again. One whose status has
   * changed since may not match any more. Absent: looks for what matches.
   */
  readonly among?: readonly number[] | undefined;
  /** Only `ENTRY_FIELDS` of the documents are used: a store may leave out their other fields. Absent: all are used. */
  readonly isBrief?: boolean | undefined;
}

/** A page, and the number of invoices on all pages. */
export interface StoredPage {
  /** Newest first. */
  readonly invoices: readonly StoredInvoice[];
  /** How many there are on all pages. Unspecified with {@link PageRequest.ahead} and {@link PageRequest.among}. */
  readonly total: number;
  /** Whether there are more than `total`, because a search counts to `MOST_COUNTED` at most. Absent: no. */
  readonly hasMore?: boolean;
  /** The counters that follow the page, highest first, no more than `ahead`. Absent: the store finds each page by itself. */
  readonly rest?: readonly number[];
}

/**
 * Reads outside any transaction. They do not wait for writers, and see everything that was committed before they began.
 *
 * - **Guarantee**: they never return another company's data.
 * - **Cost**: `find`, `findByNumber`, `findKey` and `sequences` are look-ups by key; the first two also read the payments. Without
 *   a status, every page of `list` costs as much as the first, including its total. With a status, the total and the
 *   pages in the middle may take longer the more invoices there are. A list by series, reference, client or due date
 *   never reads all invoices; it takes longer the more of them it finds. `due` alone costs as much as the status `SENT`.
 */
export interface InvoiceReader {
  /** The invoice; `undefined` if the company has none with this id. */
  find(companyId: string, id: string): Promise<StoredInvoiceWithPayments | undefined>;
  /**
   * The invoice with this number, whatever the case of its letters; `undefined` if there is none, or if it is no number
   * of `formatInvoiceNumber`.
   */
  findByNumber(companyId: string, invoiceNumber: string): Promise<StoredInvoiceWithPayments | undefined>;
  /** What the company used `key` for; `undefined` if it never used it. */
  findKey(companyId: string, key: string): Promise<UsedKey | undefined>;
  /** One page, newest number first. Empty after the last page. */
  list(companyId: string, request: PageRequest): Promise<StoredPage>;
  /** Where the company's sequences end now, with these named series, for previews. The same as under the lock. */
  sequences(companyId: string, series: readonly string[]): Promise<CompanySequences>;
}
