import { type SchemaFault, tellFaults } from "../../sql/schema-fault.ts";
import { readTable } from "../../sql/table-text.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import type { StoreConnection } from "../connection/session.ts";
import { expectedSchema } from "./expected.ts";

/** What to do where a table is missing or changed. */
const WHERE_TABLES_DIFFER =
  "Only triggers and indexes are made anew, no table. Restore a backup of the file from before the table was changed.";

/** Compares the schema that is in the file with what the scripts make; what a host has added is none of it. */
export function findSchemaFaults(connection: StoreConnection): SchemaFault[] {
  const rows = connection.all<{ type: string; name: string; sql: string }>(
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
    const there = readTable(sql);
    const has = new Set(there.pieces);
    faults.push(...pieces.filter((piece) => !has.has(piece)).map((piece) => ({ detail: `${name} lacks ${piece}` })));
    if (there.options !== options) faults.push({ detail: `${name} is not ${options}` });
  }
  for (const [name, { type, sql }] of guards) {
    const there = found.get(`${type} ${name}`);
    if (there === sql) continue;
    const detail = `the ${type} ${name} is ${there === undefined ? "missing" : "not as it was made"}`;
    faults.push({ detail, mend: `${there === undefined ? "" : `DROP ${type} ${name};`}${sql};` });
  }
  return faults;
}

/**
 * Makes the triggers and indexes anew that are missing or changed, inside the transaction that the caller has begun;
 * gives what was wrong.
 *
 * @throws Error where a table is missing or changed, which nothing here puts right
 */
export function mendSchema(connection: StoreConnection): SchemaFault[] {
  const faults = findSchemaFaults(connection);
  if (faults.some(({ mend }) => mend === undefined)) {
    throw new Error(`${tellFaults("this file", faults)} ${WHERE_TABLES_DIFFER}`);
  }
  for (const { mend } of faults) connection.exec(mend!);
  return faults;
}

/** Connections of a host's whose file has been looked at. */
const whole = new WeakSet<SqliteConnection>();

/** Looks at the file once for each connection of the host's. @throws Error that says what is missing, and what to do */
export function requireWhole(connection: StoreConnection): void {
  if (whole.has(connection.driver)) return;
  const faults = findSchemaFaults(connection);
  if (faults.length > 0) {
    const canMend = faults.every(({ mend }) => mend !== undefined);
    const remedy = canMend ? "Open it with openSqliteStore, which puts that right." : WHERE_TABLES_DIFFER;
    throw new Error(`${tellFaults("this file", faults)} ${remedy}`);
  }
  whole.add(connection.driver);
}
