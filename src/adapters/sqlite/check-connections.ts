import { type Stats, statSync } from "node:fs";
import { describeFaults } from "../common/schema-fault.ts";
import { fileOf } from "./connection/file-name.ts";
import { explainOpening, requireWritable } from "./connection/open-fault.ts";
import { requireDurable, type Session } from "./connection/session.ts";
import { adviceFor, findSchemaFaults } from "./schema/faults.ts";
import { readSchema, SCHEMA_VERSION } from "./schema/version.ts";

/** The connection's file on the disk; `undefined` if it has none, or if there is no file at its path. */
export function statusOf(session: Session): Stats | undefined {
  const file = fileOf(session);
  return file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
}

/**
 * Checks that the open connection could issue now: that its file is still the one at its path and can be written, that
 * commits are durable, and that the tables and their guards are unchanged. It reads only the schema.
 *
 * @throws Error that says what is wrong and what to do
 */
export function checkConnection(session: Session, opened: Stats | undefined): void {
  const file = fileOf(session);
  requireSameFile(file, opened, statusOf(session));
  if (file !== undefined) requireWritable(file);
  requireDurable(session);
  try {
    requireCurrentSchema(session);
  } catch (error) {
    throw explainOpening(file ?? "the database", error);
  }
}

/** SQLite goes on writing into a file that was deleted or replaced, and all of that would be lost. */
function requireSameFile(file: string | undefined, opened: Stats | undefined, now: Stats | undefined): void {
  if (opened === undefined || (now?.ino === opened.ino && now.dev === opened.dev)) return;
  throw new Error(
    `${file} was moved, deleted or replaced while the store has it open. What the store writes is not in the file at ` +
      "this path. Stop issuing, call the store's backup() to save what it has, and then restart with the right file.",
  );
}

function requireCurrentSchema(session: Session): void {
  const { version } = readSchema(session);
  const faults = findSchemaFaults(session);
  if (faults.length === 0 && version >= SCHEMA_VERSION) return;
  if (faults.length === 0)
    throw new Error(`The tables have version ${version} instead of ${SCHEMA_VERSION}. Restart, which migrates them.`);
  const advice = adviceFor(faults, "Restart, which repairs them, and then run an audit.");
  throw new Error(`${describeFaults("this file", faults)} ${advice}`);
}
