import type { NewInvoice, SeriesPlace } from "../../ports/invoice-repository.ts";
import type { Batch } from "./batch.ts";
import type { Awaitable, BooksDialect, LockedHead } from "./dialect.ts";
import { JournalChain, laterHead } from "./journal-chain.ts";

/** How many invoices to assign journal positions at a time; each document must be read. */
const OPEN_ROWS_PAGE = 1000;

/** Assigns journal positions to the invoices that other writers have inserted. Takes the company's lock. */
export async function chainOpenRows(dialect: BooksDialect): Promise<void> {
  const books = new TransactionBooks(dialect);
  books.startFrom(await dialect.lock());
  await books.chain();
}

/** One company's books in one transaction. Reads run at once; writes are gathered into batches. */
export class TransactionBooks {
  readonly dialect: BooksDialect;
  /** The batches that were written. They are evidence if the answer to the commit is lost. */
  readonly written: Batch[] = [];
  /** The changes that are gathered but not written yet. Only after the lock. */
  batch = emptyBatch();
  #chain: JournalChain | undefined;
  #head: LockedHead | undefined;
  #inSeries = 0;

  constructor(dialect: BooksDialect) {
    this.dialect = dialect;
  }

  /** @throws TypeError before the lock: writing without it could leave a gap */
  requireLocked(): void {
    if (this.#head === undefined) throw new TypeError("call numbers.lock() before you write anything");
  }

  /** {@link LockedHead.profile}. Only after the lock. */
  get profile(): string | undefined {
    return this.#head?.profile;
  }

  /** Sets the end of the books that was read under the lock. */
  startFrom(head: LockedHead): void {
    this.#head = head;
    this.#inSeries = head.sequence.inSeries ?? 0;
    this.#chain = undefined;
  }

  /**
   * The chain that continues the journal. Invoices that other writers have inserted since the library last wrote get
   * their positions first.
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

  /** Gathers an invoice's row in its named series. */
  addToSeries({ name: series, number }: SeriesPlace, { counter, invoiceNumber }: NewInvoice): void {
    this.#inSeries += 1;
    this.batch.inSeries.push({ place: this.#inSeries, series, number, counter, invoiceNumber });
  }

  /** The end of the books once everything written so far is committed; `undefined` if it must be read again. */
  headAfter(): LockedHead | undefined {
    const [head, chain] = [this.#head, this.#chain];
    if (head === undefined || (head.hasOpenRows && chain === undefined)) return undefined;
    if (this.written.some(({ continuedFrom }) => continuedFrom !== undefined)) return undefined;
    const last = this.written.flatMap(({ invoices }) => invoices.at(-1) ?? []).at(-1);
    const moved = last && { lastCounter: last.counter, lastIssueDate: last.issueDate, started: true };
    const sequence = { ...head.sequence, ...moved, inSeries: this.#inSeries };
    return { ...head, sequence, journal: chain?.head ?? head.journal, hasOpenRows: false };
  }

  /** Writes the gathered changes. */
  flush(): Awaitable<void> {
    const { batch } = this;
    const { invoices, entries, keys, states } = batch;
    // No need to check continuations, payments and credit notes, because each has an entry.
    if (invoices.length === 0 && entries.length === 0 && keys.length === 0 && states.size === 0) return;
    this.batch = emptyBatch();
    this.written.push(batch);
    return this.dialect.flush(batch);
  }

  async #chainOpenRows(): Promise<JournalChain> {
    const last = await this.dialect.lastChained();
    const chain = new JournalChain(laterHead(last?.entry, this.#head!.journal));
    for (let after: number | undefined = last?.counter ?? 0; after !== undefined; ) {
      after = await this.#chainPage(chain, after);
    }
    this.#chain = chain;
    return chain;
  }

  /** Assigns positions to the next page of open rows. Returns its last counter if there may be more of them. */
  async #chainPage(chain: JournalChain, after: number): Promise<number | undefined> {
    const rows = await this.dialect.openRows(after, OPEN_ROWS_PAGE);
    if (rows.length === 0) return undefined;
    await this.dialect.chainRows(rows.map((row) => ({ counter: row.counter, entry: chain.appendInvoice(row) })));
    return rows.length < OPEN_ROWS_PAGE ? undefined : rows.at(-1)!.counter;
  }
}

function emptyBatch(): Batch {
  return {
    continuedFrom: undefined,
    invoices: [],
    inSeries: [],
    entries: [],
    payments: [],
    creditNotes: [],
    keys: [],
    states: new Map(),
  };
}
