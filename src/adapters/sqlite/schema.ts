import type { StoreConnection } from "./connection.ts";
import { MIGRATIONS, VERSION_TABLE } from "./migrations.ts";

/** Version of the schema that this library reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The schema's version in this file; 0 where there is none. @throws Error when a newer library has written it */
export function readSchemaVersion(connection: StoreConnection): number {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'faktura_schema'";
  if (connection.get(table) === undefined) return 0;
  const version = connection.get<{ version: number }>("SELECT version FROM faktura_schema")?.version ?? 0;
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The database has version ${version} of faktura's tables, but this faktura knows up to ${SCHEMA_VERSION}. ` +
        "Nothing was read or written; upgrade faktura.",
    );
  }
  return version;
}

/** Brings the schema up to date, inside the transaction that the caller has begun. */
export function migrate(connection: StoreConnection): void {
  const version = readSchemaVersion(connection);
  if (version === SCHEMA_VERSION) return;
  connection.exec(VERSION_TABLE.replace("TABLE", "TABLE IF NOT EXISTS"));
  for (const migration of MIGRATIONS.slice(version)) migration.run(connection);
  connection.exec(`DELETE FROM faktura_schema; INSERT INTO faktura_schema VALUES (${SCHEMA_VERSION})`);
}
