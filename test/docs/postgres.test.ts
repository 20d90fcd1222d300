import { randomUUID } from "node:crypto";
import * as faktura from "faktura";
import * as postgres from "faktura/postgres";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { blockOf, runBlock } from "../http/mountings.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";

test("the first sample of the page issues its invoice once on an empty database, however often it runs", async () => {
  const database = `page_${randomUUID().replaceAll("-", "")}`;
  await pool.query(`CREATE DATABASE ${database}`);
  onTestFinished(async () => void (await pool.query(`DROP DATABASE ${database} WITH (FORCE)`)));

  const connectionString = Object.assign(new URL(postgresUrl), { pathname: database }).href;
  class Pool extends pg.Pool {
    constructor(options: pg.PoolConfig) {
      super({ ...options, connectionString });
    }
  }
  const sample = blockOf("docs/guide/postgres.md", "saveProfile");
  const packages = { faktura, "faktura/postgres": postgres, pg: { Pool } };
  await runBlock(sample, packages);
  await runBlock(sample, packages);

  const { rows } = await openPool({ connectionString, max: 1 }).query(
    "SELECT counter::int FROM billing.faktura_invoices",
  );
  expect(rows).toEqual([{ counter: 1 }]);
});
