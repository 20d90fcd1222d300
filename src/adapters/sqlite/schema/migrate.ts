import type { SchemaFault } from "../../common/schema-fault.ts";
import type { Session } from "../connection/session.ts";
import { expectedDigests } from "./expected.ts";
import { repairSchema } from "./faults.ts";
import { readSchema, SCHEMA_VERSION, scriptsBetween, WORKS_WITH } from "./version.ts";

/**
 * Repairs what is missing or changed, and runs the scripts that the file does not have yet, inside the transaction that the
 * caller has begun. A file of an older version is first repaired by its own definition: its migration needs it whole, and
 * what was damaged must be reported before it is replaced. Returns what was wrong.
 *
 * @throws Error if something cannot be repaired
 */
export function migrate(session: Session): SchemaFault[] {
  const { version } = readSchema(session);
  const repaired = version === 0 ? [] : repairSchema(session);
  if (version >= SCHEMA_VERSION) return repaired;
  for (const sql of scriptsBetween(version, SCHEMA_VERSION)) session.driver.exec(sql);
  session.write(version === 0 ? 0 : 1, "DELETE FROM faktura_schema");
  const record = "INSERT INTO faktura_schema (version, works_with, guards) VALUES (?, ?, ?)";
  session.write(1, record, SCHEMA_VERSION, WORKS_WITH, JSON.stringify(expectedDigests()));
  return [...repaired, ...repairSchema(session)];
}
