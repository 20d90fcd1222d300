import type { InvoiceFilter, PageRequest, StoredInvoice, StoredPage } from "../../ports/invoice-repository.ts";
import type { InvoiceRow } from "../common/invoice-row.ts";
import type { Bind } from "./lookup-syntax.ts";
import { allRows, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** A row of a page, with the total. The counter is `null` if the page is empty. */
type PageRow = { readonly total: string } & (InvoiceRow | { readonly counter: null });

/** One page and the total of a list by reference, series or due date, in one statement and so in one snapshot. */
export function* pageOfLookup(sql: SqlSyntax, companyId: string, request: PageRequest): Steps<StoredPage> {
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead, isBrief, ...filter } = request;
  if (ahead !== undefined) return yield* pageAhead(sql, companyId, request, ahead);
  const { tables, builtIn, text, integer, lookups } = sql;
  const { columns } = lookups.reading(isBrief);
  // All offsets beyond the last page give an empty page, but databases cannot read all of them as integers.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const values: unknown[] = [companyId, before, limit, offset];
  const counters = `SELECT counter FROM found WHERE counter < ${integer("$2")}
    ORDER BY counter DESC LIMIT ${integer("$3")} OFFSET ${integer("$4")}`;
  const rows = yield* allRows<PageRow>(
    `WITH ${foundInvoices(sql, filter, (value) => `$${values.push(value)}`)}, page AS (
       SELECT ${columns}, i.counter AS sort_key FROM ${tables.invoices} AS i
       WHERE i.company_id = $1 AND ${sql.amongCounters("i.counter", counters)}
     )
     SELECT ${text("total.total")} AS total, page.*
     FROM (SELECT ${builtIn}count(*) AS total FROM found) AS total LEFT JOIN page ON 1 = 1 ORDER BY page.sort_key DESC`,
    ...values,
  );
  const read = lookups.reading(isBrief).invoiceOf;
  const invoices = rows.flatMap((row) => (row.counter === null ? [] : [read(row)]));
  return { invoices, total: Number(rows[0]?.total ?? 0) };
}

/** The invoices of the page, and the counters of up to `ahead` invoices that follow it. */
function* pageAhead(
  sql: SqlSyntax,
  companyId: string,
  { page: _, limit, before = Number.MAX_SAFE_INTEGER, isBrief, ...filter }: PageRequest,
  ahead: number,
): Steps<StoredPage> {
  const { tables, text, integer, lookups } = sql;
  const { columns, invoiceOf: read } = lookups.reading(isBrief);
  const values: unknown[] = [companyId, limit, before, limit + ahead];
  const counters = `SELECT counter FROM wanted ORDER BY counter DESC LIMIT ${integer("$2")}`;
  const rows = yield* allRows<{ readonly place: string } & (InvoiceRow | { readonly document: null })>(
    `WITH ${foundInvoices(sql, filter, (value) => `$${values.push(value)}`)}, wanted AS (
       SELECT counter FROM found WHERE counter < ${integer("$3")} ORDER BY counter DESC LIMIT ${integer("$4")}
     ), page AS (
       SELECT ${columns}, i.counter AS sort_key FROM ${tables.invoices} AS i
       WHERE i.company_id = $1 AND ${sql.amongCounters("i.counter", counters)}
     )
     SELECT ${text("wanted.counter")} AS place, page.*
     FROM wanted LEFT JOIN page ON page.sort_key = wanted.counter ORDER BY wanted.counter DESC`,
    ...values,
  );
  const invoices = rows.flatMap((row) => (row.document === null ? [] : [read(row)]));
  return { invoices, total: 0, rest: rows.slice(invoices.length).map(({ place }) => Number(place)) };
}

/** Those of the invoices with these counters that still have the status. Nothing else that a list asks for can change. */
export function* listedAmong(
  { tables, among, text, lookups }: SqlSyntax,
  companyId: string,
  counters: readonly number[],
  { status, due, isBrief }: Pick<PageRequest, "status" | "due" | "isBrief">,
): Steps<StoredInvoice[]> {
  const { columns, invoiceOf: read } = lookups.reading(isBrief);
  const rows = yield* allRows<InvoiceRow>(
    `SELECT ${columns} FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND ${among("i.counter", "$2", "integer")}
       AND i.status = coalesce(${text("$3")}, i.status)${due ? ` AND ${lookups.isDue}` : ""} ORDER BY i.counter DESC`,
    ...[companyId, counters.map(String), status ?? null],
  );
  return rows.map(read);
}

/** Those of the counters whose invoices the filter finds. It does not compare names and words. */
export function* filterCounters(
  sql: SqlSyntax,
  companyId: string,
  counters: readonly number[],
  filter: InvoiceFilter,
): Steps<number[]> {
  const { tables, among, text } = sql;
  const values: unknown[] = [companyId, counters.map(String)];
  const conditions = conditionsOf(sql, filter, true, (value) => `$${values.push(value)}`);
  const rows = yield* allRows<{ counter: string }>(
    `SELECT ${text("i.counter")} AS counter FROM ${tables.invoices} AS i
     WHERE i.company_id = $1 AND ${among("i.counter", "$2", "integer")}${conditions}`,
    ...values,
  );
  return rows.map(({ counter }) => Number(counter));
}

/** SQL for a common table expression; `found` has the counters of all invoices that the filter finds. */
function foundInvoices(sql: SqlSyntax, filter: InvoiceFilter, bind: Bind): string {
  const { from, left } = sql.lookups.found(filter, bind);
  const conditions = conditionsOf(sql, left, filter.reference !== undefined, bind);
  return `found AS MATERIALIZED (SELECT i.counter AS counter FROM ${from}${conditions})`;
}

/** SQL of the conditions, from the first AND on. `isFound`: others find the invoices, or the one for the reference does. */
function conditionsOf({ lookups, asDay }: SqlSyntax, filter: InvoiceFilter, isFound: boolean, bind: Bind): string {
  const { status, from, to, reference, series, dueBefore, due } = filter;
  const isSearched = isFound || series !== undefined;
  return [
    ...(status === undefined ? [] : [`i.status = ${bind(status)}`]),
    ...(from === undefined ? [] : [`i.issue_date >= ${asDay(bind(from))}`]),
    ...(to === undefined ? [] : [`i.issue_date <= ${asDay(bind(to))}`]),
    // Only what is SENT can be due.
    ...(due ? [lookups.isDue, ...(status === undefined ? ["i.status = 'SENT'"] : [])] : []),
    ...(dueBefore === undefined ? [] : [lookups.isDatedBefore(bind(dueBefore), filter, isSearched)]),
    ...(dueBefore === undefined || !due ? [] : [lookups.isDueBefore(bind(dueBefore))]),
    ...(series === undefined ? [] : [lookups.inSeries(bind(series), isFound)]),
    ...(reference === undefined ? [] : [lookups.hasReference(reference, bind)]),
  ]
    .map((condition) => ` AND ${condition}`)
    .join("");
}
