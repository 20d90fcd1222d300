import { isPackageMissing, loadingFaultOf } from "../../sql/missing-package.ts";

/** What the store needs of a prepared statement; better-sqlite3's and node:sqlite's both have it. */
export interface SqliteStatement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

/** What the store needs of a connection. Nothing else is used, because drivers differ in everything else. */
export interface SqliteConnection {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** Opens a connection of its own to the file at `path`; one that cannot write, where that is all that is needed. */
export type SqliteDriver = (path: string, options?: { readonly readOnly: true }) => SqliteConnection;

type Constructor = new (path: string, options?: object) => SqliteConnection;

interface Driver {
  readonly connectionClass: string;
  /** What keeps a connection from writing. */
  readonly readOnly: object;
}

/** The drivers, by names that are kept from bundlers and from type checks. */
const DRIVERS: Readonly<Record<string, Driver>> = {
  "better-sqlite3": { connectionClass: "default", readOnly: { readonly: true } },
  "node:sqlite": { connectionClass: "DatabaseSync", readOnly: { readOnly: true } },
};

/**
 * The first driver that loads: better-sqlite3, else node:sqlite, which Node has from 22.13 on. `load` imports a module
 * by its name.
 *
 * @throws Error that says what to install when there is none; its `cause` holds what each of them said
 */
export async function findSqliteDriver(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<SqliteDriver> {
  const faults: unknown[] = [];
  for (const [name, { connectionClass, readOnly }] of Object.entries(DRIVERS)) {
    try {
      const Connection = ((await load(name)) as Record<string, unknown>)[connectionClass] as Constructor;
      new Connection(":memory:").close(); // a native module built for another Node fails only here
      return (path, options) => (options === undefined ? new Connection(path) : new Connection(path, readOnly));
    } catch (error) {
      faults.push(error);
    }
  }
  throw new Error(
    `No SQLite driver could be loaded on Node ${process.versions.node}. ${remedyFor(faults[0])} (it may have to be ` +
      "compiled, with python3, make and a C++ compiler), or use Node 22.13 or later, which has node:sqlite built in.",
    { cause: new AggregateError(faults) },
  );
}

/** npm leaves an optional package out in silence when it cannot be compiled, and keeps one built for another Node. */
function remedyFor(fault: unknown): string {
  if (isPackageMissing(fault)) return "Run `npm install better-sqlite3`";
  return `better-sqlite3 is installed, but does not load (${loadingFaultOf(fault)}). Run \`npm rebuild better-sqlite3\``;
}
