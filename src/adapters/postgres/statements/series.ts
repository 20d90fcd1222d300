import type { CompanySequences, SeriesHead } from "../../../ports/number-sequence.ts";
import { sequencesOf } from "../../engine/number-sequence.ts";
import type { Session } from "../connection/session.ts";
import { continuedSeries } from "../schema/guards/series-guard.ts";
import type { Tables } from "../settings.ts";
import { readHead } from "./books-head.ts";
import { creditNoteSeries } from "./credit-notes.ts";
import { dayAsText, findResumption } from "./rows.ts";

interface SeriesRow {
  readonly series: string;
  readonly number: string | null;
  readonly issue_date: string | null;
  readonly continued: string | null;
  readonly continued_date: string | null;
}

/** Where the company's sequences end. Others may write between its statements. */
export async function readSequences(
  session: Session,
  tables: Tables,
  companyId: string,
  names: readonly string[],
  hasHostCounter: boolean,
): Promise<CompanySequences> {
  const head = await readHead({ session, tables, companyId });
  const resumption = await findResumption(session, tables, companyId);
  const series = hasHostCounter ? undefined : await seriesHeads(session, tables, companyId, names);
  return sequencesOf(head, resumption, series, await creditNoteSeries(session, tables, companyId));
}

/** Where these named series end. */
export async function seriesHeads(
  session: Session,
  tables: Tables,
  companyId: string,
  names: readonly string[],
): Promise<SeriesHead[]> {
  const continued = (column: "lastCounter" | "lastIssueDate") =>
    `CASE WHEN s.number IS NULL THEN ${continuedSeries(tables, column, "$1", "wanted.series")} END`;
  const rows = await session.rows<SeriesRow>(
    `SELECT wanted.series, s.number::pg_catalog.text AS number, ${dayAsText("i.issue_date")} AS issue_date,
       ${continued("lastCounter")} AS continued, ${continued("lastIssueDate")} AS continued_date
     FROM pg_catalog.unnest($2::pg_catalog.text[]) AS wanted (series) LEFT JOIN LATERAL (
       SELECT number, counter FROM ${tables.seriesInvoices}
       WHERE company_id = $1 AND series = wanted.series ORDER BY number DESC LIMIT 1
     ) AS s ON true LEFT JOIN ${tables.invoices} AS i ON i.company_id = $1 AND i.counter = s.counter`,
    [companyId, [...names]],
  );
  return rows.map(({ series, number, issue_date, continued, continued_date }) =>
    number === null
      ? { series, lastCounter: Number(continued ?? 0), lastIssueDate: continued_date, started: false }
      : { series, lastCounter: Number(number), lastIssueDate: issue_date, started: true },
  );
}
