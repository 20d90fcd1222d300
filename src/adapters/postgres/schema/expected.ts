import { type GuardDigests, guardDigest } from "../../common/schema-record.ts";
import { readTable, type TableText } from "../../common/table-text.ts";
import { type Tables, tablesIn } from "../settings.ts";
import { bareSql } from "./bare-sql.ts";
import { guardScript, MIGRATIONS } from "./version.ts";

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

/** The indexes that the scripts create. */
export const EXPECTED_INDEXES: readonly ExpectedIndex[] = statements(/^CREATE INDEX [\s\S]*?;$/gm, tableScripts()).map(
  (script) => {
    const [, name, table] = /^CREATE INDEX (\w+) ON .*?\.(\w+) /.exec(script)!;
    const sql = ({ schema }: Tables) => script.slice(0, -1).replaceAll(PLACEHOLDER.schema, () => schema);
    const definition = bareIndex(script.slice(0, -1).replaceAll(`${PLACEHOLDER.schema}.`, ""));
    return { name: name!, table: table!, definition, sql };
  },
);

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

/** The tables that the scripts create. */
export const EXPECTED_TABLES: readonly ExpectedTable[] = statements(/^CREATE TABLE [\s\S]*?\);$/gm, tableScripts()).map(
  (sql) => expectedTable(readTable(sql)),
);

const GUARDS = guardScript(PLACEHOLDER);

/** By {@link triggerKey}, the definitions of the triggers that {@link guardScript} creates, without the schema. */
const TRIGGERS = new Map(
  statements(/^CREATE OR REPLACE TRIGGER [\s\S]*?;$/gm, GUARDS).map((sql) => {
    const definition = sql.replace("OR REPLACE ", "").replace(/;$/, "").replaceAll(`${PLACEHOLDER.schema}.`, "");
    const [, name, table] = /TRIGGER (\w+) .*? ON (\w+)/.exec(definition)!;
    return [triggerKey(table!, name!), definition];
  }),
);

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

/** The triggers and functions that {@link guardScript} creates, in the schema of these tables. */
export function expectedGuards({ schema }: Tables): GuardDigests {
  const each =
    /^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) \S+ \S+\.(\w+)\(([^)]*)\)[\s\S]*?^AS (\$\w+\$)([\s\S]*?)\3;$/gm;
  const functions = [...GUARDS.matchAll(each)].map(([sql, name, parameters, , body]) => {
    const settings = [...sql.matchAll(/^SET (\w+) = (.+)$/gm)].map(([, setting, value]) => `${setting}=${value}`);
    const text = ["plpgsql", "false", ...settings, body].join("\n");
    const types = parameters!.split(",").map((parameter) => parameter.trim().split(" ").at(-1));
    const key = functionKey(name!, types.join(", "));
    return [key, functionDigest(text.replaceAll(PLACEHOLDER.schema, () => schema))];
  });
  const triggers = [...TRIGGERS].map(([key, definition]) => [key, triggerDigest(definition)]);
  return Object.fromEntries([...functions, ...triggers]) as GuardDigests;
}

function tableScripts(): string {
  return MIGRATIONS.map((script) => script.tables(PLACEHOLDER)).join("\n");
}

function expectedTable({ name, pieces }: TableText): ExpectedTable {
  const columns = pieces.filter((piece) => !piece.startsWith("CONSTRAINT "));
  const named = pieces.flatMap((piece) => {
    const [, constraint, definition] = /^CONSTRAINT (\w+) (.*)$/.exec(piece) ?? [];
    return constraint === undefined ? [] : [{ name: constraint, definition: definition! }];
  });
  const ofColumns = columns.flatMap((piece) => {
    // A CHECK comes last in a column's definition. PostgreSQL names it after the table and the column.
    const definition = /\bCHECK \(.*\)$/.exec(piece)?.[0];
    return definition === undefined ? [] : [{ name: `${name}_${piece.split(" ")[0]}_check`, definition }];
  });
  return {
    name,
    keys: named.filter(({ definition }) => !definition.startsWith("CHECK ")),
    checks: [...ofColumns, ...named.filter(({ definition }) => definition.startsWith("CHECK "))],
    required: columns.filter((piece) => / NOT NULL\b/.test(piece)).map((piece) => piece.split(" ")[0]!),
  };
}

function statements(pattern: RegExp, script: string): string[] {
  return [...script.matchAll(pattern)].map(([sql]) => sql);
}
