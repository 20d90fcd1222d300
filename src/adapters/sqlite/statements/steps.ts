import { firstRow, type Steps, type StepsOf } from "../../sql/steps.ts";
import type { SqlSyntax } from "../../sql/syntax.ts";
import { tableNames } from "../../sql/table-names.ts";
import type { Session } from "../connection/session.ts";
import { BY_NUMBER, continuedSeries, counterOfFirst } from "../schema/series.ts";
import { LOOKUPS } from "./list-lookup.ts";

/** Runs steps of shared statements synchronously, and returns their result. */
export function runSteps<Args extends unknown[], Result>(
  session: Session,
  begin: StepsOf<Args, Result>,
  ...args: Args
): Result {
  const steps = begin(SYNTAX, ...args);
  let step = steps.next([]);
  while (step.done !== true) {
    const { text: own, values, rows, queries } = step.value;
    const text = queries === undefined ? own : `WITH ${queries} ${own}`;
    const [sql, places] = boundTexts.get(text) ?? bindText(text);
    const bound: unknown[] = [];
    for (const place of places) {
      const value = values[place];
      bound.push(Array.isArray(value) ? JSON.stringify(value) : value);
    }
    let answer: readonly unknown[] = [];
    if (rows === undefined) answer = session.all(sql, ...bound);
    else session.write(rows === "1" ? 1 : runSteps(session, countRows, rows, values, queries), sql, ...bound);
    step = steps.next(answer);
  }
  return step.value;
}

/** The number of rows that a write must change. */
function* countRows(_: SqlSyntax, rows: string, values: readonly unknown[], queries?: string): Steps<number> {
  const text = `${queries === undefined ? "" : `WITH ${queries}`} SELECT ${rows} AS wanted`;
  return (yield* firstRow<{ wanted: number }>(text, ...values))!.wanted;
}

/** SQL with `?` for each parameter, because drivers bind numbered ones each in another way; and the places of their values. */
type BoundText = readonly [sql: string, places: readonly number[]];

const boundTexts = new Map<string, BoundText>();

function bindText(text: string): BoundText {
  const places: number[] = [];
  const sql = text.replace(/\$(\d+)/g, (_, number: string) => {
    places.push(Number(number) - 1);
    return "?";
  });
  boundTexts.set(text, [sql, places]);
  return [sql, places];
}

/** How SQLite writes what the databases write differently. */
const SYNTAX: SqlSyntax = {
  database: "sqlite",
  tables: tableNames(""),
  builtIn: "",
  forUpdate: "",
  indexed: (table, index) => `${table} INDEXED BY ${index}`,
  text: (expression) => `CAST(${expression} AS TEXT)`,
  integer: (parameter) => parameter,
  asDay: (parameter) => parameter,
  day: (column) => column,
  wholeDay: (column) => column,
  field: (document, name) => `CAST(json_extract(${document}, '$.${name}') AS TEXT)`,
  elements: (parameter, alias) => `json_each(${parameter}) AS ${alias}`,
  among: (expression, parameter, type) =>
    `${expression} IN (SELECT ${type === "integer" ? "CAST(value AS INTEGER)" : "value"} FROM json_each(${parameter}))`,
  amongCounters: (expression, query) => `${expression} IN (${query})`,
  placeOf: (part, whole) => `instr(${whole}, ${part})`,
  jsonRows: ({ columns, from, order }) =>
    `(SELECT json_group_array(json(entry)) FROM (SELECT json_array(${columns}) AS entry FROM ${from} ORDER BY ${order}))`,
  // Each company costs one step in the primary key, which skips all invoices of the previous one.
  companiesAfter: (after, limit) => `(WITH RECURSIVE companies (company_id, number) AS (
       SELECT min(company_id), 1 FROM faktura_invoices WHERE company_id > ${after}
       UNION ALL
       SELECT (SELECT min(company_id) FROM faktura_invoices WHERE company_id > companies.company_id), number + 1
       FROM companies WHERE company_id IS NOT NULL AND number < ${limit}
     ) SELECT company_id FROM companies WHERE company_id IS NOT NULL)`,
  counterOfNumber: (companyId, text, number) => `coalesce(
    (SELECT counter FROM ${BY_NUMBER} WHERE company_id = ${companyId} AND invoice_number = ${text} COLLATE NOCASE),
    ${counterOfFirst(companyId, number)})`,
  continuedSeries,
  lookups: LOOKUPS,
  columnsOf: (table) => `SELECT name, CAST(pk AS TEXT) AS place FROM pragma_table_info('${table}') ORDER BY cid`,
  rowAsJson: (row, columns) => `json_object(${columns.map((name) => `'${name}', ${row}."${name}"`).join(", ")})`,
  rowsOfJson: (_, columns, parameter) =>
    `SELECT ${columns.map((name) => `json_extract(value, '$."${name}"')`).join(", ")} FROM json_each(${parameter})`,
};
