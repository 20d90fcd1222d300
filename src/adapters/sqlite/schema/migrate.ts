import type { Session } from "../connection/session.ts";
import { expectedDigests } from "./expected.ts";
import { FIRST_VERSION, MIGRATIONS, readSchema, SCHEMA_VERSION, WORKS_WITH } from "./version.ts";

/** Runs the scripts that the file does not have yet, inside the transaction that the caller has begun. */
export function migrate(session: Session): void {
  const { version } = readSchema(session);
  if (version >= SCHEMA_VERSION) return;
  for (const { sql } of MIGRATIONS.slice(version === 0 ? 0 : version - FIRST_VERSION + 1)) session.exec(sql);
  session.write(version === 0 ? 0 : 1, "DELETE FROM faktura_schema");
  const record = "INSERT INTO faktura_schema (version, works_with, guards) VALUES (?, ?, ?)";
  session.write(1, record, SCHEMA_VERSION, WORKS_WITH, JSON.stringify(expectedDigests()));
}
