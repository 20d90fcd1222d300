import { createHash } from "node:crypto";
import { type Company, createInvoicing, FIRST_DIGEST, type InvoicingStore, type JournalHead } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { freshSchema, onPostgres, openPool, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

type Row = Readonly<Record<string, unknown>>;

/** A database as someone with a password sees it: raw SQL, past the library. */
export interface RawDatabase {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Row[]>;
  /** Takes away the guards: triggers, and what is checked of a row. */
  dropGuards(): Promise<void>;
  /** Takes away the guards, the keys and NOT NULL, and gives each row a number of its own in the column `sweep`. */
  dropKeys(): Promise<void>;
  /** The tables' columns and their types. */
  columns(): Promise<readonly { readonly table: string; readonly column: string; readonly type: string }[]>;
  close(): Promise<void>;
}

/** Databases that can be tampered with. */
export interface Database {
  readonly name: "SQLite" | "PostgreSQL";
  open(): Promise<{ readonly store: InvoicingStore; readonly raw: RawDatabase }>;
}

/** The indexes that parse documents, so they also refuse those that are no JSON. */
const ON_DOCUMENTS = ["faktura_invoices_by_reference", "faktura_invoices_by_due_date"];

const SQLITE: Database = {
  name: "SQLite",
  async open() {
    const path = freshFile();
    const store = sqliteStore(() => connectRaw(path));
    await store.ready();
    const connection = connectRaw(path);
    const rows = (sql: string) => connection.prepare(sql).all() as Row[];
    const raw: RawDatabase = {
      run: async (sql) => void connection.exec(sql),
      rows: async (sql) => rows(sql),
      dropGuards: async () => {
        for (const { name } of rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
          connection.exec(`DROP TRIGGER ${name}`);
        for (const index of ON_DOCUMENTS) connection.exec(`DROP INDEX IF EXISTS ${index}`);
        connection.exec("PRAGMA ignore_check_constraints = ON");
      },
      // Tables that are made of what they hold have no constraint at all.
      dropKeys: async () => {
        await raw.dropGuards();
        for (const { name } of rows("SELECT name FROM sqlite_schema WHERE type = 'table'"))
          connection.exec(`CREATE TABLE bare AS SELECT row_number() OVER () AS sweep, * FROM ${name};
            DROP TABLE ${name}; ALTER TABLE bare RENAME TO ${name}`);
        connection.exec(
          `CREATE INDEX faktura_journal_by_invoice ON faktura_journal (company_id, invoice_id, position);
          CREATE INDEX faktura_credit_notes_by_invoice ON faktura_credit_notes (company_id, invoice_id, counter);
          CREATE INDEX faktura_series_invoices_by_number ON faktura_series_invoices (company_id, invoice_number COLLATE NOCASE);
          CREATE INDEX faktura_series_invoices_by_first ON faktura_series_invoices (company_id, counter - place, place)`,
        );
      },
      columns: async () =>
        rows(`SELECT t.name AS "table", c.name AS "column", c.type AS type FROM sqlite_schema AS t
          JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'`) as never,
      close: async () => void connection.close(),
    };
    return { store, raw };
  },
};

/** SQL that is run for what a schema has. */
const forEach = (found: string, sql: string) =>
  `DO $$ DECLARE it record; BEGIN FOR it IN ${found} LOOP EXECUTE format(${sql}); END LOOP; END $$`;

const POSTGRES: Database = {
  name: "PostgreSQL",
  async open() {
    const schema = await freshSchema();
    const connection = openPool({ options: `-c search_path=${schema}`, max: 1 });
    const inSchema = `WHERE connamespace = '${schema}'::regnamespace AND contype = 'c'`;
    const raw: RawDatabase = {
      run: async (sql) => void (await connection.query(sql)),
      rows: async (sql) => (await connection.query<Row>(sql)).rows,
      dropGuards: async () => {
        const tables = `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`;
        await raw.run(forEach(tables, "'ALTER TABLE %I DISABLE TRIGGER USER', it.name"));
        const checks = `SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint ${inSchema}`;
        await raw.run(forEach(checks, "'ALTER TABLE %s DROP CONSTRAINT %I', it.owner, it.name"));
        await raw.run(`DROP INDEX IF EXISTS ${ON_DOCUMENTS.join(", ")}`);
      },
      dropKeys: async () => {
        await raw.dropGuards();
        const keys = `SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
          WHERE connamespace = '${schema}'::regnamespace AND contype IN ('p', 'u')`;
        await raw.run(forEach(keys, "'ALTER TABLE %s DROP CONSTRAINT %I', it.owner, it.name"));
        const required = `SELECT table_name AS owner, column_name AS name FROM information_schema.columns
          WHERE table_schema = '${schema}' AND is_nullable = 'NO'`;
        await raw.run(forEach(required, "'ALTER TABLE %I ALTER COLUMN %I DROP NOT NULL', it.owner, it.name"));
        const tables = `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`;
        await raw.run(forEach(tables, "'ALTER TABLE %I ADD COLUMN sweep serial', it.name"));
        await raw.run("SET synchronous_commit = off");
      },
      columns: () =>
        raw.rows(`SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
          WHERE table_schema = '${schema}'`) as Promise<never>,
      close: () => connection.end(),
    };
    return { store: postgresStore(pool, { schema }), raw };
  },
};

/** Each is damaged in every way that the table knows. */
export const DATABASES: readonly Database[] = [SQLITE, ...onPostgres(POSTGRES)];

/** Acme's books, sound: a sequence that went on from 10, invoices 11 to 16, and a cursor at 12. */
export interface TamperedBooks {
  readonly store: InvoicingStore;
  readonly acme: Company;
  readonly raw: RawDatabase;
  /** Where the journal stood before anything was done to it. */
  readonly head: JournalHead;
  close(): Promise<void>;
}

/** Writes acme's books: position 1 the adoption; 2 to 4 the invoices 11 SENT, 12 PAID by 5 and 6, 13 CANCELLED by 7; 8, 10, 11 the rest, 9 a payment. */
export async function writeBooksToTamper({ open }: Database): Promise<TamperedBooks> {
  const { store, raw } = await open();
  // That its guards were dropped would be found of every damage; here is asked what the books say of it.
  Object.assign(store, { journal: { ...store.journal, faults: async () => [] } });
  const invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") });
  const acme = invoicing.company("acme", { actor: "anna" });
  await acme.saveProfile(germanProfile());
  await acme.continueNumbering({ lastCounter: 10, lastIssueDate: "2026-11-20" });
  const [, paid, cancelled] = await acme.issueMany([order(), order(), order()]);
  await acme.recordPayment(paid!.id, { amount: 38, method: "cash" });
  await acme.recordPayment(paid!.id, { amount: 200 });
  await acme.cancel(cancelled!.id, { reason: "ordered twice" });
  const partly = await acme.issue(order());
  await acme.recordPayment(partly.id, { amount: 0.5 });
  await acme.issueMany([order(), order()]);
  const [first, second] = await store.billing.pending("acme");
  await store.billing.acknowledge("acme", [first!.id, second!.id]);
  const { head } = await acme.audit();
  const close = async () => {
    await raw.close();
    await invoicing.close();
  };
  return { store, acme, raw, head, close };
}

/** Writes acme's books with an invoice of 2026-11-20, and one of a clock that was 400 days ahead, and is right again. */
export async function writeMisdatedBooks({ open }: Database) {
  const { store, raw } = await open();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const acme = createInvoicing({ store, clock }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  clock.set("2027-12-25T12:00:00.000Z");
  await acme.issue(order());
  clock.set("2026-11-20T12:00:00.000Z");
  const close = async () => {
    await raw.close();
    await store.close();
  };
  return { acme, clock, raw, close };
}

/** Credits invoice 15 by halves, at positions 12 and 13 of the journal, and gives the books with their new head. */
export async function creditSome(books: TamperedBooks): Promise<TamperedBooks> {
  const { data } = await books.acme.list();
  const { id } = data.find(({ invoiceNumber }) => invoiceNumber.endsWith("-0015"))!;
  await books.acme.credit(id, { reason: "returned", lines: [{ line: 1, quantity: 1 }] });
  await books.acme.credit(id, { reason: "returned as well" });
  return { ...books, head: (await books.acme.audit()).head };
}

/** Copies all tables of the library's, and gives what puts every row back as it is now. Only where the guards are gone. */
export async function keepTables(raw: RawDatabase): Promise<() => Promise<void>> {
  const names = (await raw.columns()).map(({ table }) => table).filter((name) => name.startsWith("faktura_"));
  const tables = [...new Set(names)];
  for (const table of tables) await raw.run(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  const restored = tables.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table};`);
  return () => raw.run(`BEGIN; ${restored.join(" ")} COMMIT`);
}

/** Recomputes every digest of acme's journal, as anyone who knows the format could: a second implementation of it. */
export async function chainAnew(raw: RawDatabase, only?: number): Promise<void> {
  const rows = await raw.rows(
    `SELECT journal_position AS position, 'invoice.issued' AS kind, source, actor, NULL AS recorded_at, document, digest
     FROM faktura_invoices WHERE company_id = 'acme' AND journal_position IS NOT NULL
     UNION ALL SELECT position, kind, source, actor, recorded_at, document, digest
     FROM faktura_journal WHERE company_id = 'acme' ORDER BY 1`,
  );
  let previous = FIRST_DIGEST;
  for (const { position, kind, source, actor, recorded_at, document, digest } of rows) {
    const at = recorded_at ?? (JSON.parse(String(document)) as { issuedAt: string }).issuedAt;
    const text = [previous, position, kind, source, at, actor ?? "", document].join("\n");
    const isKept = only !== undefined && only !== Number(position);
    previous = isKept ? String(digest) : createHash("sha256").update(text).digest("hex");
    const [table, place] =
      kind === "invoice.issued" ? ["faktura_invoices", "journal_position"] : ["faktura_journal", "position"];
    await raw.run(`UPDATE ${table} SET digest = '${previous}' WHERE company_id = 'acme' AND ${place} = ${position}`);
  }
}
