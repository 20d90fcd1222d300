import { DEFAULT_SCHEMA, type Tables, tablesIn } from "../settings.ts";
import { EXPECTED_INDEXES, expectedGuards } from "./expected.ts";
import { splitStatements } from "./split-statements.ts";
import { FIRST_VERSION, guardScript, MIGRATIONS, SCHEMA_VERSION, type SchemaState, WORKS_WITH } from "./version.ts";

/**
 * SQL that migrates the tables to the current version, in one transaction. If triggers are wanted or exist, it also
 * creates or replaces all guards, because a version may change those of earlier ones. Indexes of tables that may have
 * rows are left out: they are built afterwards, without blocking writes.
 */
export function migrationScript(state: SchemaState, tables: Tables, triggers: boolean): string {
  const { version } = state;
  const guarded = triggers || state.guarded;
  const pending = pendingTables(version, tables);
  const created = createdTables(version);
  const statements = version === 0 ? [pending] : splitStatements(pending).filter((each) => !isLateIndex(each, created));
  if (guarded) statements.push(guardScript(tables));
  const guards = JSON.stringify(expectedGuards(tables)).replaceAll("'", "''");
  // A row more: the newest version counts. DELETE needs a key if a publication of the host's includes all tables, and a
  // snapshot from before a TRUNCATE, such as that of pg_dump, finds the table empty.
  statements.push(
    `INSERT INTO ${tables.version} (version, works_with, guarded, guards) ` +
      `VALUES (${SCHEMA_VERSION}, ${WORKS_WITH}, ${guarded}, '${guards}')`,
  );
  return statements.join(";\n");
}

/** The names of the tables that the migration from this version creates. */
export function createdTables(version: number): readonly string[] {
  return splitStatements(pendingTables(version, tablesIn(DEFAULT_SCHEMA))).flatMap(
    (statement) => /^CREATE TABLE \S+?(\w+) \(/.exec(statement)?.[1] ?? [],
  );
}

function pendingTables(version: number, tables: Tables): string {
  const done = version === 0 ? 0 : version - FIRST_VERSION + 1;
  return MIGRATIONS.slice(done)
    .map((script) => script.tables(tables))
    .join("\n");
}

/** Whether it creates an index on a table that existed before. */
function isLateIndex(statement: string, created: readonly string[]): boolean {
  const name = /^CREATE INDEX (\w+) /.exec(statement)?.[1];
  const index = EXPECTED_INDEXES.find((each) => each.name === name);
  return index !== undefined && !created.includes(index.table);
}
