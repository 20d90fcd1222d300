import type { LookupSyntax } from "./lookup-syntax.ts";
import type { SqlTables } from "./table-names.ts";

/** What the two databases write differently in the statements that they share: pieces of SQL. */
export interface SqlSyntax {
  readonly database: "postgres" | "sqlite";
  readonly tables: SqlTables;
  /** Comes before the name of a built-in function: its schema, so that no function of the host's is called instead. */
  readonly builtIn: string;
  /** Locks the rows of a SELECT until the transaction ends. In SQLite, the transaction has locked the whole file. */
  readonly forUpdate: string;
  /** A table, with its alias, that is read by this index. SQLite would not always choose it. */
  indexed(table: string, index: string): string;
  /** An integer or an amount as text, because drivers differ in how they read numbers. */
  text(expression: string): string;
  /** A parameter as an integer. */
  integer(parameter: string): string;
  /** A parameter as a day, to compare it with a column of days. */
  asDay(parameter: string): string;
  /** A day as text. */
  day(column: string): string;
  /** A day as unambiguous text, even if the row is damaged. */
  wholeDay(column: string): string;
  /** A field of a JSON document, as text. */
  field(document: string, name: string): string;
  /** The elements of a parameter that is an array, for FROM: rows with the one column `value`. */
  elements(parameter: string, alias: string): string;
  /** Whether a text is in a parameter that is an array; or an integer, in one of integers as text. */
  among(expression: string, parameter: string, type?: "integer"): string;
  /** Whether a counter is one of those that a query finds. PostgreSQL looks up each of them. */
  amongCounters(expression: string, query: string): string;
  /** Where a text is in another one, from 1; 0 if it is not. */
  placeOf(part: string, whole: string): string;
  /** A JSON array with an array of these columns for each row, as text. */
  jsonRows(rows: { readonly columns: string; readonly from: string; readonly order: string }): string;
  /** For FROM: the ids of the next companies that have issued invoices, each with one step in an index. */
  companiesAfter(after: string, limit: string): string;
  /** The counter that the invoice with this number has, if there is one: a text, which ends with the integer `number`. */
  counterOfNumber(companyId: string, text: string, number: string): string;
  /** The position that a named series continues, before its first invoice; NULL if there is none. */
  continuedSeries(field: "lastCounter" | "lastIssueDate", companyId: string, series: string): string;
  readonly lookups: LookupSyntax;
  /** A query for the columns of a table: their names, and the place of each in the primary key, if it has one. */
  columnsOf(table: string): string;
  /** A row as a JSON object, as text, and a query for the rows in a parameter that is an array of such. */
  rowAsJson(row: string, columns: readonly string[]): string;
  rowsOfJson(table: string, columns: readonly string[], parameter: string): string;
  /** Waits until all transactions that have written to a table have ended. Absent: writes hold a lock of the whole file. */
  awaitWriters?(table: string): string;
  /** A statement for the clock that all workers share, in `milliseconds` since 1970. Absent: they share this machine's. */
  readonly clock?: string;
}

/** SQL that is written once for each database, because writing a long text takes a tenth of a look-up. */
export function writtenOnce(write: (sql: SqlSyntax) => string): (sql: SqlSyntax) => string {
  const texts = new WeakMap<SqlSyntax, string>();
  return (sql) => {
    const text = texts.get(sql) ?? write(sql);
    texts.set(sql, text);
    return text;
  };
}

/** SQL of columns of the table with this alias, as text under their own names. */
export function asTexts({ text }: SqlSyntax, alias: string, ...columns: readonly string[]): string {
  return columns.map((column) => `${text(`${alias}.${column}`)} AS ${column}`).join(", ");
}
