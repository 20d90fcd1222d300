import pg from "pg";
import type { PanelQuery, PanelStore } from "./page.ts";

/** A connection of the panel's. */
export interface PanelConnection {
  readonly query: PanelQuery;
  readonly close: () => Promise<void>;
}

/** Connects as a panel does, without faktura, to a schema in PostgreSQL or to a SQLite file. */
export function connectPanel(store: PanelStore, place: string, schema: string): Promise<PanelConnection> {
  return store === "PostgreSQL" ? connectPostgres(place, schema) : connectSqlite(place);
}

async function connectPostgres(connectionString: string, schema: string): Promise<PanelConnection> {
  const client = new pg.Client({ connectionString, options: `-c search_path=${schema}` });
  await client.connect();
  return {
    query: async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    close: () => client.end(),
  };
}

interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown[] };
  close(): unknown;
}
type SqliteClass = new (path: string) => Sqlite;

async function connectSqlite(path: string): Promise<PanelConnection> {
  const database = await openSqlite(path);
  database.exec("PRAGMA busy_timeout = 30000");
  const query: PanelQuery = async (sql, values) => {
    if (sql.startsWith("SELECT")) return database.prepare(sql).all(...values) as Record<string, unknown>[];
    if (values.length === 0) database.exec(sql);
    else database.prepare(sql).run(...values);
    return [];
  };
  return { query, close: async () => void database.close() };
}

/** better-sqlite3, or node:sqlite if that was built for another version of Node. */
async function openSqlite(path: string): Promise<Sqlite> {
  const names = [
    { module: "better-sqlite3", name: "default" },
    { module: "node:sqlite", name: "DatabaseSync" },
  ];
  const faults: unknown[] = [];
  for (const { module, name } of names) {
    try {
      const Database = ((await import(module)) as Record<string, SqliteClass>)[name]!;
      return new Database(path);
    } catch (error) {
      faults.push(error);
    }
  }
  throw new AggregateError(faults, "no SQLite driver");
}
