import { readTable, type TableText } from "../../sql/table-text.ts";
import { type Tables, tablesIn } from "../settings.ts";
import { apiKeyGuards } from "./api-keys.ts";
import { bareSql } from "./bare-sql.ts";
import { guardsFor } from "./guards.ts";
import { MIGRATIONS } from "./tables.ts";

/** A schema whose name is found again in a script, whatever it stands in. */
const PLACE = tablesIn("faktura place");

/** A key or a check, by the name that it has in the catalogue. */
export interface ExpectedConstraint {
  readonly name: string;
  /** `PRIMARY KEY (…)`, `UNIQUE (…)` or `CHECK (…)`, as the script has it. */
  readonly definition: string;
}

/** What a table must have, as the catalogue says it. */
export interface ExpectedTable {
  readonly name: string;
  readonly keys: readonly ExpectedConstraint[];
  readonly checks: readonly ExpectedConstraint[];
  /** Columns that may not be NULL. */
  readonly required: readonly string[];
}

/** A trigger, as {@link bareSql} of its definition without the schema. */
export interface ExpectedTrigger {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

/** A trigger's function: its language, rights, settings and body, in lines. */
export interface ExpectedFunction {
  readonly name: string;
  /** Types of its parameters, with commas in between: a host may have other functions of this name. */
  readonly parameters: string;
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
  const [, name, table] = /TRIGGER (\w+) .*? ON (\w+)/.exec(definition)!;
  return { name: name!, table: table!, definition: bareSql(definition) };
});

/** The functions that the guards' script makes, in the schema that is meant. */
export function expectedFunctions({ schema }: Tables): readonly ExpectedFunction[] {
  const each = /^CREATE OR REPLACE FUNCTION \S+ \S+\.(\w+)\(([^)]*)\)[\s\S]*?^AS (\$\w+\$)([\s\S]*?)\3;$/gm;
  return [...GUARDS.matchAll(each)].map(([sql, name, parameters, , body]) => {
    const settings = [...sql.matchAll(/^SET (\w+) = (.+)$/gm)].map(([, setting, value]) => `${setting}=${value}`);
    const text = ["plpgsql", "false", ...settings, body].join("\n");
    const types = parameters!.split(",").map((parameter) => parameter.trim().split(" ").at(-1));
    return { name: name!, parameters: types.join(", "), text: text.replaceAll(PLACE.schema, () => schema) };
  });
}

/** SQL that makes the guards, or makes them anew. */
export function guardScript(tables: Tables): string {
  return guardsFor(tables) + apiKeyGuards(tables);
}

function tableScripts(): string {
  return MIGRATIONS.map((script) => script(PLACE)).join("\n");
}

function expectedTable({ name, pieces }: TableText): ExpectedTable {
  const columns = pieces.filter((piece) => !piece.startsWith("CONSTRAINT "));
  const named = pieces.flatMap((piece) => {
    const [, constraint, definition] = /^CONSTRAINT (\w+) (.*)$/.exec(piece) ?? [];
    return constraint === undefined ? [] : [{ name: constraint, definition: definition! }];
  });
  const ofColumns = columns.flatMap((piece) => {
    // It is the last that is said of a column, and PostgreSQL names it after both.
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
