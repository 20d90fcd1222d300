/**
 * Goal: with the settings of the guide, migration tools leave faktura's tables alone, and can create them.
 * Method: run the tools for real, each on a database of its own with an invoice in it, and read the books afterwards.
 * Without the settings, the tables are lost.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { MikroORM } from "@mikro-orm/postgresql";
import { drizzle } from "drizzle-orm/node-postgres";
import { sql as drizzleSql } from "drizzle-orm/sql";
import { createInvoicing } from "faktura";
import { migratePostgres, migrationSql, postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import createKnex from "knex";
import { Kysely, sql as kyselySql, PostgresDialect } from "kysely";
import type pg from "pg";
import { DataTypes, Sequelize } from "sequelize";
import { DataSource, EntitySchema } from "typeorm";
import { afterAll, expect, test } from "vitest";
import mikroConfig from "../../docs/examples/migrations/mikro-orm.config.ts";
import { PROFILE } from "../../docs/examples/orms/shop.ts";
import { ROOT, readPage } from "../docs/pages.ts";
import { order } from "../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";
import { testUnless } from "../support/skipping.ts";
import { freshFile, SQLITE_DRIVERS, withRaw } from "../support/stores.ts";

const GUIDE = "docs/guide/migration-tools.md";
const EXAMPLES = "docs/examples/migrations";

const databases: { readonly name: string; readonly own: pg.Pool }[] = [];

afterAll(async () => {
  for (const { own } of databases) await own.end();
  for (const { name } of databases) await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
});

/** A new database. */
async function freshDatabase() {
  const name = `tools_${randomUUID().replaceAll("-", "")}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(postgresUrl), { pathname: name }).href;
  const own = openPool({ connectionString: url, max: 2 });
  databases.push({ name, own });
  return { url, own };
}

/** A new database with faktura's tables in a schema, and one invoice in them. */
async function databaseWithBooks(schema: string) {
  const database = await freshDatabase();
  await migratePostgres(database.own, { schema });
  await issueIn(database.own, schema);
  return database;
}

/** Issues an invoice. Rejects if a table, a trigger or a function is missing or changed. */
async function issueIn(own: pg.Pool, schema: string) {
  const invoicing = createInvoicing({ store: postgresStore(own, { schema }) });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  const { invoiceNumber } = await company.issue(order());
  await invoicing.close();
  return invoiceNumber;
}

/** Rejects unless the tables, their guards and the invoice are as they were, and the next invoice follows it. */
async function expectBooksUntouched(own: pg.Pool, schema: string) {
  expect(await issueIn(own, schema)).toMatch(/-0002$/);
  const invoicing = createInvoicing({ store: postgresStore(own, { schema }) });
  expect(await invoicing.company("firma").audit()).toMatchObject({ findings: [], invoices: 2 });
  await invoicing.close();
}

const tablesOf = async ({ own }: { own: pg.Pool }) => {
  const text = "SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'faktura%' OR tablename = 'orders'";
  const { rows } = await own.query<{ name: string }>(text);
  return { orders: rows.some(({ name }) => name === "orders"), others: rows.filter(({ name }) => name !== "orders") };
};

const drizzlePush = (url: string, ...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    ["docs/examples/node_modules/drizzle-kit/bin.cjs", "push", "--force", ...options],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url },
    },
  );

async function mikroOrmUpdate(url: string, settings: object = {}) {
  const orm = await MikroORM.init({ ...mikroConfig, ...settings, clientUrl: url });
  try {
    await orm.schema.updateSchema();
  } finally {
    await orm.close();
  }
}

const Order = new EntitySchema<{ id: number; client: string }>({
  name: "Order",
  tableName: "orders",
  columns: { id: { type: "integer", primary: true, generated: true }, client: { type: "text" } },
});

async function typeOrmSynchronize(
  place: { type: "postgres"; url: string } | { type: "better-sqlite3"; database: string },
) {
  const source = await new DataSource({ ...place, entities: [Order], synchronize: true }).initialize();
  await source.destroy();
}

async function sequelizeSync(url: string, options: { alter?: boolean; force?: boolean }) {
  const sequelize = new Sequelize(url, { logging: false });
  sequelize.define("order", { client: DataTypes.TEXT }, { tableName: "orders" });
  await sequelize.sync(options);
  await sequelize.close();
}

/** Each tool, as the guide says to run it. */
const TOOLS: readonly [string, (url: string) => Promise<unknown>][] = [
  ["drizzle-kit push --force", (url) => drizzlePush(url, `--config=${EXAMPLES}/drizzle.config.ts`)],
  ["schema:update of MikroORM", (url) => mikroOrmUpdate(url)],
  ["synchronize of TypeORM", (url) => typeOrmSynchronize({ type: "postgres", url })],
  ["sync({ alter: true }) of Sequelize", (url) => sequelizeSync(url, { alter: true })],
  ["sync({ force: true }) of Sequelize", (url) => sequelizeSync(url, { force: true })],
];

test.each(TOOLS.flatMap(([name, run]) => ["faktura", "public"].map((schema) => ({ name, schema, run }))))(
  "$name creates the host's table, and leaves faktura's tables in the schema $schema alone",
  async ({ schema, run }) => {
    const database = await databaseWithBooks(schema);
    await run(database.url);
    expect((await tablesOf(database)).orders).toBe(true);
    await expectBooksUntouched(database.own, schema);
  },
);

test.each<[string, string, (url: string) => Promise<unknown>]>([
  [
    "drizzle-kit push --force",
    "public",
    (url) => drizzlePush(url, "--dialect=postgresql", `--schema=${EXAMPLES}/tables.ts`, `--url=${url}`),
  ],
  ["schema:update of MikroORM", "public", (url) => mikroOrmUpdate(url, { schemaGenerator: {} })],
  [
    "schema:update of MikroORM",
    "faktura",
    (url) => expect(mikroOrmUpdate(url, { schemaGenerator: {} })).rejects.toThrow("cannot drop schema faktura"),
  ],
])("without the settings, %s drops faktura's tables in the schema %s", async (_name, schema, run) => {
  const database = await databaseWithBooks(schema);
  // If it were missing, drizzle-kit would ask whether it is one of the others under a new name.
  await database.own.query("CREATE TABLE orders (id serial PRIMARY KEY, client text NOT NULL)");
  await run(database.url);
  expect((await tablesOf(database)).others).toEqual([]);
});

/** A file with an invoice in it. */
async function fileWithBooks() {
  const file = freshFile("shop.db");
  await issueInFile(file);
  return file;
}

async function issueInFile(file: string) {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  const { invoiceNumber } = await company.issue(order());
  const { findings } = await company.audit();
  await invoicing.close();
  return { number: invoiceNumber.slice(-4), findings };
}

const tablesIn = (file: string) =>
  withRaw(file, (connection) => {
    const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    return rows.map(({ name }) => name);
  });

const hasBetterSqlite = SQLITE_DRIVERS.some(({ name }) => name === "better-sqlite3");
const sqliteTest = testUnless(
  hasBetterSqlite ? undefined : "better-sqlite3 cannot be loaded; install it with this version of Node",
);

sqliteTest.each<[string, (file: string) => Promise<unknown>]>([
  ["drizzle-kit push --force", (file) => drizzlePush(file, `--config=${EXAMPLES}/drizzle-sqlite.config.ts`)],
  ["synchronize of TypeORM", (database) => typeOrmSynchronize({ type: "better-sqlite3", database })],
])("on SQLite, %s creates the host's table, and leaves faktura's alone", async (_name, run) => {
  const file = await fileWithBooks();
  await run(file);
  expect(tablesIn(file)).toContain("orders");
  expect(await issueInFile(file)).toEqual({ number: "0002", findings: [] });
});

sqliteTest("on SQLite, drizzle-kit push --force drops faktura's tables without the setting", async () => {
  const file = await fileWithBooks();
  withRaw(file, (connection) => connection.exec("CREATE TABLE orders (id integer PRIMARY KEY, client text NOT NULL)"));
  await drizzlePush(file, "--dialect=sqlite", `--schema=${EXAMPLES}/sqlite-tables.ts`, `--url=${file}`);
  expect(tablesIn(file)).toEqual(["orders"]);
});

/** Each tool, with its way to run a script. */
const SCRIPTS: readonly [string, (url: string, script: string) => Promise<unknown>][] = [
  [
    "Drizzle",
    async (url, script) => {
      const own = openPool({ connectionString: url });
      await drizzle(own).execute(drizzleSql.raw(script));
      await own.end();
    },
  ],
  [
    "Knex",
    async (url, script) => {
      const knex = createKnex({ client: "pg", connection: url });
      await knex.raw(script);
      await knex.destroy();
    },
  ],
  [
    "Kysely",
    async (url, script) => {
      const db = new Kysely({ dialect: new PostgresDialect({ pool: openPool({ connectionString: url }) }) });
      await kyselySql.raw(script).execute(db);
      await db.destroy();
    },
  ],
  [
    "MikroORM",
    async (url, script) => {
      const orm = await MikroORM.init({ ...mikroConfig, clientUrl: url });
      await orm.em.getConnection().execute(script);
      await orm.close();
    },
  ],
  [
    "Sequelize",
    async (url, script) => {
      const sequelize = new Sequelize(url, { logging: false });
      await sequelize.getQueryInterface().sequelize.query(script);
      await sequelize.close();
    },
  ],
  [
    "TypeORM",
    async (url, script) => {
      const source = await new DataSource({ type: "postgres", url }).initialize();
      await source.createQueryRunner().query(script);
      await source.destroy();
    },
  ],
];

test.each(SCRIPTS)("the SQL of migrationSql runs as one script through %s", async (_name, run) => {
  const { url, own } = await freshDatabase();
  await run(url, migrationSql("postgres"));
  expect(await issueIn(own, "faktura")).toMatch(/-0001$/);
});

test("the SQL contains no placeholder that a tool would replace", () => {
  expect(migrationSql("postgres")).not.toMatch(/\?|\$\{|\{\{|--> statement-breakpoint/);
});

test("the guide shows the settings of the files that run here", () => {
  const guide = readPage(GUIDE);
  for (const [name, count] of Object.entries({
    "drizzle.config.ts": 2,
    "drizzle-sqlite.config.ts": 1,
    "mikro-orm.config.ts": 2,
  })) {
    const settings = readPage(`${EXAMPLES}/${name}`)
      .split("\n")
      .filter((line) => /(?:Filter|ignore|skip)/.test(line));
    expect(settings).toHaveLength(count);
    for (const line of settings) expect(guide).toContain(line.trim());
  }
});
