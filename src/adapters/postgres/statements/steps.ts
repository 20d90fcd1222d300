import { isText, type Statement as SharedStatement, type StepsOf } from "../../sql/steps.ts";
import type { SqlSyntax } from "../../sql/syntax.ts";
import { arrayOf } from "../connection/array-text.ts";
import type { Deadline } from "../connection/deadline.ts";
import type { Session } from "../connection/session.ts";
import { continuedSeries, counterOfFirst } from "../schema/guards/series-guard.ts";
import type { Tables } from "../settings.ts";
import { namingRule, runWrites } from "./counted-writes.ts";
import { lookupsIn } from "./list-lookup.ts";

/** A statement on a connection, with the deadline of its call. */
export type Statement<Value> = (session: Session, tables: Tables, deadline: Deadline) => Promise<Value>;

/** Runs steps of shared statements, and returns their result. */
export async function runSteps<Args extends unknown[], Result>(
  session: Session,
  tables: Tables,
  begin: StepsOf<Args, Result>,
  ...args: Args
): Promise<Result> {
  const steps = begin(syntaxOf(tables), ...args);
  let step = steps.next([]);
  while (step.done !== true) step = steps.next(await answerOf(session, step.value));
  return step.value;
}

async function answerOf(
  session: Session,
  { text: sql, values, rows, queries }: SharedStatement,
): Promise<readonly unknown[]> {
  const bound = values.map(asParameter);
  // The table of a write is the first that it names.
  const table = /\b(?:INSERT INTO|UPDATE|DELETE FROM) ((?:"(?:[^"]|"")*"\.)?\w+)/.exec(sql)?.[1] ?? sql;
  if (rows !== undefined) {
    const parts = queries === undefined ? {} : { queries: `${queries}, ` };
    await runWrites(session, [{ name: "counted", table, sql, rows }], bound, parts);
    return [];
  }
  try {
    return await session.rows(sql, bound);
  } catch (error) {
    throw sql.includes("RETURNING") ? namingRule(error, [table]) : error;
  }
}

/** The value of a parameter: text, whatever the type. Texts that PostgreSQL cannot store are in no table. */
function asParameter(value: unknown): unknown {
  if (Array.isArray(value)) return arrayOf((value as string[]).filter(isText));
  return typeof value === "number" ? String(value) : value;
}

/** SQL for a date as text, independent of `DateStyle` and of any `to_char` that the host has defined. */
export function dayAsText(column: string): string {
  return `pg_catalog.to_char(${column}, 'YYYY-MM-DD')`;
}

/** SQL for a date as unambiguous text, even before year 1 or if infinite. Only damaged rows have such dates. */
function wholeDay(column: string): string {
  const era = `CASE WHEN ${column} < '0001-01-01'::pg_catalog.date THEN ' BC' ELSE '' END`;
  return `CASE WHEN pg_catalog.isfinite(${column}) THEN ${dayAsText(column)} || ${era} ELSE ${column}::pg_catalog.text END`;
}

const syntaxes = new WeakMap<Tables, SqlSyntax>();

function syntaxOf(tables: Tables): SqlSyntax {
  const syntax = syntaxes.get(tables) ?? syntaxIn(tables);
  syntaxes.set(tables, syntax);
  return syntax;
}

/** How PostgreSQL writes what the databases write differently, for the tables of one schema. */
function syntaxIn(tables: Tables): SqlSyntax {
  return {
    database: "postgres",
    tables,
    builtIn: "pg_catalog.",
    forUpdate: "FOR UPDATE",
    indexed: (table) => table,
    text: (expression) => `${expression}::pg_catalog.text`,
    integer: (parameter) => `${parameter}::bigint`,
    asDay: (parameter) => `${parameter}::pg_catalog.date`,
    day: dayAsText,
    wholeDay,
    field: (document, name) => `(${document}::pg_catalog.json ->> '${name}'::pg_catalog.text)`,
    elements: (parameter, alias) => `pg_catalog.unnest(${parameter}::pg_catalog.text[]) AS ${alias} (value)`,
    among: (expression, parameter, type) =>
      `${expression} = ANY(${parameter}::${type === "integer" ? "bigint" : "pg_catalog.text"}[])`,
    amongCounters: (expression, query) => `${expression} = ANY (ARRAY(${query}))`,
    placeOf: (part, whole) => `pg_catalog.strpos(${whole}, ${part})`,
    jsonRows: ({ columns, from, order }) =>
      `(SELECT pg_catalog.json_agg(pg_catalog.json_build_array(${columns}) ORDER BY ${order})::pg_catalog.text FROM ${from})`,
    // Every company that has issued an invoice has a row in the table of sequences.
    companiesAfter: (after, limit) =>
      `(SELECT company_id FROM ${tables.sequences} WHERE company_id > ${after} ORDER BY company_id LIMIT ${limit}::bigint)`,
    counterOfNumber: (companyId, text, number) => `coalesce((SELECT s.counter FROM ${tables.seriesInvoices} AS s
        WHERE s.company_id = ${companyId} AND pg_catalog.lower(s.invoice_number) = pg_catalog.lower(${text})),
      ${counterOfFirst(tables, companyId, number)})`,
    lookups: lookupsIn(tables),
    columnsOf: (table) => `SELECT a.attname::pg_catalog.text AS name,
        (pg_catalog.array_position(i.indkey::pg_catalog.int2[], a.attnum) + 1)::pg_catalog.text AS place
      FROM pg_catalog.pg_attribute AS a LEFT JOIN pg_catalog.pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = pg_catalog.to_regclass('${table.replaceAll("'", "''")}') AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    rowAsJson: (row) => `pg_catalog.row_to_json(${row})::pg_catalog.text`,
    rowsOfJson: (table, columns, parameter) =>
      `SELECT ${columns.map((name) => `"${name}"`).join(", ")}
       FROM pg_catalog.json_populate_recordset(NULL::${table}, ${parameter}::pg_catalog.json)`,
    awaitWriters: (table) => `LOCK TABLE ${table} IN SHARE MODE`,
    continuedSeries: (field, companyId, series) => continuedSeries(tables, field, companyId, series),
    // Without tables, because engines that distribute rows by company evaluate no functions in statements on those.
    clock:
      "SELECT pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000::numeric)::pg_catalog.text AS milliseconds",
  };
}
