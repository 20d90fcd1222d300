import type { SqlSyntax } from "./syntax.ts";

/** A statement for a database to run. */
export interface Statement {
  /** SQL, with the parameters `$1`, `$2` and so on. */
  readonly text: string;
  /** Strings, numbers, NULL, and arrays of strings for {@link SqlSyntax.elements}. */
  readonly values: readonly unknown[];
  /** SQL of the number of rows that it must write. Absent: it returns rows, and nothing is counted. */
  readonly rows?: string;
  /** SQL of queries that the write and {@link rows} refer to, as WITH has them. Absent: none. */
  readonly queries?: string | undefined;
}

/**
 * Statements, one after another, and what follows from their answers. SQLite runs them synchronously, so that nothing
 * else happens on the connection meanwhile. PostgreSQL answers over a network.
 */
export type Steps<Result> = Generator<Statement, Result, readonly unknown[]>;

/** All rows of a statement. */
export function* allRows<Row>(text: string, ...values: readonly unknown[]): Steps<readonly Row[]> {
  return (yield { text, values }) as readonly Row[];
}

/** The first row of a statement; `undefined` if there is none. */
export function* firstRow<Row>(text: string, ...values: readonly unknown[]): Steps<Row | undefined> {
  const [row] = yield { text, values };
  return row as Row | undefined;
}

/**
 * A write that must change as many rows as the SQL `rows` says.
 *
 * @throws Error that names the table if a trigger or a rule of the host's skipped some of them
 */
export function* writeRows(text: string, values: readonly unknown[], rows = "1", queries?: string): Steps<void> {
  yield { text, values, rows, queries };
}

/** Whether PostgreSQL can store the string: text cannot contain NUL or a lone surrogate. In arrays, others are left out. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

/** A function that begins steps: of a statement, or of several. */
export type StepsOf<Args extends unknown[], Result> = (sql: SqlSyntax, ...args: Args) => Steps<Result>;

/** Runs steps on a database. They may be begun again, if the connection breaks or while the file is locked. */
export type RunSteps = <Args extends unknown[], Result>(begin: StepsOf<Args, Result>, ...args: Args) => Promise<Result>;

/** Gives the company's invoices that another writer inserted their places in the journal, in a transaction of its own. */
export type ChainOpenRows = (companyId: string) => Promise<void>;
