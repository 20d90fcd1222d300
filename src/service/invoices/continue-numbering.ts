import { addDays, type CalendarDay } from "../../domain/calendar.ts";
import { prefixOfSeries } from "../../domain/invoice/series.ts";
import { Refusal } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { continuationSchema } from "../schemas/requests.ts";

/** The last invoice of a sequence that was kept elsewhere until now. */
export interface NumberingPosition {
  /** Its counter. The first invoice issued here gets the next one. */
  readonly lastCounter: number;
  /** Its issue date. No invoice issued here is dated before it. */
  readonly lastIssueDate: CalendarDay;
  /** The series that continues, one of the profile's `series`. Absent: the first series. */
  readonly series?: string | undefined;
}

/**
 * Continues a sequence that was kept elsewhere. Until the first invoice is issued, you can call it again to correct the
 * position.
 *
 * @throws Refusal `request_invalid`, also if the last issue date is more than a day ahead of the clock;
 *   `company_not_found`; `clock_out_of_step` if this server's clock and the database's are more than a day apart;
 *   `numbering_started` if an invoice was already issued here, in the named series or, for the first series, in any
 * @throws TypeError if the store takes its numbers from the host's own counter
 */
export async function continueNumbering(context: CompanyContext, position: NumberingPosition): Promise<void> {
  const parsed = parseRequest(continuationSchema, position, "pointer");
  const profile = await requireProfile(context);
  const timeZone = timeZoneOf(profile);
  const { series } = parsed;
  if (series !== undefined) prefixOfSeries(profile, series);
  await context.write({
    needs: { keys: [], invoiceIds: [], series: series === undefined ? undefined : [series] },
    decide: (books) => {
      requireIssuable(parsed.lastIssueDate, books.dates.today(timeZone));
      books.continueFrom(parsed, context.author);
    },
  });
}

function requireIssuable(lastIssueDate: CalendarDay, today: CalendarDay): void {
  if (lastIssueDate <= addDays(today, 1)) return;
  const detail = `must be at most one day after today, ${today}: nothing could be issued until that date`;
  throw new Refusal("request_invalid", `lastIssueDate ${detail}.`, [{ pointer: "/lastIssueDate", detail }]);
}
