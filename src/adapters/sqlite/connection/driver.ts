import { isPackageMissing, loadingFaultOf } from "../../common/missing-package.ts";

/** The part of a prepared statement that the store uses. better-sqlite3 and node:sqlite both have it. */
export interface SqliteStatement {
  /** Runs the statement and discards its rows. */
  run(...values: unknown[]): unknown;
  /** The first row; `undefined` if there is none. */
  get(...values: unknown[]): unknown;
  /** All rows. */
  all(...values: unknown[]): unknown[];
}

/** The part of a connection that the store uses. It uses nothing else, because drivers differ in everything else. */
export interface SqliteConnection {
  /** Runs SQL that returns no rows; it may contain several statements. */
  exec(sql: string): unknown;
  /** Compiles one statement, to run it many times. */
  prepare(sql: string): SqliteStatement;
  /** Closes the connection. */
  close(): unknown;
}

/** Opens a new connection to the file at `path`, read-only if asked for. */
export type SqliteDriver = (path: string, options?: { readonly readOnly: true }) => SqliteConnection;

type Constructor = new (path: string, options?: object) => SqliteConnection;

interface Driver {
  readonly connectionClass: string;
  /** The options of a read-only connection. */
  readonly readOnly: object;
}

/**
 * The drivers in order of preference. Their names are data, so that bundlers and type checks do not try to resolve
 * them.
 */
const DRIVERS: Readonly<Record<string, Driver>> = {
  "better-sqlite3": { connectionClass: "default", readOnly: { readonly: true } },
  "node:sqlite": { connectionClass: "DatabaseSync", readOnly: { readOnly: true } },
};

/**
 * The first driver that loads: better-sqlite3, or else node:sqlite, which is built into Node since 22.13. `load`
 * imports a module by name.
 *
 * @throws Error if there is none; it says what to install, and its `cause` holds the error of each driver
 */
export async function findSqliteDriver(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<SqliteDriver> {
  const faults: unknown[] = [];
  for (const [name, { connectionClass, readOnly }] of Object.entries(DRIVERS)) {
    try {
      const Connection = ((await load(name)) as Record<string, unknown>)[connectionClass] as Constructor;
      new Connection(":memory:").close(); // a native module built for another version of Node only fails here
      return (path, options) => (options === undefined ? new Connection(path) : new Connection(path, readOnly));
    } catch (error) {
      faults.push(error);
    }
  }
  throw new Error(
    `No SQLite driver could be loaded on Node ${process.versions.node}. ${installStep(faults[0])} (compiling it needs ` +
      "python3, make and a C++ compiler), or use Node 22.13 or later, which has node:sqlite built in.",
    { cause: new AggregateError(faults) },
  );
}

/**
 * npm silently skips an optional package that does not compile, and keeps one that was built for another version of
 * Node.
 */
function installStep(fault: unknown): string {
  if (isPackageMissing(fault)) return "Run `npm install better-sqlite3`";
  return `better-sqlite3 is installed but does not load (${loadingFaultOf(fault)}). Run \`npm rebuild better-sqlite3\``;
}
