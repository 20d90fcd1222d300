/**
 * Goal: a store on the pool of postgres.js keeps the contract, and whatever breaks a connection, no invoice is lost or
 * doubled, no connection is kept, and nothing is thrown elsewhere.
 * Method: run the contract with type parsers that return garbage; then terminate backends, or leave statements unanswered,
 * and use every connection of the pool again.
 */
import { createInvoicing } from "faktura";
import { storeContract } from "faktura/contract";
import { type PostgresStoreOptions, postgresJsPool, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { postgresContractStore } from "../../contract/contract-stores.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../../support/postgres.ts";
import { freePort } from "../../support/postgres-server.ts";

const uncaught: unknown[] = [];
process.on("uncaughtException", (error) => uncaught.push(error));
process.on("unhandledRejection", (error) => uncaught.push(error));
afterEach(() => expect(uncaught.splice(0)).toEqual([]));

/** A pool of postgres.js that is ended with the test. */
function openJsPool(max: number, options: postgres.Options<Record<string, postgres.PostgresType>> = {}) {
  const opened = postgresJsPool((own) => postgres(postgresUrl, { ...options, ...own }), { max });
  onTestFinished(() => opened.end());
  return opened;
}

/** Every type but text, to and from the server. */
const garbage = {
  to: 25,
  from: [16, 20, 21, 23, 114, 700, 701, 1009, 1082, 1114, 1184, 1700, 3802],
  parse: () => "garbage",
  serialize: () => "garbage",
};

const hostile = postgresJsPool((own) => postgres(postgresUrl, { types: { garbage }, ...own }));
afterAll(() => hostile.end());

test("the parsers are hostile", async () => {
  const client = await hostile.connect();
  const { rows } = await client.query("SELECT 1::int8 AS a, '{}'::json AS b, true AS c, 'text' AS d");
  expect(rows).toEqual([{ a: "garbage", b: "garbage", c: "garbage", d: "text" }]);
  client.release();
});

describe("PostgreSQL through postgres.js", () => {
  const { name, ...store } = postgresContractStore("postgres.js", {}, hostile);
  const { notRun } = storeContract({ test, ...store });

  test("the whole contract runs", () => {
    expect(notRun).toEqual([]);
  });
});

/** The books of acme on a pool of postgres.js. `reuse` takes every connection of the pool at once. */
async function openShop(options: PostgresStoreOptions = {}, max = 2) {
  const schema = await freshSchema();
  const through = openJsPool(max);
  const invoicing = createInvoicing({ store: postgresStore(through, { schema, lockTimeoutMs: 20_000, ...options }) });
  const outside = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await outside.saveProfile(germanProfile());
  onTestFinished(() => invoicing.close());
  const reuse = async () => {
    const clients = await Promise.all(oneTo(max).map(() => through.connect()));
    for (const client of clients) {
      expect((await client.query("SELECT 'works' AS it")).rows).toEqual([{ it: "works" }]);
      client.release();
    }
  };
  const counters = async () => {
    const { data } = await outside.list({ limit: 100 });
    expect((await outside.audit()).findings).toEqual([]);
    return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))).reverse();
  };
  return { schema, through, acme: invoicing.company("acme"), reuse, counters };
}

test("a connection that is closed between two statements is replaced, and the transaction runs again", async () => {
  let broken = 0;
  const { schema, acme, reuse, counters } = await openShop({
    numbers: (client) => ({
      lock: async () => {
        const { rows } = await client.query(`SELECT max(counter)::text AS last FROM ${schemaOf()}.faktura_invoices`);
        return { lastCounter: Number(rows[0]!["last"]), lastIssueDate: null, started: true };
      },
      take: async () => {
        const { rows } = await client.query(`SELECT max(counter)::text AS last FROM ${schemaOf()}.faktura_invoices`);
        if (broken < 3) {
          broken += 1;
          const [{ pid }] = (await client.query("SELECT pg_backend_pid()::text AS pid")).rows as [{ pid: string }];
          await terminate(pid);
        }
        return Number(rows[0]!["last"]) + 1;
      },
    }),
  });
  const schemaOf = () => schema;
  await acme.issue(order());
  await acme.issue(order());
  expect(broken).toBe(3);
  expect(await counters()).toEqual([1, 2]);
  await reuse();
});

/** Ends a backend. Settles once it has gone, and this process has had the time to read so. */
async function terminate(pid: string): Promise<void> {
  await pool.query("SELECT pg_terminate_backend($1)", [pid]);
  while ((await pool.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [pid])).rows.length > 0);
  await pool.query("SELECT 1");
}

