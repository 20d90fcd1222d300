import { INVOICE_STATUSES, type InvoiceStatus } from "../../../domain/invoice/status.ts";
import type { InvoiceFilter, PageRequest, StoredPage } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../../common/invoice-row.ts";
import { isSearch, searchPage } from "../../engine/search/search-page.ts";
import { listedAmong, pageOfLookup } from "../../sql/list-lookup.ts";
import { searchDialect } from "../../sql/search.ts";
import type { RunSteps } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { counterRange } from "./list-range.ts";
import { INVOICE_COLUMNS, PAGE_COLUMNS, resumptionsOf } from "./rows.ts";
import { SEARCH_TEXTS } from "./search-texts.ts";
import { runSteps } from "./steps.ts";

/** How many counters are sampled to estimate whether a status is common or rare. */
const SAMPLES = 15;

/** One page and the total, in one statement and so in one snapshot, if it need not be searched for. */
export async function listInvoices(
  session: Session,
  tables: Tables,
  companyId: string,
  request: PageRequest,
): Promise<StoredPage> {
  const run: RunSteps = (...steps) => runSteps(session, tables, ...steps);
  if (isSearch(request)) return searchPage(searchDialect(run, SEARCH_TEXTS, companyId), request);
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead, among, ...filter } = request;
  const { reference, series, dueBefore, due } = filter;
  if (among !== undefined) return { invoices: await run(listedAmong, companyId, among, filter), total: 0 };
  const isLookup = due || [reference, series, dueBefore].some((value) => value !== undefined);
  if (isLookup) return run(pageOfLookup, companyId, request);
  // All offsets beyond the last page give an empty page, but not all of them fit into a bigint.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const slice = { ...filter, limit, offset, before, needsTotal: ahead === undefined };
  const rows = await listByCounter(session, tables, companyId, slice);
  const invoices = rows.flatMap((row) => (row.counter === null ? [] : [invoiceOf(row)]));
  return { invoices, total: Number(rows[0]?.total ?? 0) };
}

/** A row of a page, with the total. The counter is `null` if the page is empty. */
type PageRow = { readonly total: string } & (InvoiceRow | { readonly counter: null });

/** The invoices on a page: `limit` of them below the counter `before`, after the `offset` newest ones. */
interface Slice extends Pick<InvoiceFilter, "status" | "from" | "to"> {
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
  readonly needsTotal: boolean;
}

/** The page and the total. If the first statement finds resumed dates, both are of a second one. */
async function listByCounter(session: Session, tables: Tables, companyId: string, slice: Slice): Promise<PageRow[]> {
  const sorted = await listSorted(session, tables, companyId, slice);
  return sorted[0]?.is_resumed === "true" ? listResumed(session, tables, companyId, slice) : sorted;
}

/**
 * The page if issue dates never decrease along the sequence. `is_resumed` says that they do and that days were
 * requested.
 */
function listSorted(
  session: Session,
  tables: Tables,
  companyId: string,
  { limit, offset, before, needsTotal, status, from, to }: Slice,
): Promise<(PageRow & { readonly is_resumed: string })[]> {
  const values: unknown[] = [companyId, String(limit), String(offset), String(before)];
  const bind = (value: string) => `$${values.push(value)}`;
  const range = counterRange(tables, { from: from && bind(from), to: to && bind(to) });
  const isFromNewest = before !== Number.MAX_SAFE_INTEGER || !needsTotal;
  const parts = status === undefined ? partsOfAll(tables) : partsOfStatus(tables, status, bind(status), isFromNewest);
  const isDated = from !== undefined || to !== undefined;
  return session.rows(
    `WITH RECURSIVE ${range},
     total AS (SELECT ${needsTotal ? parts.total : 0} AS total FROM range),
     page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS sort_key FROM ${tables.invoices} AS i
       WHERE i.company_id = $1 AND ${parts.onPage}
     )
     SELECT ${isDated ? `EXISTS (SELECT 1 ${resumptionsOf(tables)})` : "false"}::pg_catalog.text AS is_resumed,
       total.total::pg_catalog.text AS total, page.counter, ${PAGE_COLUMNS}
     FROM total LEFT JOIN page ON true ORDER BY page.sort_key DESC`,
    values,
  );
}

/**
 * SQL for the total, from `range`, and of the condition for invoices on the page. `$2` is the limit, `$3` the offset,
 * `$4` the counter below which the page begins.
 */
interface ListParts {
  readonly total: string;
  readonly onPage: string;
}

/** Without gaps, the page is a range of counters, and nothing needs to be counted. Otherwise the offset is skipped. */
function partsOfAll({ invoices }: Tables): ListParts {
  const either = (gapless: string, counted: string) =>
    `(SELECT CASE WHEN is_gapless THEN ${gapless} ELSE ${counted} END FROM range)`;
  return {
    total: `CASE WHEN is_gapless THEN size
      ELSE (SELECT pg_catalog.count(*) FROM ${invoices} AS i WHERE i.company_id = $1 AND i.counter BETWEEN first AND last) END`,
    onPage: `i.counter BETWEEN ${either("greatest(least(last - $3::bigint, $4::bigint - 1) - $2::bigint + 1, first)", "first")}
        AND ${either("least(last - $3::bigint, $4::bigint - 1)", "least(last, $4::bigint - 1)")}
       ORDER BY i.counter DESC LIMIT $2::bigint OFFSET ${either("0", "$3::bigint")}`,
  };
}

