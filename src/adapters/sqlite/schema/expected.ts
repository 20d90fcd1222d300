import { type GuardDigests, guardDigest } from "../../common/schema-record.ts";
import { readTable, splitPieces } from "./table-text.ts";
import { SCHEMA_VERSION, scriptsBetween } from "./version.ts";

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

/** The statements of the scripts. Each begins at the start of a line and ends at the end of one. */
const STATEMENTS = /^CREATE TRIGGER [\s\S]*?\bEND;$|^(?:CREATE|ALTER|DROP)\b[\s\S]*?;$/gm;

const schemas = new Map<number, ExpectedSchema>();

/** What the scripts up to this version leave behind: a later one may change or drop what an earlier one created. */
export function expectedSchema(version: number): ExpectedSchema {
  const known = schemas.get(version);
  if (known !== undefined) return known;
  const schema = { tables: new Map<string, ExpectedTable>(), guards: new Map<string, ExpectedGuard>() };
  for (const [statement] of scriptsBetween(0, version).join("\n").matchAll(STATEMENTS))
    apply(schema, statement.slice(0, -1));
  schemas.set(version, schema);
  return schema;
}

/** The key of an index or a trigger among {@link expectedDigests}. */
export function guardKey(type: string, name: string): string {
  return `${type} ${name}`;
}

/** The digests of the indexes and triggers that the scripts create. */
export function expectedDigests(): GuardDigests {
  const guards = [...expectedSchema(SCHEMA_VERSION).guards];
  return Object.fromEntries(guards.map(([name, { type, sql }]) => [guardKey(type, name), guardDigest(sql)]));
}

type Schema = { readonly tables: Map<string, ExpectedTable>; readonly guards: Map<string, ExpectedGuard> };

/** Applies a statement of a script. */
function apply({ tables, guards }: Schema, sql: string): void {
  const [, type, name] = /^CREATE (INDEX|TRIGGER) (\w+)/.exec(sql) ?? [];
  const [, dropped] = /^DROP (?:INDEX|TRIGGER) (?:IF EXISTS )?(\w+)$/.exec(sql) ?? [];
  const [, removed] = /^DROP TABLE (\w+)$/.exec(sql) ?? [];
  const [, altered, column] = /^ALTER TABLE (\w+) ADD COLUMN ([\s\S]+)$/.exec(sql) ?? [];
  const [, renamed, newName] = /^ALTER TABLE (\w+) RENAME TO (\w+)$/.exec(sql) ?? [];
  if (sql.startsWith("CREATE TABLE ")) {
    const { name: created, ...table } = readTable(sql);
    tables.set(created, table);
  } else if (name !== undefined) guards.set(name, { type: type!.toLowerCase() as ExpectedGuard["type"], sql });
  else if (dropped !== undefined) guards.delete(dropped);
  else if (removed !== undefined) {
    tables.delete(removed);
    // SQLite drops its indexes and triggers with it.
    for (const [guard, { sql: of }] of guards) if (tableOf(of) === removed) guards.delete(guard);
  } else if (altered !== undefined) {
    const table = tables.get(altered)!;
    tables.set(altered, { ...table, pieces: [...table.pieces, ...splitPieces(column!)] });
  } else if (renamed !== undefined) {
    tables.set(newName!, tables.get(renamed)!);
    tables.delete(renamed);
  } else {
    // The comparison would take what the statement does for damage.
    throw new TypeError(`teach schema/expected.ts what this statement of a migration leaves behind: ${sql}`);
  }
}

/** The table of an index or a trigger. */
function tableOf(sql: string): string | undefined {
  return / ON (\w+)/.exec(sql)?.[1];
}
