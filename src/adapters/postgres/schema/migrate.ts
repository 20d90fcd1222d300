import { requireOptions } from "../../../domain/known-names.ts";
import { StoreBusyError } from "../../../domain/store-errors.ts";
import { warnOfRepair } from "../../common/schema-fault.ts";
import { remedyOfNewer, shardNameOf } from "../../common/schema-record.ts";
import { skippedRows } from "../../common/skipped-rows.ts";
import { begin, leakOr } from "../connection/begin.ts";
import { Deadline } from "../connection/deadline.ts";
import type { PostgresPool } from "../connection/driver.ts";
import { LeakedTransactionError, remedyFor } from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import { requirePool, requireSchema, type Tables, tablesIn } from "../settings.ts";
import { describeSchema, requireShardOf } from "./check.ts";
import { findSchemaFaults } from "./faults.ts";
import { migrationScript } from "./migration-script.ts";
import { describePlan, type MigrationPlan, type PlannedWork } from "./plan.ts";
import { buildIndexes, findLateIndexes, repairFaults, requireRepairable } from "./repairs.ts";
import { createPanelTable, hasPanelTable } from "./tables.ts";
import { readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

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
  /** Whether to create the table of the panel (`faktura/panel`) too, if it is missing. Absent: `false`. */
  readonly panel?: boolean | undefined;
  /** `true` changes nothing and resolves with what the migration would do. Absent: `false`. */
  readonly dryRun?: boolean | undefined;
  /**
   * The name of this database among several, 1 to 63 letters of ASCII, digits, `_`, `.` or `-`. It is stored when the
   * tables are made. Later they are refused under another name, or without one. Absent: the database is alone.
   */
  readonly shard?: string | undefined;
}

/** The timeout for servers that start together and wait for each other, and for DDL that waits for readers. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** One lock for all schemas, because two servers must not create a schema at the same time either. */
const MIGRATION_LOCK = 7_226_013_154;

/**
 * Creates faktura's tables, or migrates them to the current version, in one transaction. Then builds indexes on tables
 * with rows, without blocking writes; if that is interrupted, the next call continues. Call it when each server starts: if
 * several start at once, one of them migrates and the others wait. If nothing is to be done, it only reads and needs no
 * right to create anything. With `dryRun: true`, it only reads, and resolves with the plan.
 *
 * It also repairs triggers, their functions, checks and keys that were dropped, disabled or changed, and tables that
 * are `UNLOGGED`. The process warning `FAKTURA_GUARDS_REPAIRED` lists them. Run an audit then, because nothing guarded
 * the books in the meantime.
 *
 * If a newer version of the library has migrated the tables, and they admit this one, nothing is changed.
 *
 * @throws Error if tables of a newer version do not admit this one, if an unreleased version of faktura created them, if
 *   one of them is missing, if they are another shard, or if something cannot be repaired; it says what to do, and nothing was changed
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
export function migratePostgres(
  pool: PostgresPool,
  options: MigratePostgresOptions & { readonly dryRun: true },
): Promise<MigrationPlan>;
export function migratePostgres(
  pool: PostgresPool,
  options?: MigratePostgresOptions & { readonly dryRun?: false | undefined },
): Promise<undefined>;
export function migratePostgres(
  pool: PostgresPool,
  options?: MigratePostgresOptions,
): Promise<MigrationPlan | undefined>;
export async function migratePostgres(
  pool: PostgresPool,
  options: MigratePostgresOptions = {},
): Promise<MigrationPlan | undefined> {
  requirePool(pool);
  const known = { schema: true, triggers: true, create: true, panel: true, dryRun: true, shard: true } as const;
  requireOptions("migratePostgres", options, known);
  return migrateOnClient(pool, wantedSchema(options), new Deadline(MIGRATION_TIMEOUT_MS));
}

/** What the tables shall be. */
export interface WantedSchema {
  readonly tables: Tables;
  readonly triggers: boolean;
  readonly panel: boolean;
  readonly create: boolean;
  readonly dryRun: boolean;
}

/** The tables that the options ask for. @throws TypeError that names a faulty option */
export function wantedSchema(options: MigratePostgresOptions): WantedSchema {
  const { triggers = true, panel = false, create = true, dryRun = false } = options;
  for (const [option, value] of Object.entries({ triggers, panel, create, dryRun })) {
    if (typeof value !== "boolean") throw new TypeError(`${option} must be true or false`);
  }
  return {
    tables: tablesIn(requireSchema(options.schema), shardNameOf(options.shard)),
    triggers,
    panel,
    create,
    dryRun,
  };
}

function missingTables(tables: Tables): Error {
  return new Error(
    `Faktura's tables do not exist in ${describeSchema(tables)}, and the option create is false. Check which database ` +
      "and schema the pool uses, or restore a backup. Only for new, empty books, run migratePostgres once without this " +
      "option.",
  );
}

