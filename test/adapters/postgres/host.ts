import { createInvoicing } from "faktura";
import { type PostgresClient, type PostgresNumbers, type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import pg from "pg";
import { onTestFinished } from "vitest";
import { germanProfile } from "../../support/fixtures.ts";
import { freshSchema, openPool, pool, postgresUrl } from "../../support/postgres.ts";

/** Intercepts a statement: sends it, sends another one, or sends something else before or after it. */
export type OnTheWay = (
  text: string,
  send: (text?: string, values?: unknown[]) => Promise<pg.QueryResult>,
  values: readonly unknown[],
) => Promise<unknown>;

/** The books of "acme" on their own pool, and a host with a client and a table of orders in the same database. */
export async function openHost(options: PostgresStoreOptions = {}, max = 3, connectionString = postgresUrl) {
  const schema = await freshSchema();
  await pool.query(`CREATE TABLE ${schema}.orders (name text PRIMARY KEY)`);
  const through = openPool({ max, connectionString });
  const invoicing = createInvoicing({ store: postgresStore(through, { schema, lockTimeoutMs: 60_000, ...options }) });
  const acme = invoicing.company("acme");
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await invoicing.close();
    await through.end();
  });
  // Through a store that waits as long as it must: that of the test may give up soon.
  const patient = createInvoicing({ store: postgresStore(pool, { schema }) });
  await patient.company("acme").saveProfile(germanProfile());
  await patient.close();
  const joined = (handle: object = client) => invoicing.joining(handle).company("acme");
  const addOrder = (name: string) => client.query(`INSERT INTO ${schema}.orders VALUES ($1)`, [name]);
  return { schema, through, invoicing, acme, client, joined, addOrder, kept: () => keptIn(schema) };
}

/** A host's own counter, in a table that is found through the transaction's search path. */
const panelCounter: PostgresNumbers = (client, companyId) => ({
  async lock() {
    const { rows } = await client.query("SELECT last::text FROM panel_counter WHERE company_id = $1 FOR UPDATE", [
      companyId,
    ]);
    return { lastCounter: Number(rows[0]?.["last"]), lastIssueDate: null, started: true };
  },
  async take(count) {
    const { rows } = await client.query(
      "UPDATE panel_counter SET last = last + $2::int WHERE company_id = $1 RETURNING last::text",
      [companyId, count],
    );
    return Number(rows[0]?.["last"]) - count + 1;
  },
});

/**
 * Like {@link openHost}, but the host's own counter numbers, from 42 on. `begin` begins a transaction with the right
 * search path.
 */
export async function openPanel() {
  const host = await openHost({ numbers: panelCounter });
  await pool.query(`CREATE TABLE ${host.schema}.panel_counter AS SELECT 'acme' AS company_id, 41 AS last`);
  const begin = () => host.client.query(`BEGIN; SET LOCAL search_path = ${host.schema}`);
  return { ...host, begin };
}

/** What is committed: the counters of acme's invoices and billing events, and the host's orders. */
async function keptIn(schema: string) {
  const columns = { faktura_invoices: "counter", orders: "name" };
  const texts = Object.entries(columns).map(async ([table, column]) => {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT ${column}::text AS text FROM ${schema}.${table} ORDER BY ${column}`,
    );
    return rows.map(({ text }) => text).join();
  });
  const [invoices, orders] = await Promise.all(texts);
  const events = await postgresStore(pool, { schema }).billing.pending("acme", 1000);
  return { invoices, events: events.map(({ counter }) => counter).join(), orders };
}

/** The host's client, with an interceptor for every statement that the library sends on it. */
export function intercepted(client: pg.Client, onTheWay: OnTheWay): PostgresClient {
  return {
    query: (statement, values) => {
      if (typeof statement !== "string") throw new TypeError("not prepared here");
      const send = (text = statement, own = text === statement ? values : undefined) => client.query(text, own);
      return onTheWay(statement, send, values ?? []) as ReturnType<PostgresClient["query"]>;
    },
    release: () => {
      throw new Error("the client is the host's to release");
    },
    on: (event, listener) => client.on(event, listener),
    off: (event, listener) => client.off(event, listener),
  };
}

/** Whether a statement with these values runs SQL that contains this text, in the host's transaction. */
export function runs(values: readonly unknown[], sql: string): boolean {
  return values.some((value) => typeof value === "string" && value.includes(sql));
}

/** The same values, with statements that fail. */
export function failing(values: readonly unknown[]): unknown[] {
  return values.map((value) => (/^\s*(?:SELECT|WITH|INSERT)\b/.test(String(value)) ? "SELECT 1/0" : value));
}

/** Settles once a statement on the books in this schema waits for a lock. */
export async function untilOneWaits(schema: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND position($1 in query) > 0 AND pid <> pg_backend_pid()",
      [schema],
    );
    if (rows.length > 0) return;
  }
}

/** The values of these settings on the host's client, as SHOW returns them. */
export async function settingsOf(client: pg.Client): Promise<string> {
  const names = ["lock_timeout", "idle_in_transaction_session_timeout", "synchronous_commit", "transaction_isolation"];
  const { rows } = await client.query<{ all: string }>(
    `SELECT concat_ws(' ', ${names.map((name) => `current_setting('${name}')`).join(", ")}) AS all`,
  );
  return rows[0]!.all;
}
