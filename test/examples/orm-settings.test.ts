/**
 * Goal: joined calls work whatever the host has set its query builder to do, and a call that nobody awaited, or whose
 * connection breaks, writes nothing.
 * Method: real transactions of each library on a pool of one connection, so that the next transaction gets the same one.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import { createInvoicing } from "faktura";
import { fromDrizzle, fromKysely, fromPostgresJs, postgresStore } from "faktura/postgres";
import Knex from "knex";
import { CamelCasePlugin, Kysely, ParseJSONResultsPlugin, PostgresDialect, sql } from "kysely";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshSchema, openPool, pool, postgresUrl } from "../support/postgres.ts";

/** Runs work in a transaction, with what `joining` takes, and its own way to run a statement. */
type Transact = (work: (handle: object, run: (text: string) => Promise<unknown>) => Promise<void>) => Promise<unknown>;

/** By what the host uses and has set: a function that opens it on one connection. */
const HOSTS: Record<string, () => Transact> = {
  "Kysely with plugins that rename columns and parse JSON": () => {
    const own = openPool({ max: 1 });
    own.on("connect", (client) => client.on("error", () => undefined));
    const plugins = [new CamelCasePlugin(), new ParseJSONResultsPlugin()];
    const db = new Kysely({ dialect: new PostgresDialect({ pool: own }), plugins });
    onTestFinished(() => db.destroy());
    return (work) => db.transaction().execute((trx) => work(fromKysely(trx), (text) => sql.raw(text).execute(trx)));
  },
  "a controlled transaction of Kysely": () => {
    const own = openPool({ max: 1 });
    own.on("connect", (client) => client.on("error", () => undefined));
    const db = new Kysely({ dialect: new PostgresDialect({ pool: own }) });
    onTestFinished(() => db.destroy());
    return async (work) => {
      const trx = await db.startTransaction().execute();
      try {
        await work(fromKysely(trx), (text) => sql.raw(text).execute(trx));
        await trx.commit().execute();
      } catch (error) {
        await trx.rollback().execute();
        throw error;
      }
    };
  },
  "postgres.js in camel case, without array types or prepared statements": () => {
    const js = openJs({ transform: postgres.camel, fetch_types: false, prepare: false });
    return (work) => js.begin((tx) => work(fromPostgresJs(tx), (text) => tx.unsafe(text)));
  },
  "Drizzle on postgres.js": () => {
    const db = drizzle(openJs());
    return (work) => db.transaction((tx) => work(fromDrizzle(tx), async (text) => tx.execute(text)));
  },
  "Knex with hooks on names and rows": () => {
    const knex = Knex({
      client: "pg",
      connection: postgresUrl,
      pool: { min: 0, max: 1 },
      wrapIdentifier: (name, wrap) => wrap(name.toLowerCase()),
      postProcessResponse: () => "garbage",
    });
    onTestFinished(() => knex.destroy());
    return (work) =>
      knex.transaction(async (trx) => work(await trx.client.acquireConnection(), async (text) => trx.raw(text)));
  },
};

function openJs(options: postgres.Options<Record<string, never>> = {}) {
  const js = postgres(postgresUrl, { max: 1, onnotice: () => undefined, ...options });
  onTestFinished(() => js.end({ timeout: 5 }));
  return js;
}

describe.each(Object.entries(HOSTS))("%s", (name, open) => {
  async function openShop(options: { preparedStatements?: boolean } = {}) {
    const schema = await freshSchema();
    await pool.query(`CREATE TABLE ${schema}.orders (name text)`);
    const invoicing = createInvoicing({ store: postgresStore(pool, { schema, ...options }) });
    const company = invoicing.company("firma");
    await company.saveProfile(germanProfile());
    const transact = open();
    const joined = (handle: object) => invoicing.joining(handle).company("firma");
    const addOrder = `INSERT INTO ${schema}.orders VALUES ('order')`;
    const orders = async () => (await pool.query(`SELECT FROM ${schema}.orders`)).rows.length;
    /** Takes the company's lock. Returns a function that breaks the connection which waits for it, and then frees it. */
    const blockIssuing = async () => {
      const blocker = await pool.connect();
      await blocker.query(`BEGIN; SELECT FROM ${schema}.faktura_sequences FOR UPDATE`);
      const { rows } = await blocker.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
      return async () => {
        while ((await pool.query(terminate, [rows[0]!.pid])).rows.length === 0);
        await blocker.query("ROLLBACK");
        blocker.release();
      };
    };
    return { company, transact, joined, addOrder, orders, blockIssuing };
  }

  test.each([false, true])("joined calls read and write, prepared: %s", async (preparedStatements) => {
    const { company, transact, joined, addOrder, orders } = await openShop({ preparedStatements });
    await transact(async (handle, run) => {
      await run(addOrder);
      const { id } = await joined(handle).issue(order(), { idempotencyKey: "key" });
      await joined(handle).recordPayment(id, { amount: 238 });
      await expect(joined(handle).cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
      expect((await joined(handle).list({ status: "PAID" })).total).toBe(1);
    });
    expect([await orders(), (await company.list()).total]).toEqual([1, 1]);
    expect((await company.audit()).findings).toEqual([]);
  });

  test("a call that nobody awaited writes nothing in the next transaction", async () => {
    const { company, transact, joined, addOrder, orders } = await openShop();
    let isIssued = false;
    await transact(async (handle) => {
      joined(handle)
        .issue(order())
        .then(
          () => {
            isIssued = true;
          },
          () => undefined,
        );
    });
    await transact(async (_, run) => {
      await run(addOrder);
      await pool.query("SELECT 1");
      await run(addOrder);
    });
    expect(isIssued).toBe(false);
    expect([await orders(), (await company.list()).total]).toEqual([2, 0]);
  });

  // In a transaction whose connection broke, postgres.js throws an error that nobody can catch (its issue 1208).
  if (name.includes("postgres.js")) return;

  test("a call whose connection breaks rejects, nothing is thrown elsewhere, and the next transaction works", async () => {
    const { company, transact, joined, blockIssuing } = await openShop();
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on("uncaughtException", note).on("unhandledRejection", note);
    onTestFinished(() => void process.off("uncaughtException", note).off("unhandledRejection", note));
    await company.issue(order());
    const breakWaiting = await blockIssuing();
    let broken: unknown;
    const transaction = transact(async (handle) => {
      const issuing = joined(handle).issue(order());
      issuing.catch((error: unknown) => {
        broken = error;
      });
      await issuing;
    });
    const rejected = expect(transaction).rejects.toThrow();
    await breakWaiting();
    await rejected;
    expect(broken).toMatchObject({ message: expect.stringMatching(/terminat|CONNECTION_CLOSED/) });
    await transact(async (handle) => {
      await joined(handle).issue(order());
    });
    expect((await company.list()).total).toBe(2);
    expect(uncaught).toEqual([]);
  });
});
