import { INVOICE_STATUSES, type InvoiceStatus } from "../../../domain/invoice/status.ts";
import type { PageRequest, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../../sql/invoice-row.ts";
import type { StoreConnection } from "../connection/session.ts";
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
export function inSnapshot<Result>(connection: StoreConnection, query: () => Result): Result {
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
  if (status === undefined && isContiguous(range))
    return pageOfCounters(connection, companyId, range, { offset, limit });
  return pageByCounting(connection, companyId, range, { status, offset, limit });
}

/** Whether each counter of the range is an invoice of the days that were asked for. */
function isContiguous({ isGapless, days }: CounterRange): boolean {
  return isGapless && days === undefined;
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

/** A page of what does not follow one after the other: of one status, of a host's own counter, of dates resumed. */
function pageByCounting(
  connection: StoreConnection,
  companyId: string,
  range: CounterRange,
  { status, offset, limit }: Slice & { readonly status: InvoiceStatus | undefined },
): StoredPage {
  const total =
    status === undefined
      ? countInvoices(connection, companyId, range)
      : totalOfStatus(connection, companyId, range, status);
  if (offset >= total) return { invoices: [], total };
  const count = Math.min(limit, total - offset);
  // What comes before the page is passed over, from the end of the list that is nearer.
  const isNearNewest = offset <= total / 2;
  const { where, values } = filterOf(companyId, range, status);
  const rows = connection.all<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} ${where} ORDER BY counter ${isNearNewest ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
    ...[...values, count, isNearNewest ? offset : total - offset - count],
  );
  const invoices: StoredInvoice[] = rows.map(invoiceOf);
  return { invoices: isNearNewest ? invoices : invoices.reverse(), total };
}

/** Counts the status or, where most have it and there are no gaps, all others, and takes these off. */
function totalOfStatus(
  connection: StoreConnection,
  companyId: string,
  range: CounterRange,
  status: InvoiceStatus,
): number {
  const size = range.last - range.first + 1;
  const count = (each: InvoiceStatus) => countInvoices(connection, companyId, range, each);
  if (!isContiguous(range) || size <= SAMPLES) return count(status);
  let found = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const counter = range.first + Math.floor(((sample + 0.5) / SAMPLES) * size);
    const { where, values } = filterOf(companyId, { first: counter, last: counter }, status);
    if (connection.get(`SELECT 1 ${where}`, ...values) !== undefined) found += 1;
  }
  if (found < SAMPLES / 2) return count(status);
  return INVOICE_STATUSES.reduce((rest, other) => (other === status ? rest : rest - count(other)), size);
}

function countInvoices(
  connection: StoreConnection,
  companyId: string,
  range: FilteredRange,
  status?: InvoiceStatus,
): number {
  const { where, values } = filterOf(companyId, range, status);
  return connection.get<{ total: number }>(`SELECT count(*) AS total ${where}`, ...values)?.total ?? 0;
}

type FilteredRange = Omit<CounterRange, "isGapless">;

/** SQL from FROM on, and its values. The index is named, because statistics of the host's could speak for another. */
function filterOf(
  companyId: string,
  { first, last, days: { from, to } = {} }: FilteredRange,
  status: InvoiceStatus | undefined,
) {
  const [index, condition] =
    status === undefined ? ["", ""] : ["INDEXED BY faktura_invoices_by_status", "AND status = ?"];
  const dated = `${from === undefined ? "" : "AND issue_date >= ?"} ${to === undefined ? "" : "AND issue_date <= ?"}`;
  return {
    where: `FROM faktura_invoices ${index} WHERE company_id = ? ${condition} AND counter BETWEEN ? AND ? ${dated}`,
    values: [companyId, status, first, last, from, to].filter((value) => value !== undefined),
  };
}
