import type { UsedKey } from "../../../ports/invoice-repository.ts";
import type { Batch, ChainedInvoice } from "../../engine/batch.ts";
import { arrayOf } from "../connection/array-text.ts";
import { NoAnswerError } from "../connection/errors.ts";
import { ANSWER_GRACE_MS, ANSWER_TIMEOUT_MS, type Session } from "../connection/session.ts";
import { EXPECT_FUNCTION, ISSUE_PARAMETERS, ISSUE_PROCEDURE } from "../schema/issue-procedure.ts";
import type { Tables } from "../settings.ts";
import type { Prediction } from "./books-head.ts";
import { invoiceArrays, keyArrays } from "./flush.ts";

/** What a call is to write for one company, and where it expects the books to end. */
export interface CompanyIssue {
  readonly companyId: string;
  readonly expected: Prediction;
  /** Only invoices of the first series, as they are issued, and their keys. */
  readonly batch: Pick<Batch, "invoices" | "keys">;
}

const PARAMETERS = ISSUE_PARAMETERS.map((type, index) => `$${index + 1}::${type}`).join(", ");

const ANSWER = /^(?:\d+|-)(?:,(?:\d+|-))*$/;

/**
 * Writes the batches of several companies in one round trip, and commits. Returns the time on the server's clock for each,
 * in their order; `undefined` if nothing of a company was written, because its books do not end where they were expected
 * to, somebody holds their lock, or a key was used; nothing at all if so for all.
 *
 * @throws NoAnswerError if the driver does not return the answer
 */
export async function callIssue(
  session: Session,
  tables: Tables,
  issues: readonly CompanyIssue[],
  leftMs: number,
): Promise<readonly (Date | undefined)[]> {
  const timeMs = Math.max(ANSWER_TIMEOUT_MS, leftMs + ANSWER_GRACE_MS);
  const call = `CALL ${tables.schema}.${ISSUE_PROCEDURE}(${PARAMETERS}, NULL::pg_catalog.text)`;
  const [row] = await session.committed<{ answer?: string | null }>(call, valuesOf(issues, leftMs), timeMs);
  const answer = row?.answer;
  if (answer === null) return [];
  const times: (Date | undefined)[] = [];
  if (ANSWER.test(String(answer))) {
    for (const time of String(answer).split(",")) times.push(time === "-" ? undefined : new Date(Number(time)));
  }
  // A driver may return no rows of a CALL. That must never be taken for an answer.
  if (times.length !== issues.length) throw new NoAnswerError("the driver did not return the answer of a call");
  return times;
}

/** The values of the procedure's parameters, in order. */
function valuesOf(issues: readonly CompanyIssue[], leftMs: number): unknown[] {
  const [companies, digests, profiles]: [string[], string[], (string | null)[]] = [[], [], []];
  const [fences, counters, days]: [string[], number[], string[]] = [[], [], []];
  const [positions, places, clocks]: [number[], number[], number[]] = [[], [], []];
  const [invoices, owners]: [ChainedInvoice[], number[]] = [[], []];
  const [keys, keyOwners]: [UsedKey[], number[]] = [[], []];
  for (const { companyId, expected, batch } of issues) {
    const place = companies.push(companyId);
    fences.push(expected.fence);
    counters.push(expected.sequence.lastCounter);
    days.push(expected.sequence.lastIssueDate ?? "NULL");
    positions.push(expected.journal.position);
    digests.push(expected.journal.digest);
    places.push(expected.sequence.inSeries ?? 0);
    profiles.push(expected.profile ?? null);
    clocks.push(expected.storeNow.getTime());
    for (const invoice of batch.invoices) owners[invoices.push(invoice) - 1] = place;
    for (const key of batch.keys) keyOwners[keys.push(key) - 1] = place;
  }
  const [used, fingerprints, keyInvoices] = keys.length > 0 ? keyArrays(keys) : [null, null, null];
  return [
    ...[arrayOf(companies), `{${fences}}`, `{${counters}}`, `{${days}}`, `{${positions}}`, `{${digests}}`],
    ...[`{${places}}`, arrayOf(profiles), `{${clocks}}`, String(Math.max(1, leftMs)), `{${keyOwners}}`],
    ...[used, fingerprints, keyInvoices, `{${owners}}`, ...invoiceArrays(invoices)],
  ];
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
