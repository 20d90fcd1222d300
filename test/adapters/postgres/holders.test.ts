/**
 * Goal: however many transactions hold a lock one after the other, a call ends at its deadline, as StoreBusyError.
 * Method: holders that wait for each other in front of the call. `lock_timeout` alone would count again for each.
 */
import { setTimeout as wait } from "node:timers/promises";
import { createInvoicing, StoreBusyError } from "faktura";
import { createHttpHandler } from "faktura/http";
import { type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";

const LOCK_TIMEOUT_MS = 1200;

/** How long the call has waited when the first holder makes way for the second. */
const FIRST_MS = 800;

async function openAcme(options: PostgresStoreOptions = {}) {
  const schema = await freshSchema();
  const through = openPool({ max: 5, application_name: schema });
  const invoicing = createInvoicing({
    store: postgresStore(through, { schema, lockTimeoutMs: LOCK_TIMEOUT_MS, ...options }),
  });
  const patient = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await patient.saveProfile(germanProfile());
  await patient.issue(order());
  await invoicing.company("acme").list(); // checks the schema, which is not what takes the time here
  onTestFinished(async () => {
    await invoicing.close();
    await through.end();
  });
  return { schema, through, invoicing, patient, acme: invoicing.company("acme") };
}

/** A client in a transaction, which ends with the test. */
async function openTransaction(schema: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  onTestFinished(async () => {
    await client.query("ROLLBACK");
    client.release();
  });
  await client.query(`BEGIN; SET LOCAL search_path = ${schema}; SET LOCAL application_name = ${schema}`);
  return client;
}

/** Settles once so many sessions of this name wait for a lock. */
async function untilSoManyWait(name: string, count: number): Promise<void> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1";
  while ((await pool.query(waiting, [name])).rows.length < count);
}

/** The error of a call with two holders in front of it: the second gets the lock while the call waits, and keeps it. */
async function errorBehindTwo(schema: string, sql: string, call: () => Promise<unknown>): Promise<unknown> {
  const [first, second] = [await openTransaction(schema), await openTransaction(schema)];
  await first.query(sql);
  const holding = second.query(sql);
  await untilSoManyWait(schema, 1);
  const began = performance.now();
  const failing = call().catch((error: unknown) => error);
  await untilSoManyWait(schema, 2);
  await wait(FIRST_MS - (performance.now() - began));
  await first.query("COMMIT");
  await holding;
  const error = await failing;
  expect(performance.now() - began, "not the time of one wait after the other").toBeLessThan(
    FIRST_MS + LOCK_TIMEOUT_MS,
  );
  return error;
}

const LOCK = "SELECT 1 FROM faktura_sequences WHERE company_id = 'acme' FOR UPDATE";

test("a call behind two holders of the company's lock in a row is busy at its deadline", async () => {
  const { schema, acme, patient, through } = await openAcme();
  const error = await errorBehindTwo(schema, LOCK, () => acme.issue(order()));
  expect(error).toBeInstanceOf(StoreBusyError);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^timed out after 1200 ms waiting for the lock on this company's invoices; nothing/),
    cause: { code: "57014" },
  });
  expect(through.idleCount, "the connection is still good").toBe(through.totalCount);
  expect((await patient.list()).total).toBe(1);
});

test("so is one over HTTP: 503 with Retry-After", async () => {
  const { schema, invoicing } = await openAcme();
  const handle = createHttpHandler(invoicing, {
    authenticate: () => ({ companyId: "acme", scopes: ["write:invoices"] }),
  });
  let response: Response | undefined;
  await errorBehindTwo(schema, LOCK, async () => {
    const headers = { authorization: "Bearer key", "content-type": "application/json" };
    const body = JSON.stringify(order());
    response = await handle(new Request("http://shop.test/invoices", { method: "POST", headers, body }));
  });
  expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await response?.json()).toMatchObject({ code: "store_busy" });
});

