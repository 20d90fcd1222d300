import { guardDigest } from "../../common/schema-record.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/** An object of the schema, or of the host's on its tables. */
export interface CatalogueObject {
  readonly kind:
    | ("engine" | "table" | "column" | "key" | "check" | "index" | "trigger" | "function")
    | ("rule" | "security" | "child" | "parent" | "partitioned");
  /** The name of its table. Empty: it has none. */
  readonly of: string;
  /** That of a function has the types of its parameters, because the host may have other functions with this name. */
  readonly name: string;
  /**
   * Its definition without the schema, the same however the session prints it. Of a trigger or a function: the digest of
   * that. Of a table: its persistence.
   */
  readonly text: string;
  /**
   * Of a column {@link REQUIRED}, of an index {@link INVALID}, of a trigger when it fires, of a parent whether it is
   * partitioned.
   */
  readonly state: string;
}

/** The state of a column that may not be NULL. */
export const REQUIRED = "NOT NULL";

/** The state of an index that serves nothing, such as one whose build was cancelled. */
export const INVALID = "invalid";

/** The objects that were found, by {@link objectKey}. */
export type Catalogue = ReadonlyMap<string, CatalogueObject>;

/** The key of an object. The schema's record has those of guards, so they never change. */
export function objectKey({ kind, of, name }: Pick<CatalogueObject, "kind" | "of" | "name">): string {
  return of === "" ? `${kind} ${name}` : `${kind} ${of}.${name}`;
}

/** Reads these tables with all that belongs to them, and the functions with these names. Any role may. */
export async function readCatalogue(
  session: Session,
  tables: Tables,
  tableNames: readonly string[],
  functionNames: readonly string[],
): Promise<Catalogue> {
  const rows = await session.rows<CatalogueObject>(CATALOGUE, [tables.schemaName, tableNames, functionNames]);
  // PostgreSQL prints NULL for an object that was dropped in the meantime.
  const found = rows.filter(({ text }) => (text as string | null) !== null);
  return new Map(found.map((row) => comparable(row, tables)).map((object) => [objectKey(object), object]));
}

function comparable(row: CatalogueObject, { schema }: Tables): CatalogueObject {
  const { kind, name, text } = row;
  switch (kind) {
    case "function":
      // No text of PostgreSQL's contains the character 0, so nothing but our schema becomes one.
      return { ...row, name: plain(name), text: guardDigest(text.replaceAll(`${schema}.`, "\0")) };
    case "trigger":
      return { ...row, text: guardDigest(plain(text)) };
    default:
      // Rows that were written in the meantime may violate a check that was restored.
      return { ...row, text: plain(text.replace(/ NOT VALID$/, "")) };
  }
}

/** Drops what depends on a session's settings: quotes around plain names, and the catalogue's own schema. */
function plain(text: string): string {
  return text.replace(/('(?:[^']|'')*')|"(\w+)"|("(?:[^"]|"")*")|(?<![\w.])pg_catalog\./g, "$1$2$3");
}

