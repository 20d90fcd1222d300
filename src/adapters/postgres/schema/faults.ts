import type { SchemaFault } from "../../common/schema-fault.ts";
import { type GuardDigests, remedyOfNewer } from "../../common/schema-record.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { bareSql } from "./bare-sql.ts";
import {
  bareIndex,
  type ExpectedConstraint,
  type ExpectedIndex,
  type ExpectedTable,
  expectedGuards,
  expectedSchema,
  functionDigest,
  functionKey,
  triggerDigest,
  triggerKey,
} from "./expected.ts";
import { guardScript, readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

/** One object in the catalogue. The meaning of the other fields depends on its kind. */
interface CatalogueRow {
  readonly kind:
    | ("engine" | "table" | "nullable" | "required" | "key" | "check" | "index" | "trigger" | "function")
    | ("rule" | "security" | "child" | "parent");
  /** The table's name; of a trigger or a function its key among the guards. */
  readonly of: string;
  readonly text: string;
  /** The state of a table, a trigger or an index; the name of a check; whether a parent is partitioned. */
  readonly state: string;
}

/**
 * Compares the schema in the database with the one that the scripts up to its version create. Ignores whatever the host
 * has added, and the triggers if the tables were created without them. It makes two queries on the catalogue, which any
 * role may read.
 *
 * If a newer library has migrated the schema, that one may have changed checks, so they only have to exist, and indexes,
 * which are ignored. Guards of another version are compared with the digests that its migration recorded. Only a newer
 * library repairs what it has made.
 */
export async function findSchemaFaults(
  session: Session,
  tables: Tables,
  { version, guarded, guards: recorded }: SchemaState,
): Promise<readonly SchemaFault[]> {
  const isNewer = version > SCHEMA_VERSION;
  // Without a record, all of the current version is missing.
  const expected = expectedSchema(Math.min(version || SCHEMA_VERSION, SCHEMA_VERSION));
  const found = await readTables(session, tables, expected.tables);
  const isPostgres = found.some(({ kind, text }) => kind === "engine" && text.startsWith("PostgreSQL"));
  const faults = expected.tables.flatMap((table) => {
    const of = found.filter((row) => row.of === table.name);
    const indexes = expected.indexes.filter((index) => index.table === table.name);
    return tableFaults(tables, table, of, { isPostgres, isNewer, indexes });
  });
  if (guarded) {
    const guards = version === SCHEMA_VERSION ? expectedGuards(tables) : recorded;
    const repair = guardScript(tables, version);
    faults.push(
      ...guardFaults(guards, await readGuards(session, tables, guards)).map((detail) => ({ detail, repair })),
    );
  }
  return isNewer ? faults.map((fault) => ofNewer(fault, version)) : faults;
}

/** The fault of tables that a newer library has migrated. A missing table can only be restored. */
function ofNewer({ detail, repair, remedy }: SchemaFault, version: number): SchemaFault {
  return repair === undefined ? { detail, ...(remedy && { remedy }) } : { detail, remedy: remedyOfNewer(version) };
}

/** {@link SchemaFault.detail} of each. */
export async function schemaFaultTexts(session: Session, tables: Tables): Promise<string[]> {
  const faults = await findSchemaFaults(session, tables, await readSchema(session, tables));
  return faults.map(({ detail }) => detail);
}

/** What decides how definitions can be compared. */
interface Comparison {
  /** The table's own. */
  readonly indexes: readonly ExpectedIndex[];
  /** Other engines print checks and indexes differently. */
  readonly isPostgres: boolean;
  /** A newer library may have changed checks and indexes. */
  readonly isNewer: boolean;
}

function tableFaults(
  tables: Tables,
  { name, columns, keys, checks, required }: ExpectedTable,
  found: readonly CatalogueRow[],
  comparison: Comparison,
): SchemaFault[] {
  const [table] = found.filter(({ kind }) => kind === "table");
  if (table === undefined) return [{ detail: `the table ${name} is missing` }];
  const has = (kind: CatalogueRow["kind"]) => new Set(found.filter((row) => row.kind === kind).map(({ text }) => text));
  const fullName = `${tables.schema}.${name}`;
  const alter = `ALTER TABLE ${fullName}`;
  const [hasKey, isNullable, isRequired] = [has("key"), has("nullable"), has("required")];
  const missing = columns.filter((column) => !isNullable.has(column) && !isRequired.has(column));
  const faults: SchemaFault[] = missing.map((column) => ({ detail: `${name} lacks the column ${column}` }));
  if (table.state === "u") {
    const detail = `the table ${name} is UNLOGGED, so a crash of the server empties it`;
    faults.push({ detail, repair: `${alter} SET LOGGED` });
  }
  for (const { name: key, definition } of keys.filter((each) => !hasKey.has(keyText(each))))
    faults.push({
      detail: `${name} lacks ${keyText({ name: key, definition })}`,
      repair: `${alter} ${replaceConstraint(key, definition)}`,
    });
  faults.push(...checkFaults(alter, name, checks, found, comparison));
  faults.push(...indexFaults(tables, found, comparison), ...detourFaults(fullName, name, found));
  for (const column of required.filter((each) => isNullable.has(each)))
    faults.push({ detail: `${name}.${column} may be NULL`, repair: `${alter} ALTER COLUMN ${column} SET NOT NULL` });
  return faults;
}

/** A key in the format of {@link readTables}. */
function keyText({ name, definition }: ExpectedConstraint): string {
  return `CONSTRAINT ${name} ${definition}`;
}

/** Checks that are missing, and checks that have the expected name but another definition. */
function checkFaults(
  alter: string,
  table: string,
  expected: readonly ExpectedConstraint[],
  found: readonly CatalogueRow[],
  { isPostgres, isNewer }: Comparison,
): SchemaFault[] {
  if (!isPostgres) return [];
  const checks = found
    .filter(({ kind }) => kind === "check")
    .map(({ text, state: name }) => ({ name, text: bareSql(text.replace(/ NOT VALID$/, "")) }));
  return expected.flatMap(({ name, definition }) => {
    const wanted = bareSql(definition);
    if (isNewer && checks.some((check) => check.name === name)) return [];
    const exists = checks.some(({ text }) => text === wanted);
    if (exists && checks.every((check) => check.name !== name || check.text === wanted)) return [];
    const detail = exists ? `the check ${name} was changed` : `${table} lacks ${definition}`;
    // NOT VALID, because rows written in the meantime may violate it and cannot be changed. The audit checks them.
    return [{ detail, repair: `${alter} ${replaceConstraint(name, definition)} NOT VALID` }];
  });
}

/** Indexes that are missing, invalid or changed. */
function indexFaults(
  tables: Tables,
  found: readonly CatalogueRow[],
  { isPostgres, isNewer, indexes: expected }: Comparison,
): SchemaFault[] {
  if (isNewer) return [];
  const indexes = found
    .filter(({ kind }) => kind === "index")
    .map(({ text, state }) => ({ isValid: state !== INVALID, ...nameAndDefinition(text) }));
  return expected.flatMap(({ name, definition, sql }) => {
    const isSame = (index: (typeof indexes)[number]) => !isPostgres || index.definition === definition;
    const named = indexes.find((index) => index.name === name);
    const wanted = named ?? indexes.find((index) => isPostgres && index.isValid && isSame(index));
    if (wanted?.isValid === true && isSame(wanted)) return [];
    const state = wanted === undefined ? "is missing" : wanted.isValid ? "was changed" : "is invalid";
    const build = sql(tables).replace("CREATE INDEX ", "CREATE INDEX CONCURRENTLY ");
    const alone = [...(named ? [`DROP INDEX CONCURRENTLY IF EXISTS ${tables.schema}.${name}`] : []), build];
    return [{ detail: `the index ${name} ${state}`, repair: alone.join("; "), alone }];
  });
}

const INVALID = "invalid";

function nameAndDefinition(text: string) {
  const [, name] = / INDEX "?(.*?)"? ON /.exec(text) ?? [];
  return { name, definition: bareIndex(text) };
}

/**
 * What lets rows past the keys and the triggers, or hides them: rules, row level security, and rows that belong to two
 * tables at once. The host has added it and may need it, so the library never removes it.
 */
function detourFaults(fullName: string, table: string, found: readonly CatalogueRow[]): SchemaFault[] {
  return found.flatMap(({ kind, text, state }): SchemaFault[] => {
    switch (kind) {
      case "rule":
        return [{ detail: `${table} has the rule ${text}`, remedy: `DROP RULE ${text} ON ${fullName}.` }];
      case "security": {
        const policies = text === "" ? "" : `, with the policies ${text}`;
        const remedy = `ALTER TABLE ${fullName} DISABLE ROW LEVEL SECURITY, and limit roles with GRANT.`;
        return [{ detail: `row level security is enabled on ${table}${policies}`, remedy }];
      }
      case "child":
        return [
          { detail: `${table} has the child table ${text}`, remedy: `ALTER TABLE ${text} NO INHERIT ${fullName}.` },
        ];
      case "parent":
        return state === "true"
          ? [
              {
                detail: `${table} is a partition of ${text}`,
                remedy: `ALTER TABLE ${text} DETACH PARTITION ${fullName}.`,
              },
            ]
          : [{ detail: `${table} is a child table of ${text}`, remedy: `ALTER TABLE ${fullName} NO INHERIT ${text}.` }];
      default:
        return [];
    }
  });
}

/** SQL that replaces a constraint. Without the DROP, one with the same name and another definition would stay. */
function replaceConstraint(name: string, definition: string): string {
  return `DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} ${definition}`;
}

/** What is wrong with the guards, in English. */
function guardFaults(expected: GuardDigests, found: readonly CatalogueRow[]): string[] {
  return Object.entries(expected).flatMap(([key, digest]) => {
    const name = /^\w+ (?:\w+\.)?(\w+)/.exec(key)![1];
    const actual = found.find(({ of }) => of === key);
    const guard = `the ${key.startsWith("trigger ") ? "trigger" : "function"} ${name}`;
    if (actual === undefined) return [`${guard} is missing`];
    if (actual.kind === "function") return functionDigest(actual.text) === digest ? [] : [`${guard} was changed`];
    if (actual.state === "D") return [`${guard} is disabled`];
    if (triggerDigest(actual.text) !== digest) return [`${guard} was changed`];
    return actual.state === "A" ? [] : [`${guard} is enabled, but not ALWAYS`];
  });
}

/** Whether the object still existed when PostgreSQL printed its definition; otherwise it prints NULL. */
function isThere({ text }: { readonly text: string | null }): boolean {
  return text !== null;
}

/** Reads the tables, their keys, checks and indexes, the columns that may not be NULL, and what the host has added. */
async function readTables(
  session: Session,
  { schemaName }: Tables,
  expected: readonly ExpectedTable[],
): Promise<CatalogueRow[]> {
  const rows = await session.rows<CatalogueRow>(
    `WITH ours AS (
       SELECT c.oid, c.relname::pg_catalog.text AS of, c.relpersistence::pg_catalog.text AS state, c.relrowsecurity AS is_secured,
         pg_catalog.quote_ident($1) || '.' AS prefix
       FROM pg_catalog.pg_class AS c
       WHERE c.relnamespace = (SELECT n.oid FROM pg_catalog.pg_namespace AS n WHERE n.nspname = $1)
         AND c.relkind IN ('r', 'p') AND c.relname = ANY($2::pg_catalog.name[])
     )
     SELECT 'engine' AS kind, '' AS of, pg_catalog.version() AS text, '' AS state
     UNION ALL SELECT 'table', of, '', state FROM ours
     UNION ALL SELECT CASE WHEN a.attnotnull THEN 'required' ELSE 'nullable' END, of, a.attname::pg_catalog.text, '' FROM ours
       JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ours.oid AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT 'check', of, pg_catalog.pg_get_constraintdef(k.oid), k.conname::pg_catalog.text FROM ours
       JOIN pg_catalog.pg_constraint AS k ON k.conrelid = ours.oid AND k.contype = 'c'
     UNION ALL SELECT 'key', of, 'CONSTRAINT ' || k.conname::pg_catalog.text
         || CASE k.contype WHEN 'p' THEN ' PRIMARY KEY (' ELSE ' UNIQUE (' END || (
         SELECT pg_catalog.string_agg(a.attname, ', ' ORDER BY place)
           FROM pg_catalog.unnest(k.conkey) WITH ORDINALITY AS key (number, place)
         JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ours.oid AND a.attnum = key.number
       ) || ')' || CASE WHEN k.condeferrable THEN ' DEFERRABLE' ELSE '' END, '' FROM ours
       JOIN pg_catalog.pg_constraint AS k ON k.conrelid = ours.oid AND k.contype IN ('p', 'u')
       -- An index that is not valid keeps nothing unique.
       JOIN pg_catalog.pg_index AS x ON x.indexrelid = k.conindid AND x.indisvalid
     UNION ALL SELECT 'index', of, pg_catalog.replace(pg_catalog.pg_get_indexdef(x.indexrelid), ' ON ' || prefix, ' ON '),
         CASE WHEN x.indisvalid THEN '' ELSE '${INVALID}' END FROM ours
       JOIN pg_catalog.pg_index AS x ON x.indrelid = ours.oid
     UNION ALL SELECT 'rule', of, pg_catalog.quote_ident(r.rulename), '' FROM ours
       JOIN pg_catalog.pg_rewrite AS r ON r.ev_class = ours.oid AND r.ev_enabled <> 'D'
     UNION ALL SELECT 'security', of, coalesce((SELECT
         pg_catalog.string_agg(pg_catalog.quote_ident(p.polname), ', ' ORDER BY p.polname)
         FROM pg_catalog.pg_policy AS p WHERE p.polrelid = ours.oid), ''), '' FROM ours WHERE is_secured
     UNION ALL SELECT 'child', of, h.inhrelid::pg_catalog.regclass::pg_catalog.text, '' FROM ours
       JOIN pg_catalog.pg_inherits AS h ON h.inhparent = ours.oid
     UNION ALL SELECT 'parent', of, h.inhparent::pg_catalog.regclass::pg_catalog.text, c.relispartition::pg_catalog.text FROM ours
       JOIN pg_catalog.pg_inherits AS h ON h.inhrelid = ours.oid
       JOIN pg_catalog.pg_class AS c ON c.oid = ours.oid`,
    // Compared as `name` and not as text, so that PostgreSQL can use an index, however many schemas there are.
    [schemaName, expected.map(({ name }) => name)],
  );
  return rows.filter(isThere);
}

/** Reads these guards: the triggers, without the schema's name, and the functions. `of` is the key of each. */
async function readGuards(session: Session, tables: Tables, expected: GuardDigests): Promise<CatalogueRow[]> {
  const keys = Object.keys(expected);
  const named = (pattern: RegExp) => [...new Set(keys.flatMap((key) => pattern.exec(key)?.[1] ?? []))];
  const rows = await session.rows<CatalogueRow & { readonly more: string }>(
    `WITH ours AS (SELECT oid, pg_catalog.quote_ident(nspname) || '.' AS prefix FROM pg_catalog.pg_namespace WHERE nspname = $1)
     SELECT 'trigger' AS kind, c.relname::pg_catalog.text AS of, t.tgname::pg_catalog.text AS more,
       t.tgenabled::pg_catalog.text AS state,
       -- Only in these two places, because the schema itself may be called "new".
       pg_catalog.replace(pg_catalog.replace(pg_catalog.pg_get_triggerdef(t.oid), ' ON ' || ours.prefix, ' ON '),
         ' EXECUTE FUNCTION ' || ours.prefix, ' EXECUTE FUNCTION ')
         || CASE WHEN p.pronamespace = ours.oid THEN '' ELSE ' of another schema' END AS text
     FROM ours JOIN pg_catalog.pg_class AS c ON c.relnamespace = ours.oid AND c.relname = ANY($4::pg_catalog.name[])
       JOIN pg_catalog.pg_trigger AS t ON t.tgrelid = c.oid AND NOT t.tgisinternal
       JOIN pg_catalog.pg_proc AS p ON p.oid = t.tgfoid
     WHERE t.tgname::pg_catalog.text = ANY($2::pg_catalog.text[])
     UNION ALL SELECT 'function', p.proname::pg_catalog.text,
       pg_catalog.replace(pg_catalog.oidvectortypes(p.proargtypes), '"', ''), '',
       pg_catalog.concat_ws(pg_catalog.chr(10), l.lanname, p.prosecdef::pg_catalog.text,
         pg_catalog.array_to_string(p.proconfig, pg_catalog.chr(10)), p.prosrc)
     FROM ours JOIN pg_catalog.pg_proc AS p ON p.pronamespace = ours.oid
       JOIN pg_catalog.pg_language AS l ON l.oid = p.prolang
     WHERE p.proname = ANY($3::pg_catalog.name[])`,
    [tables.schemaName, named(/^trigger \w+\.(\w+)$/), named(/^function (\w+)/), named(/^trigger (\w+)\./)],
  );
  return rows.filter(isThere).map(({ more, of, ...row }) => ({
    ...row,
    of: row.kind === "trigger" ? triggerKey(of, more) : functionKey(of, more),
  }));
}
