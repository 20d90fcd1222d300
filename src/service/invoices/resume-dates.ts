import { type CompanyContext, requireProfile } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { resumptionSchema } from "../schemas/requests.ts";

/** Why issue dates step back once. */
export interface Resumption {
  /** For the auditor, such as what was wrong with the clock: 1 to 1,000 characters. Kept in the journal. */
  readonly reason: string;
}

/**
 * Lets issue dates go on from today in the company's time zone, although the last invoice is dated more than a day
 * after it. The next invoice may be dated before the last one; the dates of those that follow do not run backwards again.
 *
 * @throws Refusal `request_invalid`, also when the last invoice is dated no further ahead than that; `company_not_found`;
 *   `clock_out_of_step` when this server's clock and the database's are more than a day apart
 * @throws TypeError when it is the host's own counter that dates its last invoice so far ahead
 */
export async function resumeDates(context: CompanyContext, resumption: Resumption): Promise<void> {
  const { reason } = parseRequest(resumptionSchema, resumption, "pointer");
  const { timeZone = "UTC" } = await requireProfile(context);
  await context.write({
    needs: { keys: [], invoiceIds: [] },
    decide: (books) => books.resumeDates(reason, timeZone, context.author),
  });
}
