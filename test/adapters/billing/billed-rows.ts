import { createInvoicing, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

/** An empty store, and a function that runs SQL on its tables. */
export interface Opened {
  readonly store: InvoicingStore;
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
}

/** The databases, which store a cursor. */
export const DATABASES: readonly { name: string; open: () => Promise<Opened> }[] = [
  {
    name: "PostgreSQL",
    open: async () => {
      const schema = await freshSchema();
      const rows = async (sql: string) => (await pool.query(sql.replaceAll("faktura_", `${schema}.faktura_`))).rows;
      return { store: postgresStore(pool, { schema }), rows };
    },
  },
  {
    name: "SQLite",
    open: async () => {
      const path = freshFile();
      const raw = connectRaw(path);
      const rows = async (sql: string) => raw.prepare(sql).all() as Record<string, unknown>[];
      return { store: sqliteStore(() => connectRaw(path)), rows };
    },
  },
];

/** SQL of the panel's next invoice, a copy of the last one with a new id. */
export const PANEL = (
  counter: number,
) => `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date,
    source, document) SELECT company_id, counter + 1, 'panel-${counter}', invoice_number, issue_date, 'panel', document
  FROM faktura_invoices ORDER BY counter DESC LIMIT 1 RETURNING counter`;

/** Acme with this many invoices. Those at `panel` are the panel's. */
export async function openBilled(open: () => Promise<Opened>, count: number, panel: readonly number[] = []) {
  const { store, rows } = await open();
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  for (const counter of oneTo(count)) {
    if (panel.includes(counter)) await rows(PANEL(counter));
    else await acme.issue(order());
  }
  const events = await store.billing.pending("acme", 1000);
  const idOf = (counter: number) => events.find((event) => event.counter === counter)?.id ?? `unknown-${counter}`;
  const acknowledge = (...counters: number[]) => store.billing.acknowledge("acme", counters.map(idOf));
  const kept = async () => {
    const beyond = await rows("SELECT counter FROM faktura_billing_acknowledged ORDER BY counter");
    const [cursor] = await rows("SELECT acknowledged_through AS through FROM faktura_billing_cursors");
    return { through: Number(cursor?.["through"]), beyond: beyond.map(({ counter }) => Number(counter)) };
  };
  /** The digest of the cursor, and that of the invoice at the cursor. */
  const digests = async () => {
    const [row] = await rows(`SELECT c.digest AS digest, i.digest AS invoices FROM faktura_billing_cursors AS c
      JOIN faktura_invoices AS i ON i.counter = c.acknowledged_through`);
    return [row?.["digest"], row?.["invoices"]];
  };
  return { store, acme, rows, acknowledge, kept, digests };
}
