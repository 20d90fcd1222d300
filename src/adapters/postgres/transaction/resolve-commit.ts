import { setTimeout as wait } from "node:timers/promises";
import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { Batch } from "../../engine/batch.ts";
import { namesOf, STATE_COLUMNS } from "../../sql/batch-columns.ts";
import { rowsOf } from "../connection/array-text.ts";
import { begin, LATER_MS } from "../connection/begin.ts";
import { Deadline } from "../connection/deadline.ts";
import { Session } from "../connection/session.ts";
import { type BooksAccess, changeFence, lockSequence } from "../statements/books-head.ts";
import { runStatement } from "./run-statement.ts";
import type { WriteParts } from "./shared-trips.ts";
import type { StoreParts } from "./store-parts.ts";

/** A transaction whose commit got no answer. */
export interface LostCommit {
  readonly companyId: string;
  readonly evidence: Evidence;
  /** What happened instead of the answer. */
  readonly error: unknown;
  /** Whether it was one call, which may not have arrived yet. A COMMIT can only arrive while its lock is held. */
  readonly mayArrive: boolean;
}

/** What one transaction wrote. It shows whether a commit without an answer succeeded. */
interface Evidence {
  readonly invoiceIds: readonly string[];
  readonly payments: readonly NewPayment[];
  readonly creditNoteIds: readonly string[];
  readonly keys: readonly UsedKey[];
  readonly states: readonly StateChange[];
  /** Journal entries that are neither invoices nor payments. */
  readonly entries: readonly StoredEntry[];
}

/** Entries whose rows have their own ids, which are evidence already. */
const HAVE_IDS: readonly StoredEntry["kind"][] = ["payment.recorded", "credit_note.issued"];

export function evidenceOf(batches: readonly Batch[]): Evidence {
  return {
    invoiceIds: batches.flatMap(({ invoices }) => invoices.map(({ id }) => id)),
    payments: batches.flatMap(({ payments }) => payments),
    creditNoteIds: batches.flatMap(({ creditNotes }) => creditNotes.map(({ id }) => id)),
    keys: batches.flatMap(({ keys }) => keys),
    states: batches.flatMap(({ states }) => [...states.values()]),
    entries: batches.flatMap(({ entries }) => entries.filter(({ kind }) => !HAVE_IDS.includes(kind))),
  };
}

/** How often to retry a server that does not answer. It may be restarting, or failing over to another server. */
const POLL_MS = 50;

/**
 * Whether a transaction whose commit got no answer was committed. Takes the company's lock first: while the lost
 * transaction is still running, it holds that lock, and reading without the lock could miss a commit that follows.
 * Returns `true` only once the standbys that commits wait for have the commit too. Waits for up to `lockTimeoutMs`
 * again.
 *
 * If it was one call that may still arrive, the company's fence is changed before the answer is `false`, on the standbys
 * too. A call that arrives after that writes nothing.
 *
 * @throws OutcomeUnknownError if the lock or the answer does not come in time
 */
export async function wasCommitted(parts: WriteParts, lost: LostCommit): Promise<boolean> {
  const deadline = new Deadline(parts.settings.lockTimeoutMs);
  for (;;) {
    try {
      return await parts.writes.run(deadline, () => findOut(parts, lost, deadline));
    } catch {
      if (deadline.leftMs > 0) {
        await wait(Math.min(POLL_MS, deadline.leftMs));
        continue;
      }
      throw new OutcomeUnknownError(
        `a commit got no answer, and its outcome could not be determined within ${deadline.timeoutMs} ms: the write may ` +
          "or may not have been committed. Repeat the call with the same idempotency key.",
        { cause: lost.error },
      );
    }
  }
}

async function findOut(
  { pool, settings: { tables, preparedStatements, numbers } }: StoreParts,
  { companyId, evidence, mayArrive }: LostCommit,
  deadline: Deadline,
): Promise<boolean> {
  const session = await Session.open(pool, deadline, preparedStatements);
  let isEnded = false;
  try {
    await begin(session, { lockMs: deadline.leftMs, statementMs: deadline.leftMs + LATER_MS });
    const access = { session, tables, companyId, deadline };
    await lockSequence(access);
    if (numbers !== undefined) await session.guarded(() => numbers(session.client, companyId).lock());
    const isWritten = await wasWritten(access, evidence);
    if (!isWritten && !mayArrive) return false;
    if (!isWritten) await changeFence(access);
    // The standbys may not have the commit yet: if its wait for them was cancelled, by an operator or by a restart, the
    // primary still keeps it. This transaction's own commit comes later, so it waits until they have both.
    await session.commit(session.lockWaitMs(deadline));
    isEnded = true;
    return isWritten;
  } finally {
    if (!isEnded) await session.rollBack();
    session.release();
  }
}

