import { setImmediate as nextTurn } from "node:timers/promises";

/** Reads the rows of a stream page by page, as they are asked for. */
export class Pages<Row> {
  readonly #read: (after: number) => Promise<readonly Row[]>;
  readonly #placeOf: (row: Row) => number;
  readonly #last: number;
  #page: readonly Row[] = [];
  #index = 0;
  #isLast = false;

  /** `read` gives the rows that follow a place, none where there are no more; rows beyond `last` are not given. */
  constructor(read: (after: number) => Promise<readonly Row[]>, placeOf: (row: Row) => number, last: number) {
    this.#read = read;
    this.#placeOf = placeOf;
    this.#last = last;
  }

  /** The next row; `undefined` behind the last one. */
  get current(): Row | undefined {
    const row = this.#page[this.#index];
    return row === undefined || this.#placeOf(row) > this.#last ? undefined : row;
  }

  /** Begins with the first row, whatever its place; zero and less are places that only damage has. */
  async begin(): Promise<void> {
    await this.#turn(Number.MIN_SAFE_INTEGER);
  }

  /** Goes on to the row after the current one. Tells whether a page was read for it. */
  async next(): Promise<boolean> {
    this.#index += 1;
    if (this.#index < this.#page.length || this.#isLast) return false;
    await this.#turn(this.#placeOf(this.#page.at(-1)!));
    return true;
  }

  async #turn(after: number): Promise<void> {
    await nextTurn(); // a store that reads at once would keep everything else in this process waiting, to the last page
    // Places beyond all safe numbers, which only damage has, are read as their neighbours: behind one of them comes itself.
    this.#page = after > Number.MAX_SAFE_INTEGER ? [] : await this.#read(after);
    this.#index = 0;
    this.#isLast = this.#page.length === 0;
  }
}
