import type { JournalHead } from "../../domain/books/journal.ts";
import type { StoredResumption } from "../../domain/invoice/stored-document.ts";
import type { CreditNoteSeries, StoredCreditNote } from "../../ports/credit-note-repository.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { SequenceHead, SeriesHead } from "../../ports/number-sequence.ts";
import type { Batch } from "./batch.ts";

/** A value, or a promise of it if the database answers over a network. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * The source of a company's invoice numbers: the invoices themselves (the next number follows the last), or the host's
 * own counter.
 */
export type CountedBy = "invoices" | "host";

/** The end of a company's books, read under their lock. */
export interface LockedHead {
  /** According to the invoices kept here. */
  readonly sequence: SequenceHead;
  /** The end of the journal; if {@link hasOpenRows}, only its last entry that is not an invoice. */
  readonly journal: JournalHead;
  /** Whether another writer inserted the last invoices, so that they have no position in the journal yet. */
  readonly hasOpenRows: boolean;
  /** The stored profile as JSON; `undefined` if there is none, or if it was not read. */
  readonly profile?: string | undefined;
  /** Changes before a call that may still arrive is reported as unwritten. Absent: no call can arrive late. */
  readonly fence?: string | undefined;
}

/** An invoice and the position and digest of its journal entry. */
export interface ChainedRow {
  readonly counter: number;
  readonly entry: JournalHead;
}

/** An invoice that has no position in the journal yet, with everything that its entry needs. */
export interface OpenRow {
  readonly counter: number;
  readonly source: "api" | "panel";
  readonly actor: string | null;
  readonly issuedAt: string;
  readonly document: string;
}

/**
 * How one kind of store reads and writes one company's books in one transaction. The engine decides when: it locks
 * before it writes, and it writes in batches.
 */
export interface BooksDialect {
  /** Takes the company's lock, then reads the end of the books. Begins the transaction if it has not begun. */
  lock(): Awaitable<LockedHead>;
  /** Only takes the lock. Call {@link readHead} once the host's own counter is locked too. */
  lockAlone(): Awaitable<CountedBy>;
  /** Reads the end of the books. Only under the lock. */
  readHead(): Awaitable<LockedHead>;
  /** Records that the host's own counter numbers this company's invoices. */
  markCountedByHost(): Awaitable<void>;
  findInvoices(ids: readonly string[]): Awaitable<readonly StoredInvoiceWithPayments[]>;
  findKeys(keys: readonly string[]): Awaitable<readonly UsedKey[]>;
  /** Where these named series of invoices end. */
  seriesHeads(names: readonly string[]): Awaitable<readonly SeriesHead[]>;
  /** Where the series of credit notes ends. */
  creditNoteSeries(): Awaitable<CreditNoteSeries>;
  /** All credit notes of these invoices, in the order of their counters. */
  findCreditNotes(invoiceIds: readonly string[]): Awaitable<readonly StoredCreditNote[]>;
  /** The last entry that resumed dates. */
  findResumption(): Awaitable<StoredResumption | undefined>;
  /** The last invoice that has a position in the journal. */
  lastChained(): Awaitable<ChainedRow | undefined>;
  /** The first `limit` invoices after this counter. They have no position yet. */
  openRows(after: number, limit: number): Awaitable<readonly OpenRow[]>;
  /** Stores the positions of invoices. */
  chainRows(rows: readonly ChainedRow[]): Awaitable<void>;
  /** Writes a batch that is not empty. */
  flush(batch: Batch): Awaitable<void>;
}
