import type { NewInvoice } from "../../ports/invoice-repository.ts";
import { type Batch, emptyBatch } from "./batch.ts";
import type { Awaitable, BooksDialect, BooksHead } from "./dialect.ts";
import { JournalChain, laterOf } from "./journal-chain.ts";

/** How many rows get their places in the journal at once; their documents are read for it. */
const OPEN_ROWS_PAGE = 1000;

/** Gives invoices that other writers have inserted their places in the journal, under the company's lock. */
export async function placeOpenRows(dialect: BooksDialect): Promise<void> {
  const books = new TransactionBooks(dialect);
  books.startFrom(await dialect.lock());
  await books.chain();
}

/** The books of one company in one transaction: read as they are asked for, written in batches. */
export class TransactionBooks {
  readonly dialect: BooksDialect;
  /** The batches that were written: evidence of a commit whose answer is lost. */
  readonly written: Batch[] = [];
  /** What is gathered and not written yet. Only after the lock. */
  batch = emptyBatch();
  #chain: JournalChain | undefined;
  #head: BooksHead | undefined;

  constructor(dialect: BooksDialect) {
    this.dialect = dialect;
  }

  /** @throws TypeError before the lock: what is written without it could leave a gap */
  requireLocked(): void {
    if (this.#head === undefined) throw new TypeError("numbers.lock() comes before anything is written");
  }

  /** Begins at what was read under the lock. */
  startFrom(head: BooksHead): void {
    this.#head = head;
    this.#chain = undefined;
  }

  /**
   * The end of the journal. Invoices that others have inserted since the library last wrote get their places first.
   *
   * @throws TypeError before the lock
   */
  chain(): Awaitable<JournalChain> {
    if (this.#chain !== undefined) return this.#chain;
    this.requireLocked();
    const { journal, hasOpenRows } = this.#head!;
    if (hasOpenRows) return this.#chainOpenRows();
    this.#chain = new JournalChain(journal);
    return this.#chain;
  }

  /** The invoices that this transaction inserts, by id. */
  inserted(): ReadonlyMap<string, NewInvoice> {
    const inserted = new Map<string, NewInvoice>();
    for (const { invoices } of [...this.written, this.batch])
      for (const invoice of invoices) inserted.set(invoice.id, invoice);
    return inserted;
  }

  /** Writes what is gathered. */
  flush(): Awaitable<void> {
    const { batch } = this;
    const { invoices, entries, keys, states } = batch;
    // Each continuation and payment has an entry too.
    if (invoices.length === 0 && entries.length === 0 && keys.length === 0 && states.size === 0) return;
    this.batch = emptyBatch();
    this.written.push(batch);
    return this.dialect.flush(batch);
  }

  async #chainOpenRows(): Promise<JournalChain> {
    const placed = await this.dialect.lastPlaced();
    const chain = new JournalChain(laterOf(placed?.place, this.#head!.journal));
    for (let after: number | undefined = placed?.counter ?? 0; after !== undefined; ) {
      after = await this.#chainPage(chain, after);
    }
    this.#chain = chain;
    return chain;
  }

  /** Gives the first open rows after a counter their places; gives the last one's counter, where there may be more. */
  async #chainPage(chain: JournalChain, after: number): Promise<number | undefined> {
    const rows = await this.dialect.openRows(after, OPEN_ROWS_PAGE);
    if (rows.length === 0) return undefined;
    await this.dialect.placeRows(rows.map((row) => ({ counter: row.counter, place: chain.appendInvoice(row) })));
    return rows.length < OPEN_ROWS_PAGE ? undefined : rows.at(-1)!.counter;
  }
}
