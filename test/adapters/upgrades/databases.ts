import type { BooksHead, InvoicingStore } from "faktura";
import * as current from "faktura/postgres";
import * as currentSqlite from "faktura/sqlite";
import { findSqliteDriver, openReadOnlyBooks, readOnlyBooks } from "../../support/books-of-commands.ts";
import type { NextLibrary } from "../../support/next-library.ts";
import { freshSchema, onPostgres, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";

/** The parts of a build of the library that open a database. */
export type Build = Pick<NextLibrary, "postgres" | "sqlite">;

/** This build. */
export const NOW: Build = { postgres: current, sqlite: currentSqlite };

/** One database that servers of both builds use. */
export interface SharedDatabase {
  /** Starts a server: migrates or opens as its build does. */
  readonly start: (build: Build) => Promise<InvoicingStore>;
  /** A store of this build that has read nothing yet. */
  readonly attach: () => InvoicingStore;
  /** A handle of the host's, in a transaction. */
  readonly begin: () => Promise<{ handle: object; commit: () => Promise<void> }>;
  /** Runs SQL, in which `@` comes before each of the library's tables. */
  readonly run: (sql: string) => Promise<void>;
  /** Drops a trigger of the invoices. */
  readonly dropGuard: (name: string) => Promise<void>;
  /** Creates a trigger of the invoices that refuses nothing. */
  readonly makeWeakGuard: (name: string) => Promise<void>;
  /** The record and all definitions: what opening must not change. */
  readonly definitions: () => Promise<unknown>;
  /** The end of acme's books, as this build reads it on a connection that cannot write. */
  readonly readHead: () => Promise<BooksHead>;
  readonly record: () => Promise<{ version: number; works_with: number }>;
}

async function openPostgres(): Promise<SharedDatabase> {
  const schema = await freshSchema();
  const run = async (sql: string) => void (await pool.query(sql.replaceAll("@", `${schema}.`)));
  const texts = async (sql: string) => (await pool.query(sql.replaceAll("@", `'${schema}'::regnamespace`))).rows;
  return {
    start: async ({ postgres }) => {
      await postgres.migratePostgres(pool, { schema });
      return postgres.postgresStore(pool, { schema });
    },
    attach: () => current.postgresStore(pool, { schema }),
    begin: async () => {
      const client = await pool.connect();
      await client.query("BEGIN");
      return {
        handle: client,
        commit: async () => {
          await client.query("COMMIT");
          client.release();
        },
      };
    },
    run,
    dropGuard: (name) => run(`DROP TRIGGER ${name} ON @faktura_invoices`),
    makeWeakGuard: (name) =>
      run(
        `CREATE TRIGGER ${name} BEFORE DELETE ON @faktura_invoices FOR EACH STATEMENT EXECUTE FUNCTION @faktura_refuse('')`,
      ),
    definitions: async () => [
      (await pool.query(`SELECT * FROM ${schema}.faktura_schema`)).rows,
      await texts(
        "SELECT oid, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = @) ORDER BY 1",
      ),
      await texts("SELECT oid, xmin, proname FROM pg_proc WHERE pronamespace = @ ORDER BY 1"),
      await texts("SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = @ ORDER BY 1"),
      await texts(
        "SELECT oid, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = @ ORDER BY 1",
      ),
    ],
    readHead: () => readOnlyBooks(pool, { schema }).journal.head("acme"),
    record: async () =>
      (await pool.query(`SELECT version, works_with FROM ${schema}.faktura_schema ORDER BY 1 DESC`)).rows[0],
  };
}

async function openSqlite(): Promise<SharedDatabase> {
  const path = freshFile();
  const run = async (sql: string) => void withRaw(path, (file) => file.exec(sql.replaceAll("@", "")));
  return {
    start: ({ sqlite }) => sqlite.openSqliteStore(path),
    attach: () => currentSqlite.sqliteStore(() => connectRaw(path)),
    begin: async () => {
      const handle = connectRaw(path);
      handle.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
      return {
        handle,
        commit: async () => {
          handle.exec("COMMIT");
          handle.close();
        },
      };
    },
    run,
    dropGuard: (name) => run(`DROP TRIGGER ${name}`),
    makeWeakGuard: (name) => run(`CREATE TRIGGER ${name} BEFORE DELETE ON faktura_invoices BEGIN SELECT 1; END`),
    definitions: async () =>
      withRaw(path, (file) => [
        file.prepare("SELECT * FROM faktura_schema").all(),
        file.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all(),
        file.prepare("PRAGMA schema_version").get(),
      ]),
    readHead: async () => {
      const { journal, close } = await openReadOnlyBooks(path, await findSqliteDriver());
      const head = await journal.head("acme");
      close();
      return head;
    },
    record: async () =>
      withRaw(path, (file) => file.prepare("SELECT version, works_with FROM faktura_schema").get()) as never,
  };
}

export const SHARED_DATABASES = [
  { name: "SQLite", open: openSqlite },
  ...onPostgres({ name: "PostgreSQL", open: openPostgres }),
];
