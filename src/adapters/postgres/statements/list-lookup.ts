import type { InvoiceFilter, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { BLOCK_SIZE, clientSearch } from "../../common/client-search.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import { arrayOf, rowsOf } from "../connection/array-text.ts";
import type { Session } from "../connection/session.ts";
import {
  CLIENT_BLOCK,
  CLIENT_KEY,
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

/** One page and the total of a list by client, reference, series or due date, in one statement and so in one snapshot. */
export function listLookup(session: Session, tables: Tables, companyId: string, slice: Slice): Promise<PageRow[]> {
  const values = [companyId, String(slice.limit), String(slice.offset), String(slice.before)];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { invoices } = tables;
  return session.rows<PageRow>(
    `WITH RECURSIVE ${foundInvoices(tables, slice, bind)}, page AS (
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
    `WITH RECURSIVE ${foundInvoices(tables, slice, bind)}, newest AS (
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

/** SQL for common table expressions; `found` has the counters of all invoices that the filter finds. */
function foundInvoices({ invoices, seriesInvoices }: Tables, filter: InvoiceFilter, bind: Bind) {
  const { status, from, to, client, reference, series, dueBefore, due } = filter;
  const search = client === undefined ? undefined : clientSearch(client, escaped);
  const byClient = search !== undefined && reference === undefined;
  const isLookup = client !== undefined || reference !== undefined;
  const name = byClient ? search.beyondIndex : search?.letters;
  const conditions = [
    ...(status === undefined ? [] : [`i.status = ${bind(status)}`]),
    ...(from === undefined ? [] : [`i.issue_date >= ${bind(from)}::pg_catalog.date`]),
    ...(to === undefined ? [] : [`i.issue_date <= ${bind(to)}::pg_catalog.date`]),
    // Only what is SENT can be due.
    ...(due ? [IS_DUE, ...(status === undefined ? ["i.status = 'SENT'"] : [])] : []),
    ...(dueBefore === undefined ? [] : [dueDateCondition(bind(dueBefore), filter)]),
    ...(dueBefore === undefined || !due ? [] : [isDueBefore(bind(dueBefore))]),
    ...(series === undefined ? [] : [inSeries(seriesInvoices, bind(series), isLookup)]),
    ...(reference === undefined ? [] : referenceConditions(reference, bind)),
    ...(byClient && search.inIndex ? [`${CLIENT_KEY} ~ ${bind(patternOf(search.inIndex))}`] : []),
    ...(name === undefined
      ? []
      : [`(i.document::pg_catalog.json ->> 'clientName'::pg_catalog.text) COLLATE "C" ~ ${bind(patternOf(name))}`]),
  ].map((condition) => ` AND ${condition}`);
  if (!byClient)
    return `found AS (SELECT i.counter FROM ${invoices} AS i WHERE i.company_id = $1${conditions.join("")})`;
  const [lows, highs] = [0, 1].map((end) => bind(arrayOf(search.ranges.map((range) => range[end]!))));
  // OFFSET 0 forces one look-up per block and range. Otherwise the planner could scan all of the company's invoices.
  return `blocks (block) AS (
       SELECT pg_catalog.max(counter) / ${BLOCK_SIZE} FROM ${invoices} WHERE company_id = $1
       UNION ALL
       SELECT (SELECT pg_catalog.max(counter) / ${BLOCK_SIZE} FROM ${invoices}
         WHERE company_id = $1 AND counter < blocks.block * ${BLOCK_SIZE})
       FROM blocks WHERE blocks.block IS NOT NULL
     ), found AS (
       SELECT hit.counter FROM blocks
       CROSS JOIN ${rowsOf(`${lows}::pg_catalog.text[]`, `${highs}::pg_catalog.text[]`)} AS wanted (low, high)
       CROSS JOIN LATERAL (
         SELECT i.counter FROM ${invoices} AS i
         WHERE i.company_id = $1 AND ${CLIENT_BLOCK} = blocks.block
           AND ${CLIENT_KEY} >= wanted.low AND ${CLIENT_KEY} < wanted.high${conditions.join("")} OFFSET 0
       ) AS hit
     )`;
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
 * The condition for a due date. With a text or a series, it compares each invoice that the other conditions find: with
 * an expression that no index has, so that the planner does not read all due dates instead.
 */
function dueDateCondition(day: string, { due, client, reference, series }: InvoiceFilter): string {
  if ([client, reference, series].some((value) => value !== undefined))
    return `(i.document::pg_catalog.json ->> 'dueDate'::pg_catalog.text) COLLATE "C" < ${day}`;
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

/** A regular expression for names that begin with these letters, each in one of its variants. */
function patternOf(letters: readonly (readonly string[])[]): string {
  return `^${letters.map((variants) => (variants.length === 1 ? quoted(variants[0]!) : `[${variants.join("")}]`)).join("")}`;
}

/** Punctuation and spaces are escaped; a backslash before a letter or a digit would have a meaning. */
function quoted(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
