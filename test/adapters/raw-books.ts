import { type Company, createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { germanProfile, order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/** The tables whose rows are append-only, or never change once issued. */
export const GUARDED_TABLES = [
  "faktura_invoices",
  "faktura_payments",
  "faktura_credit_notes",
  "faktura_idempotency_keys",
  "faktura_journal",
  "faktura_billing_cursors",
] as const;

/** Acme's books in a real file, filled by {@link fillBooks}. */
export async function writeBooks(): Promise<string> {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme", { actor: "tests" });
  await acme.saveProfile(germanProfile());
  await fillBooks(acme);
  await invoicing.close();
  return path;
}

/** Invoice 1 is SENT, 2 PAID, 3 CANCELLED, 4 SENT; 4 has the key "key". */
export async function fillBooks(acme: Company): Promise<void> {
  const [, paid, cancelled] = [await acme.issue(order()), await acme.issue(order()), await acme.issue(order())];
  await acme.recordPayment(paid.id, { amount: 38, reference: "first" });
  await acme.recordPayment(paid.id, { amount: paid.total - 38, reference: "second" });
  await acme.cancel(cancelled.id, { reason: "ordered twice" });
  await acme.issue(order(), { idempotencyKey: "key" });
}

/** The columns of a table, according to the database. */
export function columnsOf(connection: SqliteConnection, table: string): string[] {
  return (connection.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
}

/** Every byte of the guarded tables, including row ids. */
export function dump(connection: SqliteConnection): string {
  const rows = GUARDED_TABLES.map((table) => {
    const columns = columnsOf(connection, table).map((column) => `quote(${column})`);
    if (table === "faktura_invoices") columns.push("rowid"); // the other tables have none
    return connection.prepare(`SELECT ${columns.join(" || ',' || ")} AS row FROM ${table} ORDER BY 1`).all();
  });
  return JSON.stringify(rows, null, 1);
}

/** SQL that inserts an entry for acme's invoice 1. Its digest is not valid. */
export function journaled(kind: string, document: string): string {
  return `INSERT INTO faktura_journal (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
    SELECT company_id, 1 + max(
        coalesce((SELECT max(journal_position) FROM faktura_invoices WHERE company_id = 'acme'), 0),
        coalesce((SELECT max(position) FROM faktura_journal WHERE company_id = 'acme'), 0)),
      '${kind}', id, 'api', '2026-11-20', ${document}, '${"0".repeat(64)}'
    FROM faktura_invoices WHERE company_id = 'acme' AND counter = 1`;
}

/** SQL that inserts a copy of the row `where` into `table`, with some columns changed. Values are SQL. */
export function insertCopy(
  connection: SqliteConnection,
  table: (typeof GUARDED_TABLES)[number],
  verb: string,
  { where, ...changes }: Record<string, string> & { where: string },
): string {
  const columns = [...new Set([...columnsOf(connection, table), ...Object.keys(changes)])];
  const values = columns.map((column) => changes[column] ?? column);
  return `${verb} INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table} WHERE ${where}`;
}
