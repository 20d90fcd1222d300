import { type GuardDigests, guardDigest } from "../../common/schema-record.ts";
import { readTable, splitPieces } from "../../common/table-text.ts";
import { type Tables, tablesIn } from "../settings.ts";
import { bareSql } from "./bare-sql.ts";
import { splitStatements } from "./split-statements.ts";
import { guardScript, tableScript } from "./version.ts";

/** A schema name that is easy to find in a script, to remove or replace it. */
const PLACEHOLDER = tablesIn("faktura placeholder");

/** A key or a check, with its name in the catalogue. */
export interface ExpectedConstraint {
  readonly name: string;
  /** `PRIMARY KEY (…)`, `UNIQUE (…)` or `CHECK (…)`, as in the script. */
  readonly definition: string;
}

/** What a table must have, in the terms of the catalogue. */
export interface ExpectedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly keys: readonly ExpectedConstraint[];
  readonly checks: readonly ExpectedConstraint[];
  /** Columns that may not be NULL. */
  readonly required: readonly string[];
}

/** An index that belongs to no key. */
export interface ExpectedIndex {
  readonly name: string;
  readonly table: string;
  /** {@link bareIndex} of its definition. */
  readonly definition: string;
  /** SQL that creates it, in the schema of these tables. */
  readonly sql: (tables: Tables) => string;
}

/** The tables and indexes of a version. */
export interface ExpectedSchema {
  readonly tables: readonly ExpectedTable[];
  readonly indexes: readonly ExpectedIndex[];
}

const schemas = new Map<number, ExpectedSchema>();

/** What the scripts up to this version leave behind: a later one may change or drop what an earlier one created. */
export function expectedSchema(version: number): ExpectedSchema {
  const known = schemas.get(version);
  if (known !== undefined) return known;
  const [tables, indexes] = [new Map<string, TableParts>(), new Map<string, ExpectedIndex>()];
  for (const sql of splitStatements(tableScript(0, PLACEHOLDER, version))) apply(tables, indexes, sql);
  const schema = { tables: [...tables].map(expectedTable), indexes: [...indexes.values()] };
  schemas.set(version, schema);
  return schema;
}

/** The table of an index of any version; `undefined` if no script creates it. */
export function tableOfIndex(name: string): string | undefined {
  const create = new RegExp(`^CREATE INDEX ${name} ON .*?\\.(\\w+) `, "m");
  return create.exec(tableScript(0, PLACEHOLDER))?.[1];
}

/**
 * The definition of an index without its name, in a form that does not depend on how PostgreSQL prints it. Parentheses and
 * collations are dropped, so two expressions with other groups are alike. That only decides how fast a list is.
 */
export function bareIndex(definition: string): string {
  const bare = bareSql(definition.replace(/ INDEX \S+ /, " INDEX ").replace(/ USING "?btree"? /, " "));
  return bare
    .replace(/'(-?\d+)'/g, "$1")
    .replace(/ collate c\b/g, "")
    .replace(/[()\s]/g, "");
}

/** The key of a trigger among {@link expectedGuards}. */
export function triggerKey(table: string, name: string): string {
  return `trigger ${table}.${name}`;
}

/**
 * The key of a function among {@link expectedGuards}. It has the types of the parameters, because the host may have other
 * functions with this name.
 */
export function functionKey(name: string, types: string): string {
  return `function ${name}(${types})`;
}

/** The digest of a trigger's definition, however it is printed. The definition does not contain the schema. */
export function triggerDigest(definition: string): string {
  return guardDigest(bareSql(definition));
}

/** The digest of a function; `text` has its language, rights, settings and body on separate lines. */
export function functionDigest(text: string): string {
  // PostgreSQL keeps a function's settings with the quotes of the session that created it.
  return guardDigest(text.replaceAll('"', ""));
}

/** The triggers and functions that {@link guardScript} leaves behind, in the schema of these tables. */
export function expectedGuards({ schema }: Tables): GuardDigests {
  const guards = new Map<string, string>();
  for (const statement of splitStatements(guardScript(PLACEHOLDER))) {
    const sql = statement.replaceAll(`${PLACEHOLDER.schema}.`, "");
    const [, dropped, of] = /^DROP TRIGGER IF EXISTS (\w+) ON (\w+)$/.exec(sql) ?? [];
    const [, routine] = /^DROP (?:FUNCTION|PROCEDURE) IF EXISTS (\w+)$/.exec(sql) ?? [];
    const [, name, table] = /^CREATE OR REPLACE TRIGGER (\w+) .*? ON (\w+)/s.exec(sql) ?? [];
    if (/^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) /.test(sql)) {
      const { key, text } = readRoutine(statement);
      guards.set(key, functionDigest(text.replaceAll(PLACEHOLDER.schema, () => schema)));
    } else if (name !== undefined) guards.set(triggerKey(table!, name), triggerDigest(sql.replace("OR REPLACE ", "")));
    else if (dropped !== undefined) guards.delete(triggerKey(of!, dropped));
    else if (routine !== undefined) {
      for (const key of guards.keys()) if (key.startsWith(functionKey(routine, "").slice(0, -1))) guards.delete(key);
    } else if (!/^ALTER TABLE \w+ ENABLE ALWAYS TRIGGER /.test(sql)) throw unreadable(sql);
  }
  return Object.fromEntries(guards);
}

