import { setTimeout as wait } from "node:timers/promises";
import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import { Deadline } from "../connection/deadline.ts";
import { ANSWER_GRACE_MS, Session } from "../connection/session.ts";
import { type BooksAccess, lockSequence } from "../statements/lock.ts";
import type { StoreParts } from "./attempt.ts";
import { begin } from "./begin.ts";
import type { Evidence } from "./evidence.ts";
import { runStatement } from "./run-statement.ts";

/** How often a server is tried that does not answer; it may be starting, or another may take its place. */
const POLL_MS = 50;

/**
 * Whether a transaction was committed whose COMMIT was never answered. The company's lock is taken first: while the
 * lost transaction is still on its way it holds the lock, and a look without it could miss what is committed right
 * after. What is found is told only once the standbys that commits wait for have it. Waits once more for as long as a
 * call may.
 *
 * @throws OutcomeUnknownError when the lock or the look does not come in time
 */
export async function wasCommitted(
  parts: StoreParts,
  companyId: string,
  evidence: Evidence,
  lost: unknown,
): Promise<boolean> {
  const deadline = new Deadline(parts.settings.lockTimeoutMs);
  for (;;) {
    try {
      return await look(parts, companyId, evidence, deadline);
    } catch {
      if (deadline.leftMs > 0) {
        await wait(Math.min(POLL_MS, deadline.leftMs));
        continue;
      }
      throw new OutcomeUnknownError(
        `the answer to a COMMIT was lost, and the company's books could not be looked at within ${deadline.timeoutMs} ` +
          "ms: what was to be written may stand or may not. Repeat the call under the same idempotency key.",
        { cause: lost },
      );
    }
  }
}

async function look(
  { pool, settings: { tables, preparedStatements, numbers } }: StoreParts,
  companyId: string,
  evidence: Evidence,
  deadline: Deadline,
): Promise<boolean> {
  const session = await Session.open(pool, deadline, preparedStatements);
  let isEnded = false;
  try {
    await begin(session, deadline.leftMs);
    const access = { session, tables, companyId, deadline };
    await lockSequence(access);
    if (numbers !== undefined) await session.guarded(() => numbers(session.client, companyId).lock());
    if (!(await isThere(access, evidence))) return false;
    // What is seen here may be missing on the standbys: where a COMMIT's wait for them was ended, by an operator or by a
    // restart, the primary keeps what it committed. Our own commit waits for them too, behind it.
    await session.commit(deadline.leftMs + ANSWER_GRACE_MS);
    isEnded = true;
    return true;
  } finally {
    if (!isEnded) await session.rollBack();
    session.release();
  }
}

/**
 * All or nothing was committed, so what only this transaction can have written tells of the rest: ids that were made
 * for it, else its entries, whose digests say where they stand. Keys do not, where it made ids: under the same key
 * another server may have recorded its payment meanwhile. Where it made none of them, what it set is compared; were
 * another transaction to have set the very same, there would be nothing left to do either.
 */
async function isThere(access: BooksAccess, evidence: Evidence): Promise<boolean> {
  const { invoiceIds, payments, keys, entries } = evidence;
  const ids = invoiceIds.length + payments.length;
  const entry = entries.at(-1);
  if (ids === 0 && entry !== undefined) return isJournaled(access, entry);
  if (ids === 0) return keys.length === 0 ? isSet(access, evidence) : areUsed(access, keys);
  const { session, tables, companyId } = access;
  const [row] = await session.rows<{ found: string }>(
    `SELECT ((SELECT count(*) FROM ${tables.invoices} WHERE company_id = $1 AND id = ANY($2::text[])) +
       (SELECT count(*) FROM ${tables.payments}
         WHERE company_id = $1 AND invoice_id = ANY($3::text[]) AND id = ANY($4::text[])))::text AS found`,
    [companyId, invoiceIds, payments.map(({ invoiceId }) => invoiceId), payments.map(({ id }) => id)],
  );
  const found = Number(row?.found);
  if (found === ids || found === 0) return found > 0;
  throw new Error(`${found} of ${ids} rows of one transaction are there`);
}

async function areUsed({ session, tables, companyId }: BooksAccess, keys: Evidence["keys"]): Promise<boolean> {
  const [row] = await session.rows<{ found: string }>(
    `SELECT count(*)::text AS found FROM ${tables.keys} AS k JOIN unnest($2::text[], $3::text[], $4::text[])
       AS used (key, fingerprint, invoice_id) USING (key, fingerprint, invoice_id) WHERE k.company_id = $1`,
    [
      ...[companyId, keys.map(({ key }) => key), keys.map(({ fingerprint }) => fingerprint)],
      keys.map(({ invoiceId }) => invoiceId),
    ],
  );
  return Number(row?.found) === keys.length;
}

async function isJournaled({ session, tables, companyId }: BooksAccess, entry: StoredEntry): Promise<boolean> {
  const [row] = await session.rows<{ found: string }>(
    `SELECT count(*)::text AS found FROM ${tables.journal}
     WHERE company_id = $1 AND position = $2::bigint AND digest = $3`,
    [companyId, String(entry.position), entry.digest],
  );
  return row?.found === "1";
}

async function isSet(access: BooksAccess, { states }: Evidence): Promise<boolean> {
  const { session, tables, companyId } = access;
  const last = [...new Map(states.map((state) => [state.invoiceId, state])).values()];
  const [row] = await session.rows<{ found: string }>(
    `SELECT count(*)::text AS found FROM ${tables.invoices} AS i
       JOIN unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[])
         AS new (id, status, amount_paid, cancelled_at, cancellation_reason)
       ON i.id = new.id AND i.status = new.status AND i.amount_paid = new.amount_paid
         AND i.cancelled_at IS NOT DISTINCT FROM new.cancelled_at
         AND i.cancellation_reason IS NOT DISTINCT FROM new.cancellation_reason
       WHERE i.company_id = $1`,
    [
      ...[companyId, last.map(({ invoiceId }) => invoiceId), last.map(({ status }) => status)],
      ...[last.map(({ amountPaid }) => String(amountPaid)), last.map(({ cancelledAt }) => cancelledAt)],
      last.map(({ cancellationReason }) => cancellationReason),
    ],
  );
  return Number(row?.found) === last.length;
}

/**
 * Fulfils once the standbys that commits wait for have what is visible of the company's books. Most of the time they
 * have it already. Where a COMMIT's wait for them was ended, by an operator or by a restart of the primary, they may not:
 * a commit of our own, which writes that it locked the company, then waits behind it.
 */
export async function awaitStandbys(parts: StoreParts, companyId: string, deadline: Deadline): Promise<void> {
  // NULL on engines that have no such setting.
  const [setting] = await runStatement(
    parts,
    (session) =>
      session.rows<{ names: string | null }>("SELECT current_setting('synchronous_standby_names', true) AS names", []),
    deadline,
  );
  if (!setting?.names) return;
  const lock = { companyId, deadline };
  await runStatement(parts, (session, tables) => lockSequence({ session, tables, ...lock }), deadline, {
    durable: true,
  });
}
