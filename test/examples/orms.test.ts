/**
 * Goal: the examples of query builders and ORMs write an order and its invoice together, or neither.
 * Method: open each of them on a database of its own, place orders through it, and read the books through another store.
 */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { createInvoicing, type InvoiceOrder, parseInvoiceNumber } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Shop } from "../../docs/examples/orms/shop.ts";
import { readPage } from "../docs/pages.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";
import { connectRaw, freshFile, SQLITE_DRIVERS } from "../support/stores.ts";

const FOLDER = "docs/examples/orms";

/** The examples, and what each passes to `joining`. The guide shows the same. */
const EXAMPLES: readonly { name: string; database: keyof typeof DATABASES; handle: string }[] = [
  { name: "pg", database: "PostgreSQL", handle: "client" },
  { name: "drizzle", database: "PostgreSQL", handle: "fromDrizzle(tx)" },
  { name: "kysely", database: "PostgreSQL", handle: "fromKysely(trx)" },
  { name: "knex", database: "PostgreSQL", handle: "await trx.client.acquireConnection()" },
  { name: "postgres-js", database: "PostgreSQL", handle: "fromPostgresJs(tx)" },
  { name: "typeorm", database: "PostgreSQL", handle: "await manager.queryRunner!.connect()" },
  {
    name: "mikro-orm",
    database: "PostgreSQL",
    handle: "await em.getTransactionContext<Knex.Transaction>()!.client.acquireConnection()",
  },
  { name: "sequelize", database: "PostgreSQL", handle: "fromSequelize(transaction)" },
  { name: "prisma", database: "PostgreSQL", handle: "fromPrisma(tx)" },
  { name: "better-sqlite3", database: "SQLite", handle: "database" },
  { name: "node-sqlite", database: "SQLite", handle: "database" },
  { name: "drizzle-sqlite", database: "SQLite", handle: "db.$client" },
  { name: "kysely-sqlite", database: "SQLite", handle: "database" },
];

/** Makes a new database, where a shop can be opened. */
const DATABASES = {
  PostgreSQL: async () => {
    const name = `shop_${randomUUID().replaceAll("-", "")}`;
    await pool.query(`CREATE DATABASE ${name}`);
    const place = Object.assign(new URL(postgresUrl), { pathname: name }).href;
    const own = openPool({ connectionString: place, max: 1 });
    const remove = async () => {
      await own.end();
      await pool.query(`DROP DATABASE ${name}`);
    };
    return { place, store: async () => postgresStore(own), remove };
  },
  SQLite: async () => {
    const place = freshFile("shop.db");
    return { place, store: () => openSqliteStore(place), remove: async () => undefined };
  },
};

const openShop = async (name: string, place: string): Promise<Shop> =>
  ((await import(`../../docs/examples/orms/${name}.ts`)) as { openShop: (place: string) => Promise<Shop> }).openShop(
    place,
  );

/** The driver of SQLite that an example needs. */
const driverOf = (name: string) => (name === "node-sqlite" ? "node:sqlite" : "better-sqlite3");
const hasDriver = (name: string) => SQLITE_DRIVERS.some((driver) => driver.name === driverOf(name));
const canRun = ({ name, database }: (typeof EXAMPLES)[number]) => database !== "SQLite" || hasDriver(name);
const runnable = EXAMPLES.filter(canRun);

for (const { name } of EXAMPLES.filter((example) => !canRun(example))) {
  console.info(`The example ${name} is not run: ${driverOf(name)} cannot be loaded.`);
}

