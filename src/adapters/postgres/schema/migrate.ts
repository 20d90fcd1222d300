import { requireOptions } from "../../../domain/known-names.ts";
import { describeFaults, type SchemaFault, warnOfRepair } from "../../common/schema-fault.ts";
import { skippedRows } from "../../common/skipped-rows.ts";
import { begin, leakOr } from "../connection/begin.ts";
import { Deadline } from "../connection/deadline.ts";
import type { PostgresPool } from "../connection/driver.ts";
import { LeakedTransactionError, remedyFor, sqlStateOf } from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import { requirePool, requireSchema, type Tables, tablesIn } from "../settings.ts";
import { adviceFor, describeSchema } from "./check.ts";
import { findSchemaFaults } from "./faults.ts";
import { migrationScript, readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

/** Options of `migratePostgres`. */
export interface MigratePostgresOptions {
  /** The schema for the tables. It is created if it is missing. Absent: `faktura`. */
  readonly schema?: string | undefined;
  /**
   * `false` creates no triggers, for engines without them. Then only keys, checks and the rights of each role guard the
   * books. It never drops existing triggers. Absent: `true`.
   */
  readonly triggers?: boolean | undefined;
  /**
   * Whether to create the tables if they are missing. With `false`, a wiped or a wrong database is refused instead of
   * numbered from 1 again. Absent: `true`.
   */
  readonly create?: boolean | undefined;
}

/** The timeout for servers that start together and wait for each other, and for DDL that waits for readers. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** One lock for all schemas, because two servers must not create a schema at the same time either. */
const MIGRATION_LOCK = 7_226_013_154;

/**
 * Creates faktura's tables, or migrates them to the current version, in one transaction. Call it when each server
 * starts: if several start at once, one of them migrates and the others wait. If nothing is to be done, it only reads
 * and needs no right to create anything.
 *
 * It also repairs triggers, their functions, checks and keys that were dropped, disabled or changed, and tables that
 * are `UNLOGGED`. The process warning `FAKTURA_GUARDS_REPAIRED` lists them. Run an audit then, because nothing guarded
 * the books in the meantime.
 *
 * @throws Error if a newer or an unreleased version of faktura created the tables, if one of them is missing, or if
 *   something cannot be repaired; it says what to do, and nothing was changed
 * @throws StoreBusyError if another transaction held the tables for a minute
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
  requireOptions("migratePostgres", options, { schema: true, triggers: true, create: true });
  const { triggers = true, create = true } = options;
  if (typeof triggers !== "boolean") throw new TypeError("triggers must be true or false");
  if (typeof create !== "boolean") throw new TypeError("create must be true or false");
  const tables = tablesIn(requireSchema(options.schema));
  await migrateOnClient(pool, tables, { triggers, create }, new Deadline(MIGRATION_TIMEOUT_MS));
}

function missingTables(tables: Tables): Error {
  return new Error(
    `Faktura's tables do not exist in ${describeSchema(tables)}, and the option create is false. Check which database ` +
      "and schema the pool uses, or restore a backup. Only for new, empty books, run migratePostgres once without this " +
      "option.",
  );
}

/** Migrates on a client of the pool; on another one if somebody has left a transaction open on it. */
async function migrateOnClient(
  pool: PostgresPool,
  tables: Tables,
  { triggers, create }: { readonly triggers: boolean; readonly create: boolean },
  deadline: Deadline,
): Promise<void> {
  const session = await Session.open(pool, deadline);
  try {
    const state = await readSchema(session, tables);
    if (state.version === 0 && !create) throw missingTables(tables);
    if (isUpToDate(state, triggers) && (await findSchemaFaults(session, tables, state)).length === 0) return;
    const repaired = await migrateUnderLock(session, tables, triggers, deadline);
    if (repaired.length > 0) warnOfRepair(describeSchema(tables), repaired);
    return;
  } catch (error) {
    await session.rollBack();
    if (remedyFor(error) === "busy") throw deadline.busy("waiting for the tables or for another migration", error);
    const found = await leakOr(session, error);
    if (!(found instanceof LeakedTransactionError)) throw found;
  } finally {
    session.release();
  }
  return migrateOnClient(pool, tables, { triggers, create }, deadline);
}

function isUpToDate({ version, guarded }: SchemaState, triggers: boolean): boolean {
  return version === SCHEMA_VERSION && (guarded || !triggers);
}

/** Migrates the tables, then repairs what is missing or changed. Returns what it repaired. */
async function migrateUnderLock(session: Session, tables: Tables, triggers: boolean, deadline: Deadline) {
  await begin(session, { lockMs: deadline.leftMs });
  await session.run(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, session.lockWaitMs(deadline));
  const state = await readSchema(session, tables);
  if (!isUpToDate(state, triggers)) {
    const schema = await session.rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", [tables.schemaName]);
    // Not IF NOT EXISTS, which needs the right to create schemas even if the schema exists.
    if (schema.length === 0) await session.run(`CREATE SCHEMA ${tables.schema}`);
    await session.run(migrationScript(state, tables, triggers), session.lockWaitMs(deadline));
  }
  const migrated = await readSchema(session, tables);
  if (!isUpToDate(migrated, triggers)) throw skippedRows("postgres", { table: tables.version, written: 0, wanted: 1 });
  const faults = await findSchemaFaults(session, tables, migrated);
  if (faults.length > 0) await repair(session, tables, faults, deadline);
  await session.run("COMMIT");
  return faults;
}

const CONFLICTING_ROWS =
  "Rows that were written in the meantime prevent this. Run an audit to find them, then restore the tables from a backup.";
const CONFLICTING_NAME =
  "It was renamed, or something else has its name. Rename it back, then run migratePostgres again.";

/** By SQLSTATE: what to do about a repair that PostgreSQL refused. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "42501": "Run migratePostgres as the role that owns the tables.",
  "23502": CONFLICTING_ROWS,
  "23505": CONFLICTING_ROWS,
  "42P16": CONFLICTING_NAME,
  "42P07": CONFLICTING_NAME,
  "42710": CONFLICTING_NAME,
  "2BP01": "Drop what depends on it, run migratePostgres again, then create it again.",
};

const OTHER_STEP = "Fix that, or restore the tables from a backup, then run migratePostgres again.";

/**
 * Repairs what is missing or changed.
 *
 * @throws Error if something cannot be repaired, such as a missing table, a role that may not change the tables, or
 *   rows that violate a constraint; it says what to do
 */
async function repair(
  session: Session,
  tables: Tables,
  faults: readonly SchemaFault[],
  deadline: Deadline,
): Promise<void> {
  const description = describeFaults(describeSchema(tables), faults);
  const details = new Map<string, string[]>();
  for (const { repair: sql, detail } of faults) {
    if (sql === undefined) throw new Error(`${description} ${adviceFor(tables, faults)}`);
    details.set(sql, [...(details.get(sql) ?? []), detail]);
  }
  for (const [sql, unrepaired] of details) {
    try {
      await session.run(sql, session.lockWaitMs(deadline));
    } catch (cause) {
      throw withNextStep(cause, `${description} Could not repair: ${unrepaired.join("; ")}.`);
    }
  }
}

/** The error with the next step added; unchanged if repeating the migration helps. */
function withNextStep(cause: unknown, description: string): unknown {
  const state = sqlStateOf(cause);
  if (state === undefined || !["none", "read-again"].includes(remedyFor(cause))) return cause;
  return new Error(`${description} PostgreSQL says: ${(cause as Error).message}. ${NEXT_STEPS[state] ?? OTHER_STEP}`, {
    cause,
  });
}
