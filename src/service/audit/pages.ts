import { setImmediate as nextTurn } from "node:timers/promises";

/** Returns the next `limit` rows after a place, in order; fewer if there are no more. */
type ReadPage<Row> = (after: number, limit: number) => Promise<readonly Row[]>;

/** After this many rows at one place, the remaining rows there are skipped. */
const MOST_COPIES = 1000;

/** Reads rows page by page, as they are needed. Places are whole numbers from 1. */
export class Pages<Row> {
  readonly #read: ReadPage<Row>;
  readonly #placeOf: (row: Row) => number;
  readonly #pageSize: number;
  readonly #last: number;
  #page: readonly Row[] = [];
  #index = 0;
  #isLast = false;
  /** How many rows of the last place have been returned. */
  #given = { place: 0, rows: 0 };

  /** Rows after `last`, and rows whose place is not a safe integer, are not returned. */
  constructor(
    read: ReadPage<Row>,
    placeOf: (row: Row) => number,
    { pageSize, last }: { readonly pageSize: number; readonly last: number },
  ) {
    this.#read = read;
    this.#placeOf = placeOf;
    this.#pageSize = pageSize;
    this.#last = Math.min(last, Number.MAX_SAFE_INTEGER);
  }

  /** The current row; `undefined` after the last one. */
  get current(): Row | undefined {
    const row = this.#page[this.#index];
    return row !== undefined && this.#placeOf(row) <= this.#last ? row : undefined;
  }

  /** Reads the first page. */
  async begin(): Promise<void> {
    await this.#load(() => this.#read(0, this.#pageSize));
  }

  /** Moves to the next row. Returns whether it had to read a page. */
  async next(): Promise<boolean> {
    this.#index += 1;
    if (this.#index < this.#page.length || this.#isLast) return false;
    await this.#load(() => this.#readOn());
    return true;
  }

  /**
   * The next page. If a key was removed from the table, two rows may have the same place, and the last page may have
   * ended between them. So this reads the last place again, and skips the rows of it that were already returned.
   */
  async #readOn(): Promise<readonly Row[]> {
    const place = this.#placeOf(this.#page.at(-1)!);
    if (!(place <= this.#last)) return [];
    const here = this.#page.filter((row) => this.#placeOf(row) === place).length;
    this.#given = { place, rows: here + (this.#given.place === place ? this.#given.rows : 0) };
    const { rows: given } = this.#given;
    if (given > MOST_COPIES) return this.#read(place, this.#pageSize);
    const limit = this.#pageSize + given;
    const page = await this.#read(place - 1, limit);
    let copies = 0;
    const fresh = page.filter((row) => {
      if (this.#placeOf(row) === place) copies += 1;
      return this.#placeOf(row) > place || (this.#placeOf(row) === place && copies > given);
    });
    return fresh.length > 0 || page.length < limit ? fresh : this.#read(place, this.#pageSize);
  }

  async #load(read: () => Promise<readonly Row[]>): Promise<void> {
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
    this.#page = await read();
    this.#index = 0;
    this.#isLast = this.#page.length === 0;
  }
}
