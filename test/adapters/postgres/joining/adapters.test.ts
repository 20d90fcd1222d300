/**
 * Goal: a handle that is not a client of pg either works, because its query returns { rows }, or is refused with advice
 * on what to pass.
 * Method: objects that return what ORMs return, around a real client. What they return was read in their source code.
 */
import { createHash } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import { order } from "../../../support/fixtures.ts";
import { openHost } from "../host.ts";

const asOfSequelize = (client: pg.Client) => ({
  getDialect: () => "postgres",
  define: () => undefined,
  query: async (sql: string) => {
    const result = await client.query(sql);
    return [result.rows, result];
  },
});

const rowsOf = (client: pg.Client) => async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows;

test.each<[string, (client: pg.Client) => object, RegExp]>([
  [
    "Sequelize",
    asOfSequelize,
    /returns \[rows, …\]; .*Sequelize: pass fromSequelize\(transaction\), from faktura\/postgres$/,
  ],
  [
    "TypeORM's QueryRunner",
    (client) => ({
      manager: {},
      connect: async () => client,
      startTransaction: () => undefined,
      query: rowsOf(client),
    }),
    /returns an array of rows; .*QueryRunner of TypeORM: pass await queryRunner\.connect\(\)$/,
  ],
  [
    "TypeORM's EntityManager",
    (client) => ({ queryRunner: {}, getRepository: () => undefined, query: rowsOf(client) }),
    /returns an array of rows; .*EntityManager of TypeORM: pass await manager\.queryRunner\.connect\(\)$/,
  ],
  [
    "a task of pg-promise",
    (client) => ({ oneOrNone: () => undefined, manyOrNone: () => undefined, query: rowsOf(client) }),
    /returns an array of rows; .*pg-promise: pass the client of pg that it runs on/,
  ],
  ["rows alone", (client) => ({ query: rowsOf(client) }), /returns an array of rows; TypeORM and pg-promise do so/],
  [
    "rows as lists",
    (client) => ({ query: (text: string) => client.query({ text, rowMode: "array" }) }),
    /returns rows with other names or values; .* such as transform of postgres\.js or rowMode of pg/,
  ],
  [
    "columns in another case",
    (client) => ({
      query: async (text: string) => {
        const { rows } = await client.query(text);
        return { rows: rows.map(({ token, ...rest }) => ({ Token: token, ...rest })) };
      },
    }),
    /returns rows with other names or values; .*: pass a transaction without it$/,
  ],
  [
    "other values",
    (client) => ({
      query: async (text: string) => {
        const { rows } = await client.query(text);
        const changed = (row: object) => Object.entries(row).map(([name, value]) => [name, `${value}!`]);
        return { rows: rows.map((row) => Object.fromEntries(changed(row))) };
      },
    }),
    /returns rows with other names or values; .*: pass a transaction without it$/,
  ],
  ["something else", () => ({ query: () => ({}) }), /returns something else; pass the client of pg/],
  ["nothing", () => ({ query: () => undefined }), /returns undefined; pass the client of pg/],
])("%s is a TypeError that says what to pass, and the transaction goes on", async (_, wrap, message) => {
  const { client, joined, kept, addOrder } = await openHost();
  await client.query("BEGIN");
  for (const call of [() => joined(wrap(client)).issue(order()), () => joined(wrap(client)).list()]) {
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "TypeError", message: expect.stringMatching(message) });
  }
  await addOrder("order-1");
  await client.query("COMMIT");
  expect(await kept()).toMatchObject({ invoices: "", orders: "order-1" });
});

test.each<[string, object, RegExp]>([
  ["Prisma", { $queryRawUnsafe: () => undefined }, /Prisma: pass fromPrisma\(tx\), from faktura\/postgres$/],
  [
    "Knex",
    Object.assign(() => undefined, { raw: () => undefined, client: {} }),
    /Knex: pass await trx\.client\.acquireConnection\(\)$/,
  ],
  [
    "postgres.js",
    Object.assign(() => undefined, { unsafe: () => undefined, typed: () => undefined }),
    /postgres\.js: pass fromPostgresJs\(tx\), from faktura\/postgres$/,
  ],
  ["Kysely", { executeQuery: () => undefined }, /Kysely: pass fromKysely\(trx\), from faktura\/postgres$/],
  [
    "a transaction of Sequelize",
    { commit: () => undefined, rollback: () => undefined, sequelize: {} },
    /Sequelize: pass fromSequelize\(transaction\), from faktura\/postgres$/,
  ],
  [
    "Drizzle",
    { execute: () => undefined, dialect: {}, session: {} },
    /Drizzle: pass fromDrizzle\(tx\), from faktura\/postgres$/,
  ],
  [
    "MikroORM",
    { getConnection: () => undefined, getKnex: () => undefined },
    /MikroORM: pass await em\.getTransactionContext\(\)\.client\.acquireConnection\(\)$/,
  ],
  ["a number", 5 as unknown as object, /such as await pool\.connect\(\)$/],
])("%s has no query() and is refused at once", async (_, handle, message) => {
  const { invoicing } = await openHost();
  expect(() => invoicing.joining(handle)).toThrow(TypeError);
  expect(() => invoicing.joining(handle)).toThrow(message);
});

test.each([false, true])(
  "an object whose query returns { rows } is enough, even if it prepares every statement, which must then be a single one; preparedStatements: %s",
  async (preparedStatements) => {
    const { client, joined, kept } = await openHost({ preparedStatements });
    const tx = {
      // Through the protocol in which a text with two statements is an error, as in Prisma.
      $queryRawUnsafe: async (text: string, ...values: unknown[]) =>
        (
          await client.query({
            name: createHash("sha256").update(text).digest("hex").slice(0, 24),
            text,
            values,
            queryMode: "extended",
          } as pg.QueryConfig)
        ).rows,
    };
    const handle = {
      query: async (text: string, values: unknown[] = []) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }),
    };
    await client.query("BEGIN");
    await expect(joined(handle).cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
    const { id } = await joined(handle).issue(order(), { idempotencyKey: "key" });
    await joined(handle).recordPayment(id, { amount: 238 });
    expect((await joined(handle).list({ status: "PAID" })).total).toBe(1);
    await client.query("COMMIT");
    expect((await kept()).invoices).toBe("1");
  },
);
