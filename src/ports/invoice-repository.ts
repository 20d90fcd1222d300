import type { ChangeOrigin, InvoiceSource } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { InvoiceDocument, InvoiceState, Payment } from "../domain/invoice/invoice.ts";
import type { InvoiceStatus } from "../domain/invoice/status.ts";

/** An invoice as it is inserted. What stands beside the document repeats it, for the database to search and guard. */
export interface NewInvoice {
  readonly id: string;
  readonly counter: number;
  readonly invoiceNumber: string;
  readonly issueDate: CalendarDay;
  /** Only invoices of the `api` are recorded at the meter. */
  readonly source: InvoiceSource;
  /** Who issued it; `null` where the host names nobody. */
  readonly actor: string | null;
  /** As the document has it. */
  readonly issuedAt: string;
  /** RFC 8785 canonical JSON of the {@link InvoiceDocument}; stored byte for byte. */
  readonly document: string;
}

/** An invoice as it is read. */
export interface StoredInvoice {
  readonly counter: number;
  readonly document: InvoiceDocument;
  readonly state: InvoiceState;
}

/** An invoice and its payments, oldest first. */
export interface StoredInvoiceWithPayments extends StoredInvoice {
  readonly payments: readonly Payment[];
}

/** A payment as it is inserted. */
export interface NewPayment extends Payment {
  readonly invoiceId: string;
  readonly origin: ChangeOrigin;
}

/** A change of state. */
export interface StateChange extends InvoiceState {
  readonly invoiceId: string;
  readonly origin: ChangeOrigin;
}

/** An idempotency key, what was asked under it, and the invoice that came of it. */
export interface UsedKey {
  /** 1 to 255 visible ASCII characters; unique per company. */
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string;
  readonly invoiceId: string;
}

/**
 * One company's invoices, inside one transaction. Everything comes in batches: what waits is committed together.
 *
 * - **Guarantee**: all that was written commits together or not at all. A written document never changes and is never
 *   deleted; the store itself refuses both.
 * - **Condition**: called only after `NumberSequence.lock` of the same transaction, and reads see what was committed
 *   before the lock was taken.
 * - **Journal**: an invoice, a payment and a change to `CANCELLED` is each an entry of the company's journal, in this
 *   order, at the next position and under a digest over the one before: `journalText` of `faktura` says of what.
 * - **Cost**: one round trip a call, however long the batch. An empty batch costs nothing.
 */
export interface InvoiceRepository {
  /** The invoices with these ids that the company has, in no particular order, each with all of its payments. */
  findMany(ids: readonly string[]): Promise<readonly StoredInvoiceWithPayments[]>;
  /** Those of these keys that the company has used, in no particular order. */
  findKeys(keys: readonly string[]): Promise<readonly UsedKey[]>;
  /** Adds issued invoices, in the order of their counters, without a gap after the last one. */
  insert(invoices: readonly NewInvoice[]): Promise<void>;
  /** Adds payments, in order. The state of their invoices is changed with {@link changeStates}. */
  insertPayments(payments: readonly NewPayment[]): Promise<void>;
  /** Keeps keys for ever. */
  insertKeys(keys: readonly UsedKey[]): Promise<void>;
  /** Puts invoices into their new states. */
  changeStates(changes: readonly StateChange[]): Promise<void>;
}

/** Which invoices to list. */
export interface InvoiceFilter {
  readonly status?: InvoiceStatus | undefined;
  /** First issue date, inclusive. */
  readonly from?: CalendarDay | undefined;
  /** Last issue date, inclusive. */
  readonly to?: CalendarDay | undefined;
}

/** A page of a list: pages count from 1. */
export interface PageRequest extends InvoiceFilter {
  readonly page: number;
  /** Invoices to a page. */
  readonly limit: number;
}

/** A page, and how many invoices there are on all pages together. */
export interface StoredPage {
  readonly invoices: readonly StoredInvoice[];
  readonly total: number;
}

/**
 * Reads outside any transaction. They wait for no writer and see what was committed before they began.
 *
 * - **Guarantee**: nothing of another company is ever given back.
 * - **Cost**: `find` and `findKey` are look-ups by key, and an invoice's payments are read with it. Without a status any
 *   page of `list` costs what the first does, its total included; with one, the total and pages in the middle may take
 *   time with the number of invoices.
 */
export interface InvoiceReader {
  /** The invoice; `undefined` when the company has none with this id. */
  find(companyId: string, id: string): Promise<StoredInvoiceWithPayments | undefined>;
  /** What the company used `key` for; `undefined` when it never did. */
  findKey(companyId: string, key: string): Promise<UsedKey | undefined>;
  /** One page, newest number first. Empty beyond the last page. */
  list(companyId: string, request: PageRequest): Promise<StoredPage>;
}
