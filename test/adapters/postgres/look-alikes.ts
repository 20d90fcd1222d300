import { join } from "node:path";
import type pg from "pg";
import { textsInSources, type WrittenSql } from "../sql-in-sources.ts";

/** The SQL that is sent to PostgreSQL, piece by piece. */
export const POSTGRES_TEXTS: readonly WrittenSql[] = ["postgres", "common", "sql"].flatMap((folder) =>
  textsInSources(join(import.meta.dirname, "../../../src/adapters", folder)),
);

/** What these texts name. PostgreSQL knows which of it are functions, operators, types or columns. */
function namesInSources(): Record<"words" | "called" | "operators", string[]> {
  const sql = POSTGRES_TEXTS.flatMap(({ parts }) => parts);
  const found = (pattern: RegExp) => [...new Set(sql.flatMap((text) => text.match(pattern) ?? []))];
  return {
    words: found(/[a-z_0-9]+/g),
    called: found(/[a-z_0-9]+(?= ?\()/g),
    operators: found(/(?<![^\s)])[-+*/<>=~!@#%^&|?]+(?![^\s('$])/g),
  };
}

/**
 * The types of arguments, given words `$1` and our schema `$2`: those of columns of the tables, those of casts, with their
 * arrays, those with names of their own in SQL, and those that functions of all these return.
 */
const TYPES = `WITH named AS (
    SELECT a.atttypid AS type FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
      WHERE a.attnum > 0 AND a.attname = ANY ($1) AND c.relkind IN ('r', 'v')
        AND (c.relname = ANY ($1) OR c.relnamespace = $2::regnamespace)
    UNION SELECT unnest(ARRAY[t.oid, t.typarray]) FROM pg_type AS t
      WHERE t.typname = ANY ($1 || ARRAY['bool', 'int2', 'int4', 'int8']) AND t.typtype = 'b'
  ), returned AS (
    SELECT type FROM named UNION SELECT p.prorettype FROM pg_proc AS p WHERE p.proname = ANY ($1)
      AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) AS a WHERE a NOT IN (SELECT type FROM named))
  )
  SELECT format_type(t.oid, NULL) AS type FROM returned JOIN pg_type AS t ON t.oid = returned.type
  WHERE t.typtype = 'b' ORDER BY 1`;

/** The types of arguments of PostgreSQL's own functions `$1` and operators `$2`, and of what they return. */
const OWN = `SELECT proname::text AS name, false AS is_operator, prorettype::regtype::text AS returns,
    ARRAY(SELECT a::regtype::text FROM unnest(proargtypes) AS a) AS types
  FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($1)
  UNION ALL SELECT oprname, true, oprresult::regtype::text, array_remove(ARRAY[nullif(oprleft, 0), oprright], NULL)::regtype[]::text[]
  FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprname = ANY ($2)`;

interface Own {
  readonly name: string;
  readonly is_operator: boolean;
  readonly returns: string;
  readonly types: readonly string[];
}

/**
 * The lists of arguments that a look-alike could have: of operators, all pairs of types; of functions, PostgreSQL's own with
 * one other type.
 */
function signatures(own: readonly Own[], types: readonly string[]): string[][] {
  const lists = own.flatMap((each) =>
    each.is_operator && each.types.length === 2
      ? types.flatMap((left) => types.map((right) => [left, right]))
      : each.types.flatMap((_, place) => types.map((type) => each.types.map((own, at) => (at === place ? type : own)))),
  );
  const known = new Set(own.map((each) => String(each.types)));
  const all = new Map(lists.map((list) => [String(list), list]));
  return [...all.values()].filter((list) => !known.has(String(list)) && !list.some((type) => /^"?any/.test(type)));
}

/**
 * Makes look-alikes in the schema `public` of every function and operator that the SQL in the sources could name, for every type
 * that it has. PostgreSQL prefers the one that fits best, in whatever schema of the search path it is. Those that
 * PostgreSQL has itself are left out, because it comes first. Each fails when it is called. Returns how many there are.
 */
export async function makeLookAlikes(client: pg.ClientBase, schema: string): Promise<number> {
  const { words, called, operators } = namesInSources();
  const types = (await client.query<{ type: string }>(TYPES, [words, schema])).rows.map(({ type }) => type);
  const { rows } = await client.query<Own>(OWN, [called, operators]);
  const statements: string[] = [];
  const first = new Map(rows.map((row) => [`${row.is_operator} ${row.name}`, row]));
  for (const { name, is_operator: isOperator, returns } of first.values()) {
    const own = rows.filter((row) => row.name === name && row.is_operator === isOperator);
    for (const list of signatures(own, types)) {
      const made = isOperator ? `public.operator_${statements.length}` : `public."${name}"`;
      const [left, right] = list;
      statements.push(
        `CREATE FUNCTION ${made}(${list.join(", ")}) RETURNS ${returns.startsWith("any") ? "text" : returns}
           LANGUAGE plpgsql AS 'BEGIN RAISE ''a look-alike of ${name}(${list.join(", ")}) was called''; END';` +
          (right !== undefined && isOperator
            ? `CREATE OPERATOR public.${name} (FUNCTION = ${made}, LEFTARG = ${left}, RIGHTARG = ${right});`
            : ""),
      );
    }
  }
  await client.query(`SET check_function_bodies = off; ${statements.join("\n")}`);
  return statements.length;
}

/** The settings of a session that describes each statement, also those inside functions, as PostgreSQL has understood it. */
export const DESCRIBED = "-c debug_print_parse=on -c debug_pretty_print=off -c client_min_messages=log";

/**
 * Listens to the sessions of a pool with {@link DESCRIBED}. Returns those look-alikes that statements name, in branches that
 * were not evaluated too.
 */
export function listenForLookAlikes(pool: pg.Pool): () => Promise<string[]> {
  const named = new Set<string>();
  pool.on("connect", (client) => {
    client.on("notice", ({ detail = "" }) => {
      for (const [, oid] of detail.matchAll(/ :(?:opno|funcid|aggfnoid|winfnoid) (\d+)/g)) named.add(oid!);
    });
  });
  return async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT o.oid::pg_catalog.regoperator::pg_catalog.text AS name FROM pg_catalog.pg_operator AS o
         WHERE o.oid = ANY ($1::pg_catalog.oid[]) AND o.oprnamespace = 'public'::pg_catalog.regnamespace::pg_catalog.oid
       UNION ALL SELECT p.oid::pg_catalog.regprocedure::pg_catalog.text FROM pg_catalog.pg_proc AS p
         WHERE p.oid = ANY ($1::pg_catalog.oid[]) AND p.pronamespace = 'public'::pg_catalog.regnamespace::pg_catalog.oid`,
      [[...named]],
    );
    if (!named.size) throw new Error("PostgreSQL described no statement");
    return rows.map(({ name }) => name);
  };
}