describe.each(runnable)("$name on $database", ({ name, database }) => {
  let made: Awaited<ReturnType<(typeof DATABASES)[typeof database]>>;
  let shop: Shop;

  beforeAll(async () => {
    made = await DATABASES[database]();
    shop = await openShop(name, made.place);
  });

  afterAll(async () => {
    await shop.close();
    await made.remove();
  });

  const place = (clientName: string, changes: Partial<InvoiceOrder> = {}) =>
    shop.placeOrder(order({ clientName, ...changes }));
  const placed = async (client: string) => (await shop.orders()).filter((each) => each.client === client);

  /** The counters and clients of the committed invoices, oldest first. Rejects if the audit finds anything. */
  const invoices = async () => {
    const invoicing = createInvoicing({ store: await made.store() });
    const company = invoicing.company("firma");
    expect((await company.audit()).findings).toEqual([]);
    const { data } = await company.list({ limit: 100 });
    await invoicing.close();
    return data
      .map(({ invoiceNumber, clientName }) => ({ counter: parseInvoiceNumber(invoiceNumber)!.counter, clientName }))
      .sort((one, other) => one.counter - other.counter);
  };

  test("an order and its invoice are committed together", async () => {
    await place("Kundin");
    expect(await placed("Kundin")).toMatchObject([
      { client: "Kundin", invoice: expect.stringMatching(/-0001$/), refusal: null },
    ]);
    expect(await invoices()).toEqual([{ counter: 1, clientName: "Kundin" }]);
  });

  test("if the transaction fails after the invoice, both vanish, and the next invoice gets the number", async () => {
    const items = [{ description: "Lighthouse", quantity: 1, unitPrice: 20_000 }];
    const fault = await place("Lighthouse keeper", { items }).catch((error: unknown) => error);
    expect(inspect(fault), "some ORMs wrap it").toMatch(/check constraint/i);
    expect(await placed("Lighthouse keeper")).toEqual([]);
    await place("Second");
    expect((await invoices()).at(-1)).toEqual({ counter: 2, clientName: "Second" });
  });

  test("a refusal leaves the transaction usable: the order is committed, without an invoice", async () => {
    await place("Cliente", { clientCountry: "ES", clientVatNumber: "ES0" });
    expect(await placed("Cliente")).toMatchObject([
      { client: "Cliente", invoice: null, refusal: "vat_number_invalid" },
    ]);
    await place("Third");
    expect((await invoices()).at(-1)).toEqual({ counter: 3, clientName: "Third" });
  });

  test("ten transactions at once get ten consecutive numbers", async () => {
    await Promise.all(oneTo(10).map((index) => place(`At once ${index}`)));
    const orders = (await shop.orders()).filter(({ client }) => client.startsWith("At once"));
    expect(orders).toHaveLength(10);
    const issued = await invoices();
    expect(issued.map(({ counter }) => counter)).toEqual(oneTo(issued.length));
    const numbers = issued.filter(({ clientName }) => clientName.startsWith("At once")).map(({ counter }) => counter);
    expect(orders.map(({ invoice }) => parseInvoiceNumber(invoice!)!.counter).sort((a, b) => a - b)).toEqual(numbers);
    expect(numbers).toHaveLength(10);
  });
});

test.each(runnable.filter(({ database }) => database === "SQLite"))(
  "$name waits while another connection holds the file's lock, and does not block the event loop",
  async ({ name }) => {
    const place = freshFile("shop.db");
    const shop = await openShop(name, place);
    const other = connectRaw(place);
    other.exec("BEGIN IMMEDIATE");
    const placing = shop.placeOrder(order());
    await setImmediate();
    other.exec("COMMIT");
    await placing;
    expect(await shop.orders()).toMatchObject([{ invoice: expect.stringMatching(/-0001$/) }]);
    other.close();
    await shop.close();
  },
);

test("the guide has a row for each example, with what it passes", () => {
  const rows = readPage("docs/guide/orms.md").matchAll(/^\|.*\| `([^`]+)` \| `(.+)\.ts` \|$/gm);
  expect([...rows].map(([, handle, name]) => [name, handle])).toEqual(
    EXAMPLES.map(({ name, handle }) => [name, handle]),
  );
  for (const { name, handle } of EXAMPLES) {
    expect(readPage(`${FOLDER}/${name}.ts`)).toContain(`.joining(${handle})`);
  }
  const others = ["run", "shop", "sqlite-transactions"];
  const files = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/\.ts$/, ""));
  expect(files.sort()).toEqual([...EXAMPLES.map(({ name }) => name), ...others].sort());
});

test("the guide's versions are those that are installed", () => {
  const manifests = ["package.json", "docs/examples/package.json", "test/package.json"];
  const installed = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readPage(path));
    return Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const rows = readPage("docs/guide/orms.md").match(/^\|.*\.ts` \|$/gm)!;
  const named = rows.flatMap((row) => row.match(/\d+\.\d+\.\d+/g) ?? []);
  expect(named.length).toBeGreaterThan(EXAMPLES.length);
  for (const version of named) expect(installed).toContain(version);
});