/** Migrates on a client of the pool; again if it conflicts with others, or if somebody has left a transaction open on it. */
async function migrateOnClient(
  pool: PostgresPool,
  wanted: WantedSchema,
  deadline: Deadline,
): Promise<MigrationPlan | undefined> {
  const { tables, create, dryRun } = wanted;
  const session = await Session.open(pool, deadline);
  try {
    const state = await readSchema(session, tables);
    requireShardOf(tables, state);
    if (state.version === 0 && !create) throw missingTables(tables);
    const work = await workFor(session, state, wanted);
    if (dryRun) return await describePlan(session, tables, state, work);
    let isFirst = false;
    if (work.inTransaction.length > 0) {
      const { hasMigrated, repaired } = await migrateUnderLock(session, wanted, deadline);
      isFirst = hasMigrated;
      if (repaired.length > 0) warnOfRepair(describeSchema(tables), repaired);
    }
    if (work.alone.length > 0) await buildIndexes(session, tables, isFirst, deadline);
    return undefined;
  } catch (error) {
    await session.rollBack();
    if (error instanceof StoreBusyError) throw error;
    if (remedyFor(error) === "busy") throw deadline.busy("waiting for the tables or for another migration", error);
    const found = await leakOr(session, error);
    const mayRetry = found instanceof LeakedTransactionError || (remedyFor(error) === "retry" && deadline.leftMs > 0);
    if (!mayRetry) throw found;
  } finally {
    session.release();
  }
  return migrateOnClient(pool, wanted, deadline);
}

/** What is to be done. Nothing if a newer library has migrated the tables. @throws Error if something cannot be repaired */
async function workFor(session: Session, state: SchemaState, wanted: WantedSchema): Promise<PlannedWork> {
  const { tables, triggers } = wanted;
  const lacksPanel = wanted.panel && !(await hasPanelTable(session, tables));
  const faults = state.version === 0 ? [] : await findSchemaFaults(session, tables, state);
  requireRepairable(tables, faults);
  if (lacksPanel && state.version > SCHEMA_VERSION) {
    throw new Error(
      `The table of the panel does not exist in ${describeSchema(tables)}. ${remedyOfNewer(state.version)}`,
    );
  }
  const isOlder = state.version > 0 && state.version < SCHEMA_VERSION;
  const migration = isUpToDate(state, triggers) ? [] : [migrationScript(state, tables, triggers)];
  const schema = state.version === 0 && !(await hasSchema(session, tables)) ? [createSchema(tables)] : [];
  const repairs = new Set(faults.filter(({ alone }) => alone === undefined).map(({ repair }) => repair!));
  return {
    inTransaction: [...schema, ...repairs, ...migration, ...(lacksPanel ? [createPanelTable(tables)] : [])],
    alone: isOlder ? await findLateIndexes(session, tables) : faults.filter(({ alone }) => alone !== undefined),
  };
}

// Not IF NOT EXISTS, which needs the right to create schemas even if the schema exists.
function createSchema({ schema }: Tables): string {
  return `CREATE SCHEMA ${schema}`;
}

async function hasSchema(session: Session, { schemaName }: Tables): Promise<boolean> {
  return (await session.rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", [schemaName])).length > 0;
}

function isUpToDate({ version, guarded }: SchemaState, triggers: boolean): boolean {
  // Triggers of a newer version can only be made by the newer library.
  return version > SCHEMA_VERSION || (version === SCHEMA_VERSION && (guarded || !triggers));
}

/**
 * Repairs what is missing or changed, and migrates the tables. Those of an older version are first repaired by their own
 * definition: their migration needs them whole, and what was damaged must be reported before it is replaced. Returns what
 * it repaired, and whether it has migrated the tables before any other server.
 */
async function migrateUnderLock(session: Session, wanted: WantedSchema, deadline: Deadline) {
  const { tables, triggers, panel } = wanted;
  await begin(session, { lockMs: deadline.leftMs });
  await session.run(`SELECT pg_catalog.pg_advisory_xact_lock(${MIGRATION_LOCK})`, session.lockWaitMs(deadline));
  const state = await readSchema(session, tables);
  requireShardOf(tables, state); // another server may have made them meanwhile
  const repaired = state.version === 0 ? [] : await repairFaults(session, tables, state, deadline);
  if (!isUpToDate(state, triggers)) {
    if (!(await hasSchema(session, tables))) await session.run(createSchema(tables));
    await session.run(migrationScript(state, tables, triggers), session.lockWaitMs(deadline));
  }
  const migrated = await readSchema(session, tables);
  if (!isUpToDate(migrated, triggers)) throw skippedRows("postgres", { table: tables.version, written: 0, wanted: 1 });
  if (state.version < migrated.version) repaired.push(...(await repairFaults(session, tables, migrated, deadline)));
  if (panel && migrated.version === SCHEMA_VERSION && !(await hasPanelTable(session, tables))) {
    await session.run(createPanelTable(tables), session.lockWaitMs(deadline));
  }
  await session.run("COMMIT");
  return { hasMigrated: state.version !== migrated.version, repaired };
}
