import { parseStored, type StoredResumption } from "../../domain/invoice/stored-document.ts";
import type { SeriesHead } from "../../ports/number-sequence.ts";
import { allRows, firstRow, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

interface SeriesRow {
  readonly series: string;
  readonly number: string | null;
  readonly issue_date: string | null;
  readonly continued: string | null;
  readonly continued_date: string | null;
}

/** Where these named series end. */
export function* seriesHeads(sql: SqlSyntax, companyId: string, names: readonly string[]): Steps<SeriesHead[]> {
  const { tables, builtIn, text, day, elements, continuedSeries } = sql;
  const continued = (field: "lastCounter" | "lastIssueDate") =>
    `CASE WHEN s.number IS NULL THEN ${text(continuedSeries(field, "$1", "wanted.value"))} END`;
  const rows = yield* allRows<SeriesRow>(
    `SELECT wanted.value AS series, ${text("s.number")} AS number, ${day("i.issue_date")} AS issue_date,
       ${continued("lastCounter")} AS continued, ${continued("lastIssueDate")} AS continued_date
     FROM ${elements("$2", "wanted")}
     LEFT JOIN ${tables.seriesInvoices} AS s ON s.company_id = $1 AND s.series = wanted.value AND s.number = (
       SELECT ${builtIn}max(number) FROM ${tables.seriesInvoices} WHERE company_id = $1 AND series = wanted.value)
     LEFT JOIN ${tables.invoices} AS i ON i.company_id = $1 AND i.counter = s.counter`,
    ...[companyId, names],
  );
  return rows.map(({ series, number, issue_date, continued, continued_date }) =>
    number === null
      ? { series, lastCounter: Number(continued ?? 0), lastIssueDate: continued_date, started: false }
      : { series, lastCounter: Number(number), lastIssueDate: issue_date, started: true },
  );
}

/** The company's last `dates.resumed` entry. */
export function* findResumption(sql: SqlSyntax, companyId: string): Steps<StoredResumption | undefined> {
  const row = yield* firstRow<{ document: string }>(
    // Ordered like the index, so that PostgreSQL uses it to look up the entries without an invoice.
    `SELECT j.document ${resumptionsOf(sql)} ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1`,
    companyId,
  );
  return row && parseStored("dates.resumed", row.document);
}

/** SQL from FROM on, of all `dates.resumed` entries of the company `$1`. */
export function resumptionsOf({ tables, indexed }: SqlSyntax): string {
  return `FROM ${indexed(`${tables.journal} AS j`, "faktura_journal_by_invoice")}
    WHERE j.company_id = $1 AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'`;
}
