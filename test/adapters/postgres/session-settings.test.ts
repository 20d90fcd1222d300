/**
 * Goal: settings of a role, a database or a pool do not change what the library writes and reads.
 * Method: run the same calls under each setting that changes the meaning of SQL; an audit and the final state must be
 * the same.
 */
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { startPostgres } from "../../support/postgres-server.ts";
import { tries } from "../../support/tries.ts";

/** The settings that a host may have, by name. Several together are those that some programs change together. */
const SETTINGS: Readonly<Record<string, string>> = {
  array_nulls: "off",
  standard_conforming_strings: "off",
  backslash_quote: "off",
  escape_string_warning: "on",
  transform_null_equals: "on",
  quote_all_identifiers: "on",
  DateStyle: "German",
  IntervalStyle: "sql_standard",
  TimeZone: "Pacific/Kiritimati",
  extra_float_digits: "-15",
  bytea_output: "escape",
  xmloption: "document",
  search_path: "pg_temp, nowhere",
  row_security: "off",
  session_replication_role: "replica",
  default_transaction_isolation: "serializable",
  default_transaction_deferrable: "on",
  synchronous_commit: "off",
  client_min_messages: "error",
  plan_cache_mode: "force_generic_plan",
  check_function_bodies: "off",
  enable_indexscan: "off",
  "plpgsql.variable_conflict": "use_variable",
  "plpgsql.extra_errors": "all",
};

/** Texts that could be parsed as something else, and empty fields. */
const ODD = { method: "NULL", reference: "a\\'b" };

/** Makes every kind of write, ordinary and joined. Returns what is stored, without ids and instants. */
async function tell(own: pg.Pool, schema: string) {
  await migratePostgres(own, { schema });
  const store = postgresStore(own, { schema });
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-02" });
  const [paid, partly, cancelled] = await acme.issueMany([order(), order({ clientName: "NULL" }), order()]);
  await acme.recordPayment(paid!.id, { amount: paid!.total }, { idempotencyKey: "NULL" });
  await acme.recordPayment(partly!.id, { amount: 0.1, paidOn: partly!.issueDate, ...ODD });
  await acme.cancel(cancelled!.id);
  const client = await own.connect();
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  const joined = invoicing.joining(client).company("acme");
  const fourth = await joined.issue(order());
  await joined.recordPayment(fourth.id, { amount: 1 });
  await joined.cancel((await joined.issue(order())).id);
  await client.query("COMMIT");
  client.release();
  const resumed = await resumeIn(own, schema);
  await invoicing.drainBilling({ deliver: async () => {} });
  const { data } = await acme.list({ from: "2026-01-01" });
  const payments = await Promise.all(data.map(async ({ id }) => (await acme.get(id)).payments));
  const { findings, invoices } = await acme.audit();
  expect(findings).toEqual([]);
  return {
    invoices,
    resumed,
    pending: (await store.billing.pending("acme")).length,
    books: data.map(({ status, amountPaid, clientName, cancellationReason }, index) => ({
      status,
      amountPaid,
      clientName,
      cancellationReason,
      payments: payments[index]!.map(({ amount, method, reference }) => ({ amount, method, reference })),
    })),
  };
}

/** Books issued with a clock that was a year ahead. Returns the dates after the clock was corrected. */
async function resumeIn(own: pg.Pool, schema: string): Promise<readonly string[]> {
  const clock = new TestClock("2027-12-25T12:00:00Z");
  const invoicing = createInvoicing({ store: postgresStore(own, { schema }), clock });
  const books = invoicing.company("resumed");
  await books.saveProfile(germanProfile());
  await books.issue(order());
  clock.set("2026-11-22T12:00:00Z");
  await books.resumeDates({ reason: "the clock was a year ahead" });
  const client = await own.connect();
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  const joined = await invoicing.joining(client).company("resumed").issue(order());
  await client.query("COMMIT");
  client.release();
  const issued = [joined, ...(await books.issueMany([order(), order()]))];
  expect((await books.audit()).findings).toEqual([]);
  return issued.map(({ issueDate }) => issueDate);
}

const usual = tell(pool, `usual_${Date.now()}`);
let schemas = 0;

/** The settings in groups: each alone with `npm run test:nightly`, and else four at once. */
function groupsOfSettings(): (readonly [names: string, settings: readonly [string, string][]])[] {
  const settings = Object.entries(SETTINGS);
  const groups = tries(settings.length);
  return Array.from({ length: groups }, (_, group) => {
    const chosen = settings.filter((_, place) => place % groups === group);
    return [chosen.map((setting) => setting.join(" = ")).join(", "), chosen] as const;
  });
}

test.each(groupsOfSettings())("%s, set for the role, changes nothing", async (_, settings) => {
  const [role, schema] = [`host_${Date.now()}_${++schemas}`, `settings_${Date.now()}_${schemas}`];
  await pool.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'secret'`);
  for (const [name, value] of settings) {
    await pool.query(`ALTER ROLE ${role} SET ${name} = ${name === "search_path" ? value : `'${value}'`}`);
  }
  const own = openPool({ connectionString: postgresUrl.replace("postgres:password", `${role}:secret`), max: 3 });
  afterAll(() => own.end());
  expect(await tell(own, schema)).toEqual(await usual);
  for (const [name, value] of settings) {
    const { rows } = await own.query(`SELECT current_setting('${name}') AS value`);
    expect(rows[0].value, "what was set for the role is what it was").toContain(value.split(",")[0]);
  }
});

test("array_nulls = off, set for the database, changes nothing, and stays in the host's own transaction", async () => {
  const database = `nulls_${Date.now()}`;
  await pool.query(`CREATE DATABASE ${database}`);
  await pool.query(`ALTER DATABASE ${database} SET array_nulls = off`);
  const own = openPool({ connectionString: postgresUrl.replace(/postgres$/, database), max: 3 });
  afterAll(() => own.end());
  expect(await tell(own, "faktura")).toEqual(await usual);
  const client = await own.connect();
  await client.query("BEGIN");
  await createInvoicing({ store: postgresStore(own) })
    .joining(client)
    .company("acme")
    .issue(order());
  expect((await client.query("SELECT '{NULL}'::text[] AS nulls")).rows).toEqual([{ nulls: ["NULL"] }]);
  await client.query("COMMIT");
  client.release();
});

test("if a reload turns fsync off, the next write notices, joined or not, and writes nothing", async () => {
  const server = await startPostgres();
  const own = openPool({ connectionString: server.url, max: 2 });
  await migratePostgres(own);
  const invoicing = createInvoicing({ store: postgresStore(own) });
  const acme = invoicing.company("acme");
  const set = async (value: string) => {
    await own.query(`ALTER SYSTEM SET fsync = ${value}`);
    await own.query("SELECT pg_reload_conf()");
    // A session only applies the new value at its next statement.
    while ((await own.query("SHOW fsync")).rows[0].fsync !== value);
  };
  try {
    await acme.saveProfile(germanProfile());
    await acme.issue(order());
    await set("off");
    const off = /runs with fsync = off.*Set fsync = on/;
    await expect(acme.issue(order())).rejects.toThrow(off);
    await expect(acme.saveProfile(germanProfile({ name: "Firma AG" }))).rejects.toThrow(off);
    const client = await own.connect();
    await client.query("BEGIN");
    await expect(invoicing.joining(client).company("acme").issue(order())).rejects.toThrow(off);
    await client.query("COMMIT");
    client.release();
    await set("on");
    expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
    expect((await acme.profile()).name).toBe("Firma GmbH");
  } finally {
    await own.end();
    await server.stop();
  }
});
