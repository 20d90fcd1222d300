import type { SqliteConnection, SqliteStatement } from "./driver.ts";

/** How drivers switch a statement from numbers to bigints and back: better-sqlite3 and bun:sqlite, node:sqlite. */
interface IntegerSwitches {
  safeIntegers?(readsBigInts: boolean): unknown;
  setReadBigInts?(readsBigInts: boolean): unknown;
}

/** A connection with its statements prepared once. Drivers answer in different ways: no row is `undefined` here. */
export class StoreConnection {
  readonly driver: SqliteConnection;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(driver: SqliteConnection) {
    this.driver = driver;
  }

  exec(sql: string): void {
    this.driver.exec(sql);
  }

  run(sql: string, ...values: unknown[]): void {
    (this.#statements.get(sql) ?? this.#prepare(sql)).run(...values);
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

/** A host may have set its connection to read integers as bigints; ours are all small enough for numbers. */
function readNumbers(statement: SqliteStatement): void {
  const switches = statement as IntegerSwitches;
  if (typeof switches.safeIntegers === "function") switches.safeIntegers(false);
  else if (typeof switches.setReadBigInts === "function") switches.setReadBigInts(false);
}

/** Settings that the guarantee rests on: what is set, and what SQLite must answer when asked for it afterwards. */
const DURABILITY = [
  { pragma: "journal_mode", set: "WAL", expected: "wal" },
  // NORMAL could lose an acknowledged invoice in a power cut, and then give its number to another one.
  { pragma: "synchronous", set: "FULL", expected: 2 },
  // On macOS a plain fsync leaves data in the drive's cache; elsewhere this changes nothing.
  { pragma: "fullfsync", set: "ON", expected: 1 },
] as const;

/** Switches off SQLite's own waiting for locks, which blocks the event loop; the store polls instead. */
export function waitForNoLock(connection: SqliteConnection): void {
  connection.exec("PRAGMA busy_timeout = 0");
}

/**
 * Makes commits on this connection durable, and makes sure that they are.
 *
 * @throws Error when SQLite did not take a setting, as it does for databases in memory and on some network drives
 */
export function makeDurable(connection: StoreConnection): void {
  for (const { pragma, set, expected } of DURABILITY) {
    connection.exec(`PRAGMA ${pragma} = ${set}`);
    const actual = connection.get<Record<string, unknown>>(`PRAGMA ${pragma}`)?.[pragma];
    if (actual !== expected) {
      throw new Error(
        `SQLite answers ${pragma} = ${actual} where ${expected} was set, so commits would not be durable. ` +
          "The store needs a file on a local disk; for a database in memory use memoryStore() of faktura/memory.",
      );
    }
  }
}
