import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { isMutantRun, openFreshStore } from "./postgres.ts";
import { isNightly } from "./tries.ts";

/** A path in a new folder under `parent`, where no file exists yet. The folder is removed at the end of the run. */
export function freshFile(name = "invoices.db", parent = tmpdir()): string {
  return join(mkdtempSync(join(parent, "faktura-")), name);
}

type ConnectionClass = new (path: string) => SqliteConnection;

/**
 * `undefined` if the driver cannot be loaded: node:sqlite on Node 20, better-sqlite3 built for another version of Node, or
 * libsql on a machine for which it has no package.
 */
async function driverClass(module: string, name: string): Promise<ConnectionClass | undefined> {
  try {
    const Connection = ((await import(module)) as Record<string, ConnectionClass>)[name]!;
    new Connection(":memory:").close();
    return Connection;
  } catch {
    return undefined;
  }
}

const drivers = [
  { name: "better-sqlite3", Connection: await driverClass("better-sqlite3", "default") },
  { name: "node:sqlite", Connection: await driverClass("node:sqlite", "DatabaseSync") },
  { name: "libsql", Connection: await driverClass("libsql", "default") },
];

/** The SQLite drivers of this machine. */
export const SQLITE_DRIVERS = drivers.flatMap(({ name, Connection }) =>
  Connection === undefined ? [] : [{ name, connect: (path: string) => new Connection(path) }],
);

/** Opens a raw connection with an available driver, for things that no caller of the library should do. */
export function connectRaw(path: string): SqliteConnection {
  return SQLITE_DRIVERS[0]!.connect(path);
}

/** Runs `use` on a raw connection, and closes it. */
export function withRaw<Result>(path: string, use: (connection: SqliteConnection) => Result): Result {
  const connection = connectRaw(path);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** The connection, with each statement passed through `intercept`, which sends it or not. */
export function interceptedConnection(
  connection: SqliteConnection,
  intercept: <Result>(sql: string, send: () => Result, values: readonly unknown[]) => Result,
): SqliteConnection {
  return {
    exec: (sql) => intercept(sql, () => connection.exec(sql), []),
    prepare: (sql) => {
      const statement = connection.prepare(sql);
      const through = <Result>(run: (...values: unknown[]) => Result) => {
        return (...values: unknown[]) => intercept(sql, () => run.apply(statement, values), values);
      };
      return { run: through(statement.run), get: through(statement.get), all: through(statement.all) };
    },
    close: () => connection.close(),
  };
}

/** Every store on every driver of this machine, empty each time. For mutants only the one in memory: none is in a store. */
export const EVERY_STORE: readonly { name: string; open: () => Promise<InvoicingStore> }[] = [
  { name: "memory", open: async () => memoryStore() },
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    name: `SQLite on ${name}`,
    open: async () => {
      const path = freshFile();
      return sqliteStore(() => connect(path));
    },
  })),
  { name: "PostgreSQL", open: () => openFreshStore() },
].slice(0, isMutantRun ? 1 : undefined);

/**
 * Wraps tests of what the service does on any store: in `.ci/run nightly` on every store, and else on the one in memory,
 * because the contract already says that all stores answer alike.
 */
export const STORES = isNightly ? EVERY_STORE : EVERY_STORE.slice(0, 1);
