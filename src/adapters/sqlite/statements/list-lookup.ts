import type { InvoiceFilter, PageRequest, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { BLOCK_SIZE, clientSearch } from "../../common/client-search.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import type { Session } from "../connection/session.ts";
import { CLIENT_BLOCK, CLIENT_KEY, DUE_DATE, IS_DUE, REFERENCE } from "../schema/lookups.ts";
import { INVOICE_COLUMNS } from "./rows.ts";

/** A row of a page, with the total. The counter is `null` if the page is empty. */
type PageRow = { readonly total: number } & (InvoiceRow | { readonly counter: null });

/** One page and the total of a list by client, reference, series or due date. */
export function pageOfLookup(session: Session, companyId: string, request: PageRequest): StoredPage {
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead, ...filter } = request;
  const found = foundInvoices(companyId, filter);
  if (ahead !== undefined) {
    const newest = session.all<{ counter: number }>(
      `WITH RECURSIVE ${found.sql} SELECT counter FROM found WHERE counter < ? ORDER BY counter DESC LIMIT ?`,
      ...[...found.values, before, limit + ahead],
    );
    const counters = newest.map(({ counter }) => counter);
    const invoices = invoicesAmong(session, companyId, counters.slice(0, limit), {});
    return { invoices, total: 0, rest: counters.slice(limit) };
  }
  // All offsets beyond the last page give an empty page, but SQLite cannot read all of them as integers.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const rows = session.all<PageRow>(
    `WITH RECURSIVE ${found.sql}
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
  { status, due }: InvoiceFilter,
): StoredInvoice[] {
  const rows = session.all<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} FROM faktura_invoices WHERE company_id = ?
       AND counter IN (SELECT value FROM json_each(?)) AND status = coalesce(?, status)${due ? ` AND ${IS_DUE} = 1` : ""} ORDER BY counter DESC`,
    ...[companyId, JSON.stringify(counters), status ?? null],
  );
  return rows.map(invoiceOf);
}

interface Sql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** SQL for common table expressions; `found` has the counters of all invoices that the filter finds. */
function foundInvoices(companyId: string, filter: InvoiceFilter): Sql {
  const { status, from, to, client, reference, series, dueBefore, due } = filter;
  const search = client === undefined ? undefined : clientSearch(client);
  const conditions: (readonly [sql: string, values: readonly unknown[]])[] = [];
  const where = (sql: string, value: unknown) => value !== undefined && conditions.push([` AND ${sql}`, [value]]);
  where("status = ?", status);
  where("issue_date >= ?", from);
  where("issue_date <= ?", to);
  where(`${DUE_DATE} < ?`, dueBefore);
  if (due) conditions.push([` AND ${IS_DUE} = 1`, []]);
  if (due) where(IS_DUE_BEFORE, dueBefore);
  const byText = client !== undefined || reference !== undefined;
  const byDueDate = dueBefore !== undefined && !byText;
  const bySeries = !byText && !byDueDate && series !== undefined;
  const byDue = !byText && !byDueDate && !bySeries;
  if (series !== undefined && !bySeries) conditions.push([` AND ${IN_SERIES}`, [companyId, series]]);
  const byClient = search !== undefined && reference === undefined;
  const name = byClient ? search.beyondIndex : search?.letters;
  where(`${CLIENT_KEY} GLOB ?`, byClient && search.inIndex ? patternOf(search.inIndex) : undefined);
  where("json_extract(document, '$.clientName') GLOB ?", name && patternOf(name));
  const rest = conditions.map(([sql]) => sql).join("");
  const values = conditions.flatMap(([, bound]) => bound);
  if (byDueDate) {
    const either = due ? "" : ` AND ${IS_DUE} IN (0, 1)`;
    const sql = `found AS MATERIALIZED (
       SELECT counter FROM faktura_invoices INDEXED BY faktura_invoices_by_due_date
       WHERE company_id = ? AND ${DUE_DATE} IS NOT NULL${either}${rest}
     )`;
    return { sql, values: [companyId, ...values] };
  }
  if (byDue) {
    // Only what is SENT can be due.
    const sql = `found AS MATERIALIZED (
       SELECT counter FROM faktura_invoices INDEXED BY faktura_invoices_by_status
       WHERE company_id = ? AND status = 'SENT'${rest}
     )`;
    return { sql, values: [companyId, ...values] };
  }
  if (bySeries) {
    const sql = `found AS MATERIALIZED (
       SELECT i.counter FROM faktura_series_invoices AS s CROSS JOIN faktura_invoices AS i
       WHERE s.company_id = ? AND s.series = ? AND i.company_id = ? AND i.counter = s.counter${rest}
     )`;
    return { sql, values: [companyId, series, companyId, ...values] };
  }
  if (!byClient) {
    const sql = `found AS MATERIALIZED (
       SELECT counter FROM faktura_invoices INDEXED BY faktura_invoices_by_reference
       WHERE company_id = ? AND ${REFERENCE} = ? AND ${REFERENCE} IS NOT NULL${rest}
     )`;
    return { sql, values: [companyId, reference, ...values] };
  }
  const [low, high] = [0, 1].map((end) => `json_extract(wanted.value, '$[${end}]')`);
  const sql = `blocks (block) AS (
       SELECT (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?) / ${BLOCK_SIZE}
       UNION ALL
       SELECT (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?
         AND counter < blocks.block * ${BLOCK_SIZE}) / ${BLOCK_SIZE}
       FROM blocks WHERE blocks.block IS NOT NULL
     ), found AS MATERIALIZED (
       SELECT counter FROM blocks CROSS JOIN json_each(?) AS wanted
       CROSS JOIN faktura_invoices INDEXED BY faktura_invoices_by_client
       WHERE company_id = ? AND ${CLIENT_BLOCK} = blocks.block
         AND ${CLIENT_KEY} >= ${low} AND ${CLIENT_KEY} < ${high}${rest}
     )`;
  return { sql, values: [companyId, companyId, JSON.stringify(search.ranges), companyId, ...values] };
}

/** Whether more is due than what is kept back until that day or longer. */
const IS_DUE_BEFORE = `(json_type(document, '$.retentions') IS NOT 'array' OR amount_due IS NULL OR amount_due - 1e-6 >
  (SELECT total(json_extract(value, '$.amount')) FROM json_each(document, '$.retentions')
    WHERE json_extract(value, '$.dueOn') >= ?))`;

const IN_SERIES = `EXISTS (SELECT 1 FROM faktura_series_invoices AS s
  WHERE s.company_id = ? AND s.counter = faktura_invoices.counter AND s.series = ?)`;

/** A pattern for names that begin with these letters, each in one of its variants. */
function patternOf(letters: readonly (readonly string[])[]): string {
  const one = (letter: string) => ("*?[".includes(letter) ? `[${letter}]` : letter);
  return `${letters.map((all) => (all.length === 1 ? one(all[0]!) : `[${all.join("")}]`)).join("")}*`;
}
