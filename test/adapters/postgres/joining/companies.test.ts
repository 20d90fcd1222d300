/** A host's own company directory inside joined calls, on the connection that it receives or on one from the pool. */
import { type CompanyDirectory, createInvoicing, StoreBusyError } from "faktura";
import { postgresStore } from "faktura/postgres";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { freshSchema, openPool } from "../../../support/postgres.ts";

/** A host with ten connections and its own table of companies. */
async function openShop(profileOn: (pool: pg.Pool, handle: object | undefined) => pg.Pool | pg.PoolClient) {
  const schema = await freshSchema();
  const pool = openPool({ max: 10 });
  onTestFinished(() => pool.end());
  await pool.query(`CREATE TABLE ${schema}.shops (id text PRIMARY KEY, profile text NOT NULL)`);
  const companies: CompanyDirectory = {
    async profile(companyId, request) {
      const on = profileOn(pool, request?.handle);
      const { rows } = await on.query(`SELECT profile FROM ${schema}.shops WHERE id = $1`, [companyId]);
      return rows[0] && JSON.parse(rows[0].profile);
    },
  };
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema, lockTimeoutMs: 1500 }), companies });
  const addShop = (on: pg.Pool | pg.PoolClient, id: string) =>
    on.query(`INSERT INTO ${schema}.shops VALUES ($1, $2)`, [id, JSON.stringify(germanProfile())]);
  const begin = async () => {
    const client = await pool.connect();
    await client.query("BEGIN");
    return client;
  };
  return { pool, invoicing, addShop, begin };
}

const shops = oneTo(10).map((number) => `shop-${number}`);

test("ten transactions on a pool of ten issue if the directory reads on the connection that it receives", async () => {
  const { pool, invoicing, addShop, begin } = await openShop((pool, handle) => (handle as pg.PoolClient) ?? pool);
  for (const shop of shops) await addShop(pool, shop);
  const clients = await Promise.all(shops.map(begin));
  const invoices = await Promise.all(
    shops.map((shop, place) => invoicing.joining(clients[place]!).company(shop).issue(order())),
  );
  for (const client of clients) {
    await client.query("COMMIT");
    client.release();
  }
  expect(invoices.map(({ invoiceNumber }) => invoiceNumber.slice(-4))).toEqual(shops.map(() => "0001"));
  expect((await invoicing.company("shop-7").list()).total).toBe(1);
});

test("if the directory needs a second connection, calls that get none are StoreBusyError, and their transactions go on", async () => {
  const { pool, invoicing, addShop, begin } = await openShop((pool) => pool);
  for (const shop of shops) await addShop(pool, shop);
  const clients = await Promise.all(shops.map(begin));
  const calls = shops.map((shop, place) => invoicing.joining(clients[place]!).company(shop).issue(order()));
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(StoreBusyError);
    expect(reason.message).toMatch(
      /^timed out after 1500 ms waiting for your company directory.*`handle`.*; nothing was written/,
    );
  }
  for (const client of clients) {
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.query("COMMIT");
    client.release();
  }
  expect((await invoicing.company("shop-7").issue(order())).invoiceNumber).toMatch(/-0001$/);
});

test("a company inserted by the same transaction is found, and gone after a rollback", async () => {
  const { invoicing, addShop, begin } = await openShop((pool, handle) => (handle as pg.PoolClient) ?? pool);
  const client = await begin();
  await addShop(client, "new");
  const books = invoicing.joining(client).company("new");
  expect((await books.issue(order())).seller.name).toBe("Firma GmbH");
  expect((await books.suggestVat({ clientCountry: "FR" })).treatment).toBe("oss");
  await client.query("ROLLBACK");
  client.release();
  await expect(invoicing.company("new").issue(order())).rejects.toMatchObject({ code: "company_not_found" });
});

test("what a directory has read in the next transaction on the connection is not used", async () => {
  const { pool, invoicing, addShop, begin } = await openShop((pool, handle) => (handle as pg.PoolClient) ?? pool);
  await addShop(pool, "shop");
  const client = await begin();
  const suggesting = invoicing.joining(client).company("shop").suggestVat({ clientCountry: "FR" });
  client.query("COMMIT");
  client.query("BEGIN");
  await expect(suggesting).rejects.toThrow(/^your transaction ended/);
  await client.query("COMMIT");
  client.release();
});

test("a directory can make joined calls of its own", async () => {
  const schema = await freshSchema();
  const pool = openPool({ max: 2 });
  onTestFinished(() => pool.end());
  const books = createInvoicing({ store: postgresStore(pool, { schema }) });
  const companies: CompanyDirectory = {
    profile: (companyId, request) =>
      request?.handle === undefined ? undefined : books.joining(request.handle).company(companyId).profile(),
  };
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema, lockTimeoutMs: 1500 }), companies });
  const client = await pool.connect();
  await client.query("BEGIN");
  await books.joining(client).company("acme").saveProfile(germanProfile());
  const issued = await Promise.all(oneTo(3).map(() => invoicing.joining(client).company("acme").issue(order())));
  await client.query("COMMIT");
  client.release();
  expect(issued.map(({ invoiceNumber }) => invoiceNumber.slice(-4)).sort()).toEqual(["0001", "0002", "0003"]);
});
