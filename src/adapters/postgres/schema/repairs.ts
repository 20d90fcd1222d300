import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";
import { describeFaults, type SchemaFault } from "../../common/schema-fault.ts";
import type { Deadline } from "../connection/deadline.ts";
import { remedyFor, sqlStateOf } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { adviceFor, describeSchema } from "./check.ts";
import { findSchemaFaults } from "./faults.ts";
import { readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

const CONFLICTING_ROWS =
  "Rows that were written in the meantime prevent this. Run an audit to find them, then restore the tables from a backup.";
const CONFLICTING_NAME =
  "It was renamed, or something else has its name. Rename it back, then run migratePostgres again.";

const AGAIN = "Run migratePostgres again, which continues.";

/** By SQLSTATE: what to do about a repair that PostgreSQL refused. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "42501": "Run migratePostgres as the role that owns the tables.",
  "23502": CONFLICTING_ROWS,
  "23505": CONFLICTING_ROWS,
  "42P16": CONFLICTING_NAME,
  "42P07": CONFLICTING_NAME,
  "42710": CONFLICTING_NAME,
  "57014": AGAIN,
  "2BP01": "Drop what depends on it, run migratePostgres again, then create it again.",
};

const OTHER_STEP = "Fix that, or restore the tables from a backup, then run migratePostgres again.";

/** @throws Error that says what to do if something cannot be repaired here, such as a missing table */
export function requireRepairable(tables: Tables, faults: readonly SchemaFault[]): void {
  if (faults.every(({ repair }) => repair !== undefined)) return;
  throw new Error(`${describeFaults(describeSchema(tables), faults)} ${adviceFor(tables, faults)}`);
}

/**
 * Repairs what is missing or changed, but for indexes, which {@link buildIndexes} builds. Returns what was wrong.
 *
 * @throws Error if something cannot be repaired, or if PostgreSQL refuses a repair, because of the role that may not change
 *   the tables, or of rows that violate a constraint; it says what to do
 */
export async function repairFaults(
  session: Session,
  tables: Tables,
  state: SchemaState,
  deadline: Deadline,
): Promise<SchemaFault[]> {
  const all = await findSchemaFaults(session, tables, state);
  requireRepairable(tables, all);
  const faults = all.filter(({ alone }) => alone === undefined);
  const details = new Map<string, string[]>();
  for (const { repair: sql, detail } of faults) details.set(sql!, [...(details.get(sql!) ?? []), detail]);
  for (const [sql, unrepaired] of details) {
    try {
      await session.run(sql, session.lockWaitMs(deadline));
    } catch (cause) {
      const description = describeFaults(describeSchema(tables), faults);
      throw withNextStep(cause, `${description} Could not repair: ${unrepaired.join("; ")}.`);
    }
  }
  return faults;
}

/** The error with the next step added; unchanged if repeating the migration helps. */
function withNextStep(cause: unknown, description: string): unknown {
  const state = sqlStateOf(cause);
  if (state === undefined || !["none", "read-again"].includes(remedyFor(cause))) return cause;
  return new Error(`${description} ${answerOf(cause)} ${NEXT_STEPS[state] ?? OTHER_STEP}`, { cause });
}

function answerOf(cause: unknown): string {
  return `PostgreSQL says: ${(cause as Error).message}.`;
}

/** How long an index may take. A build of a large table takes minutes, and stops nobody. */
const BUILD_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Servers that start together wait for up to this long, each for another time, so that one of them is first. */
const LONGEST_WAIT_MS = 1000;

const OTHER_BUILDS = "Another server is building an index on them. Everything else is migrated.";

/** How often one index may be built or dropped by another server at the same moment. */
const MOST_OVERTAKEN = 10;

/**
 * By SQLSTATE: another server has built or dropped the same index in the meantime, or both have waited for each other. Then
 * the catalogue says what is left to do.
 */
const OVERTAKEN: readonly (string | undefined)[] = ["40P01", "42P07", "42704", "55000"];

/**
 * Builds the indexes that are missing, invalid or changed, one by one and without blocking writes. An index whose build was
 * interrupted is invalid: it is dropped and built again.
 *
 * A build waits for all transactions that are older, so no server may wait for another's build inside a statement: both
 * would wait for each other. Nor is there a lock for the session, which a pooler would lend to others. So the server that
 * has migrated the tables (`isFirst`) builds at once. The others wait a moment and look whether somebody builds.
 *
 * @throws StoreBusyError if another server is still building after the deadline; the tables were migrated before
 */
export async function buildIndexes(
  session: Session,
  tables: Tables,
  isFirst: boolean,
  deadline: Deadline,
): Promise<void> {
  let overtaken = 0;
  if (!isFirst) await wait(Math.random() * LONGEST_WAIT_MS);
  for (;;) {
    const [fault] = await findLateIndexes(session, tables);
    if (fault === undefined) return;
    const missing = describeFaults(describeSchema(tables), [fault]);
    if (await isBuildUnderWay(session, tables)) {
      if (deadline.leftMs === 0) throw new StoreBusyError(`${missing} ${OTHER_BUILDS} ${AGAIN}`);
      await wait(Math.random() * LONGEST_WAIT_MS);
      continue;
    }
    try {
      for (const statement of fault.alone!) await session.run(statement, BUILD_TIMEOUT_MS);
    } catch (cause) {
      overtaken += 1;
      if (!OVERTAKEN.includes(sqlStateOf(cause)) || overtaken > MOST_OVERTAKEN) {
        const description = `${missing} Could not build the index; everything else is migrated.`;
        if (remedyFor(cause) !== "busy") throw withNextStep(cause, description);
        throw new StoreBusyError(`${description} ${answerOf(cause)} ${AGAIN}`, { cause });
      }
      await wait(Math.random() * LONGEST_WAIT_MS);
    }
  }
}

/** What {@link buildIndexes} builds on tables of this version, or of an older one once it has been migrated. */
export async function findLateIndexes(session: Session, tables: Tables): Promise<readonly SchemaFault[]> {
  const state = await readSchema(session, tables);
  if (state.version > SCHEMA_VERSION) return [];
  const faults = await findSchemaFaults(session, tables, { ...state, version: SCHEMA_VERSION, guarded: false });
  return faults.filter(({ alone }) => alone !== undefined);
}

/**
 * Whether a session holds the lock of a build on one of the tables, or waits for it. Vacuuming takes the same lock, but a
 * build may wait for it in its statement: automatic vacuuming even ends for its sake.
 */
async function isBuildUnderWay(session: Session, { schemaName }: Tables): Promise<boolean> {
  const [row] = await session.rows<{ held: string }>(
    `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_locks AS l JOIN pg_catalog.pg_class AS c ON c.oid = l.relation
       JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' AND l.mode = 'ShareUpdateExclusiveLock'
         AND l.pid NOT IN (SELECT v.pid FROM pg_catalog.pg_stat_progress_vacuum AS v
           UNION ALL SELECT a.pid FROM pg_catalog.pg_stat_progress_analyze AS a)
         AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname = pg_catalog.current_database())
     )::pg_catalog.text AS held`,
    [schemaName],
  );
  return row?.held === "true";
}
