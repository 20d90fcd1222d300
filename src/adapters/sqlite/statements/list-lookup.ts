import type { InvoiceFilter, PageRequest, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import type { Session } from "../connection/session.ts";
import { DUE_DATE, IS_DUE, REFERENCE } from "../schema/lookups.ts";
import { INVOICE_COLUMNS, readingOf } from "./rows.ts";

/** A row of a page, with the total. The counter is `null` if the page is empty. */
type PageRow = { readonly total: number } & (InvoiceRow | { readonly counter: null });

/** One page and the total of a list by reference, series or due date. */
export function pageOfLookup(session: Session, companyId: string, request: PageRequest): StoredPage {
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead, isBrief, ...filter } = request;
  const found = foundInvoices(companyId, filter);
  if (ahead !== undefined) {
    const newest = session.all<{ counter: number }>(
      `WITH ${found.sql} SELECT counter FROM found WHERE counter < ? ORDER BY counter DESC LIMIT ?`,
      ...[...found.values, before, limit + ahead],
    );
    const counters = newest.map(({ counter }) => counter);
    const invoices = invoicesAmong(session, companyId, counters.slice(0, limit), { isBrief });
    return { invoices, total: 0, rest: counters.slice(limit) };
  }
  // All offsets beyond the last page give an empty page, but SQLite cannot read all of them as integers.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const rows = session.all<PageRow>(
    `WITH ${found.sql}
     SELECT total.total, page.* FROM (SELECT count(*) AS total FROM found) AS total LEFT JOIN (
       SELECT ${INVOICE_COLUMNS} FROM faktura_invoices WHERE company_id = ?
         AND counter IN (SELECT counter FROM found WHERE counter < ? ORDER BY counter DESC LIMIT ? OFFSET ?)
     ) AS page ON TRUE ORDER BY page.counter DESC`,
    ...[...found.values, companyId, before, limit, offset],
  );
  const invoices = rows.flatMap((row) => (row.counter === null ? [] : [invoiceOf(row)]));
  return { invoices, total: rows[0]?.total ?? 0 };
}

/** Those of the invoices with these counters that still have the status. Nothing else that a list asks for can change. */
export function invoicesAmong(
  session: Session,
  companyId: string,
  counters: readonly number[],
  { status, due, isBrief }: Pick<PageRequest, "status" | "due" | "isBrief">,
): StoredInvoice[] {
  const { columns, invoiceOf } = readingOf({ isBrief });
  const rows = session.all<InvoiceRow>(
    `SELECT ${columns} FROM faktura_invoices WHERE company_id = ?
       AND counter IN (SELECT value FROM json_each(?)) AND status = coalesce(?, status)${due ? ` AND ${IS_DUE} = 1` : ""} ORDER BY counter DESC`,
    ...[companyId, JSON.stringify(counters), status ?? null],
  );
  return rows.map(invoiceOf);
}

interface Sql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Those of the counters whose invoices the filter finds. It does not compare names and words. */
export function filterCounters(
  session: Session,
  companyId: string,
  counters: readonly number[],
  filter: InvoiceFilter,
): number[] {
  const { rest, values } = conditionsOf(companyId, filter);
  const rows = session.all<{ counter: number }>(
    `SELECT counter FROM faktura_invoices WHERE company_id = ? AND counter IN (SELECT value FROM json_each(?))${rest}`,
    ...[companyId, JSON.stringify(counters), ...values],
  );
  return rows.map(({ counter }) => counter);
}

/** SQL for a common table expression; `found` has the counters of all invoices that the filter finds. */
function foundInvoices(companyId: string, filter: InvoiceFilter): Sql {
  const { reference, series, dueBefore, due } = filter;
  const found = (from: string, driving: readonly unknown[], left: InvoiceFilter): Sql => {
    const { rest, values } = conditionsOf(companyId, left);
    return { sql: `found AS MATERIALIZED (SELECT counter FROM ${from}${rest})`, values: [...driving, ...values] };
  };
  if (reference !== undefined) {
    const from = `faktura_invoices INDEXED BY faktura_invoices_by_reference
       WHERE company_id = ? AND ${REFERENCE} IS NOT NULL`;
    return found(from, [companyId], filter);
  }
  if (dueBefore !== undefined) {
    const from = `faktura_invoices INDEXED BY faktura_invoices_by_due_date
       WHERE company_id = ? AND ${DUE_DATE} IS NOT NULL${due ? "" : ` AND ${IS_DUE} IN (0, 1)`}`;
    return found(from, [companyId], filter);
  }
  if (series !== undefined) {
    const from = `(SELECT counter AS place FROM faktura_series_invoices WHERE company_id = ? AND series = ?)
       CROSS JOIN faktura_invoices WHERE company_id = ? AND counter = place`;
    return found(from, [companyId, series, companyId], { ...filter, series: undefined });
  }
  // Only what is SENT can be due.
  const from = "faktura_invoices INDEXED BY faktura_invoices_by_status WHERE company_id = ? AND status = 'SENT'";
  return found(from, [companyId], filter);
}

/** SQL of the conditions, from the first AND on, and its values. */
function conditionsOf(companyId: string, { status, from, to, reference, series, dueBefore, due }: InvoiceFilter) {
  const conditions: (readonly [sql: string, values: readonly unknown[]])[] = [];
  const where = (sql: string, value: unknown) => value !== undefined && conditions.push([` AND ${sql}`, [value]]);
  where("status = ?", status);
  where("issue_date >= ?", from);
  where("issue_date <= ?", to);
  where(`${REFERENCE} = ?`, reference);
  where(`${DUE_DATE} < ?`, dueBefore);
  if (due) conditions.push([` AND ${IS_DUE} = 1`, []]);
  if (due) where(IS_DUE_BEFORE, dueBefore);
  if (series !== undefined) conditions.push([` AND ${IN_SERIES}`, [companyId, series]]);
  return { rest: conditions.map(([sql]) => sql).join(""), values: conditions.flatMap(([, bound]) => bound) };
}

/** Whether more is due than what is kept back until that day or longer. */
const IS_DUE_BEFORE = `(json_type(document, '$.retentions') IS NOT 'array' OR amount_due IS NULL OR amount_due - 1e-6 >
  (SELECT total(json_extract(value, '$.amount')) FROM json_each(document, '$.retentions')
    WHERE json_extract(value, '$.dueOn') >= ?))`;

const IN_SERIES = `EXISTS (SELECT 1 FROM faktura_series_invoices AS s
  WHERE s.company_id = ? AND s.counter = faktura_invoices.counter AND s.series = ?)`;
