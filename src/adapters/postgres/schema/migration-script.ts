import type { Tables } from "../settings.ts";
import { EXPECTED_GUARDS, EXPECTED_OBJECTS } from "./generated/expected.ts";
import { splitStatements } from "./split-statements.ts";
import { guardScript, SCHEMA_VERSION, type SchemaState, tableScript, WORKS_WITH } from "./version.ts";

/**
 * SQL that migrates the tables to the current version, in one transaction. If triggers are wanted or exist, it also
 * creates or replaces all guards, because a version may change those of earlier ones. Indexes of tables that may have
 * rows are left out: they are built afterwards, without blocking writes.
 */
export function migrationScript(state: SchemaState, tables: Tables, triggers: boolean): string {
  const { version, worksWith } = state;
  const shard = version === 0 ? (tables.shard ?? "") : state.shard;
  const guarded = triggers || state.guarded;
  const pending = tableScript(version, tables);
  const statements = version === 0 ? [pending] : splitStatements(pending).filter((each) => !isLateIndex(each, version));
  if (version > 0 && WORKS_WITH > worksWith) statements.unshift(endOfCalls(tables));
  if (guarded) statements.push(guardScript(tables));
  const guards = JSON.stringify(EXPECTED_GUARDS);
  // A row more: the newest version counts. DELETE needs a key if a publication of the host's includes all tables, and a
  // snapshot from before a TRUNCATE, such as that of pg_dump, finds the table empty.
  statements.push(
    `INSERT INTO ${tables.version} (version, works_with, guarded, guards, shard) ` +
      `VALUES (${SCHEMA_VERSION}, ${WORKS_WITH}, ${guarded}, '${guards}', '${shard}')`,
  );
  return statements.join(";\n");
}

/**
 * Makes every call that servers of an excluded version have prepared write nothing, because the procedure does not read
 * the schema's record. The transactions that follow do. It comes first: those that hold a company's row end without
 * waiting for the migration's other locks.
 */
function endOfCalls({ sequences }: Tables): string {
  return `UPDATE ${sequences} SET fence = fence + 1`;
}

/** Whether it builds an index of the current version on a table that existed before, or drops one that is built again. */
function isLateIndex(statement: string, version: number): boolean {
  const [, created, dropped] = /^(?:CREATE INDEX (\w+) |DROP INDEX IF EXISTS .*?(\w+)$)/.exec(statement) ?? [];
  const index = EXPECTED_OBJECTS[SCHEMA_VERSION]!.find(
    ({ kind, name }) => kind === "index" && name === (created ?? dropped),
  );
  return EXPECTED_OBJECTS[version]!.some(({ kind, name }) => kind === "table" && name === index?.of);
}
