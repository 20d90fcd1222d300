import { setImmediate as nextTurn } from "node:timers/promises";

/** Gives `limit` rows that follow a place, in their order; fewer where there are no more. */
type ReadPage<Row> = (after: number, limit: number) => Promise<readonly Row[]>;

/** So many rows at one place have been told of often enough. */
const MOST_COPIES = 1000;

/** Reads the rows of a stream page by page, as they are asked for. Places are whole numbers from 1 on. */
export class Pages<Row> {
  readonly #read: ReadPage<Row>;
  readonly #placeOf: (row: Row) => number;
  readonly #pageSize: number;
  readonly #last: number;
  #page: readonly Row[] = [];
  #index = 0;
  #isLast = false;
  /** How many rows of the last place have been given. */
  #given = { place: 0, rows: 0 };

  /** Rows beyond `last` are not given, nor those that no safe number tells from their neighbours. */
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

  /** The next row; `undefined` behind the last one. */
  get current(): Row | undefined {
    const row = this.#page[this.#index];
    return row !== undefined && this.#placeOf(row) <= this.#last ? row : undefined;
  }

  /** Begins with the first row. */
  async begin(): Promise<void> {
    await this.#turn(() => this.#read(0, this.#pageSize));
  }

  /** Goes on to the row after the current one. Tells whether a page was read for it. */
  async next(): Promise<boolean> {
    this.#index += 1;
    if (this.#index < this.#page.length || this.#isLast) return false;
    await this.#turn(() => this.#readOn());
    return true;
  }

  /**
   * The page after this one. Where a key was taken away a place may be doubled, and this page may have ended between the
   * two; so what is read begins with the place at which it ended, less what was given of that.
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

  async #turn(read: () => Promise<readonly Row[]>): Promise<void> {
    await nextTurn(); // a store that reads at once would keep everything else in this process waiting, to the last page
    this.#page = await read();
    this.#index = 0;
    this.#isLast = this.#page.length === 0;
  }
}
