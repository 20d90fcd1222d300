import { addDays, type CalendarDay } from "../../domain/calendar.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { continuationSchema } from "../schemas/requests.ts";

/** Where a sequence stands that was kept elsewhere until now. */
export interface NumberingPosition {
  /** Counter of the last invoice issued elsewhere; the first one issued here is the next. */
  readonly lastCounter: number;
  /** Its issue date; no invoice issued here is dated before it. */
  readonly lastIssueDate: CalendarDay;
}

/**
 * Adopts a sequence that exists already. Until the first invoice is issued it may be called again, to correct it.
 *
 * @throws Refusal `request_invalid`, also when the last issue date lies more than a day ahead of the clock; `company_not_found`;
 *   `clock_out_of_step` when this server's clock and the database's are more than a day apart; `numbering_started` when an
 *   invoice was issued here already
 * @throws TypeError when the store numbers with the host's own counter
 */
export async function continueNumbering(context: CompanyContext, position: NumberingPosition): Promise<void> {
  const parsed = parseRequest(continuationSchema, position, "pointer");
  const { timeZone = "UTC" } = await requireProfile(context);
  await context.write({
    needs: { keys: [], invoiceIds: [] },
    decide: (books) => {
      requireIssuable(parsed.lastIssueDate, books.dates.today(timeZone));
      books.continueFrom(parsed, context.author);
    },
  });
}

function requireIssuable(lastIssueDate: CalendarDay, today: CalendarDay): void {
  if (lastIssueDate <= addDays(today, 1)) return;
  const detail = `must be at most a day ahead of today, ${today}: nothing could be issued until then`;
  throw new Refusal("request_invalid", `lastIssueDate ${detail}.`, [{ pointer: "/lastIssueDate", detail }]);
}
