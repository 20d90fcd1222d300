import { describeFaults, type SchemaFault, warnOfIndexes } from "../../common/schema-fault.ts";
import { requireShard } from "../../common/schema-record.ts";
import { FSYNC, FSYNC_OFF, REPLICA } from "../connection/begin.ts";
import type { Session } from "../connection/session.ts";
import { DEFAULT_SCHEMA, type Tables } from "../settings.ts";
import { findSchemaFaults } from "./faults.ts";
import { readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

/**
 * Checks that the server's commits are durable, and that the tables and their guards exist and are unchanged. Indexes that
 * guard nothing only cause the process warning `FAKTURA_INDEXES_MISSING`, once for each store.
 *
 * @throws Error that says what to do if they are not, if `fsync` is off, or if the server does not accept writes
 */
export async function checkSession(session: Session, tables: Tables): Promise<void> {
  // NULL for a setting that the engine does not have.
  const [server] = await session.rows<{ fsync: string | null; replica: string; read_only: string }>(
    `SELECT ${FSYNC}, pg_catalog.pg_is_in_recovery()::pg_catalog.text AS replica,
      pg_catalog.current_setting('transaction_read_only', true) AS read_only`,
    [],
  );
  if (server?.fsync === "off") throw new Error(FSYNC_OFF);
  if (server?.replica === "true") throw new Error(REPLICA);
  if (server?.read_only === "on") {
    throw new Error(
      "Transactions on this connection are read-only. Remove default_transaction_read_only from the role, the database " +
        "or the pool, or connect to a server that accepts writes.",
    );
  }
  const faults = await findSchemaFaults(session, tables, await checkTables(session, tables));
  if (faults.some(({ alone }) => alone === undefined))
    throw new Error(`${describeFaults(describeSchema(tables), faults)} ${adviceFor(tables, faults)}`);
  if (faults.length === 0 || warned.has(tables)) return;
  warned.add(tables);
  warnOfIndexes(describeSchema(tables), faults, `Run ${migration(tables)}, which builds them.`);
}

/** The tables of stores that have warned of indexes, so that a health check does not repeat it. */
const warned = new WeakSet<Tables>();

/**
 * Reads the schema's record.
 *
 * @throws Error that says what to do if the tables are missing, another shard, out of date, or do not admit this version
 */
export async function checkTables(session: Session, tables: Tables): Promise<SchemaState> {
  const state = await readSchema(session, tables);
  requireShardOf(tables, state);
  if (state.version >= SCHEMA_VERSION) return state;
  if (state.version === 0) throw new MissingTablesError(tables, await otherSchemas(session, tables));
  throw new Error(
    `Faktura's tables in ${describeSchema(tables)} are out of date. Run ${migration(tables)} before you use the store.`,
  );
}

/** There are no tables in the schema. The message says what an application does then; the command says something else. */
export class MissingTablesError extends Error {
  /** What is missing: a sentence without its full stop. */
  readonly missing: string;
  /** The schemas of this database that have tables, sorted. */
  readonly others: readonly string[];

  constructor(tables: Tables, others: readonly string[]) {
    const missing = `Faktura's tables do not exist in ${describeSchema(tables)}`;
    const hint =
      others.length === 0 ? "" : `, or set the option schema if you mean the tables in ${listSchemas(others)}`;
    super(`${missing}. Run ${migration(tables)} before you use the store${hint}.`);
    this.missing = missing;
    this.others = others;
  }
}

const MOST_LISTED = 5;

/** Schemas as error messages list them. A host can have one for each of its clients. */
export function listSchemas(names: readonly string[]): string {
  const listed = names.slice(0, MOST_LISTED).map((name) => JSON.stringify(name));
  const more = names.length - listed.length;
  return `${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

async function otherSchemas(session: Session, { schemaName }: Tables): Promise<string[]> {
  const found = await session.rows<{ name: string }>(
    `SELECT n.nspname::pg_catalog.text AS name FROM pg_catalog.pg_class AS c
       JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relname = 'faktura_schema' AND c.relkind IN ('r', 'p') AND n.nspname <> $1`,
    [schemaName],
  );
  return found.map(({ name }) => name).sort();
}

/** @throws Error that names both if the tables are another shard than the store's */
export function requireShardOf(tables: Tables, state: SchemaState): void {
  if (tables.shard !== undefined) requireShard(`The schema ${JSON.stringify(tables.schemaName)}`, state, tables.shard);
}

/** The tables' schema, as error messages name it. */
export function describeSchema({ schemaName }: Tables): string {
  return `the schema ${JSON.stringify(schemaName)}`;
}

/** What to do about these faults. */
export function adviceFor(tables: Tables, faults: readonly SchemaFault[]): string {
  if (faults.some(({ repair, remedy }) => repair === undefined && remedy === undefined)) {
    return "Restore the tables from a backup. A new, empty table would begin at number 1 again.";
  }
  const remedies = [...new Set(faults.flatMap(({ remedy }) => remedy ?? []))];
  if (remedies.length === 0) return `Run ${migration(tables)}, which repairs them, then run an audit.`;
  const canRepair = faults.some(({ repair }) => repair !== undefined);
  const rest = canRepair ? `run ${migration(tables)}, which repairs the rest, and run an audit` : "run an audit";
  return `${remedies.join(" ")} Then ${rest}.`;
}

function migration({ schemaName }: Tables): string {
  return `migratePostgres(pool${schemaName === DEFAULT_SCHEMA ? "" : `, { schema: ${JSON.stringify(schemaName)} }`})`;
}
