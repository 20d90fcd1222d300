/**
 * Goal: what the guide says about logical replication is true: guards block the initial copy, and a subscriber without
 * them can take over once it has them.
 * Method: two servers, and the guide's own statements.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openPool } from "../../support/postgres.ts";
import { newDataFolder, PostgresProcess } from "../../support/postgres-process.ts";
import { fillBooks } from "../raw-books.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../../docs/guide/restore-postgres.md"), "utf8");
const block = (name: string) => new RegExp(`^\`\`\`sql ${name}\\n(.*?)^\`\`\`$`, "ms").exec(GUIDE)![1]!;
const SCHEMA = { schema: "billing" };
let publisher: PostgresProcess;
let subscriber: PostgresProcess;
const pools: Pool[] = [];

const open = ({ url }: PostgresProcess) => {
  const opened = openPool({ connectionString: url, max: 3 });
  pools.push(opened);
  return opened;
};
const companyIn = (pool: Pool, id: string) => createInvoicing({ store: postgresStore(pool, SCHEMA) }).company(id);

async function subscribe(): Promise<void> {
  const connection = `host=127.0.0.1 port=${publisher.port} user=postgres password=password dbname=postgres`;
  await subscriber.rows(block("subscriber").replace("host=publisher dbname=shop", connection));
}

/** Polls the subscriber until it returns this. */
async function until(sql: string, answer: string): Promise<void> {
  for (;;) {
    const [row] = await subscriber.rows<{ answer: string }>(sql);
    if (row?.answer === answer) return;
    await wait(50);
  }
}

beforeAll(async () => {
  const start = async () => PostgresProcess.start(await newDataFolder(), { wal_level: "logical" });
  [publisher, subscriber] = [await start(), await start()];
  const pool = open(publisher);
  await migratePostgres(pool, SCHEMA);
  const acme = companyIn(pool, "acme");
  await acme.saveProfile(germanProfile());
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-01" });
  await fillBooks(acme);
  await publisher.rows(block("publisher"));
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const server of [subscriber, publisher]) await server?.stop();
});

test("the guards of a subscriber refuse the initial copy of invoices, journal and payments, and nothing else", async () => {
  await migratePostgres(open(subscriber), SCHEMA);
  const aborted = "SELECT xact_rollback AS count FROM pg_stat_database WHERE datname = 'postgres'";
  const [before] = await subscriber.rows<{ count: string }>(aborted);
  await subscribe();
  // Each of the three copies has been refused at least once.
  await until(`SELECT (count > ${before!.count} + 2)::text AS answer FROM (${aborted}) AS now`, "true");
  const open_ = `SELECT string_agg(srrelid::regclass::text, ' ' ORDER BY srrelid::regclass::text) AS answer
    FROM pg_subscription_rel WHERE srsubstate <> 'r'`;
  await until(open_, "billing.faktura_invoices billing.faktura_journal billing.faktura_payments");
  await subscriber.rows("DROP SUBSCRIPTION faktura");
  await subscriber.rows("DROP SCHEMA billing CASCADE");
});

test("a subscriber without triggers gets everything, and takes over once the migration has added them", async () => {
  const [source, target] = [open(publisher), open(subscriber)];
  await migratePostgres(target, { ...SCHEMA, triggers: false });
  await subscribe();
  const beta = companyIn(source, "beta");
  await beta.saveProfile(germanProfile());
  await fillBooks(beta);
  const heads = await Promise.all(["acme", "beta"].map((id) => companyIn(source, id).audit()));
  const position = await publisher.rows<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn");
  await until("SELECT bool_and(srsubstate = 'r')::text AS answer FROM pg_subscription_rel", "true");
  await until(
    `SELECT (latest_end_lsn >= '${position[0]!.lsn}')::text AS answer FROM pg_stat_subscription WHERE relid IS NULL`,
    "true",
  );
  const replicas = await Promise.all(["acme", "beta"].map((id) => companyIn(target, id).audit()));
  // Until the migration adds them, the subscriber has no guards.
  expect(replicas).toEqual(heads.map((report) => ({ ...report, guarded: false })));
  await subscriber.rows("DROP SUBSCRIPTION faktura");
  await migratePostgres(target, SCHEMA);
  expect((await companyIn(target, "acme").issue(order())).invoiceNumber).toMatch(/-0046$/);
  expect((await companyIn(target, "acme").audit({ expect: heads[0]!.head })).findings).toEqual([]);
  await expect(target.query("DELETE FROM billing.faktura_invoices")).rejects.toThrow("cannot be deleted");
});

test("a publication of all tables, as change feeds create it, does not block a migration", async () => {
  const pool = open(publisher);
  await publisher.rows("CREATE PUBLICATION everything FOR ALL TABLES");
  await migratePostgres(pool, { schema: "later", triggers: false });
  await migratePostgres(pool, { schema: "later" });
  expect((await publisher.rows("SELECT * FROM later.faktura_schema")).length).toBe(2);
});
