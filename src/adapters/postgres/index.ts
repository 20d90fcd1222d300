import type { PostgresPool } from "./connection/driver.ts";
import { type PostgresStoreOptions, requirePool, settingsOf } from "./settings.ts";
import { PostgresStore } from "./store.ts";

export type { PostgresClient, PostgresPool, PostgresResult, PostgresStatement } from "./connection/driver.ts";
export type { PostgresJsTransaction } from "./connection/postgres-js.ts";
export {
  type PostgresJs,
  type PostgresJsOptions,
  type PostgresJsPool,
  postgresJsPool,
} from "./connection/postgres-js-pool.ts";
export {
  type DrizzleTransaction,
  fromDrizzle,
  fromKysely,
  fromPostgresJs,
  fromPrisma,
  fromSequelize,
  type KyselyTransaction,
  type PrismaTransaction,
  type SequelizeTransaction,
  type TransactionClient,
} from "./connection/transaction-clients.ts";
export { type MigratePostgresOptions, migratePostgres } from "./schema/migrate.ts";
export { migrationSql } from "./schema/migration-sql.ts";
export type { MigrationEstimate, MigrationLock, MigrationPlan, MigrationStep } from "./schema/plan.ts";
export type { PostgresNumbers, PostgresStoreOptions } from "./settings.ts";
export type { PostgresStore } from "./store.ts";

/**
 * A store in PostgreSQL 14 or later, on your own connection pool. Any number of servers may share it. `migratePostgres`
 * creates the tables. The first call checks them, and that the server's commits are durable. If a check fails, the call
 * rejects and says what to do, and the next call checks again.
 *
 * The store keeps no state in a connection, so it works behind a pooler in transaction mode.
 *
 * @throws TypeError that names the option if one is invalid
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
 * console.log((await invoicing.company("firma").list()).total); // 0
 * ```
 */
export function postgresStore(pool: PostgresPool, options: PostgresStoreOptions = {}): PostgresStore {
  requirePool(pool);
  return new PostgresStore({ pool, settings: settingsOf(pool, options) });
}
