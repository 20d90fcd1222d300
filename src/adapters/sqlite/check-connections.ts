import { describeFaults } from "../common/schema-fault.ts";
import { requireShard } from "../common/schema-record.ts";
import { fileOf } from "./connection/file-name.ts";
import { explainOpening, requireWritable } from "./connection/open-fault.ts";
import type { OpenFile } from "./connection/open-file.ts";
import { requireDurable, type Session } from "./connection/session.ts";
import { adviceFor, findSchemaFaults } from "./schema/faults.ts";
import { readSchema, SCHEMA_VERSION } from "./schema/version.ts";

/**
 * Checks that the open connection could issue now: that its file is still the one at its path and can be written, that
 * commits are durable, and that the tables and their guards are unchanged. It reads only the schema.
 *
 * @throws StoreUnavailableError if the file is no longer at its path
 * @throws Error that says what else is wrong and what to do
 */
export function checkConnection(session: Session, opened: OpenFile, shard: string): void {
  opened.requireSame();
  const file = fileOf(session);
  if (file !== undefined) requireWritable(file);
  requireDurable(session);
  try {
    requireCurrentSchema(session, shard);
  } catch (error) {
    throw explainOpening(file ?? "the database", error);
  }
}

/**
 * Checks that the database is this shard, and that the tables and their guards are unchanged.
 *
 * @throws Error that says what is wrong and what to do
 */
export function requireCurrentSchema(session: Session, shard: string): void {
  const record = readSchema(session);
  requireShard("The database", record, shard);
  const { version } = record;
  const faults = findSchemaFaults(session);
  if (faults.length === 0 && version >= SCHEMA_VERSION) return;
  if (faults.length === 0)
    throw new Error(`The tables have version ${version} instead of ${SCHEMA_VERSION}. Restart, which migrates them.`);
  const advice = adviceFor(faults, "Restart, which repairs them, and then run an audit.");
  throw new Error(`${describeFaults("this file", faults)} ${advice}`);
}
