/**
 * Goal: changes to pg's type parsers, which apply to the host's whole process, make no difference, and neither do
 * prepared statements.
 * Method: every parser except that of text returns garbage. Then run the contract on a store that prepares statements.
 */
import { storeContract } from "faktura/contract";
import { migratePostgres, type PostgresClient, type PostgresPool, postgresStore } from "faktura/postgres";
import pg from "pg";
import { beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { PREPARED_POSTGRES } from "../../contract/contract-stores.ts";
import { freshSchema, pool } from "../../support/postgres.ts";

const { bool, int2, int4, int8, float8, numeric, date, timestamptz, json, jsonb, varchar } = Object.fromEntries(
  Object.entries(pg.types.builtins).map(([name, oid]) => [name.toLowerCase(), oid]),
);

beforeAll(() => {
  const types = [bool, int2, int4, int8, float8, numeric, date, timestamptz, json, jsonb, varchar, 1009] as number[];
  const before = types.map((type) => [type, pg.types.getTypeParser(type)] as const);
  for (const type of types) pg.types.setTypeParser(type, () => "garbage" as never);
  return () => {
    for (const [type, parser] of before) pg.types.setTypeParser(type, parser as never);
  };
});

test("the parsers are hostile", async () => {
  expect((await pool.query("SELECT 1::int8 AS a, '{}'::json AS b, true AS c")).rows).toEqual([
    { a: "garbage", b: "garbage", c: "garbage" },
  ]);
});

const { name, ...prepared } = PREPARED_POSTGRES;
describe(name, () => {
  const { notRun } = storeContract({ test, ...prepared });

  test("the whole contract runs", () => {
    expect(notRun).toEqual([]);
  });
});

test("another date or interval style makes no difference either", async () => {
  const own = new pg.Pool({ ...pool.options, options: "-c DateStyle=SQL,DMY -c IntervalStyle=sql_standard", max: 1 });
  const store = postgresStore(own, { schema: await freshSchema() });
  await store.transaction("acme", async ({ numbers }) => {
    await numbers.lock();
    await numbers.continueFrom?.(
      { lastCounter: 41, lastIssueDate: "2026-02-11" },
      { at: "2026-02-11T00:00:00.000Z", actor: null, source: "api" },
    );
  });
  const head = await store.transaction("acme", ({ numbers }) => numbers.lock());
  const { storeNow, ...position } = head;
  expect(position).toEqual({ lastCounter: 41, lastIssueDate: "2026-02-11", started: false });
  expect(Math.abs(storeNow!.getTime() - Date.now())).toBeLessThan(60_000);
  await own.end();
});

test("the pool of pg is a pool, and its client is a client", () => {
  expectTypeOf<pg.Pool>().toExtend<PostgresPool>();
  expectTypeOf<pg.PoolClient>().toExtend<PostgresClient>();
});

test.each([
  ["lockTimeoutMs", { lockTimeoutMs: 0 }],
  ["lockTimeoutMs", { lockTimeoutMs: 2 ** 31 }],
  ["lockTimeoutMs", { lockTimeoutMs: Number.NaN }],
  ["lockTimeoutMs", { lockTimeoutMs: "5s" as never }],
  ["schema", { schema: "a\0b" }],
  ["schema", { schema: "x".repeat(64) }],
  ["numbers", { numbers: {} as never }],
  ["preparedStatements", { preparedStatements: 1 as never }],
])("an invalid option is a TypeError that names %s", (option, options) => {
  expect(() => postgresStore(pool, options)).toThrow(TypeError);
  expect(() => postgresStore(pool, options)).toThrow(new RegExp(`^${option} `));
});

test("a value that is not a pool is a TypeError that says so", async () => {
  for (const value of [undefined, {}, "postgres://localhost"]) {
    expect(() => postgresStore(value as never)).toThrow(/^pool must be a connection pool/);
    await expect(migratePostgres(value as never)).rejects.toThrow(/^pool must be a connection pool/);
  }
});