/** Skips the offset in the index of statuses: from its nearer end, or from the newest invoice below `$4`. */
function partsOfStatus(tables: Tables, status: InvoiceStatus, bound: string, isFromNewest: boolean): ListParts {
  const last = "least(last, $4::bigint - 1)";
  const counters = (direction: string) => `SELECT i.counter ${inIndexOfStatuses(tables, bound, direction, last)}`;
  return {
    total: totalOfStatus(tables, status, bound),
    onPage: `i.counter = ANY (CASE WHEN ${isFromNewest} OR $3::bigint <= (SELECT total / 2 FROM total)
      THEN ARRAY(${counters("DESC")} LIMIT $2::bigint OFFSET $3::bigint)
      ELSE ARRAY(${counters("ASC")} LIMIT (SELECT greatest(least($2::bigint, total - $3::bigint), 0) FROM total)
        OFFSET (SELECT greatest(total - $3::bigint - $2::bigint, 0) FROM total)) END)`,
  };
}

/**
 * SQL from FROM on, of the company's invoices in `range` that have the status, ordered by counter. It compares status
 * and counter as a pair, which only the index of statuses can look up. Otherwise the planner could scan the whole
 * sequence if its statistics do not show yet that a status has become rare.
 */
function inIndexOfStatuses({ invoices }: Tables, status: string, direction: string, last = "last"): string {
  return `FROM ${invoices} AS i WHERE i.company_id = $1
      AND (i.status, i.counter) >= (${status}, (SELECT first FROM range))
      AND (i.status, i.counter) <= (${status}, (SELECT ${last} FROM range))
    ORDER BY i.status ${direction}, i.counter ${direction}`;
}

/** Counts the invoices with this status. If most have it and there are no gaps, counts the others and subtracts. */
function totalOfStatus(tables: Tables, status: InvoiceStatus, bound: string): string {
  // The limit is never reached. It makes reading in index order cheaper for the planner than scanning the table.
  const count = (each: string) =>
    `(SELECT pg_catalog.count(*) FROM (SELECT ${inIndexOfStatuses(tables, each, "ASC")}
      LIMIT (SELECT size FROM range)) AS found)`;
  const others = INVOICE_STATUSES.filter((other) => other !== status);
  // OFFSET 0 forces one look-up per sample. Otherwise the planner could scan all invoices with the status instead.
  return `CASE WHEN is_gapless AND size > ${SAMPLES} AND ${SAMPLES} < 2 * (
      SELECT pg_catalog.count(*) FROM pg_catalog.generate_series(1, ${2 * SAMPLES}, 2) AS sample (number) WHERE EXISTS (
        SELECT 1 FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND i.status = ${bound}
          AND i.counter = first + sample.number * size / ${2 * SAMPLES} OFFSET 0))
    THEN size - ${others.map((other) => count(`'${other}'`)).join(" - ")} ELSE ${count(bound)} END`;
}

/**
 * One page and the total, in one statement, of a company with resumed dates. Each `dates.resumed` entry starts a new
 * run of the sequence, along which issue dates never decrease. In each run, a range of days is a range of counters.
 */
function listResumed(
  session: Session,
  tables: Tables,
  companyId: string,
  { limit, offset, before, status, from, to }: Slice,
): Promise<PageRow[]> {
  const { invoices } = tables;
  return session.rows<PageRow>(
    `WITH RECURSIVE starts (first) AS (
       SELECT pg_catalog.min(counter) FROM ${invoices} WHERE company_id = $1
       UNION SELECT (j.document::pg_catalog.json ->> 'lastCounter'::pg_catalog.text)::bigint + 1 ${resumptionsOf(tables)}
     ), runs (first, last) AS (
       SELECT first, coalesce(pg_catalog.lead(first) OVER (ORDER BY first) - 1,
         (SELECT pg_catalog.max(counter) FROM ${invoices} WHERE company_id = $1)) FROM starts
     ),
     ${search(tables, "from_day", ">= $5::pg_catalog.date")},
     ${search(tables, "after_day", "> $6::pg_catalog.date")},
     found AS (
       SELECT i.counter FROM from_day JOIN after_day USING (run) JOIN ${invoices} AS i
         ON i.company_id = $1 AND i.counter BETWEEN from_day.low AND after_day.low - 1
       WHERE from_day.low >= from_day.high AND after_day.low >= after_day.high AND ($7::pg_catalog.text IS NULL OR i.status = $7)
     ), page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS sort_key FROM ${invoices} AS i WHERE i.company_id = $1
         AND i.counter IN (SELECT counter FROM found WHERE counter < $4::bigint
           ORDER BY counter DESC LIMIT $2::bigint OFFSET $3::bigint)
     )
     SELECT total.total::pg_catalog.text AS total, page.counter, ${PAGE_COLUMNS}
     FROM (SELECT pg_catalog.count(*) AS total FROM found) AS total LEFT JOIN page ON true ORDER BY page.sort_key DESC`,
    [companyId, String(limit), String(offset), String(before), from ?? "-infinity", to ?? "infinity", status ?? null],
  );
}

/**
 * SQL for a binary search in each run for the first counter whose issue date satisfies the condition; one past its last
 * if none does.
 */
function search({ invoices }: Tables, name: string, condition: string): string {
  return `${name} (run, low, high) AS (
       SELECT first, first, last + 1 FROM runs
       UNION ALL
       SELECT range.run, CASE WHEN hit.found THEN range.low ELSE hit.counter + 1 END,
         CASE WHEN hit.found THEN range.middle ELSE range.high END
       FROM (SELECT run, low, high, (low + high) / 2 AS middle FROM ${name} WHERE low < high) AS range
       CROSS JOIN LATERAL (
         SELECT coalesce(pg_catalog.bool_or(row.issue_date ${condition}), true) AS found, pg_catalog.max(row.counter) AS counter
         FROM (SELECT counter, issue_date FROM ${invoices}
           WHERE company_id = $1 AND counter >= range.middle ORDER BY counter LIMIT 1) AS row
       ) AS hit
     )`;
}
