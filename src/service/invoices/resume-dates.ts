import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { resumptionSchema } from "../schemas/requests.ts";

/** The reason why issue dates go back once. */
export interface Resumption {
  /** For the auditor, such as what was wrong with the clock; 1 to 1,000 characters. Stored in the journal. */
  readonly reason: string;
}

/**
 * Lets issue dates continue from today in the company's time zone, although the last invoice is dated more than a day
 * later. The next invoice may be dated before the last one. After that, dates do not run backwards again. The same
 * holds for credit notes, whose dates form a separate series.
 *
 * @throws Refusal `request_invalid`, also if the last invoice is dated at most one day ahead; `company_not_found`;
 *   `clock_out_of_step` if this server's clock and the database's are more than a day apart
 * @throws TypeError if the host's own counter dates its last invoice more than a day ahead
 */
export async function resumeDates(context: CompanyContext, resumption: Resumption): Promise<void> {
  const { reason } = parseRequest(resumptionSchema, resumption, "pointer");
  const timeZone = timeZoneOf(await requireProfile(context));
  await context.write({
    needs: { keys: [], invoiceIds: [], creditNotes: true },
    decide: (books) => books.resumeDates(reason, timeZone, context.author),
  });
}
