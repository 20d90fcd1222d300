/**
 * Goal: what somebody left open on a client of the pool is never committed with the library's work, and does not keep a
 * call from succeeding.
 * Method: begin a transaction on the pool's client and release it, then make each kind of call.
 */
import { once } from "node:events";
import { createInvoicing } from "faktura";
import { migratePostgres, type PostgresPool, postgresJsPool, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, openPool, pool, postgresUrl } from "../../support/postgres.ts";

/** What a host did on the client before it released it, without a ROLLBACK. `{schema}` is the test's schema. */
const LEAKS = {
  "only begun": ["BEGIN"],
  "only read": ["BEGIN", "SELECT * FROM {schema}.orders"],
  "read in a snapshot": ["BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT * FROM {schema}.orders"],
  "read in a read-only transaction": ["BEGIN READ ONLY", "SELECT * FROM {schema}.orders"],
  written: ["BEGIN", "INSERT INTO {schema}.orders VALUES ('leaked')"],
  failed: ["BEGIN", "INSERT INTO {schema}.orders VALUES ('leaked')", "SELECT 1/0"],
  "set a savepoint": ["BEGIN", "INSERT INTO {schema}.orders VALUES ('leaked')", "SAVEPOINT mine"],
};

const POOLS: Record<string, (max: number) => PostgresPool & { end(): Promise<void> }> = {
  pg: (max) => openPool({ max }),
  "postgres.js": (max) => postgresJsPool((own) => postgres(postgresUrl, own), { max }),
};

/** Acme on its own pool. `leak` takes all clients of the pool, runs statements on them, and releases them. */
async function openShop(openOwn: (max: number) => PostgresPool & { end(): Promise<void> }, max: number) {
  const schema = await freshSchema();
  await pool.query(`CREATE TABLE ${schema}.orders (name text)`);
  const through = openOwn(max);
  const invoicing = createInvoicing({ store: postgresStore(through, { schema, lockTimeoutMs: 60_000 }) });
  const patient = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await patient.saveProfile(germanProfile());
  const first = await patient.issue(order());
  onTestFinished(async () => {
    await invoicing.close();
    await through.end();
  });
  const leak = async (statements: readonly string[]) => {
    const clients = await Promise.all(oneTo(max).map(() => through.connect()));
    for (const client of clients) {
      for (const text of statements) await client.query(text.replace("{schema}", schema)).catch(() => undefined);
      client.release();
    }
  };
  const strangersRows = async () => (await pool.query(`SELECT name FROM ${schema}.orders`)).rows;
  return { schema, through, invoicing, acme: invoicing.company("acme"), patient, first, leak, strangersRows };
}

/** The codes of the process warnings that `action` causes. */
async function warningsOf(action: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const warnings: (Error & { code?: string })[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  await action();
  await new Promise((resolve) => setImmediate(resolve)); // warnings are emitted in the next tick
  process.off("warning", note);
  for (const { message } of warnings)
    expect(message).toMatch(/open transaction.*rolled back.*COMMIT or ROLLBACK before/);
  return warnings.map(({ code }) => code);
}

const CODE = "FAKTURA_TRANSACTION_LEAKED";

/** Every leak on `pg`; on postgres.js one of each kind. */
const SCENES = Object.keys(LEAKS).flatMap((what) =>
  Object.keys(POOLS)
    .filter((driver) => driver === "pg" || ["only read", "written", "failed"].includes(what))
    .map((driver) => [driver, what] as [keyof typeof POOLS, keyof typeof LEAKS]),
);

describe.each([
  ["warm", 1],
  ["cold", 3],
  ["about to issue in one round trip", 1],
])("on a store that is %s, with a pool of %i", (which, max) => {
  test.each(SCENES)("%s: a transaction that has %s is not committed", async (driver, what) => {
    const { acme, patient, leak, strangersRows } = await openShop(POOLS[driver]!, max);
    if (which === "warm") await acme.list();
    const before = which.startsWith("about") ? 2 : 0;
    for (const _ of oneTo(before)) await acme.issue(order());
    await leak(LEAKS[what]);
    const warnings = await warningsOf(() => acme.issue(order(), { idempotencyKey: "key" }));
    expect(warnings).toEqual(oneTo(warnings.length || 1).map(() => CODE));
    expect(await strangersRows()).toEqual([]);
    expect((await patient.audit()).findings).toEqual([]);
    expect((await patient.list()).total).toBe(2 + before);
  });
});

test.each(Object.keys(LEAKS))("a transaction that has %s, in front of every other kind of call", async (what) => {
  const { acme, first, leak, strangersRows } = await openShop(POOLS["pg"]!, 1);
  await acme.list();
  const calls: Record<string, () => Promise<unknown>> = {
    "a durable statement": () => acme.saveProfile(germanProfile({ name: "Neu GmbH" })),
    payment: () => acme.recordPayment(first.id, { amount: 1 }),
    audit: () => acme.audit(),
  };
  for (const [name, call] of Object.entries(calls)) {
    await leak(LEAKS[what as keyof typeof LEAKS]);
    const warnings = await warningsOf(call);
    expect(new Set(warnings), name).toEqual(new Set([CODE]));
    expect(await strangersRows(), name).toEqual([]);
  }
});

test.each(Object.keys(LEAKS))("a migration on a client whose transaction has %s", async (what) => {
  const { leak, strangersRows, through, schema } = await openShop(POOLS["pg"]!, 1);
  await leak(LEAKS[what as keyof typeof LEAKS]);
  expect(await warningsOf(() => migratePostgres(through, { schema: `${schema}_2` }))).toEqual([CODE]);
  expect(await strangersRows()).toEqual([]);
});

test("a read on a client whose transaction has failed succeeds, on another client", async () => {
  const { acme, leak } = await openShop(POOLS["pg"]!, 1);
  await acme.list();
  await leak(LEAKS.failed);
  expect(await warningsOf(async () => expect((await acme.list()).total).toBe(1))).toEqual([CODE]);
});

test("an invoice that was issued in a transaction left open is not returned for its key", async () => {
  const { invoicing, through, acme, patient } = await openShop(POOLS["pg"]!, 1);
  await acme.list();
  const client = await through.connect();
  await client.query("BEGIN");
  await invoicing.joining(client).company("acme").issue(order(), { idempotencyKey: "key" });
  client.release();
  const asking = async () => expect(await acme.getByKey("key").catch(({ code }) => code)).toBe("invoice_not_found");
  expect(await warningsOf(asking)).toEqual([CODE]);
  expect((await patient.list()).total).toBe(1);
});

test("the client is closed, and no other client is", async () => {
  const { acme, leak, through } = await openShop(POOLS["pg"]!, 1);
  await acme.list();
  const pg = through as ReturnType<typeof openPool>;
  await leak(LEAKS.written);
  const [removed] = await Promise.all([once(pg, "remove"), acme.issue(order())]);
  expect(removed).toHaveLength(1);
  await acme.issue(order());
  expect([pg.totalCount, pg.idleCount]).toEqual([1, 1]);
});

test("calls without a leak warn of nothing, with and without prepared statements", async () => {
  for (const preparedStatements of [false, true]) {
    const { schema, patient } = await openShop(POOLS["pg"]!, 1);
    const own = createInvoicing({ store: postgresStore(pool, { schema, preparedStatements }) }).company("acme");
    const many = () => Promise.all(oneTo(20).flatMap(() => [own.issue(order()), own.list(), own.audit()]));
    expect(await warningsOf(many)).toEqual([]);
    expect((await patient.list()).total).toBe(21);
  }
});
