import { type DeliveryLease, type InvoicingStore, StoreBusyError } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { issueSome, openBilled } from "../../service/delivery/billed-books.ts";
import { oneTo } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";
import { listeningConnection, type Sent } from "../listening.ts";

const COMPANIES = Object.fromEntries(oneTo(7).map((number) => [`company-${number}`, 2]));

/** All companies, read in pages of three. */
async function lookAtAll({ billing }: InvoicingStore): Promise<string[][]> {
  const looks: string[][] = [];
  for (let after: string | null = null; ; ) {
    const { companyIds, next } = await billing.companiesBehind(after, 3);
    looks.push([...companyIds]);
    if (next === null) return looks;
    after = next;
  }
}

const LOOKS = [oneTo(3), [4, 5, 6], [7]].map((look) => look.map((number) => `company-${number}`));

test("SQLite finds the companies with pending events by key look-ups alone, however many invoices each has", async () => {
  const path = freshFile();
  await openBilled(await openSqliteStore(path), COMPANIES);
  const sent: Sent[] = [];
  const store = sqliteStore(() => listeningConnection(path, sent));
  expect(await lookAtAll(store)).toEqual(LOOKS);
  const { text, values } = sent.find((each) => each.text.includes("WITH RECURSIVE companies"))!;
  const plan = connectRaw(path)
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...values) as { detail: string }[];
  const onTables = plan.map(({ detail }) => detail).filter((detail) => /\b(?:faktura_|[ic]\b)/.test(detail));
  expect(onTables.length).toBeGreaterThanOrEqual(4);
  for (const detail of onTables)
    expect(detail).toMatch(/^SEARCH .* USING (?:COVERING )?INDEX \S+ \(company_id[=>]\?\)$/);
});

test("PostgreSQL can find them by key look-ups alone", async () => {
  const schema = await freshSchema();
  const texts: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    texts.push(text);
    return send();
  });
  const store = postgresStore(listening, { schema });
  await openBilled(store, COMPANIES);
  expect(await lookAtAll(store)).toEqual(LOOKS);
  const text = texts.find((each) => each.startsWith("SELECT companies.company_id"))!;
  const client = await pool.connect();
  await client.query("BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off");
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, ["", "3"]);
  await client.query("ROLLBACK");
  client.release();
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan.match(/Index (?:Only )?Scan (?:Backward )?using faktura_\w+_pkey/g)?.length, plan).toBe(4);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test("on PostgreSQL, the server's clock decides how long a lease lasts, whatever this machine's clock says", async () => {
  const store = postgresStore(pool, { schema: await freshSchema() });
  await store.billing.lease("acme", "worker", 60_000);
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  try {
    expect(await store.billing.lease("acme", "an hour ahead", 60_000)).toBe("held");
  } finally {
    Date.now = now;
  }
});

test("on PostgreSQL, no lease is taken over while events are acknowledged under it", async () => {
  const schema = await freshSchema();
  const impatient = postgresStore(pool, { schema, lockTimeoutMs: 100 });
  const taking: Promise<unknown>[] = [];
  const between = interceptedPool(pool, async (text, send) => {
    if (text.includes("INSERT INTO") && text.includes("billing_acknowledged")) {
      taking.push(impatient.billing.lease("acme", "thief", 60_000).catch((error: unknown) => error));
      expect(await taking[0]).toBeInstanceOf(StoreBusyError);
    }
    return send();
  });
  const store = postgresStore(between, { schema });
  const invoicing = await openBilled(store, { acme: 2 });
  const lease = (await store.billing.lease("acme", "worker", 0)) as DeliveryLease;
  const ids = (await store.billing.pending("acme")).map(({ id }) => id);
  expect(await store.billing.acknowledge("acme", ids, lease)).toBe(true);
  expect(taking.length).toBe(1);
  await issueSome(invoicing, "acme", 1);
  expect((await store.billing.pending("acme")).map(({ counter }) => counter)).toEqual([3]);
});
