/**
 * Where a company's books are, as one of several databases knows it. In each stage but `absent` and `here`, the database
 * itself refuses every write of the company: they are being copied to the peer (`moving`) or from it (`arriving`), the copy
 * is whole and the peer has not given them up yet (`arrived`), or they are at the peer and what is here is old (`moved`).
 */
export interface CompanyPlace {
  readonly stage: "absent" | "here" | "moving" | "moved" | "arriving" | "arrived";
  /** As stored. `undefined`: the company has no row. */
  readonly token: string | null | undefined;
  /** The name of the other database of the move. */
  readonly peer: string | null;
}

/** A table of the books: its columns, and those of its key after the company's id. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /**
   * Whether its rows are copied. If not, they follow from the books, or the side that the company leaves has no such table:
   * they are only deleted where the books arrive.
   */
  readonly isCopied: boolean;
}

/** What a move of a company needs of each of the two databases. Rows are JSON objects, as text. */
export interface CompanyMoves {
  place(companyId: string): Promise<CompanyPlace>;
  /** Changes where the company is, if that is still `from`. @throws StoreBusyError if it is not; nothing was written */
  change(companyId: string, from: CompanyPlace, stage: CompanyPlace["stage"], peer?: string): Promise<CompanyPlace>;
  /** Waits for writes that began before {@link change} and did not see it. @throws StoreBusyError if they take too long */
  awaitWriters(companyId: string): Promise<void>;
  /** The tables whose rows belong to companies, but for those that the database does not have. */
  tables(): Promise<readonly MovedTable[]>;
  /** The next rows of a table in the order of its key, after the row `after`. Empty at the end. */
  rows(companyId: string, table: MovedTable, after?: string): Promise<readonly string[]>;
  count(companyId: string, table: MovedTable): Promise<number>;
  /** Whether the company's journal has an entry with this position and digest. */
  hasEntry(companyId: string, position: number, digest: string): Promise<boolean>;
  /**
   * Inserts rows while the company is `arriving`, past the table's guards. @throws StoreBusyError if another command has
   * taken the move over
   */
  insert(companyId: string, arriving: CompanyPlace, table: MovedTable, rows: readonly string[]): Promise<void>;
  /** Deletes some of the company's rows in the same way. Returns whether it found any. */
  remove(companyId: string, arriving: CompanyPlace, table: MovedTable): Promise<boolean>;
}
