import { readTable, type TableText } from "../table-text.ts";
import { apiKeyGuards } from "./api-key-schema.ts";
import { guardsFor } from "./guards.ts";
import { MIGRATIONS } from "./schema.ts";
import { type Tables, tablesIn } from "./tables.ts";

/** A schema whose name is found again in a script, whatever it stands in. */
const PLACE = tablesIn("faktura place");

/** What a table must have, as the catalogue says it. */
export interface ExpectedTable {
  readonly name: string;
  /** `CONSTRAINT name PRIMARY KEY (…)`, `CONSTRAINT name UNIQUE (…)`. */
  readonly keys: readonly string[];
  /** `CHECK (…)`, as the script has it. */
  readonly checks: readonly string[];
  /** Columns that may not be NULL. */
  readonly required: readonly string[];
}

/** A trigger, as {@link bareSql} of its definition without the schema. */
export interface ExpectedTrigger {
  readonly name: string;
  readonly definition: string;
}

/** A trigger's function: its language, rights, settings and body, in lines. */
export interface ExpectedFunction {
  readonly name: string;
  readonly text: string;
}

/** What the migrations' scripts make. */
export const EXPECTED_TABLES: readonly ExpectedTable[] = statements(/^CREATE TABLE [\s\S]*?\);$/gm, tableScripts()).map(
  (sql) => expectedTable(readTable(sql)),
);

const GUARDS = guardScript(PLACE);

/** The triggers that the guards' script makes. */
export const EXPECTED_TRIGGERS: readonly ExpectedTrigger[] = statements(
  /^CREATE OR REPLACE TRIGGER [\s\S]*?;$/gm,
  GUARDS,
).map((sql) => {
  const definition = sql.replace("OR REPLACE ", "").replace(/;$/, "").replaceAll(`${PLACE.schema}.`, "");
  return { name: /TRIGGER (\w+)/.exec(sql)![1]!, definition: bareSql(definition) };
});

/** The functions that the guards' script makes, in the schema that is meant. */
export function expectedFunctions({ schema }: Tables): readonly ExpectedFunction[] {
  const each = /^CREATE OR REPLACE FUNCTION \S+ \S+\.(\w+)\([^)]*\)[\s\S]*?^AS (\$\w+\$)([\s\S]*?)\2;$/gm;
  return [...GUARDS.matchAll(each)].map(([sql, name, , body]) => {
    const settings = [...sql.matchAll(/^SET (\w+) = (.+)$/gm)].map(([, setting, value]) => `${setting}=${value}`);
    const text = ["plpgsql", "false", ...settings, body].join("\n");
    return { name: name!, text: text.replaceAll(PLACE.schema, () => schema) };
  });
}

/** SQL that makes the guards, or makes them anew. */
export function guardScript(tables: Tables): string {
  return guardsFor(tables) + apiKeyGuards(tables);
}

/**
 * SQL without what PostgreSQL adds or writes in its own way when it prints an expression: casts of constants,
 * parentheses, quotes around names, `IN`. Two that differ here do not mean the same; nobody writes two by accident that
 * are alike here and differ.
 */
export function bareSql(sql: string): string {
  return sql
    .replaceAll('"', "")
    .replace(/::\w+(?:\[\])?/g, "")
    .replace(/ IN \(([^()]*)\)/g, " = ANY (ARRAY[$1])")
    .replace(/[()\s]/g, "")
    .toLowerCase();
}

function tableScripts(): string {
  return MIGRATIONS.map((script) => script(PLACE)).join("\n");
}

function expectedTable({ name, pieces }: TableText): ExpectedTable {
  const columns = pieces.filter((piece) => !/^(?:CONSTRAINT|CHECK) /.test(piece));
  return {
    name,
    keys: pieces.filter((piece) => piece.startsWith("CONSTRAINT ")),
    // A column's check is the last that is said of it.
    checks: pieces.flatMap((piece) => /\bCHECK \(.*\)$/.exec(piece)?.[0] ?? []),
    required: columns.filter((piece) => / NOT NULL\b/.test(piece)).map((piece) => piece.split(" ")[0]!),
  };
}

function statements(pattern: RegExp, script: string): string[] {
  return [...script.matchAll(pattern)].map(([sql]) => sql);
}
