import type { PageRequest, StoredPage } from "../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../invoice-row.ts";
import { INVOICE_COLUMNS } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** One page and its total, in one statement and so in one snapshot. */
export async function listInvoices(
  session: Session,
  tables: Tables,
  companyId: string,
  { page, limit, status, from, to }: PageRequest,
): Promise<StoredPage> {
  const values: unknown[] = [companyId, String(limit), String((page - 1) * limit)];
  const bind = (value: string) => `$${values.push(value)}`;
  const conditions = ["i.company_id = $1"];
  const searches: string[] = [];
  // Issue dates never run backwards along the sequence, so days are a range of counters.
  if (from !== undefined) {
    searches.push(search(tables, "from_day", `>= ${bind(from)}::date`));
    conditions.push("i.counter >= (SELECT low FROM from_day WHERE low >= high)");
  }
  if (to !== undefined) {
    searches.push(search(tables, "after_day", `> ${bind(to)}::date`));
    conditions.push("i.counter < (SELECT low FROM after_day WHERE low >= high)");
  }
  if (status !== undefined) conditions.push(`i.status = ${bind(status)}`);
  const where = conditions.join(" AND ");
  const rows = await session.rows<{ total: string } & (InvoiceRow | { counter: null })>(
    `WITH RECURSIVE ${searches.map((text) => `${text}, `).join("")}
     page AS (
       SELECT ${INVOICE_COLUMNS}, i.counter AS place FROM ${tables.invoices} AS i WHERE ${where}
       ORDER BY i.counter DESC LIMIT $2::bigint OFFSET $3::bigint
     )
     SELECT total.total, page.counter, page.status, page.amount_paid, page.cancelled_at, page.cancellation_reason,
       page.document
     FROM (SELECT count(*)::text AS total FROM ${tables.invoices} AS i WHERE ${where}) AS total
     LEFT JOIN page ON true ORDER BY page.place DESC`,
    values,
  );
  const invoices = rows.flatMap((row) => (row.counter === null ? [] : [invoiceOf(row)]));
  return { invoices, total: Number(rows[0]?.total ?? 0) };
}

/**
 * The first counter whose issue date satisfies the condition, one past the last where none does: found by halving the
 * sequence, some twenty look-ups for a million invoices. A host's own counter leaves gaps, so the row at or after the
 * middle is looked at.
 */
function search({ invoices }: Tables, name: string, condition: string): string {
  return `${name} (low, high) AS (
    SELECT coalesce(min(counter), 1), coalesce(max(counter), 0) + 1 FROM ${invoices} WHERE company_id = $1
    UNION ALL
    SELECT CASE WHEN hit.found THEN range.low ELSE hit.counter + 1 END,
      CASE WHEN hit.found THEN range.middle ELSE range.high END
    FROM (SELECT low, high, (low + high) / 2 AS middle FROM ${name} WHERE low < high) AS range
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(row.issue_date ${condition}), true) AS found, max(row.counter) AS counter
      FROM (SELECT counter, issue_date FROM ${invoices}
        WHERE company_id = $1 AND counter >= range.middle ORDER BY counter LIMIT 1) AS row
    ) AS hit
  )`;
}