test("a connection that is closed during a statement is replaced, and the transaction runs again", async () => {
  const { schema, acme, reuse, counters } = await openShop();
  const other = await pool.connect();
  await acme.issue(order());
  await other.query(`BEGIN; SELECT * FROM ${schema}.faktura_sequences FOR UPDATE`);
  const issuing = acme.issue(order());
  const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
  while ((await pool.query(end, [rows[0]!.pid])).rows.length === 0);
  await other.query("ROLLBACK");
  other.release();
  await issuing;
  expect(await counters()).toEqual([1, 2]);
  await reuse();
});

test("after an error, a connection with an unanswered statement is closed, and its place taken by another", async () => {
  const single = openJsPool(1);
  const client = await single.connect();
  await client.query("BEGIN; CREATE TABLE unanswered (id int)");
  const unanswered = client.query("SELECT pg_sleep(600)").catch((error: unknown) => error);
  const behind = client.query("CREATE TABLE behind (id int)").catch((error: unknown) => error);
  const sleeping = "FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND wait_event = 'PgSleep'";
  while ((await pool.query(`SELECT 1 ${sleeping}`)).rows.length === 0);
  client.release(new Error("no answer in time"));
  const next = await single.connect();
  expect(await unanswered).toMatchObject({ code: "CONNECTION_DESTROYED" });
  expect(await behind, "not sent on another connection").toMatchObject({ code: "CONNECTION_CLOSED" });
  const names = "SELECT concat(to_regclass('unanswered'), to_regclass('behind')) AS names";
  expect((await next.query(names)).rows).toEqual([{ names: "" }]);
  await expect(client.query("SELECT 1")).rejects.toThrow("this client was released");
  next.release();
  await pool.query(`SELECT pg_terminate_backend(pid) ${sleeping}`);
});

test("an error that only looks like a lost connection keeps none", async () => {
  let tries = 0;
  const { acme, reuse, counters } = await openShop({
    numbers: () => ({
      lock: async () => {
        tries += 1;
        if (tries < 4) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return { lastCounter: 0, lastIssueDate: null, started: true };
      },
      take: async () => 1,
    }),
  });
  await acme.issue(order());
  expect(tries).toBe(4);
  expect(await counters()).toEqual([1]);
  await reuse();
});

test("a pool without a free connection is StoreBusyError, and one that comes late is given back", async () => {
  const { through, acme, reuse } = await openShop({ lockTimeoutMs: 100 }, 1);
  const taken = await through.connect();
  await expect(acme.list()).rejects.toMatchObject({ code: "store_busy" });
  taken.release();
  taken.release(); // does nothing
  expect((await acme.list()).total).toBe(0);
  await reuse();
});

test("a connection that is closed while it is idle is replaced", async () => {
  const { through, reuse } = await openShop({}, 1);
  for (const _ of oneTo(3)) {
    const client = await through.connect();
    const [{ pid }] = (await client.query("SELECT pg_backend_pid()::text AS pid")).rows as [{ pid: string }];
    const closed = new Promise((resolve) => client.on?.("error", resolve));
    client.release();
    await terminate(pid);
    await closed;
    await reuse();
  }
});

test("without a server, a call rejects with StoreUnavailableError, and so does the next", async () => {
  const port = await freePort();
  const none = openJsPool(1, { host: "127.0.0.1", port });
  const invoicing = createInvoicing({ store: postgresStore(none) });
  for (const _ of oneTo(2)) {
    await expect(invoicing.company("acme").list()).rejects.toMatchObject({
      code: "store_unavailable",
      cause: { code: "ECONNREFUSED" },
    });
  }
});

test("who waits for a connection of a pool that ends is told so, and an ended pool gives none", async () => {
  const ending = openJsPool(1);
  const client = await ending.connect();
  const waiting = ending.connect();
  const told = expect(waiting).rejects.toThrow(new TypeError("this pool has ended"));
  const ended = ending.end();
  client.release();
  await Promise.all([told, ended]);
  await expect(ending.connect()).rejects.toThrow(new TypeError("this pool has ended"));
});

test("warnings of the server reach the client's listeners, as those of a COMMIT that did not wait for its standbys do", async () => {
  const client = await openJsPool(1).connect();
  const notices: Error[] = [];
  const listen = (notice: Error) => void notices.push(notice);
  client.on?.("notice", listen);
  await client.query("DO $$ BEGIN RAISE WARNING 'heard'; END $$");
  client.off?.("notice", listen);
  await client.query("DO $$ BEGIN RAISE WARNING 'not heard'; END $$");
  expect(notices).toMatchObject([{ message: "heard", routine: "exec_stmt_raise" }]);
  client.release();
});

test("options that do not fit are a TypeError that names them", () => {
  const sql = postgres(postgresUrl);
  for (const value of [undefined, {}, sql]) {
    expect(() => postgresJsPool(value as never)).toThrow(/^postgresJsPool needs a function: \(options\) =>/);
  }
  for (const max of [0, 1.5, "10" as never]) {
    expect(() => postgresJsPool(() => sql, { max })).toThrow(/^max must be an integer of 1 or more, not /);
  }
});
