/** Joining with few or shared connections, and with a database that is not set up correctly. */
import { createInvoicing, StoreBusyError } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, order } from "../../../support/fixtures.ts";
import { NO_PGBOUNCER, startBouncer } from "../../../support/pgbouncer.ts";
import { freshSchema, openPool, pool } from "../../../support/postgres.ts";
import {
  FIRST_OF_POSTGRES as FIRST_VERSION,
  POSTGRES_VERSION as SCHEMA_VERSION,
} from "../../../support/schema-versions.ts";
import { describeUnless } from "../../../support/skipping.ts";
import { openHost } from "../host.ts";

const WAY_OUT = /nothing was written.*invoicing\.joining\(client\)/;

test("a pool of one is enough: the host holds its connection, and even the first call needs no second one", async () => {
  const schema = await freshSchema();
  const own = openPool({ max: 1 });
  onTestFinished(() => own.end());
  const invoicing = createInvoicing({ store: postgresStore(own, { schema }) });
  const client = await own.connect();
  await client.query("BEGIN");
  const books = invoicing.joining(client).company("acme");
  await books.saveProfile(germanProfile());
  await books.issue(order());
  const outside = await createInvoicing({ store: postgresStore(own, { schema, lockTimeoutMs: 300 }) })
    .company("acme")
    .issue(order())
    .catch((reason: unknown) => reason);
  expect(outside).toBeInstanceOf(StoreBusyError);
  expect(outside).toMatchObject({
    message: expect.stringMatching(/^timed out after 300 ms waiting for a connection from the pool/),
  });
  expect(outside).toMatchObject({ message: expect.stringMatching(WAY_OUT) });
  await client.query("COMMIT");
  client.release();
  expect((await invoicing.company("acme").issue(order())).invoiceNumber).toMatch(/-0002$/);
  expect([own.totalCount, own.idleCount, own.waitingCount]).toEqual([1, 1, 0]);
});

test("a joined call does not wait for the server check of an ordinary call on a full pool", async () => {
  const schema = await freshSchema();
  const own = openPool({ max: 1 });
  onTestFinished(() => own.end());
  const invoicing = createInvoicing({ store: postgresStore(own, { schema, lockTimeoutMs: 2000 }) });
  const client = await own.connect();
  const outside = invoicing.company("acme").list();
  outside.catch(() => undefined);
  await client.query("BEGIN");
  await invoicing.joining(client).company("acme").saveProfile(germanProfile());
  await client.query("COMMIT");
  await expect(outside).rejects.toThrow(WAY_OUT);
  client.release();
  expect((await invoicing.company("acme").profile()).name).toBe("Firma GmbH");
});

test("ordinary calls that need what the host's transaction holds time out, and leak nothing", async () => {
  const { schema, acme, client, joined, through, kept } = await openHost();
  const impatient = createInvoicing({ store: postgresStore(through, { schema, lockTimeoutMs: 300 }) }).company("acme");
  await client.query("BEGIN");
  await joined().saveProfile(germanProfile({ name: "B" }));
  await joined().issue(order());
  const calls = [
    impatient.issue(order()),
    impatient.issue(order(), { idempotencyKey: "key" }),
    impatient.saveProfile(germanProfile()),
  ];
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(StoreBusyError);
    expect(reason).toMatchObject({ message: expect.stringMatching(WAY_OUT) });
  }
  await client.query("COMMIT");
  expect((await acme.issue(order())).seller.name).toBe("B");
  expect((await kept()).invoices).toBe("1,2");
  expect(through.idleCount).toBe(through.totalCount);
});

