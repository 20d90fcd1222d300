import type { Batch } from "../../engine/batch.ts";
import type { Deadline } from "../connection/deadline.ts";
import { NoAnswerError } from "../connection/errors.ts";
import { ANSWER_GRACE_MS, ANSWER_TIMEOUT_MS, type Session } from "../connection/session.ts";
import { EXPECT_FUNCTION, ISSUE_PARAMETERS, ISSUE_PROCEDURE } from "../schema/issue-procedure.ts";
import type { Tables } from "../settings.ts";
import type { Prediction } from "./books-head.ts";
import { invoiceArrays, keyArrays } from "./flush.ts";

/** What one call is to write, and where it expects the books to end. */
export interface IssueCall {
  readonly companyId: string;
  readonly expected: Prediction;
  /** Only invoices of the first series, as they are issued, and their keys. */
  readonly batch: Pick<Batch, "invoices" | "keys">;
}

const PARAMETERS = ISSUE_PARAMETERS.map((type, index) => `$${index + 1}::${type}`).join(", ");

/**
 * Writes the batch in one round trip, and commits. Returns the time on the server's clock; `undefined` if nothing was
 * written, because the books do not end where they were expected to, somebody holds their lock, or a key was used.
 *
 * @throws NoAnswerError if the driver does not return the answer
 */
export async function callIssue(
  session: Session,
  tables: Tables,
  { companyId, expected, batch }: IssueCall,
  deadline: Deadline,
): Promise<Date | undefined> {
  const { sequence, journal, profile, fence, storeNow } = expected;
  const [keys, fingerprints, keyInvoices] = batch.keys.length > 0 ? keyArrays(batch.keys) : [null, null, null];
  const values = [
    ...[companyId, fence, String(sequence.lastCounter), sequence.lastIssueDate],
    ...[String(journal.position), journal.digest, String(sequence.inSeries ?? 0), profile ?? null],
    ...[String(storeNow.getTime()), String(Math.max(1, deadline.leftMs)), keys, fingerprints, keyInvoices],
    ...invoiceArrays(batch.invoices),
  ];
  const timeMs = Math.max(ANSWER_TIMEOUT_MS, deadline.leftMs + ANSWER_GRACE_MS);
  const call = `CALL ${tables.schema}.${ISSUE_PROCEDURE}(${PARAMETERS}, NULL::pg_catalog.text)`;
  const [row] = await session.committed<{ answer?: string | null }>(call, values, timeMs);
  const answer = row?.answer;
  if (answer === null) return undefined;
  // A driver may return no rows of a CALL. That must never be taken for an answer.
  if (!/^\d+$/.test(String(answer))) throw new NoAnswerError("the driver did not return the answer of a call");
  return new Date(Number(answer));
}

/** Whether the procedure exists, and this role may call it and change the fence. */
export async function mayCallIssue(session: Session, { schemaName }: Tables): Promise<boolean> {
  const [row] = await session.rows<{ may: string | null }>(
    `SELECT (pg_catalog.count(*) = 2 AND pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
      AND pg_catalog.bool_and(EXISTS (
        SELECT 1 FROM pg_catalog.pg_class AS c WHERE c.relnamespace = n.oid AND c.relname = 'faktura_sequences'
          AND pg_catalog.has_column_privilege(c.oid, 'fence', 'UPDATE'))))::pg_catalog.text AS may
      FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
      WHERE n.nspname = $1 AND p.proname IN ('${ISSUE_PROCEDURE}', '${EXPECT_FUNCTION}')`,
    [schemaName],
  );
  return row?.may === "true";
}
