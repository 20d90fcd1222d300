import type { SchemaFault } from "../../common/schema-fault.ts";
import { requireShard } from "../../common/schema-record.ts";
import type { Session } from "../connection/session.ts";
import { expectedDigests } from "./expected.ts";
import { repairSchema } from "./faults.ts";
import { readSchema, SCHEMA_VERSION, scriptsBetween, WORKS_WITH } from "./version.ts";

/**
 * Repairs what is missing or changed, and runs the scripts that the file does not have yet, inside the transaction that the
 * caller has begun. A file of an older version is first repaired by its own definition: its migration needs it whole, and
 * what was damaged must be reported before it is replaced. Returns what was wrong.
 *
 * @throws Error if something cannot be repaired, or if the file is another shard than `shard`; empty: it is none
 */
export function migrate(session: Session, shard: string): SchemaFault[] {
  const record = readSchema(session);
  requireShard("The database", record, shard);
  const { version } = record;
  const repaired = version === 0 ? [] : repairSchema(session);
  if (version >= SCHEMA_VERSION) return repaired;
  for (const sql of scriptsBetween(version, SCHEMA_VERSION)) session.driver.exec(sql);
  session.write(version === 0 ? 0 : 1, "DELETE FROM faktura_schema");
  const insert = "INSERT INTO faktura_schema (version, works_with, guards, shard) VALUES (?, ?, ?, ?)";
  session.write(1, insert, SCHEMA_VERSION, WORKS_WITH, JSON.stringify(expectedDigests()), shard);
  return [...repaired, ...repairSchema(session)];
}
