import type { CalendarDay } from "../../domain/calendar.ts";
import type { InvoiceFilter, PageRequest, StoredPage } from "../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../invoice-row.ts";
import type { StoreConnection } from "./connection.ts";
import { findInvoices, INVOICE_COLUMNS } from "./rows.ts";

/** One page and its total. */
export function listInvoices(connection: StoreConnection, companyId: string, request: PageRequest): StoredPage {
  return inSnapshot(connection, () => readPage(connection, companyId, request));
}

/** The invoice and its payments; `undefined` when the company has none with this id. */
export function findInvoice(connection: StoreConnection, companyId: string, id: string) {
  return inSnapshot(connection, () => findInvoices(connection, companyId, [id])[0]);
}

/** Statements on their own would each see what another process has committed in between. */
function inSnapshot<Result>(connection: StoreConnection, query: () => Result): Result {
  connection.exec("BEGIN");
  try {
    return query();
  } finally {
    connection.exec("COMMIT");
  }
}

/** One page and its total, in the transaction that the caller has begun. */
export function readPage(
  connection: StoreConnection,
  companyId: string,
  { page, limit, ...filter }: PageRequest,
): StoredPage {
  const where = `company_id = ? AND counter BETWEEN ? AND ?${filter.status === undefined ? "" : " AND status = ?"}`;
  const { first, last } = counterRange(connection, companyId, filter);
  const values = [companyId, first, last, ...(filter.status === undefined ? [] : [filter.status])];
  const { total } = connection.get<{ total: number }>(
    `SELECT count(*) AS total FROM faktura_invoices WHERE ${where}`,
    ...values,
  ) ?? { total: 0 };
  const offset = (page - 1) * limit;
  if (offset >= total) return { invoices: [], total };
  const rows = connection.all<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} FROM faktura_invoices WHERE ${where} ORDER BY counter DESC LIMIT ? OFFSET ?`,
    ...values,
    ...[limit, offset],
  );
  return { invoices: rows.map(invoiceOf), total };
}

/** Issue dates never run backwards along the sequence, so days are a range of counters, found by halving. */
function counterRange(connection: StoreConnection, companyId: string, { from, to }: InvoiceFilter) {
  const ends = connection.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(counter) FROM faktura_invoices WHERE company_id = ?) AS first,
            (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?) AS last`,
    ...[companyId, companyId],
  );
  let { first, last } = { first: ends?.first ?? 1, last: ends?.last ?? 0 };
  const search = (until: (day: CalendarDay) => boolean) => findCounter(connection, companyId, first, last, until);
  if (to !== undefined) last = search((day) => day > to) - 1;
  if (from !== undefined) first = search((day) => day >= from);
  return { first, last };
}

/** The first counter in `first`..`last` whose issue date satisfies `until`; `last + 1` when none does. */
function findCounter(
  connection: StoreConnection,
  companyId: string,
  first: number,
  last: number,
  until: (day: CalendarDay) => boolean,
): number {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // A host's own counter leaves gaps here, so the row at or after the middle is looked at.
    const row = connection.get<{ counter: number; issue_date: string }>(
      "SELECT counter, issue_date FROM faktura_invoices WHERE company_id = ? AND counter >= ? ORDER BY counter LIMIT 1",
      ...[companyId, middle],
    );
    if (row === undefined || until(row.issue_date)) high = middle;
    else low = row.counter + 1;
  }
  return low;
}
