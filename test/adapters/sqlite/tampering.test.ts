/**
 * Goal: no SQLite statement that overwrites rows without deleting or updating them bypasses the guards.
 * Method: overwrite each row of each table of the books in every such way. All statements are refused, and an audit
 * finds nothing.
 */
import { expect, test } from "vitest";
import { DATABASES, type RawDatabase, writeBooksToTamper } from "../../service/audit/tampered-books.ts";

const TABLES = {
  faktura_invoices: { key: ["company_id", "counter"], change: { document: "'{}'" } },
  faktura_payments: { key: ["company_id", "invoice_id", "position"], change: { amount: "'1'" } },
  faktura_journal: { key: ["company_id", "position"], change: { document: "'{}'" } },
  faktura_billing_cursors: { key: ["company_id"], change: { acknowledged_through: "11" } },
} as const;

type Table = keyof typeof TABLES;

async function columnsOf(raw: RawDatabase, table: Table): Promise<string[]> {
  return (await raw.rows(`PRAGMA table_info(${table})`)).map(({ name }) => String(name));
}

/** The ways to overwrite the rows of a table. */
async function overwritings(raw: RawDatabase, table: Table): Promise<string[]> {
  const { key, change } = TABLES[table];
  const columns = await columnsOf(raw, table);
  const [[column, value]] = Object.entries(change) as [[string, string]];
  const values = columns.map((name) => (name === column ? value : name)).join(", ");
  const copy = `INTO ${table} (${columns.join(", ")}) SELECT ${values} FROM ${table} WHERE true`;
  const newKey = key.length === 1 ? "company_id = 'b'" : `${key.at(-1)} = 99`;
  return [
    `REPLACE ${copy}`,
    `INSERT OR REPLACE ${copy}`,
    `INSERT ${copy} ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`,
    `INSERT ${copy} ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${column} = excluded.${column}`,
    `UPDATE OR REPLACE ${table} SET ${column} = ${value}`,
    `UPDATE OR REPLACE ${table} SET ${newKey}`,
    `UPDATE OR IGNORE ${table} SET ${column} = ${value}`,
    `DELETE FROM ${table}`,
  ];
}

test.each(Object.keys(TABLES) as Table[])("rows of %s cannot be overwritten", async (table) => {
  const { acme, raw, head, close } = await writeBooksToTamper(DATABASES[0]!);
  const statements = await overwritings(raw, table);
  for (const statement of statements) await expect(raw.run(statement), statement).rejects.toThrow("faktura: ");
  expect(statements).toHaveLength(8);
  expect(await acme.audit({ expect: head })).toMatchObject({ head, findings: [] });
  await close();
});
