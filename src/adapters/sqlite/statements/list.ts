import { INVOICE_STATUSES, type InvoiceStatus } from "../../../domain/invoice/status.ts";
import type { PageRequest, StoredInvoice, StoredPage } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import { isSearch, searchPage } from "../../engine/search/search-page.ts";
import { listedAmong, pageOfLookup } from "../../sql/list-lookup.ts";
import { searchDialect } from "../../sql/search.ts";
import type { RunSteps } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import { IS_DUE } from "../schema/lookups.ts";
import { type CounterRange, counterRange } from "./list-range.ts";
import { INVOICE_COLUMNS, readingOf } from "./rows.ts";
import { SEARCH_TEXTS } from "./search-texts.ts";
import { runSteps } from "./steps.ts";

/** How many counters are sampled to estimate whether a status is common or rare. */
const SAMPLES = 15;

/** One page and the total. `list` reads it if it need not be searched for: {@link listInvoices} or {@link readPage}. */
export async function listThrough(
  read: <Result>(query: (session: Session) => Result) => Promise<Result>,
  list: typeof readPage,
  companyId: string,
  request: PageRequest,
): Promise<StoredPage> {
  if (!isSearch(request)) return read((session) => list(session, companyId, request));
  const run: RunSteps = (...steps) => read((session) => runSteps(session, ...steps));
  return searchPage(searchDialect(run, SEARCH_TEXTS, companyId), request);
}

/** One page and the total, in one snapshot. */
export function listInvoices(session: Session, companyId: string, request: PageRequest): StoredPage {
  return inSnapshot(session, () => readPage(session, companyId, request));
}

/** Runs several reads in one snapshot. Without it, each statement would see what others have committed in between. */
export function inSnapshot<Result>(session: Session, query: () => Result): Result {
  session.driver.exec("BEGIN");
  try {
    return query();
  } finally {
    session.driver.exec("COMMIT");
  }
}

/** One page and the total, in the transaction that the caller has begun. */
export function readPage(session: Session, companyId: string, request: PageRequest): StoredPage {
  const { page, limit, before, ahead, among, status, from, to, reference, series, dueBefore, due, isBrief } = request;
  if (among !== undefined) return { invoices: runSteps(session, listedAmong, companyId, among, request), total: 0 };
  const isLookup = [reference, series, dueBefore].some((value) => value !== undefined);
  if (isLookup || (due && ahead === undefined)) return runSteps(session, pageOfLookup, companyId, request);
  const range = counterRange(session, companyId, { from, to });
  const offset = (page - 1) * limit;
  if (status === undefined && !due && isContiguous(range))
    return pageOfCounters(session, companyId, range, { offset, limit, before, isBrief });
  if (before !== undefined || ahead !== undefined)
    return pageBefore(session, companyId, range, { ...request, before: before ?? Number.MAX_SAFE_INTEGER });
  return pageByCounting(session, companyId, range, { status, offset, limit });
}

/** Whether every counter in the range has an invoice that is dated within the requested days. */
function isContiguous({ isGapless, days }: CounterRange): boolean {
  return isGapless && days === undefined;
}

interface Slice {
  /** How many newer invoices come before the page. */
  readonly offset: number;
  readonly limit: number;
  /** Only lower counters are on the page. Absent: all are. */
  readonly before?: number | undefined;
  /** As in the request. */
  readonly isBrief?: boolean | undefined;
}

/** A sequence without gaps is its own index: the page is a range of counters, so nothing needs to be counted. */
function pageOfCounters(
  session: Session,
  companyId: string,
  { first, last }: CounterRange,
  { offset, limit, before, isBrief }: Slice,
): StoredPage {
  const { columns, invoiceOf } = readingOf({ isBrief });
  const total = last - first + 1;
  if (offset >= total) return { invoices: [], total };
  const newest = before === undefined ? last - offset : Math.min(last, before - 1);
  const rows = session.all<InvoiceRow>(
    `SELECT ${columns} FROM faktura_invoices WHERE company_id = ? AND counter BETWEEN ? AND ?
     ORDER BY counter DESC`,
    ...[companyId, Math.max(first, newest - limit + 1), newest],
  );
  return { invoices: rows.map(invoiceOf), total };
}

/** A page of invoices whose counters may have gaps between them: one status, a host's own counter, or resumed dates. */
function pageByCounting(
  session: Session,
  companyId: string,
  range: CounterRange,
  { status, offset, limit }: Slice & { readonly status: InvoiceStatus | undefined },
): StoredPage {
  const total = totalOf(session, companyId, range, status);
  if (offset >= total) return { invoices: [], total };
  const count = Math.min(limit, total - offset);
  // Skip the invoices before the page, starting from the nearer end of the list.
  const isNearNewest = offset <= total / 2;
  const { where, values } = filterOf(companyId, range, status);
  const rows = session.all<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} ${where} ORDER BY counter ${isNearNewest ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
    ...[...values, count, isNearNewest ? offset : total - offset - count],
  );
  const invoices: StoredInvoice[] = rows.map(invoiceOf);
  return { invoices: isNearNewest ? invoices : invoices.reverse(), total };
}

/** The newest invoices below a counter, where counters may have gaps. Nothing is skipped, and counted only if needed. */
function pageBefore(
  session: Session,
  companyId: string,
  range: CounterRange,
  { due, status = due ? "SENT" : undefined, limit, before, ahead, isBrief }: PageRequest & { readonly before: number },
): StoredPage {
  const { columns, invoiceOf } = readingOf({ isBrief });
  const { where, values } = filterOf(companyId, { ...range, last: Math.min(range.last, before - 1) }, status);
  // Only what is SENT can be due.
  const sql = `SELECT ${columns} ${where} ${due ? `AND ${IS_DUE} = 1` : ""} ORDER BY counter DESC LIMIT ?`;
  const invoices = session.all<InvoiceRow>(sql, ...values, limit).map(invoiceOf);
  return { invoices, total: ahead === undefined ? totalOf(session, companyId, range, status) : 0 };
}

/** How many invoices in the range have the status, if any is given. */
function totalOf(session: Session, companyId: string, range: CounterRange, status: InvoiceStatus | undefined): number {
  if (status === undefined) return countInvoices(session, companyId, range);
  return totalOfStatus(session, companyId, range, status);
}

/**
 * Counts the invoices with this status. If most invoices have it and there are no gaps, counts the others and
 * subtracts.
 */
function totalOfStatus(session: Session, companyId: string, range: CounterRange, status: InvoiceStatus): number {
  const size = range.last - range.first + 1;
  const count = (each: InvoiceStatus) => countInvoices(session, companyId, range, each);
  if (!isContiguous(range) || size <= SAMPLES) return count(status);
  let found = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const counter = range.first + Math.floor(((sample + 0.5) / SAMPLES) * size);
    const { where, values } = filterOf(companyId, { first: counter, last: counter }, status);
    if (session.get(`SELECT 1 ${where}`, ...values) !== undefined) found += 1;
  }
  if (found < SAMPLES / 2) return count(status);
  return INVOICE_STATUSES.reduce((rest, other) => (other === status ? rest : rest - count(other)), size);
}

function countInvoices(session: Session, companyId: string, range: FilteredRange, status?: InvoiceStatus): number {
  const { where, values } = filterOf(companyId, range, status);
  return session.get<{ total: number }>(`SELECT count(*) AS total ${where}`, ...values)?.total ?? 0;
}

type FilteredRange = Omit<CounterRange, "isGapless">;

/**
 * SQL from FROM on, and its values. Names the index, because statistics in the host's database could make SQLite choose
 * another.
 */
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