test("so is one on a profile's row", async () => {
  const { schema, acme } = await openAcme();
  const sql = "SELECT 1 FROM faktura_companies WHERE company_id = 'acme' FOR UPDATE";
  const error = await errorBehindTwo(schema, sql, () => acme.saveProfile(germanProfile({ name: "Neu GmbH" })));
  expect(error).toBeInstanceOf(StoreBusyError);
});

test("so is a joined call, whose transaction goes on with the host's own settings", async () => {
  const { schema, invoicing, patient } = await openAcme();
  const host = await openTransaction(schema);
  await host.query("SET LOCAL lock_timeout = '1h'; SET LOCAL statement_timeout = '2h'");
  const error = await errorBehindTwo(schema, LOCK, () => invoicing.joining(host).company("acme").issue(order()));
  expect(error).toBeInstanceOf(StoreBusyError);
  // Sent now, answered once the statement that still waits has ended.
  const settings = host.query(
    "SELECT current_setting('lock_timeout') || ' ' || current_setting('statement_timeout') AS own",
  );
  expect((await settings).rows).toEqual([{ own: "1h 2h" }]);
  expect((await patient.list()).total).toBe(1);
});

test("after the lock, the host's own statement_timeout is in effect again, and locks have what is left", async () => {
  const { schema, patient } = await openAcme();
  const own = openPool({ max: 1, application_name: schema, options: "-c statement_timeout=3h -c lock_timeout=2h" });
  const seen: Record<string, unknown>[] = [];
  const asking = interceptedPool(own, async (text, send, client) => {
    const names = "current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock";
    if (text === "COMMIT") seen.push(...(await client.query(`SELECT ${names}`)).rows);
    return send();
  });
  const store = postgresStore(asking, { schema, lockTimeoutMs: 60_000 });
  await store.companies.profile("acme");
  const holder = await openTransaction(schema);
  await holder.query(LOCK);
  const locking = store.transaction("acme", ({ numbers }) => numbers.lock());
  await untilSoManyWait(schema, 1);
  await wait(200);
  await holder.query("COMMIT");
  await locking;
  expect(seen).toEqual([{ statement: "3h", lock: expect.stringMatching(/^\d+ms$/) }]);
  expect(Number.parseInt(String(seen[0]!["lock"]), 10)).toBeLessThanOrEqual(59_800);
  expect(Number.parseInt(String(seen[0]!["lock"]), 10)).toBeGreaterThan(1000);
  expect((await own.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "3h" }]);
  await own.end();
  expect((await patient.list()).total).toBe(1);
});

test("ten joined holders and many contenders: whatever times out is busy, and the numbers have no gap", async () => {
  const { schema, invoicing, patient } = await openAcme({ lockTimeoutMs: 300 });
  const own = openPool({ max: 20 });
  onTestFinished(() => own.end());
  const errors: unknown[] = [];
  let issued = 1;
  const attempt = async (call: () => Promise<unknown>) => {
    try {
      await call();
      issued += 1;
    } catch (error) {
      errors.push(error);
    }
  };
  const holder = async () => {
    const client = await own.connect();
    await client.query("BEGIN");
    await attempt(async () => {
      await invoicing.joining(client).company("acme").issue(order());
      await client.query("SELECT pg_sleep(0.1)");
    });
    await client.query("COMMIT");
    client.release();
  };
  // Several stores are as several servers: their calls share no commit.
  const servers = oneTo(6).map(() => createInvoicing({ store: postgresStore(own, { schema, lockTimeoutMs: 300 }) }));
  const contenders = servers.map(async (server) => {
    for (const _ of oneTo(4)) await attempt(() => server.company("acme").issue(order()));
  });
  await Promise.all([...oneTo(10).map(holder), ...contenders]);
  expect(errors.filter((error) => !(error instanceof StoreBusyError))).toEqual([]);
  const { data, total } = await patient.list({ limit: 100 });
  expect(total).toBe(issued);
  expect(data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))).reverse()).toEqual(oneTo(issued));
});
