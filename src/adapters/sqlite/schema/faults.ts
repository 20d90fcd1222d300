import { describeFaults, type SchemaFault } from "../../common/schema-fault.ts";
import { readTable } from "../../common/table-text.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import type { Session } from "../connection/session.ts";
import { expectedSchema } from "./expected.ts";

/** The remedy if a table is missing or changed. */
export const RESTORE_TABLES =
  "Triggers and indexes can be recreated, but tables cannot. Restore a backup of the file from before the change.";

/** Compares the schema in the file with the one that the scripts create. Ignores whatever the host has added. */
export function findSchemaFaults(session: Session): SchemaFault[] {
  const rows = session.all<{ type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'faktura_*'",
  );
  const found = new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql]));
  const { tables, guards } = expectedSchema();
  const faults: SchemaFault[] = [];
  for (const [name, { pieces, options }] of tables) {
    const sql = found.get(`table ${name}`);
    if (sql === undefined) {
      faults.push({ detail: `the table ${name} is missing` });
      continue;
    }
    const actual = readTable(sql);
    const has = new Set(actual.pieces);
    faults.push(...pieces.filter((piece) => !has.has(piece)).map((piece) => ({ detail: `${name} lacks ${piece}` })));
    if (actual.options !== options) faults.push({ detail: `${name} is not ${options}` });
  }
  for (const [name, { type, sql }] of guards) {
    const actual = found.get(`${type} ${name}`);
    if (actual === sql) continue;
    const detail = `the ${type} ${name} ${actual === undefined ? "is missing" : "was changed"}`;
    faults.push({ detail, repair: `${actual === undefined ? "" : `DROP ${type} ${name};`}${sql};` });
  }
  return faults;
}

/**
 * Recreates the triggers and indexes that are missing or changed, inside the transaction that the caller has begun.
 * Returns what was wrong.
 *
 * @throws Error if a table is missing or changed, because tables cannot be recreated
 */
export function repairSchema(session: Session): SchemaFault[] {
  const faults = findSchemaFaults(session);
  if (faults.some(({ repair }) => repair === undefined)) {
    throw new Error(`${describeFaults("this file", faults)} ${RESTORE_TABLES}`);
  }
  for (const { repair } of faults) session.exec(repair!);
  return faults;
}

/** The host's connections whose file was found to be intact. */
const intact = new WeakSet<SqliteConnection>();

/** Checks the schema once for each of the host's connections. @throws Error that says what is wrong and what to do */
export function requireIntactSchema(session: Session): void {
  if (intact.has(session.driver)) return;
  const faults = findSchemaFaults(session);
  if (faults.length > 0) {
    const canRepair = faults.every(({ repair }) => repair !== undefined);
    const remedy = canRepair ? "Open it with openSqliteStore, which repairs them." : RESTORE_TABLES;
    throw new Error(`${describeFaults("this file", faults)} ${remedy}`);
  }
  intact.add(session.driver);
}
