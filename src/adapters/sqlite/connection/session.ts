import { skippedRows } from "../../common/skipped-rows.ts";
import type { SqliteConnection, SqliteStatement } from "./driver.ts";

/**
 * How drivers switch a statement between numbers and bigints: better-sqlite3 and bun:sqlite the first way, node:sqlite
 * the second.
 */
interface IntegerSwitches {
  safeIntegers?(readsBigInts: boolean): unknown;
  setReadBigInts?(readsBigInts: boolean): unknown;
}

/**
 * A connection and its cache of prepared statements. Hides a difference between drivers: a missing row is always
 * `undefined`.
 */
export class Session {
  readonly driver: SqliteConnection;
  readonly #statements = new Map<string, SqliteStatement>();
  #counter: SqliteStatement | undefined;

  constructor(driver: SqliteConnection) {
    this.driver = driver;
  }

  /**
   * Runs a write that must change this many rows.
   *
   * @throws Error that names the table if a trigger skipped some of them
   */
  write(rows: number, sql: string, ...values: unknown[]): void {
    (this.#statements.get(sql) ?? this.#prepare(sql)).run(...values);
    // Not what `run` returns: some drivers return nothing, others also count the rows that triggers changed.
    this.#counter ??= this.#prepare("SELECT changes() AS changes");
    const { changes: written } = this.#counter.get() as { changes: number };
    if (written !== rows) throw skippedRows("sqlite", { table: tableOf(sql), written, wanted: rows });
  }

  get<Row>(sql: string, ...values: unknown[]): Row | undefined {
    const statement = this.#statements.get(sql) ?? this.#prepare(sql);
    return (statement.get(...values) ?? undefined) as Row | undefined;
  }

  all<Row>(sql: string, ...values: unknown[]): Row[] {
    return (this.#statements.get(sql) ?? this.#prepare(sql)).all(...values) as Row[];
  }

  close(): void {
    this.#statements.clear();
    this.driver.close();
  }

  #prepare(sql: string): SqliteStatement {
    const statement = this.driver.prepare(sql);
    readNumbers(statement);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The name of the table that the SQL writes to. */
function tableOf(sql: string): string {
  return /\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(sql)?.[1] ?? sql;
}

/**
 * Reads integers as numbers. A host may have set its connection to bigints, but all of the library's integers fit into
 * a number.
 */
function readNumbers(statement: SqliteStatement): void {
  const switches = statement as IntegerSwitches;
  if (typeof switches.safeIntegers === "function") switches.safeIntegers(false);
  else if (typeof switches.setReadBigInts === "function") switches.setReadBigInts(false);
}

/** The settings that make commits durable, each with the value that SQLite must report after it was set. */
const DURABILITY = [
  { pragma: "journal_mode", set: "WAL", expected: "wal" },
  // With NORMAL, a power cut could lose an acknowledged invoice, and its number would be issued again.
  { pragma: "synchronous", set: "FULL", expected: 2 },
  // On macOS, a plain fsync leaves data in the drive's cache. Elsewhere this setting has no effect.
  { pragma: "fullfsync", set: "ON", expected: 1 },
] as const;

/** Turns off SQLite's own wait for locks, which would block the event loop. The store polls instead. */
export function disableBusyTimeout(connection: SqliteConnection): void {
  connection.exec("PRAGMA busy_timeout = 0");
}

/**
 * Makes commits on this connection durable, and verifies each setting.
 *
 * @throws Error if SQLite ignored a setting, as it does for databases in memory and on some network drives
 */
export function makeDurable(connection: Session): void {
  for (const { pragma, set } of DURABILITY) {
    connection.driver.exec(`PRAGMA ${pragma} = ${set}`);
    requireDurable(connection, [pragma]);
  }
}

/** Checks these settings, by default all. @throws Error if one is not as {@link makeDurable} sets it */
export function requireDurable(connection: Session, pragmas = DURABILITY.map(({ pragma }) => pragma)): void {
  for (const { pragma, expected } of DURABILITY) {
    if (!pragmas.includes(pragma)) continue;
    const actual = connection.get<Record<string, unknown>>(`PRAGMA ${pragma}`)?.[pragma];
    if (actual !== expected) {
      throw new Error(
        `SQLite reports ${pragma} = ${actual} after it was set to ${expected}, so commits would not be durable. ` +
          "The store needs a file on a local disk. For a store in memory, use memoryStore() from faktura/memory.",
      );
    }
  }
}
