import type { InvoiceFilter } from "../../ports/invoice-repository.ts";
import type { InvoiceRow } from "../invoice-row.ts";
import { resumptionsOf } from "./resumption-rows.ts";
import { INVOICE_COLUMNS } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** A row of a page, with the total; the counter is `null` where the page is empty. */
export type PageRow = { readonly total: string } & (InvoiceRow | { readonly counter: null });

/** What is on a page: `limit` invoices behind the `offset` newest ones. */
export interface Slice extends InvoiceFilter {
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page and its total, in one statement, of a company whose issue dates were resumed. Each entry that says so cuts the
 * sequence into runs along which dates do not run backwards; in each of them the days are a range of counters.
 */
export function listResumed(
  session: Session,
  tables: Tables,
  companyId: string,
  { limit, offset, status, from, to }: Slice,
): Promise<PageRow[]> {
  const { invoices } = tables;
  return session.rows<PageRow>(
    `WITH RECURSIVE starts (first) AS (
       SELECT min(counter) FROM ${invoices} WHERE company_id = $1
       UNION SELECT (j.document::json ->> 'lastCounter')::bigint + 1 ${resumptionsOf(tables)}
     ), runs (first, last) AS (
       SELECT first, coalesce(lead(first) OVER (ORDER BY first) - 1,
         (SELECT max(counter) FROM ${invoices} WHERE company_id = $1)) FROM starts
     ),
     ${search(tables, "from_day", ">= $4::date")},
     ${search(tables, "after_day", "> $5::date")},
     found AS (
       SELECT i.counter FROM from_day JOIN after_day USING (run) JOIN ${invoices} AS i
         ON i.company_id = $1 AND i.counter BETWEEN from_day.low AND after_day.low - 1
       WHERE from_day.low >= from_day.high AND after_day.low >= after_day.high AND ($6::text IS NULL OR i.status = $6)
     ), page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS place FROM ${invoices} AS i WHERE i.company_id = $1
         AND i.counter IN (SELECT counter FROM found ORDER BY counter DESC LIMIT $2::bigint OFFSET $3::bigint)
     )
     SELECT total.total::text AS total, page.counter, page.status, page.amount_paid, page.cancelled_at,
       page.cancellation_reason, page.document
     FROM (SELECT count(*) AS total FROM found) AS total LEFT JOIN page ON true ORDER BY page.place DESC`,
    [companyId, String(limit), String(offset), from ?? "-infinity", to ?? "infinity", status ?? null],
  );
}

/** In each run the first counter whose issue date satisfies the condition, one past its last where none does. */
function search({ invoices }: Tables, name: string, condition: string): string {
  return `${name} (run, low, high) AS (
       SELECT first, first, last + 1 FROM runs
       UNION ALL
       SELECT range.run, CASE WHEN hit.found THEN range.low ELSE hit.counter + 1 END,
         CASE WHEN hit.found THEN range.middle ELSE range.high END
       FROM (SELECT run, low, high, (low + high) / 2 AS middle FROM ${name} WHERE low < high) AS range
       CROSS JOIN LATERAL (
         SELECT coalesce(bool_or(row.issue_date ${condition}), true) AS found, max(row.counter) AS counter
         FROM (SELECT counter, issue_date FROM ${invoices}
           WHERE company_id = $1 AND counter >= range.middle ORDER BY counter LIMIT 1) AS row
       ) AS hit
     )`;
}
