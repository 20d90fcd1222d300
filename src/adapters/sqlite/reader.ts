import { INVOICE_STATUSES, type InvoiceStatus } from "../../domain/invoice-status.ts";
import type { PageRequest, StoredInvoice, StoredPage } from "../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../invoice-row.ts";
import type { StoreConnection } from "./connection.ts";
import { type CounterRange, counterRange } from "./counter-range.ts";
import { findOne, INVOICE_COLUMNS } from "./rows.ts";

/** How many places of the sequence are looked at to tell which statuses are the rarer ones. */
const SAMPLES = 15;

/** One page and its total. */
export function listInvoices(connection: StoreConnection, companyId: string, request: PageRequest): StoredPage {
  return inSnapshot(connection, () => readPage(connection, companyId, request));
}

/** The invoice and its payments; `undefined` when the company has none with this id. */
export function findInvoice(connection: StoreConnection, companyId: string, id: string) {
  return inSnapshot(connection, () => findOne(connection, companyId, id));
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
  { page, limit, status, from, to }: PageRequest,
): StoredPage {
  const range = counterRange(connection, companyId, { from, to });
  const offset = (page - 1) * limit;
  if (status === undefined && range.isGapless) return pageOfCounters(connection, companyId, range, { offset, limit });
  return pageByCounting(connection, companyId, range, { status, offset, limit });
}

interface Slice {
  /** Invoices before the page, the newest first. */
  readonly offset: number;
  readonly limit: number;
}

/** A sequence without gaps is its own index: the page is a range of counters, and nothing is counted. */
function pageOfCounters(
  connection: StoreConnection,
  companyId: string,
  { first, last }: CounterRange,
  { offset, limit }: Slice,
): StoredPage {
  const total = last - first + 1;
  if (offset >= total) return { invoices: [], total };
  const newest = last - offset;
  const rows = connection.all<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} FROM faktura_invoices WHERE company_id = ? AND counter BETWEEN ? AND ?
     ORDER BY counter DESC`,
    ...[companyId, Math.max(first, newest - limit + 1), newest],
  );
  return { invoices: rows.map(invoiceOf), total };
}

/** A page of what does not follow one after the other: of one status, or of a host's own counter. */
function pageByCounting(
  connection: StoreConnection,
  companyId: string,
  range: CounterRange,
  { status, offset, limit }: Slice & { readonly status: InvoiceStatus | undefined },
): StoredPage {
  const wanted = status === undefined ? INVOICE_STATUSES : [status];
  const total = totalOf(connection, companyId, range, wanted);
  if (offset >= total) return { invoices: [], total };
  const count = Math.min(limit, total - offset);
  const isNearNewest = offset <= total / 2;
  const rows = connection.all<InvoiceRow>(
    // Both ends are near: what comes before the page is passed over from the nearer one.
    `SELECT ${INVOICE_COLUMNS} FROM faktura_invoices WHERE company_id = ? ${status === undefined ? "" : "AND status = ?"}
     AND counter BETWEEN ? AND ? ORDER BY counter ${isNearNewest ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
    ...[companyId, ...(status === undefined ? [] : wanted), range.first, range.last],
    ...[count, isNearNewest ? offset : total - offset - count],
  );
  const invoices: StoredInvoice[] = rows.map(invoiceOf);
  return { invoices: isNearNewest ? invoices : invoices.reverse(), total };
}

/** Counts these statuses or, where they are the most and there are no gaps, all others, and takes these off. */
function totalOf(
  connection: StoreConnection,
  companyId: string,
  { first, last, isGapless }: CounterRange,
  wanted: readonly InvoiceStatus[],
): number {
  const count = (statuses: readonly InvoiceStatus[]) =>
    connection.get<{ total: number }>(
      `SELECT count(*) AS total FROM faktura_invoices
       WHERE company_id = ? AND status IN (${statuses.map(() => "?").join(", ")}) AND counter BETWEEN ? AND ?`,
      ...[companyId, ...statuses, first, last],
    )?.total ?? 0;
  const size = last - first + 1;
  if (!isGapless || size <= SAMPLES) return count(wanted);
  const others = INVOICE_STATUSES.filter((status) => !wanted.includes(status));
  let found = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const counter = first + Math.floor(((sample + 0.5) / SAMPLES) * size);
    const isWanted = connection.get(
      `SELECT 1 FROM faktura_invoices
       WHERE company_id = ? AND status IN (${wanted.map(() => "?").join(", ")}) AND counter = ?`,
      ...[companyId, ...wanted, counter],
    );
    if (isWanted !== undefined) found += 1;
  }
  return found <= SAMPLES / 2 ? count(wanted) : size - count(others);
}
