import { requireOptions } from "../../domain/require-options.ts";
import { begin } from "./begin.ts";
import { Deadline } from "./deadline.ts";
import type { PostgresPool } from "./driver.ts";
import { remedyFor } from "./faults.ts";
import { migrationFrom, readSchema, SCHEMA_VERSION, type SchemaState } from "./schema.ts";
import { ANSWER_GRACE_MS, Session } from "./session.ts";
import { requirePool, requireSchema } from "./settings.ts";
import { type Tables, tablesIn } from "./tables.ts";

/** Options of `migratePostgres`. */
export interface MigratePostgresOptions {
  /** The schema to keep the tables in; created where it is missing. Absent: `public`. */
  readonly schema?: string | undefined;
  /**
   * `false` leaves out the triggers, for engines that have none; only keys, checks and what a role is granted then
   * guard the books. It takes none away that are there. Absent: `true`.
   */
  readonly triggers?: boolean | undefined;
}

/** Servers that start together wait here for each other, and DDL for whoever reads the tables. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** One number for all schemas, because creating a schema is among what must not happen twice at once. */
const MIGRATION_LOCK = 7_226_013_154;

/**
 * Creates faktura's tables, or brings them up to date, in one transaction: all of it or nothing. Every server may call
 * it as it starts; of many at once, one migrates and the others find it done. Where nothing is to be done it only
 * reads, and needs no right to create anything.
 *
 * @throws Error when a newer faktura has made the tables; nothing was changed
 * @throws StoreBusyError when something held the tables for a minute
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { migratePostgres, postgresStore } from "faktura/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool(); // reads PGHOST, PGDATABASE, PGUSER, …
 * await migratePostgres(pool);
 * const invoicing = createInvoicing({ store: postgresStore(pool) });
 * ```
 */
export async function migratePostgres(pool: PostgresPool, options: MigratePostgresOptions = {}): Promise<void> {
  requirePool(pool);
  requireOptions("migratePostgres", options, { schema: true, triggers: true });
  const { triggers = true } = options;
  if (typeof triggers !== "boolean") throw new TypeError("triggers is true or false");
  const tables = tablesIn(requireSchema(options.schema));
  const deadline = new Deadline(MIGRATION_TIMEOUT_MS);
  const session = await Session.open(pool, deadline);
  try {
    if (isUpToDate(await readSchema(session, tables), triggers)) return;
    await migrateUnderLock(session, tables, triggers, deadline);
  } catch (error) {
    await session.rollBack();
    if (remedyFor(error) === "busy") throw deadline.busy("the tables, or another migration, did not come free", error);
    throw error;
  } finally {
    session.release();
  }
}

function isUpToDate({ version, guarded }: SchemaState, triggers: boolean): boolean {
  return version === SCHEMA_VERSION && (guarded || !triggers);
}

async function migrateUnderLock(session: Session, tables: Tables, triggers: boolean, deadline: Deadline) {
  await begin(session, deadline.leftMs);
  await session.run(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, deadline.leftMs + ANSWER_GRACE_MS);
  const state = await readSchema(session, tables);
  if (!isUpToDate(state, triggers)) {
    const schema = await session.rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", [tables.schemaName]);
    // IF NOT EXISTS would ask for the right to create schemas even where it has nothing to do.
    if (schema.length === 0) await session.run(`CREATE SCHEMA ${tables.schema}`);
    await session.run(migrationFrom(state, tables, triggers), deadline.leftMs + ANSWER_GRACE_MS);
  }
  await session.run("COMMIT");
}
