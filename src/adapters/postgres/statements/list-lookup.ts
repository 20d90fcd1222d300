import type { InvoiceFilter, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import type { Session } from "../connection/session.ts";
import {
  DUE_DATE_KEY,
  HAS_DUE_DATE,
  HAS_REFERENCE,
  INDEXED_REFERENCE,
  IS_DUE,
  REFERENCE_KEY,
} from "../schema/lookups.ts";
import type { Tables } from "../settings.ts";
import { INVOICE_COLUMNS, PAGE_COLUMNS } from "./rows.ts";

/** A row of a page, with the total. The counter is `null` if the page is empty. */
export type PageRow = { readonly total: string } & (InvoiceRow | { readonly counter: null });

/** Binds a value. Returns its parameter in the statement. */
type Bind = (value: string) => string;

/** The invoices on a page: `limit` of them below the counter `before`, after the `offset` newest ones. */
export interface Slice extends InvoiceFilter {
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
  readonly needsTotal: boolean;
}

/** One page and the total of a list by reference, series or due date, in one statement and so in one snapshot. */
export function listLookup(session: Session, tables: Tables, companyId: string, slice: Slice): Promise<PageRow[]> {
  const values = [companyId, String(slice.limit), String(slice.offset), String(slice.before)];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { invoices } = tables;
  return session.rows<PageRow>(
    `WITH ${foundInvoices(tables, slice, bind)}, page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS sort_key FROM ${invoices} AS i WHERE i.company_id = $1
         AND i.counter = ANY (ARRAY(SELECT counter FROM found WHERE counter < $4::bigint
           ORDER BY counter DESC LIMIT $2::bigint OFFSET $3::bigint))
     )
     SELECT total.total::pg_catalog.text AS total, page.counter, ${PAGE_COLUMNS}
     FROM (SELECT pg_catalog.count(*) AS total FROM found) AS total LEFT JOIN page ON true ORDER BY page.sort_key DESC`,
    values,
  );
}

/** The counters and the invoices of the page, and the counters of up to `ahead` invoices that follow it. */
export async function listAhead(
  session: Session,
  tables: Tables,
  companyId: string,
  slice: Slice,
  ahead: number,
): Promise<StoredPage> {
  const { limit, before } = slice;
  const values = [companyId, String(limit), String(before), String(limit + ahead)];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const rows = await session.rows<InvoiceRow | { readonly counter: string; readonly document: null }>(
    `WITH ${foundInvoices(tables, slice, bind)}, newest AS (
       SELECT counter FROM found WHERE counter < $3::bigint ORDER BY counter DESC LIMIT $4::bigint
     ), page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS sort_key FROM ${tables.invoices} AS i WHERE i.company_id = $1
         AND i.counter = ANY (ARRAY(SELECT counter FROM newest ORDER BY counter DESC LIMIT $2::bigint))
     )
     SELECT newest.counter::pg_catalog.text AS counter, ${PAGE_COLUMNS}
     FROM newest LEFT JOIN page ON page.sort_key = newest.counter ORDER BY newest.counter DESC`,
    values,
  );
  const invoices = rows.flatMap((row) => (row.document === null ? [] : [invoiceOf(row)]));
  return { invoices, total: 0, rest: rows.slice(invoices.length).map(({ counter }) => Number(counter)) };
}

/** Those of the invoices with these counters that still have the status. Nothing else that a list asks for can change. */
export async function listAmong(
  session: Session,
  { invoices }: Tables,
  companyId: string,
  counters: readonly number[],
  { status, due }: InvoiceFilter,
): Promise<StoredInvoice[]> {
  const rows = await session.rows<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} FROM ${invoices} AS i WHERE i.company_id = $1 AND i.counter = ANY ($2::bigint[])
       AND i.status = coalesce($3, i.status)${due ? ` AND ${IS_DUE}` : ""} ORDER BY i.counter DESC`,
    [companyId, `{${counters.join(",")}}`, status ?? null],
  );
  return rows.map(invoiceOf);
}

/** Those of the counters whose invoices the filter finds. It does not compare names and words. */
export async function filterCounters(
  session: Session,
  tables: Tables,
  companyId: string,
  counters: readonly number[],
  filter: InvoiceFilter,
): Promise<number[]> {
  const values = [companyId, `{${counters.join(",")}}`];
  const conditions = conditionsOf(tables, filter, true, (value) => `$${values.push(value)}`);
  const rows = await session.rows<{ counter: string }>(
    `SELECT i.counter::pg_catalog.text AS counter FROM ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.counter = ANY ($2::bigint[])${conditions}`,
    values,
  );
  return rows.map(({ counter }) => Number(counter));
}

/** SQL for a common table expression; `found` has the counters of all invoices that the filter finds. */
function foundInvoices(tables: Tables, filter: InvoiceFilter, bind: Bind): string {
  const conditions = conditionsOf(tables, filter, filter.reference !== undefined, bind);
  return `found AS (SELECT i.counter FROM ${tables.invoices} AS i WHERE i.company_id = $1${conditions})`;
}

/** SQL of the conditions, from the first AND on. `isLookup`: others find the invoices, or the one for the reference does. */
function conditionsOf({ seriesInvoices }: Tables, filter: InvoiceFilter, isLookup: boolean, bind: Bind): string {
  const { status, from, to, reference, series, dueBefore, due } = filter;
  return [
    ...(status === undefined ? [] : [`i.status = ${bind(status)}`]),
    ...(from === undefined ? [] : [`i.issue_date >= ${bind(from)}::pg_catalog.date`]),
    ...(to === undefined ? [] : [`i.issue_date <= ${bind(to)}::pg_catalog.date`]),
    // Only what is SENT can be due.
    ...(due ? [IS_DUE, ...(status === undefined ? ["i.status = 'SENT'"] : [])] : []),
    ...(dueBefore === undefined ? [] : [dueDateCondition(bind(dueBefore), due, isLookup || series !== undefined)]),
    ...(dueBefore === undefined || !due ? [] : [isDueBefore(bind(dueBefore))]),
    ...(series === undefined ? [] : [inSeries(seriesInvoices, bind(series), isLookup)]),
    ...(reference === undefined ? [] : referenceConditions(reference, bind)),
  ]
    .map((condition) => ` AND ${condition}`)
    .join("");
}

/**
 * The condition for a series. It looks up each invoice that the other conditions find. If there are none with an index,
 * it finds the invoices itself.
 */
function inSeries(seriesInvoices: string, series: string, isLookup: boolean): string {
  const rows = `SELECT s.counter FROM ${seriesInvoices} AS s WHERE s.company_id = $1 AND s.series = ${series}`;
  if (!isLookup) return `i.counter = ANY (ARRAY(${rows}))`;
  return `EXISTS (${rows} AND s.counter = i.counter OFFSET 0)`;
}

/**
 * The condition for a due date. If something else finds the invoices, it compares each of them: with an expression that no
 * index has, so that the planner does not read all due dates instead.
 */
function dueDateCondition(day: string, due: boolean | undefined, isOther: boolean): string {
  if (isOther) return `(i.document::pg_catalog.json ->> 'dueDate'::pg_catalog.text) COLLATE "C" < ${day}`;
  const either = due ? "" : `${IS_DUE} IN (true, false) AND `;
  return `${either}${HAS_DUE_DATE} AND ${DUE_DATE_KEY} < ${day}`;
}

/** The condition that more is due than what is kept back until that day or longer. */
function isDueBefore(day: string): string {
  const retentions = "i.document::pg_catalog.json -> 'retentions'::pg_catalog.text";
  const isList = `pg_catalog.strpos(i.document, '"retentions"') > 0 AND pg_catalog.json_typeof(${retentions}) = 'array'::pg_catalog.text`;
  return `(i.amount_due IS NULL OR CASE WHEN ${isList} THEN i.amount_due >
     (SELECT coalesce(pg_catalog.sum((r.value ->> 'amount'::pg_catalog.text)::pg_catalog.numeric), 0::pg_catalog.numeric)
      FROM pg_catalog.json_array_elements(${retentions}) AS r
      WHERE (r.value ->> 'dueOn'::pg_catalog.text) COLLATE "C" >= ${day}::pg_catalog.text) ELSE true END)`;
}

/** The index ends after some characters, so a reference of more is compared as a whole too. */
function referenceConditions(reference: string, bind: Bind): string[] {
  const text = [...escaped(reference)];
  const key = `${HAS_REFERENCE} AND ${REFERENCE_KEY} = ${bind(text.slice(0, INDEXED_REFERENCE).join(""))}`;
  return text.length <= INDEXED_REFERENCE
    ? [key]
    : [key, `i.document::pg_catalog.json ->> 'reference'::pg_catalog.text = ${bind(reference)}`];
}

/** As in canonical JSON. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
