import { describeFaults, type SchemaFault } from "../../common/schema-fault.ts";
import { type GuardDigests, guardDigest, remedyOfNewer } from "../../common/schema-record.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import type { Session } from "../connection/session.ts";
import { type ExpectedSchema, expectedSchema, guardKey } from "./expected.ts";
import { readTable } from "./table-text.ts";
import { readSchema, SCHEMA_VERSION } from "./version.ts";

/** The remedy if a table is missing or changed. */
const RESTORE_TABLES =
  "Triggers and indexes can be recreated, but tables cannot. Restore a backup of the file from before the change.";

/**
 * Compares the schema in the file with the one that the scripts up to its version create. Ignores whatever the host has added.
 *
 * If a newer library has migrated the file, that one may have changed checks, so tables are compared without them, and
 * guards with the digests that its migration recorded. Only that library repairs any of this.
 */
export function findSchemaFaults(session: Session): SchemaFault[] {
  const { version, guards: recorded } = readSchema(session);
  const rows = session.all<{ type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'faktura_*'",
  );
  const found = new Map(rows.map(({ type, name, sql }) => [guardKey(type, name), sql]));
  // Without a record, all of the current version is missing.
  const expected = expectedSchema(Math.min(version || SCHEMA_VERSION, SCHEMA_VERSION));
  if (version <= SCHEMA_VERSION) {
    return [...tableFaults(expected, found, (piece) => piece), ...guardFaults(expected, found)];
  }
  const remedy = remedyOfNewer(version);
  return [
    ...tableFaults(expected, found, (piece) => piece.replace(/(?:^| )CHECK \(.*\)$/, "")),
    ...changedGuards(found, recorded).map((detail) => ({ detail, remedy })),
  ];
}

type FoundSchema = ReadonlyMap<string, string>;

/** Tables, columns and constraints that are missing or changed. `compared` is the part of a definition that counts. */
function tableFaults(
  { tables }: ExpectedSchema,
  found: FoundSchema,
  compared: (piece: string) => string,
): SchemaFault[] {
  return [...tables].flatMap(([name, { pieces, options }]) => {
    const sql = found.get(guardKey("table", name));
    if (sql === undefined) return [{ detail: `the table ${name} is missing` }];
    const actual = readTable(sql);
    const has = new Set(actual.pieces.map(compared));
    const missing = pieces.map(compared).filter((piece) => piece !== "" && !has.has(piece));
    const faults = missing.map((piece) => ({ detail: `${name} lacks ${piece}` }));
    return actual.options === options ? faults : [...faults, { detail: `${name} is not ${options}` }];
  });
}

/** Indexes and triggers that are missing or changed, each with its repair. */
function guardFaults({ guards }: ExpectedSchema, found: FoundSchema): SchemaFault[] {
  return [...guards].flatMap(([name, { type, sql }]) => {
    const actual = found.get(guardKey(type, name));
    if (actual === sql) return [];
    const detail = `the ${type} ${name} ${actual === undefined ? "is missing" : "was changed"}`;
    return [{ detail, repair: `${actual === undefined ? "" : `DROP ${type} ${name};`}${sql};` }];
  });
}

/** The same by their digests, in English. */
function changedGuards(found: FoundSchema, recorded: GuardDigests): string[] {
  return Object.entries(recorded).flatMap(([key, digest]) => {
    const actual = found.get(key);
    if (actual === undefined) return [`the ${key} is missing`];
    return guardDigest(actual) === digest ? [] : [`the ${key} was changed`];
  });
}

/** What to do about faults of an open file. `reopening` says what opening it with this library does. */
export function adviceFor(faults: readonly SchemaFault[], reopening: string): string {
  const remedy = faults.find((fault) => fault.remedy !== undefined)?.remedy;
  if (faults.some((fault) => fault.repair === undefined && fault.remedy === undefined)) return RESTORE_TABLES;
  return remedy ?? reopening;
}

/**
 * Recreates the triggers and indexes that are missing or changed, inside the transaction that the caller has begun.
 * Returns what was wrong.
 *
 * @throws Error if a table is missing or changed, because tables cannot be recreated, or if a newer library has migrated
 *   the file
 */
export function repairSchema(session: Session): SchemaFault[] {
  const faults = findSchemaFaults(session);
  if (faults.some(({ repair }) => repair === undefined)) {
    throw new Error(`${describeFaults("this file", faults)} ${adviceFor(faults, "")}`);
  }
  for (const { repair } of faults) session.driver.exec(repair!);
  return faults;
}

/** The host's connections whose file was found to be intact. */
const intact = new WeakSet<SqliteConnection>();

/** Checks the schema once for each of the host's connections. @throws Error that says what is wrong and what to do */
export function requireIntactSchema(session: Session): void {
  if (intact.has(session.driver)) return;
  const faults = findSchemaFaults(session);
  if (faults.length > 0) {
    const advice = adviceFor(faults, "Open it with openSqliteStore, which repairs them.");
    throw new Error(`${describeFaults("this file", faults)} ${advice}`);
  }
  intact.add(session.driver);
}

/** Runs a write while the library's triggers of a table are away, inside the transaction that the caller has begun. */
export function withoutGuards<Result>(session: Session, table: string, write: () => Result): Result {
  const guards = session.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND name GLOB 'faktura_*'",
    table,
  );
  for (const { name } of guards) session.driver.exec(`DROP TRIGGER ${name}`);
  const result = write();
  for (const { sql } of guards) session.driver.exec(sql);
  return result;
}
