import type { Tables } from "../settings.ts";

/**
 * SQL for common table expressions. `range` has one row: the first and last counter of the company's invoices between
 * two days (given as SQL), how many counters that is, and whether each of them has an invoice (a host's own counter
 * does not guarantee that). Issue dates never decrease along the sequence, so a range of days is a range of counters.
 */
export function counterRange(
  tables: Tables,
  { from, to }: { from: string | undefined; to: string | undefined },
): string {
  const { invoices, sequences } = tables;
  const searches = [
    ...(from === undefined ? [] : [search(tables, "from_day", `>= ${from}::pg_catalog.date`)]),
    ...(to === undefined ? [] : [search(tables, "after_day", `> ${to}::pg_catalog.date`)]),
  ];
  const end = (value: string) => `(SELECT ${value} FROM ${invoices} WHERE company_id = $1)`;
  const first =
    from === undefined ? end("coalesce(pg_catalog.min(counter), 1)") : "(SELECT low FROM from_day WHERE low >= high)";
  const last =
    to === undefined
      ? end("coalesce(pg_catalog.max(counter), 0)")
      : "(SELECT low - 1 FROM after_day WHERE low >= high)";
  return `${searches.map((text) => `${text}, `).join("")}
    range AS (
      SELECT first, last, greatest(last - first + 1, 0) AS size, NOT EXISTS (
        SELECT 1 FROM ${sequences} WHERE company_id = $1 AND counted_by = 'host') AS is_gapless
      FROM (SELECT ${first} AS first, ${last} AS last OFFSET 0) AS ends
    )`;
}

/**
 * SQL for a binary search for the first counter whose issue date satisfies the condition; one past the last if none
 * does. It takes about twenty look-ups for a million invoices. A host's own counter leaves gaps, so each step reads the
 * first row at or after the middle.
 */
function search({ invoices }: Tables, name: string, condition: string): string {
  return `${name} (low, high) AS (
    SELECT coalesce(pg_catalog.min(counter), 1), coalesce(pg_catalog.max(counter), 0) + 1 FROM ${invoices} WHERE company_id = $1
    UNION ALL
    SELECT CASE WHEN hit.found THEN range.low ELSE hit.counter + 1 END,
      CASE WHEN hit.found THEN range.middle ELSE range.high END
    FROM (SELECT low, high, (low + high) / 2 AS middle FROM ${name} WHERE low < high) AS range
    CROSS JOIN LATERAL (
      SELECT coalesce(pg_catalog.bool_or(row.issue_date ${condition}), true) AS found, pg_catalog.max(row.counter) AS counter
      FROM (SELECT counter, issue_date FROM ${invoices}
        WHERE company_id = $1 AND counter >= range.middle ORDER BY counter LIMIT 1) AS row
    ) AS hit
  )`;
}
