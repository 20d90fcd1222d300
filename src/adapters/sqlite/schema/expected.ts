import { type GuardDigests, guardDigest } from "../../common/schema-record.ts";
import { readTable } from "../../common/table-text.ts";
import { MIGRATIONS } from "./version.ts";

/** A table as the scripts create it. */
export interface ExpectedTable {
  /** Its columns and constraints. */
  readonly pieces: readonly string[];
  /** `STRICT`, and `WITHOUT ROWID`. */
  readonly options: string;
}

/** An index or a trigger, with the SQL that creates it. */
export interface ExpectedGuard {
  readonly type: "index" | "trigger";
  readonly sql: string;
}

/** The schema that the scripts create, by name. */
export interface ExpectedSchema {
  readonly tables: ReadonlyMap<string, ExpectedTable>;
  readonly guards: ReadonlyMap<string, ExpectedGuard>;
}

/** The statements that create the schema. Each begins at the start of a line and ends at the end of one. */
const STATEMENTS =
  /^CREATE TABLE (?<table>\w+)[\s\S]*?;$|^CREATE INDEX (?<index>\w+)[\s\S]*?;$|^CREATE TRIGGER (?<trigger>\w+)[\s\S]*?\bEND;$/gm;

let expected: ExpectedSchema | undefined;

/** The schema that the scripts create. Parsed once per process. */
export function expectedSchema(): ExpectedSchema {
  expected ??= readScripts(MIGRATIONS.map(({ sql }) => sql).join("\n"));
  return expected;
}

/** The key of an index or a trigger among {@link expectedDigests}. */
export function guardKey(type: string, name: string): string {
  return `${type} ${name}`;
}

/** The digests of the indexes and triggers that the scripts create. */
export function expectedDigests(): GuardDigests {
  const guards = [...expectedSchema().guards];
  return Object.fromEntries(guards.map(([name, { type, sql }]) => [guardKey(type, name), guardDigest(sql)]));
}

function readScripts(scripts: string): ExpectedSchema {
  const tables = new Map<string, ExpectedTable>();
  const guards = new Map<string, ExpectedGuard>();
  for (const { 0: statement, groups = {} } of scripts.matchAll(STATEMENTS)) {
    const { table, index, trigger } = groups;
    const sql = statement.slice(0, -1);
    if (table !== undefined) tables.set(table, readTable(sql));
    else if (index !== undefined) guards.set(index, { type: "index", sql });
    else if (trigger !== undefined) guards.set(trigger, { type: "trigger", sql });
  }
  return { tables, guards };
}
