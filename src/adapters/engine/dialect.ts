import type { JournalHead } from "../../domain/books/journal.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { SequenceHead } from "../../ports/number-sequence.ts";
import type { Batch } from "./batch.ts";
import type { StoredResumption } from "./resumption.ts";

/** A value, or a promise of it where the database answers over a network. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Who gives a company's numbers: its invoices themselves, or a counter of the host's. */
export type CountedBy = "invoices" | "host";

/** The end of a company's books, read under their lock. */
export interface BooksHead {
  /** Counted by the invoices kept here. */
  readonly sequence: SequenceHead;
  /** The end of the journal; while invoices without a place are there, its last entry that is no invoice. */
  readonly journal: JournalHead;
  /** Whether the last invoices were inserted by another writer and have no place in the journal yet. */
  readonly hasOpenRows: boolean;
}

/** An invoice and its place in the journal. */
export interface PlacedRow {
  readonly counter: number;
  readonly place: JournalHead;
}

/** An invoice without a place in the journal: what its entry is made of. */
export interface OpenRow {
  readonly counter: number;
  readonly source: "api" | "panel";
  readonly actor: string | null;
  readonly issuedAt: string;
  readonly document: string;
}

/**
 * How one kind of store reads and writes the books of one company in one transaction. The engine decides when: it locks
 * before it writes, and writes in batches.
 */
export interface BooksDialect {
  /** Waits for the company's lock, then reads the end of the books. Begins the transaction where that is not done. */
  lock(): Awaitable<BooksHead>;
  /** Waits for the lock alone. {@link readHead} follows once a counter of the host's has locked as well. */
  lockAlone(): Awaitable<CountedBy>;
  /** Reads the end of the books. Only under the lock. */
  readHead(): Awaitable<BooksHead>;
  /** Notes that a counter of the host's gives this company's numbers. */
  markCountedByHost(): Awaitable<void>;
  findInvoices(ids: readonly string[]): Awaitable<readonly StoredInvoiceWithPayments[]>;
  findKeys(keys: readonly string[]): Awaitable<readonly UsedKey[]>;
  /** The last entry that resumed dates. */
  findResumption(): Awaitable<StoredResumption | undefined>;
  /** The last invoice that has a place in the journal. */
  lastPlaced(): Awaitable<PlacedRow | undefined>;
  /** The first `limit` invoices after this counter, none of which has a place. */
  openRows(after: number, limit: number): Awaitable<readonly OpenRow[]>;
  /** Gives invoices their places. */
  placeRows(rows: readonly PlacedRow[]): Awaitable<void>;
  /** Writes a batch that is not empty. */
  flush(batch: Batch): Awaitable<void>;
}
