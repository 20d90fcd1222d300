import { describeFaults, type SchemaFault } from "../../sql/schema-fault.ts";
import type { Deadline } from "../connection/deadline.ts";
import type { PostgresPool } from "../connection/driver.ts";
import { Session } from "../connection/session.ts";
import { DEFAULT_SCHEMA, type Tables } from "../settings.ts";
import { FSYNC, FSYNC_OFF, REPLICA } from "../transaction/begin.ts";
import { findSchemaFaults } from "./faults.ts";
import { readSchema, SCHEMA_VERSION, type SchemaState } from "./tables.ts";

/**
 * Makes sure that the server keeps what it acknowledges, and that the tables and all that guards them are there.
 *
 * @throws Error that says what to do when they are not, when `fsync` is off or when the server takes no writes
 */
export async function checkServer(pool: PostgresPool, tables: Tables, deadline: Deadline): Promise<void> {
  const session = await Session.open(pool, deadline);
  try {
    await checkSession(session, tables);
  } finally {
    session.release();
  }
}

/** The same on a connection that is there already. */
export async function checkSession(session: Session, tables: Tables): Promise<void> {
  // Settings that an engine does not have are NULL.
  const [server] = await session.rows<{ fsync: string | null; replica: string; read_only: string }>(
    `SELECT ${FSYNC}, pg_is_in_recovery()::text AS replica,
      current_setting('transaction_read_only', true) AS read_only`,
    [],
  );
  if (server?.fsync === "off") throw new Error(FSYNC_OFF);
  if (server?.replica === "true") throw new Error(REPLICA);
  if (server?.read_only === "on") {
    throw new Error(
      "Transactions on this connection are read-only. Take default_transaction_read_only from the role, the " +
        "database or the pool, or connect to a server that takes writes.",
    );
  }
  const faults = await findSchemaFaults(session, tables, await checkTables(session, tables));
  if (faults.length > 0) throw new Error(`${describeFaults(placeOf(tables), faults)} ${remedyFor(tables, faults)}`);
}

/** What is there. @throws Error that says what to do when the tables are missing, or of another version */
export async function checkTables(session: Session, tables: Tables): Promise<SchemaState> {
  const state = await readSchema(session, tables);
  if (state.version === SCHEMA_VERSION) return state;
  const place = placeOf(tables);
  const found =
    state.version === 0 ? `There are no tables of faktura in ${place}` : `Faktura's tables in ${place} are old`;
  throw new Error(`${found}. Run ${migration(tables)} before the store is used.`);
}

/** What the tables are in, as errors name it. */
export function placeOf({ schemaName }: Tables): string {
  return `the schema ${JSON.stringify(schemaName)}`;
}

/** What to do about it. */
export function remedyFor(tables: Tables, faults: readonly SchemaFault[]): string {
  return faults.some(({ repair }) => repair === undefined)
    ? "Restore the tables from a backup; an empty one in its place would begin at number 1 again."
    : `Run ${migration(tables)}, which puts them right, then audit the books.`;
}

function migration({ schemaName }: Tables): string {
  return `migratePostgres(pool${schemaName === DEFAULT_SCHEMA ? "" : `, { schema: ${JSON.stringify(schemaName)} }`})`;
}