const CATALOGUE = `WITH ours AS (
    SELECT c.oid, c.relname::pg_catalog.text AS of, c.relnamespace AS namespace, c.relrowsecurity AS is_secured,
      c.relpersistence::pg_catalog.text AS persistence, c.relispartition::pg_catalog.text AS is_partition, c.relkind,
      ' ON ' || pg_catalog.quote_ident($1) || '.' AS on_ours, ' EXECUTE FUNCTION ' || pg_catalog.quote_ident($1) || '.' AS calls_ours
    FROM pg_catalog.pg_class AS c
    WHERE c.relnamespace = (SELECT n.oid FROM pg_catalog.pg_namespace AS n WHERE n.nspname = $1)
      -- Compared as name and not as text, so that PostgreSQL can use an index, however many schemas there are.
      AND c.relkind IN ('r', 'p') AND c.relname = ANY($2::pg_catalog.name[])
  )
  SELECT 'engine' AS kind, '' AS of, '' AS name, pg_catalog.version() AS text, '' AS state
  UNION ALL SELECT 'table', '', of, persistence, '' FROM ours
  UNION ALL SELECT 'column', of, a.attname::pg_catalog.text,
      pg_catalog.format_type(a.atttypid, a.atttypmod) || coalesce(' COLLATE ' || l.collname::pg_catalog.text, ''),
      CASE WHEN a.attnotnull THEN '${REQUIRED}' ELSE '' END FROM ours
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ours.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_collation AS l ON l.oid = a.attcollation AND l.collname <> 'default'
  UNION ALL SELECT 'check', of, k.conname::pg_catalog.text, pg_catalog.pg_get_constraintdef(k.oid), '' FROM ours
    JOIN pg_catalog.pg_constraint AS k ON k.conrelid = ours.oid AND k.contype = 'c'
  UNION ALL SELECT 'key', of, k.conname::pg_catalog.text, CASE k.contype WHEN 'p' THEN 'PRIMARY KEY (' ELSE 'UNIQUE (' END || (
      SELECT pg_catalog.string_agg(a.attname, ', ' ORDER BY position)
        FROM pg_catalog.unnest(k.conkey) WITH ORDINALITY AS key (number, position)
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ours.oid AND a.attnum = key.number
    ) || ')' || CASE WHEN k.condeferrable THEN ' DEFERRABLE' ELSE '' END, '' FROM ours
    JOIN pg_catalog.pg_constraint AS k ON k.conrelid = ours.oid AND k.contype IN ('p', 'u')
    -- An index that is not valid keeps nothing unique.
    JOIN pg_catalog.pg_index AS x ON x.indexrelid = k.conindid AND x.indisvalid
  UNION ALL SELECT 'index', of, i.relname::pg_catalog.text, pg_catalog.replace(
        pg_catalog.pg_get_indexdef(i.oid), ' INDEX ' || pg_catalog.quote_ident(i.relname) || on_ours, ' INDEX ON '),
      CASE WHEN x.indisvalid THEN '' ELSE '${INVALID}' END FROM ours
    JOIN pg_catalog.pg_index AS x ON x.indrelid = ours.oid
    JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid
  -- Without our schema only in these clauses, because it may itself be called "new".
  UNION ALL SELECT 'trigger', of, t.tgname::pg_catalog.text, pg_catalog.replace(pg_catalog.replace(
        pg_catalog.pg_get_triggerdef(t.oid), on_ours, ' ON '), calls_ours, ' EXECUTE FUNCTION ')
      || CASE WHEN p.pronamespace = namespace THEN '' ELSE ' of another schema' END, t.tgenabled::pg_catalog.text FROM ours
    JOIN pg_catalog.pg_trigger AS t ON t.tgrelid = ours.oid AND NOT t.tgisinternal
    JOIN pg_catalog.pg_proc AS p ON p.oid = t.tgfoid
  UNION ALL SELECT 'function', '',
      p.proname::pg_catalog.text || '(' || pg_catalog.oidvectortypes(p.proargtypes) || ')',
      -- PostgreSQL keeps settings with the quotes of the session that created the function.
      pg_catalog.concat_ws(pg_catalog.chr(10), l.lanname, p.prosecdef::pg_catalog.text,
        pg_catalog.replace(pg_catalog.array_to_string(p.proconfig, pg_catalog.chr(10)), '"', ''), p.prosrc), ''
    FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_language AS l ON l.oid = p.prolang
    WHERE p.pronamespace = (SELECT n.oid FROM pg_catalog.pg_namespace AS n WHERE n.nspname = $1)
      AND p.proname = ANY($3::pg_catalog.name[])
  UNION ALL SELECT 'rule', of, pg_catalog.quote_ident(r.rulename), '', '' FROM ours
    JOIN pg_catalog.pg_rewrite AS r ON r.ev_class = ours.oid AND r.ev_enabled <> 'D'
  UNION ALL SELECT 'security', of, coalesce((SELECT
      pg_catalog.string_agg(pg_catalog.quote_ident(p.polname), ', ' ORDER BY p.polname)
      FROM pg_catalog.pg_policy AS p WHERE p.polrelid = ours.oid), ''), '', '' FROM ours WHERE is_secured
  UNION ALL SELECT 'child', of, h.inhrelid::pg_catalog.regclass::pg_catalog.text, '', '' FROM ours
    JOIN pg_catalog.pg_inherits AS h ON h.inhparent = ours.oid AND relkind = 'r'
  UNION ALL SELECT 'partitioned', of, '', '', '' FROM ours WHERE relkind = 'p'
  UNION ALL SELECT 'parent', of, h.inhparent::pg_catalog.regclass::pg_catalog.text, '', is_partition FROM ours
    JOIN pg_catalog.pg_inherits AS h ON h.inhrelid = ours.oid`;
