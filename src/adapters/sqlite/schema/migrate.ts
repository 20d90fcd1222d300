import type { Session } from "../connection/session.ts";
import { FIRST_VERSION, MIGRATIONS, readSchemaVersion, versionAfter } from "./version.ts";

/** Runs the scripts that the file does not have yet, inside the transaction that the caller has begun. */
export function migrate(session: Session, scripts: readonly string[] = MIGRATIONS): void {
  const newest = versionAfter(scripts);
  const version = readSchemaVersion(session, newest);
  if (version === newest) return;
  for (const script of scripts.slice(version === 0 ? 0 : version - FIRST_VERSION + 1)) session.exec(script);
  session.write(version === 0 ? 0 : 1, "DELETE FROM faktura_schema");
  session.write(1, "INSERT INTO faktura_schema VALUES (?)", newest);
}