test("tables that are missing, newer or unreleased are refused on the host's client, which stays usable", async () => {
  const { client } = await openHost();
  const missing = `missing_${process.pid}`;
  const newer = await freshSchema();
  await pool.query(`UPDATE ${newer}.faktura_schema SET version = 99, works_with = 99`);
  const unreleased = await freshSchema();
  await pool.query(`UPDATE ${unreleased}.faktura_schema SET version = ${FIRST_VERSION - 1}`);
  for (const [schema, what] of [
    [missing, /tables do not exist.*Run migratePostgres\(pool, \{ schema/],
    [newer, /version 99 of faktura's tables.*Upgrade faktura/],
    [unreleased, new RegExp(`version ${FIRST_VERSION - 1} of faktura's tables, made by an unreleased faktura`)],
  ] as const) {
    const store = postgresStore(pool, { schema });
    await client.query("BEGIN");
    const joined = store.joining(client);
    await expect(joined.call(({ companies }) => Promise.resolve(companies.profile("acme")))).rejects.toThrow(what);
    await expect(joined.call(({ transaction }) => transaction("acme", async () => 1))).rejects.toThrow(what);
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.query("COMMIT");
  }
  await pool.query(`UPDATE ${newer}.faktura_schema SET version = ${SCHEMA_VERSION}, works_with = ${SCHEMA_VERSION}`);
  await migratePostgres(pool, { schema: newer });
  await client.query("BEGIN");
  const store = postgresStore(pool, { schema: newer });
  expect(
    await store
      .joining(client)
      .call(({ transaction }) => transaction("acme", async ({ numbers }) => (await numbers.lock()).lastCounter)),
  ).toBe(0);
  await client.query("COMMIT");
});

test("tables without triggers lack the function for joined calls, and the client stays usable", async () => {
  const { client } = await openHost();
  const schema = `bare_${Date.now()}`;
  await migratePostgres(pool, { schema, triggers: false });
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  await invoicing.company("acme").saveProfile(germanProfile());
  await client.query("BEGIN");
  const joined = invoicing.joining(client).company("acme");
  for (const call of [() => joined.issue(order()), () => joined.list(), () => joined.saveProfile(germanProfile())]) {
    await expect(call()).rejects.toThrow(
      /the function faktura_joined, which is missing.*migratePostgres.*without `triggers: false`\.$/,
    );
  }
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.query("ROLLBACK");
  await migratePostgres(pool, { schema });
  await client.query("BEGIN");
  expect((await joined.issue(order())).invoiceNumber).toMatch(/-0001$/);
  await client.query("COMMIT");
});

test("names and texts with any characters can be used in joined calls", async () => {
  const { client } = await openHost();
  const schema = `o'dd "$1" \\ ${Date.now()}`;
  await migratePostgres(pool, { schema });
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  const odd = `$1 'quoted' "twice" \\ {a,b} NULL é €`;
  await client.query("SET standard_conforming_strings = off; SET array_nulls = off; BEGIN");
  const books = invoicing.joining(client).company(odd);
  await books.saveProfile(germanProfile());
  const { id } = await books.issue(order({ reference: odd, note: odd }));
  await books.recordPayment(id, { amount: 1 });
  expect((await client.query("SHOW array_nulls")).rows).toEqual([{ array_nulls: "off" }]);
  await client.query("COMMIT");
  const stored = await invoicing.company(odd).get(id);
  expect(stored).toMatchObject({ reference: odd, note: odd, payments: [{ method: null, reference: null }] });
});

test("prepared statements can be used in joined calls", async () => {
  const { client, joined, kept } = await openHost({ preparedStatements: true });
  await client.query("BEGIN");
  for (const _ of [1, 2]) await joined().issue(order());
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1,2");
});

describeUnless(NO_PGBOUNCER)("behind pgbouncer in transaction mode", () => {
  test("the host's transaction is joined while others use the connection in between, and nothing stays in it", async () => {
    const bouncer = await startBouncer();
    onTestFinished(() => bouncer.stop());
    const { acme, client, joined, addOrder, kept } = await openHost({}, 3, bouncer.url);
    await expect(joined().issue(order())).rejects.toThrow(/query BEGIN first$/);
    for (const end of ["ROLLBACK", "COMMIT"]) {
      await client.query("BEGIN");
      await addOrder("order-1");
      await joined().issue(order());
      const [outside] = await Promise.all([acme.list(), joined().issue(order())]);
      expect(outside.total).toBe(0);
      await client.query(end);
    }
    await acme.issue(order());
    expect(await kept()).toEqual({ invoices: "1,2,3", events: "1,2,3", orders: "order-1" });
  });
});
