import type { CalendarDay } from "../../../domain/calendar.ts";
import type { CompanySequences, SeriesHead } from "../../../ports/number-sequence.ts";
import { sequencesOf } from "../../engine/number-sequence.ts";
import type { Session } from "../connection/session.ts";
import { continuedSeries } from "../schema/series.ts";
import { readHead } from "./books-head.ts";
import { creditNoteSeries } from "./credit-notes.ts";
import { findResumptions } from "./rows.ts";

interface SeriesRow {
  readonly series: string;
  readonly number: number | null;
  readonly issue_date: CalendarDay | null;
  readonly continued: number | null;
  readonly continued_date: CalendarDay | null;
}

/** Where the company's sequences end. Run it in one snapshot. */
export function readSequences(
  session: Session,
  companyId: string,
  names: readonly string[],
  hasHostCounter: boolean,
): CompanySequences {
  const series = hasHostCounter ? undefined : seriesHeads(session, companyId, names);
  const resumption = findResumptions(session, companyId).at(-1);
  return sequencesOf(readHead(session, companyId), resumption, series, creditNoteSeries(session, companyId));
}

/** Where these named series end. */
export function seriesHeads(session: Session, companyId: string, names: readonly string[]): SeriesHead[] {
  const continued = (column: "lastCounter" | "lastIssueDate") =>
    `CASE WHEN s.number IS NULL THEN ${continuedSeries(column, "?", "wanted.value")} END`;
  const rows = session.all<SeriesRow>(
    `SELECT wanted.value AS series, s.number, i.issue_date, ${continued("lastCounter")} AS continued,
       ${continued("lastIssueDate")} AS continued_date
     FROM json_each(?) AS wanted
     LEFT JOIN faktura_series_invoices AS s ON s.company_id = ? AND s.series = wanted.value AND s.number = (
       SELECT max(number) FROM faktura_series_invoices WHERE company_id = ? AND series = wanted.value)
     LEFT JOIN faktura_invoices AS i ON i.company_id = ? AND i.counter = s.counter`,
    ...[companyId, companyId, JSON.stringify(names), companyId, companyId, companyId],
  );
  return rows.map(({ series, number, issue_date, continued, continued_date }) =>
    number === null
      ? { series, lastCounter: continued ?? 0, lastIssueDate: continued_date, started: false }
      : { series, lastCounter: number, lastIssueDate: issue_date, started: true },
  );
}