/**
 * Whether the transaction's rows exist. Everything was committed, or nothing, so it is enough to look for rows that
 * only this transaction can have written: ids that were generated for it, or else its journal entries, which have a
 * unique digest. Idempotency keys do not count if the transaction generated ids: another server may have used the same
 * key for its payment in the meantime. If there are neither ids nor entries, compare the keys or states that it set. If
 * another transaction wrote the same values, nothing is left to do.
 */
async function wasWritten(access: BooksAccess, evidence: Evidence): Promise<boolean> {
  const { invoiceIds, payments, creditNoteIds, keys, entries } = evidence;
  const ids = invoiceIds.length + payments.length + creditNoteIds.length;
  const entry = entries.at(-1);
  if (ids === 0 && entry !== undefined) return isJournaled(access, entry);
  if (ids === 0) return keys.length === 0 ? isSet(access, evidence) : areUsed(access, keys);
  const { session, tables, companyId } = access;
  const [row] = await session.rows<{ found: string }>(
    `SELECT ((SELECT pg_catalog.count(*) FROM ${tables.invoices} WHERE company_id = $1 AND id = ANY($2::pg_catalog.text[])) +
       (SELECT pg_catalog.count(*) FROM ${tables.creditNotes} WHERE company_id = $1 AND id = ANY($5::pg_catalog.text[])) +
       (SELECT pg_catalog.count(*) FROM ${tables.payments}
         WHERE company_id = $1 AND invoice_id = ANY($3::pg_catalog.text[])
           AND id = ANY($4::pg_catalog.text[])))::pg_catalog.text AS found`,
    [companyId, invoiceIds, payments.map(({ invoiceId }) => invoiceId), payments.map(({ id }) => id), creditNoteIds],
  );
  const found = Number(row?.found);
  if (found === ids || found === 0) return found > 0;
  throw new Error(`found only ${found} of ${ids} rows that one transaction wrote`);
}

async function areUsed({ session, tables, companyId }: BooksAccess, keys: Evidence["keys"]): Promise<boolean> {
  const [row] = await session.rows<{ found: string }>(
    `SELECT pg_catalog.count(*)::pg_catalog.text AS found FROM ${tables.keys} AS k
      JOIN ${rowsOf("$2::pg_catalog.text[]", "$3::pg_catalog.text[]", "$4::pg_catalog.text[]")}
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
    `SELECT pg_catalog.count(*)::pg_catalog.text AS found FROM ${tables.journal}
     WHERE company_id = $1 AND position = $2::bigint AND digest = $3`,
    [companyId, String(entry.position), entry.digest],
  );
  return row?.found === "1";
}

/** What an invoice is compared with: its state, without what was written off, which has an entry. */
const COMPARED = STATE_COLUMNS.filter(({ name }) => !["written_off_on", "write_off_reason"].includes(name));

async function isSet(access: BooksAccess, { states }: Evidence): Promise<boolean> {
  const { session, tables, companyId } = access;
  const last = [...new Map(states.map((state) => [state.invoiceId, state])).values()];
  const types = COMPARED.map(
    ({ type }, index) => `$${index + 3}::${type === "amount" ? "numeric" : "pg_catalog.text"}[]`,
  );
  const [row] = await session.rows<{ found: string }>(
    `SELECT pg_catalog.count(*)::pg_catalog.text AS found FROM ${tables.invoices} AS i
       JOIN ${rowsOf("$2::pg_catalog.text[]", ...types)} AS new (id, ${namesOf(COMPARED)})
       ON i.id = new.id ${COMPARED.map(({ name }) => `AND i.${name} IS NOT DISTINCT FROM new.${name}`).join(" ")}
       WHERE i.company_id = $1`,
    [companyId, last.map(({ invoiceId }) => invoiceId), ...COMPARED.map(({ of }) => last.map(of))],
  );
  return Number(row?.found) === last.length;
}

/**
 * Resolves once the standbys that commits wait for have everything that is visible in the company's books. Usually they
 * already do. But if a COMMIT's wait for them was cancelled, by an operator or by a restart of the primary, they may
 * not. So this locks the company's row, which counts as a write. Its commit waits until they have everything before it.
 */
export async function awaitStandbys(parts: StoreParts, companyId: string, deadline: Deadline): Promise<void> {
  // NULL on engines without this setting.
  const [setting] = await runStatement(
    parts,
    (session) =>
      session.rows<{ names: string | null }>(
        "SELECT pg_catalog.current_setting('synchronous_standby_names', true) AS names",
        [],
      ),
    deadline,
  );
  if (!setting?.names) return;
  const lock = { companyId, deadline };
  await runStatement(parts, (session, tables) => lockSequence({ session, tables, ...lock }), deadline, "durable");
}
