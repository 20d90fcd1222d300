import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type PostgresClient,
  type PostgresPool,
  type PostgresResult,
  type PostgresStore,
  postgresStore,
} from "faktura/postgres";
import pg from "pg";
import { inject } from "vitest";
import { migrationScript } from "../../src/adapters/postgres/schema/migration-script.ts";
import { createPanelTable } from "../../src/adapters/postgres/schema/tables.ts";
import { NO_TABLES } from "../../src/adapters/postgres/schema/version.ts";
import { tablesIn } from "../../src/adapters/postgres/settings.ts";

/** The connection URL of this run's PostgreSQL. */
export const postgresUrl = inject("postgresUrl");

/** Why no test may stop this run's server; `undefined` if it was started here. */
export const NOT_OURS =
  process.env["TEST_POSTGRES_URL"] === undefined
    ? undefined
    : "TEST_POSTGRES_URL names a server that is not ours to kill; unset it";

/** Whether this run, for mutants, has no server: each of thousands of mutants would start one. */
export const isMutantRun = postgresUrl === undefined;

/** Wraps tests that also run on PostgreSQL, if there is one. */
export const onPostgres = <Tested>(tested: Tested): readonly Tested[] => (isMutantRun ? [] : [tested]);

/** A pool of this run's PostgreSQL that does not keep the process alive. */
export function openPool(config: pg.PoolConfig = {}): pg.Pool {
  const opened = new pg.Pool({ connectionString: postgresUrl, allowExitOnIdle: true, ...config });
  // Stores listen to their pools. Tests insert something of their own in between.
  return opened.on("error", () => undefined);
}

/**
 * The pool that the stores of the test files share. A connection is closed after some hundred uses, because a session
 * caches the plans of every schema that it has used, and searches all of them at each CREATE and DROP of another test.
 */
export const pool = openPool({ max: 8, maxUses: 500 });

/**
 * A new schema, with its tables, in the database of the pool `on`. Made by the script that `migratePostgres` runs, without what it asks before and after,
 * which takes as long again; each store that opens compares the tables with those it expects.
 */
export async function freshSchema({
  panel = false,
  on = pool,
  shard,
}: {
  panel?: boolean;
  on?: pg.Pool;
  shard?: string | undefined;
} = {}): Promise<string> {
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  const script = migrationScript(NO_TABLES, tablesIn(schema, shard), true);
  const ofPanel = panel ? createPanelTable(tablesIn(schema)) : "";
  await on.query(`BEGIN; CREATE SCHEMA ${schema}; ${script}; ${ofPanel} COMMIT`);
  return schema;
}

/** The page's own GRANT statements that begin so, for this schema and this role. */
export function grantsOf(schema: string, role: string, begin = "GRANT USAGE"): string {
  const page = readFileSync(join(import.meta.dirname, "../../docs/reference/postgres-schema.md"), "utf8");
  const sql = new RegExp(`^\`\`\`sql\\n(?<sql>${begin}.*?)^\`\`\`$`, "ms").exec(page)?.groups?.["sql"] ?? "";
  return sql
    .replaceAll("faktura_server", role)
    .replaceAll("billing.", `${schema}.`)
    .replaceAll("SCHEMA billing", `SCHEMA ${schema}`);
}

/** An empty store in a new schema. */
export async function openFreshStore(through: PostgresPool = pool): Promise<PostgresStore> {
  return postgresStore(through, { schema: await freshSchema() });
}

/** A function between the store and the server: it sends the statement, or does not, before or after something else. */
export type Interceptor = (
  text: string,
  send: () => Promise<PostgresResult>,
  client: PostgresClient,
) => Promise<PostgresResult>;

/** A pool whose every statement goes through `intercept`. */
export function interceptedPool(inner: PostgresPool, intercept: Interceptor): PostgresPool {
  return {
    connect: async () => {
      const client = await inner.connect();
      return {
        query: (statement, values) => {
          const text = typeof statement === "string" ? statement : statement.text;
          return intercept(text, () => client.query(statement, values), client);
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on?.(event, listener),
        off: (event, listener) => client.off?.(event, listener),
      };
    },
  };
}
