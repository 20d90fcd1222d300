import { REPLICA } from "./begin.ts";
import type { Deadline } from "./deadline.ts";
import type { PostgresPool } from "./driver.ts";
import { readSchema, SCHEMA_VERSION } from "./schema.ts";
import { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/**
 * Makes sure that the server keeps what it acknowledges and that the tables are there.
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
    `SELECT current_setting('fsync', true) AS fsync, pg_is_in_recovery()::text AS replica,
      current_setting('transaction_read_only', true) AS read_only`,
    [],
  );
  if (server?.fsync === "off") {
    throw new Error(
      "PostgreSQL runs with fsync = off, so a crash could lose an acknowledged invoice and issue its number again. " +
        "Set fsync = on; for tests that need not last use memoryStore() of faktura/memory.",
    );
  }
  if (server?.replica === "true") throw new Error(REPLICA);
  if (server?.read_only === "on") {
    throw new Error(
      "Transactions on this connection are read-only. Take default_transaction_read_only from the role, the " +
        "database or the pool, or connect to a server that takes writes.",
    );
  }
  await checkTables(session, tables);
}

/** @throws Error that says what to do when the tables are missing, old or new */
export async function checkTables(session: Session, tables: Tables): Promise<void> {
  const { version } = await readSchema(session, tables);
  if (version === SCHEMA_VERSION) return;
  const schema = `the schema ${JSON.stringify(tables.schemaName)}`;
  const found = version === 0 ? `There are no tables of faktura in ${schema}` : `Faktura's tables in ${schema} are old`;
  const options = tables.schemaName === "public" ? "" : `, { schema: ${JSON.stringify(tables.schemaName)} }`;
  throw new Error(`${found}. Run migratePostgres(pool${options}) before the store is used.`);
}
