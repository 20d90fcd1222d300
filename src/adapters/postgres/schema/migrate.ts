import { requireOptions } from "../../../domain/known-names.ts";
import { describeFaults, type SchemaFault, warnOfRepair } from "../../sql/schema-fault.ts";
import { Deadline } from "../connection/deadline.ts";
import type { PostgresPool } from "../connection/driver.ts";
import { remedyFor, sqlStateOf } from "../connection/errors.ts";
import { ANSWER_GRACE_MS, Session } from "../connection/session.ts";
import { requirePool, requireSchema, type Tables, tablesIn } from "../settings.ts";
import { begin } from "../transaction/begin.ts";
import { placeOf, remedyFor as remedyForTables } from "./check.ts";
import { findSchemaFaults } from "./faults.ts";
import { migrationFrom, readSchema, SCHEMA_VERSION, type SchemaState } from "./tables.ts";

/** Options of `migratePostgres`. */
export interface MigratePostgresOptions {
  /** The schema to keep the tables in; created where it is missing. Absent: `faktura`. */
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
 * Triggers, their functions, checks and keys that were dropped, disabled or changed are put right, and so are tables
 * that are `UNLOGGED`; the process warning `FAKTURA_GUARDS_MENDED` then says which, because nothing has guarded the
 * books meanwhile: audit them.
 *
 * @throws Error that says what to do when a newer or an unreleased faktura has made the tables, one of them is missing,
 *   or something cannot be put right; nothing was changed
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
    const state = await readSchema(session, tables);
    if (isUpToDate(state, triggers) && (await findSchemaFaults(session, tables, state)).length === 0) return;
    const repaired = await migrateUnderLock(session, tables, triggers, deadline);
    if (repaired.length > 0) warnOfRepair(placeOf(tables), repaired);
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

/** Brings the tables up to date, then puts right what is not as it was made; gives what that was. */
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
  const faults = await findSchemaFaults(session, tables, await readSchema(session, tables));
  if (faults.length > 0) await repair(session, tables, faults, deadline);
  await session.run("COMMIT");
  return faults;
}

const ROWS_IN_THE_WAY =
  "Rows that came in meanwhile are in the way: audit the books to find them, then restore the tables from a backup.";
const NAME_IN_THE_WAY =
  "The same is there under another name, or something else under this one: rename it back, then run migratePostgres again.";

/** By SQLSTATE: what people do about a repair that PostgreSQL refused. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "42501": "Run migratePostgres as the role that owns the tables.",
  "23502": ROWS_IN_THE_WAY,
  "23505": ROWS_IN_THE_WAY,
  "42P16": NAME_IN_THE_WAY,
  "42P07": NAME_IN_THE_WAY,
  "42710": NAME_IN_THE_WAY,
  "2BP01": "Take away what depends on it, run migratePostgres again, then add that again.",
};

const OTHER_STEP = "Put that right, or restore the tables from a backup, then run migratePostgres again.";

/**
 * Puts right what is not as it was made.
 *
 * @throws Error that says what cannot be put right, and what to do: a table is missing, the role may not change the
 *   tables, or what was written meanwhile is in the way
 */
async function repair(
  session: Session,
  tables: Tables,
  faults: readonly SchemaFault[],
  deadline: Deadline,
): Promise<void> {
  const told = describeFaults(placeOf(tables), faults);
  const details = new Map<string, string[]>();
  for (const { repair: sql, detail } of faults) {
    if (sql === undefined) throw new Error(`${told} ${remedyForTables(tables, faults)}`);
    details.set(sql, [...(details.get(sql) ?? []), detail]);
  }
  for (const [sql, repaired] of details) {
    try {
      await session.run(sql, deadline.leftMs + ANSWER_GRACE_MS);
    } catch (cause) {
      throw withNextStep(cause, `${told} What could not be put right: ${repaired.join("; ")}.`);
    }
  }
}

/** The error as it is where trying again helps. */
function withNextStep(cause: unknown, told: string): unknown {
  const state = sqlStateOf(cause);
  if (state === undefined || !["none", "read-again"].includes(remedyFor(cause))) return cause;
  return new Error(`${told} PostgreSQL says: ${(cause as Error).message}. ${NEXT_STEPS[state] ?? OTHER_STEP}`, {
    cause,
  });
}
