import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { germanProfile } from "../../support/fixtures.ts";
import { freshSchema, pool } from "../../support/postgres.ts";
import { fillBooks, GUARDED_TABLES } from "../raw-books.ts";

/** Acme's books in a new schema, filled by {@link fillBooks}. */
export async function writePostgresBooks(): Promise<string> {
  const schema = await freshSchema();
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  const acme = invoicing.company("acme", { actor: "tests" });
  await acme.saveProfile(germanProfile());
  await fillBooks(acme);
  await invoicing.close();
  return schema;
}

/** The columns of a table, according to the database. */
export async function columnsOf(schema: string, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
    [schema, table],
  );
  return rows.map(({ name }) => name);
}

/** Every row of the guarded tables. */
export async function dump(schema: string): Promise<string> {
  const texts = GUARDED_TABLES.map(async (table) => {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${schema}.${table} AS t ORDER BY 1`);
    return rows.map(({ row }) => row);
  });
  return JSON.stringify(await Promise.all(texts), null, 1);
}

/**
 * SQL that inserts a copy of the row `where` into `table`, found through the search path, with some columns changed.
 * Values are SQL.
 */
export async function insertCopy(
  schema: string,
  table: (typeof GUARDED_TABLES)[number],
  { where, ...changes }: Record<string, string> & { where: string },
): Promise<string> {
  const columns = await columnsOf(schema, table);
  const values = columns.map((column) => changes[column] ?? column);
  return `INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${values.join(", ")} FROM ${table} WHERE ${where}`;
}

/**
 * SQL that inserts a later entry into acme's journal, by default the next one, for an invoice. Its digest is not valid.
 */
export function insertEntry(kind: string, document: object, { counter = 1, ahead = 0, company = "acme" } = {}): string {
  return `INSERT INTO faktura_journal (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
    SELECT '${company}', ${ahead} + 1 + greatest((SELECT max(journal_position) FROM faktura_invoices),
      (SELECT max(position) FROM faktura_journal)), '${kind}', id, 'api', '2026-11-20',
      '${JSON.stringify(document)}', repeat('0', 64)
    FROM faktura_invoices WHERE counter = ${counter}`;
}
