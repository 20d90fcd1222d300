import type { PostgresPool } from "./connection/driver.ts";
import { type PostgresStoreOptions, requirePool, settingsOf } from "./settings.ts";
import { PostgresStore } from "./store.ts";

export type { PostgresClient, PostgresPool, PostgresResult, PostgresStatement } from "./connection/driver.ts";
export { type MigratePostgresOptions, migratePostgres } from "./schema/migrate.ts";
export type { PostgresNumbers, PostgresStoreOptions } from "./settings.ts";
export type { PostgresStore } from "./store.ts";

/**
 * A store in PostgreSQL 14 or later, on the host's own pool of connections. Any number of servers may share it. The
 * tables come from `migratePostgres`. The first call makes sure of them, and that the server keeps what it
 * acknowledges; a call that finds something amiss rejects with what to do, and the next one looks again.
 *
 * It keeps no state in a connection, so that a pooler in transaction mode may stand in between.
 *
 * @throws TypeError that names the option, when one is not what it should be
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { migratePostgres, postgresStore } from "faktura/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool(); // reads PGHOST, PGDATABASE, PGUSER, …
 * await migratePostgres(pool, { schema: "billing" });
 * const invoicing = createInvoicing({ store: postgresStore(pool, { schema: "billing" }) });
 * console.log((await invoicing.company("acme").list()).total); // 0
 * ```
 */
export function postgresStore(pool: PostgresPool, options: PostgresStoreOptions = {}): PostgresStore {
  requirePool(pool);
  return new PostgresStore({ pool, settings: settingsOf(pool, options) });
}
