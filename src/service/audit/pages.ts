import { setImmediate as nextTurn } from "node:timers/promises";

/** Returns the next `limit` rows after a position, in order; fewer if there are no more. */
type ReadPage<Row> = (after: number, limit: number) => Promise<readonly Row[]>;

/** After this many rows at one position, the remaining rows there are skipped. */
const MOST_COPIES = 1000;

/** Reads rows page by page, as they are needed. Positions are whole numbers from 1. */
export class Pages<Row> {
  readonly #read: ReadPage<Row>;
  readonly #positionOf: (row: Row) => number;
  readonly #pageSize: number;
  readonly #last: number;
  /** The last position that was passed, and how many of its rows. */
  state: { position: number; rows: number };
  #page: readonly Row[] = [];
  #index = 0;

  /** Rows up to `after` or beyond `last`, and rows whose position is not a safe integer, are not returned. */
  constructor(
    read: ReadPage<Row>,
    positionOf: (row: Row) => number,
    { pageSize, after, last }: { readonly pageSize: number; readonly after: number; readonly last: number },
  ) {
    this.#read = read;
    this.#positionOf = positionOf;
    this.#pageSize = pageSize;
    this.state = { position: after, rows: 0 };
    this.#last = Math.min(last, Number.MAX_SAFE_INTEGER);
  }

  /** The current row; `undefined` after the last one. */
  get current(): Row | undefined {
    const row = this.#page[this.#index];
    return row !== undefined && this.#positionOf(row) <= this.#last ? row : undefined;
  }

  /** Reads the page after what was passed. */
  async begin(): Promise<void> {
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
    this.#page = this.state.position <= this.#last ? await this.#readOn() : [];
    this.#index = 0;
  }

  /** Moves to the next row. Returns whether it had to read a page. */
  async next(): Promise<boolean> {
    const position = this.#positionOf(this.#page[this.#index]!);
    this.state = { position, rows: 1 + (position === this.state.position ? this.state.rows : 0) };
    this.#index += 1;
    if (this.#index < this.#page.length) return false;
    await this.begin();
    return true;
  }

  /**
   * The next page. If a key was removed from the table, two rows may have the same position, and the last page may have
   * ended between them. So this reads the last position again, and skips the rows of it that were already returned.
   */
  async #readOn(): Promise<readonly Row[]> {
    const { position, rows: given } = this.state;
    if (given === 0 || given > MOST_COPIES) return this.#read(position, this.#pageSize);
    const limit = this.#pageSize + given;
    const page = await this.#read(position - 1, limit);
    let copies = 0;
    const fresh = page.filter((row) => {
      if (this.#positionOf(row) === position) copies += 1;
      return this.#positionOf(row) > position || (this.#positionOf(row) === position && copies > given);
    });
    return fresh.length > 0 || page.length < limit ? fresh : this.#read(position, this.#pageSize);
  }
}

/**
 * The counter of the last row that comes before a position; 0 if none does. Positions grow with counters, so halving finds it.
 * `next` reads the row after a counter.
 */
export async function findLastCounter<Row extends { readonly counter: number }>(
  next: (counter: number) => Promise<Row | undefined>,
  lastCounter: number,
  comesBefore: (row: Row) => boolean,
): Promise<number> {
  let [low, high] = [0, lastCounter];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await next(middle);
    if (row !== undefined && comesBefore(row)) low = row.counter;
    else high = middle;
  }
  return low;
}
