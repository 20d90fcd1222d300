import { createInvoicing, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { migratePostgres, migrationSql as postgresSql, postgresStore } from "faktura/postgres";
import { shardedStore } from "faktura/sharded";
import { openSqliteStore, migrationSql as sqliteSql } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";

/** Opens a store on one database under this name. */
type Opener = (shard?: string) => Promise<InvoicingStore>;

const DATABASES: readonly { name: string; fresh: (shard?: string) => Promise<Opener> }[] = [
  {
    name: "a SQLite file",
    fresh: async (shard) => {
      const path = freshFile();
      const open: Opener = (as) => openSqliteStore(path, { shard: as });
      await (await open(shard)).close();
      return open;
    },
  },
  {
    name: "a SQLite file made by migrationSql",
    fresh: async (shard) => {
      const path = freshFile();
      withRaw(path, (connection) => connection.exec(sqliteSql("sqlite", { shard })));
      return (as) => openSqliteStore(path, { shard: as });
    },
  },
  {
    name: "a schema of PostgreSQL",
    fresh: async (shard) => {
      const schema = await freshSchema({ shard });
      return async (as) => {
        const store = postgresStore(pool, { schema, shard: as });
        await store.ready();
        return store;
      };
    },
  },
  {
    name: "a schema of PostgreSQL made by migrationSql",
    fresh: async (shard) => {
      const schema = await freshSchema();
      await pool.query(`DROP SCHEMA ${schema} CASCADE; ${postgresSql("postgres", { schema, shard })}`);
      return async (as) => {
        await migratePostgres(pool, { schema, shard: as });
        return postgresStore(pool, { schema, shard: as });
      };
    },
  },
];

test.each(DATABASES)("$name that is a shard opens under its name alone", async ({ fresh }) => {
  const open = await fresh("2");
  const store = await open("2");
  expect(await store.shard!.name()).toBe("2");
  await store.close();
  await expect(open("3")).rejects.toThrow('is the shard "2", but was opened as the shard "3"');
  await expect(open()).rejects.toThrow('is the shard "2", but was opened as no shard: without the option shard');
});

test.each(DATABASES)("$name that is alone is refused as a shard", async ({ fresh }) => {
  const open = await fresh();
  await expect(open("2")).rejects.toThrow('is no shard, but was opened as the shard "2"');
  const store = await open();
  expect(await store.shard!.name()).toBeUndefined();
  await store.close();
});

test("migratePostgres refuses another name, also in a dry run, and changes nothing", async () => {
  const schema = await freshSchema({ shard: "a" });
  for (const dryRun of [false, true]) {
    await expect(migratePostgres(pool, { schema, shard: "b", dryRun })).rejects.toThrow('is the shard "a"');
    await expect(migratePostgres(pool, { schema, dryRun })).rejects.toThrow('is the shard "a"');
  }
  await migratePostgres(pool, { schema, shard: "a" });
  await expect(postgresStore(pool, { schema, shard: "b" }).reader.find("acme", "1")).rejects.toThrow('the shard "a"');
});

test("a name that cannot be stored is refused before anything is opened", async () => {
  const path = freshFile();
  for (const shard of ["", "a b", "'", "a".repeat(64), 2 as never, null as never]) {
    await expect(openSqliteStore(path, { shard })).rejects.toThrow(/^shard must be a name of 1 to 63/);
    expect(() => postgresStore(pool, { shard })).toThrow(/^shard must be/);
    await expect(migratePostgres(pool, { shard })).rejects.toThrow(/^shard must be/);
    expect(() => sqliteSql("sqlite", { shard })).toThrow(/^shard must be/);
    expect(() => postgresSql("postgres", { shard })).toThrow(/^shard must be/);
  }
  await (await openSqliteStore(path)).close();
});

test("a store whose file was exchanged for another shard's is not ready", async () => {
  const path = freshFile();
  const store = await openSqliteStore(path, { shard: "a" });
  withRaw(path, (connection) => connection.exec("UPDATE faktura_schema SET shard = 'b'"));
  await expect(store.ready()).rejects.toThrow('is the shard "b", but was opened as the shard "a"');
  await store.close();
});

test("a store under another key, or twice, is refused by name, and its companies with it", async () => {
  const path = freshFile();
  const [a, again] = [await openSqliteStore(path, { shard: "a" }), await openSqliteStore(path, { shard: "a" })];
  const mistaken = createInvoicing({ store: shardedStore({ b: a }, () => "b") });
  const wrong = 'the store that shardedStore has as "b" is the shard "a"';
  await expect(mistaken.ready()).rejects.toThrow(wrong);
  await expect(mistaken.company("acme").saveProfile(germanProfile())).rejects.toThrow(wrong);
  await expect(mistaken.company("acme").list()).rejects.toThrow(wrong);
  const twice = shardedStore({ a, b: again }, () => "a");
  await expect(twice.ready()).rejects.toThrow(`${wrong}, which is there twice`);
  const alone = await openSqliteStore(freshFile());
  await expect(shardedStore({ a: alone }, () => "a").ready()).rejects.toThrow('has as "a" has no name');
  for (const store of [a, again, alone]) await store.close();
});

test("what is no set of shards is refused at once", async () => {
  expect(() => shardedStore({}, () => "a")).toThrow("shardedStore needs stores by name");
  expect(() => shardedStore(undefined as never, () => "a")).toThrow("shardedStore needs stores by name");
  expect(() => shardedStore({ a: memoryStore() }, () => "a")).toThrow('"a" cannot be one of several databases');
  const a = await openSqliteStore(freshFile(), { shard: "a" });
  expect(() => shardedStore({ a }, "a" as never)).toThrow("route must be a function");
  const store = shardedStore({ a }, () => "z");
  await expect(store.reader.find("acme", "1")).rejects.toThrow('the route of the company "acme" must be one of "a"');
  await store.close();
  await expect(store.reader.find("acme", "1")).rejects.toThrow("closed");
});

test("a joined call in a database that is not the company's shard is refused before it writes", async () => {
  const paths = { a: freshFile(), b: freshFile() };
  const a = await openSqliteStore(paths.a, { shard: "a" });
  const b = await openSqliteStore(paths.b, { shard: "b" });
  const store = shardedStore({ a, b }, () => "a");
  const invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile());
  const issueOn = async (path: string, companyId: string) => {
    const handle = connectRaw(path);
    try {
      handle.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
      const company = invoicing.joining(handle).company(companyId);
      if (companyId !== "acme") await company.saveProfile(germanProfile());
      const { invoiceNumber } = await company.issue(order());
      handle.exec("COMMIT");
      return invoiceNumber;
    } finally {
      handle.close();
    }
  };
  await expect(issueOn(paths.b, "acme")).rejects.toThrow('is the shard "b", but was opened as the shard "a"');
  expect(await issueOn(paths.a, "acme")).toMatch(/-0001$/);
  await expect(issueOn(paths.a, "new")).rejects.toThrow(/"new" has no books yet.*await settle\(companyId\)/);
  await store.settle("new");
  expect(await issueOn(paths.a, "new")).toMatch(/-0001$/);
  await invoicing.close();
});

test("a joined call on PostgreSQL reads the name in the client's own database", async () => {
  const schema = await freshSchema({ shard: "a" });
  const store = shardedStore({ a: postgresStore(pool, { schema, shard: "a" }) }, () => "a");
  const invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile());
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await invoicing.joining(client).company("acme").issue(order());
    // As if the client led to a database that was copied from another shard.
    await client.query(`UPDATE ${schema}.faktura_schema SET shard = 'b'`);
    await expect(invoicing.joining(client).company("acme").issue(order())).rejects.toThrow('is the shard "b"');
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
  await invoicing.close();
});