/** The key of a function or procedure, and what its digest is of. */
function readRoutine(sql: string): { readonly key: string; readonly text: string } {
  const [, name, parameters, , body] =
    /^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) \S+ \S+\.(\w+)\(([^)]*)\)[\s\S]*?^AS (\$\w+\$)([\s\S]*?)\3$/m.exec(sql)!;
  const settings = [...sql.matchAll(/^SET (\w+) = (.+)$/gm)].map(([, setting, value]) => `${setting}=${value}`);
  const types = parameters!
    .split(",")
    .map((parameter) => parameter.trim().split(" ").at(-1)!.replace("pg_catalog.", ""));
  return { key: functionKey(name!, types.join(", ")), text: ["plpgsql", "false", ...settings, body].join("\n") };
}

/** A table while the scripts are read. */
interface TableParts {
  /** By name, whether it may not be NULL. */
  readonly columns: Map<string, boolean>;
  readonly constraints: Map<string, string>;
}

/** Applies a statement of a script, whose names are in the schema of {@link PLACEHOLDER}. */
function apply(tables: Map<string, TableParts>, indexes: Map<string, ExpectedIndex>, statement: string): void {
  const sql = statement.replaceAll(`${PLACEHOLDER.schema}.`, "");
  const [, index, of] = /^CREATE INDEX (\w+) ON (\w+) /.exec(sql) ?? [];
  const dropped = /^DROP INDEX IF EXISTS (\w+)$/.exec(sql)?.[1];
  const [, altered, actions] = /^ALTER TABLE (\w+)\s+([\s\S]+)$/.exec(sql) ?? [];
  if (sql.startsWith("CREATE TABLE ")) {
    const { name, pieces } = readTable(sql);
    const table = { columns: new Map(), constraints: new Map() };
    for (const piece of pieces)
      applyAction(name, table, `ADD ${piece.startsWith("CONSTRAINT ") ? "" : "COLUMN "}${piece}`);
    tables.set(name, table);
  } else if (index !== undefined) {
    const create = ({ schema }: Tables) => statement.replaceAll(PLACEHOLDER.schema, () => schema);
    indexes.set(index, { name: index, table: of!, definition: bareIndex(sql), sql: create });
  } else if (dropped !== undefined) indexes.delete(dropped);
  else if (altered !== undefined)
    for (const action of splitPieces(actions!)) applyAction(altered, tables.get(altered)!, action);
  else if (/^(?:CREATE|ALTER|DROP)\b/.test(sql)) throw unreadable(sql);
}

function applyAction(name: string, { columns, constraints }: TableParts, action: string): void {
  const [, column, definition = ""] = /^ADD COLUMN (\w+) (.*)$/.exec(action) ?? [];
  const [, constraint, added] = /^ADD CONSTRAINT (\w+) (.*?)(?: NOT VALID)?$/.exec(action) ?? [];
  const dropped = /^DROP CONSTRAINT (?:IF EXISTS )?(\w+)$/.exec(action)?.[1];
  const [, nullable, change] = /^ALTER COLUMN (\w+) (SET|DROP) NOT NULL$/.exec(action) ?? [];
  if (column !== undefined) {
    // A CHECK comes last in a column's definition. PostgreSQL names it after the table and the column.
    const check = /\bCHECK \(.*\)$/.exec(definition)?.[0];
    if (check !== undefined) constraints.set(`${name}_${column}_check`, check);
    columns.set(column, / NOT NULL\b/.test(definition.replace(check ?? "", "")));
  } else if (constraint !== undefined) constraints.set(constraint, added!);
  else if (dropped !== undefined) constraints.delete(dropped);
  else if (nullable !== undefined) columns.set(nullable, change === "SET");
  else if (!/^VALIDATE CONSTRAINT /.test(action)) throw unreadable(`ALTER TABLE ${name} ${action}`);
}

/** The comparison would take what the statement does for damage. */
function unreadable(sql: string): Error {
  return new TypeError(`teach schema/expected.ts what this statement of a migration leaves behind: ${sql}`);
}

function expectedTable([name, { columns, constraints }]: readonly [string, TableParts]): ExpectedTable {
  const all = [...constraints].map(([constraint, definition]) => ({ name: constraint, definition }));
  return {
    name,
    columns: [...columns.keys()],
    keys: all.filter(({ definition }) => !definition.startsWith("CHECK ")),
    checks: all.filter(({ definition }) => definition.startsWith("CHECK ")),
    required: [...columns].flatMap(([column, isRequired]) => (isRequired ? [column] : [])),
  };
}
