import type { Batch } from "../../engine/batch.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import { leakOr, requireNoTransaction } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { isConnectionLost, LeakedTransactionError, mayFollowCommit } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import type { Prediction } from "../statements/books-head.ts";
import { callIssue, mayCallIssue } from "../statements/issue-call.ts";
import type { Attempt } from "./attempt-outcome.ts";
import { evidenceOf } from "./evidence.ts";
import type { StoreParts, TransactionJob } from "./store-parts.ts";

/**
 * Runs the work on the books as this server remembers them, and writes what it decided in one call that commits by
 * itself. The call compares the books with what was remembered, under their lock.
 *
 * Returns `undefined` if nothing was written: nothing is remembered, the work needs to read something else or writes
 * anything but invoices and keys, or the books have changed. Then the work runs again in a transaction of its own. So
 * does work that fails or decides nothing, because no call has confirmed what it saw.
 *
 * @throws LeakedTransactionError if somebody's transaction was open on the client
 */
export async function attemptInOneTrip<Value>(
  { settings }: StoreParts,
  { companyId, work, withProfile = false, remembered }: TransactionJob<Value>,
  session: Session,
  deadline: Deadline,
): Promise<Attempt<Value> | undefined> {
  const { tables, numbers } = settings;
  const expected = numbers === undefined ? remembered.predict(companyId) : undefined;
  if (expected === undefined || (withProfile && expected.profile === undefined)) return undefined;
  const decided = await decideOn(expected, work);
  if (decided === undefined) return undefined;
  const { value, batch, headAfter } = decided;
  let isSent = false;
  try {
    remembered.mayPredict ??= await mayCallIssue(session, tables);
    if (!remembered.mayPredict) return undefined;
    isSent = true;
    const storeNow = await callIssue(session, tables, { companyId, expected, batch }, deadline);
    if (storeNow === undefined) {
      remembered.fail(companyId);
      return undefined;
    }
    const head = headAfter();
    remembered.confirm(companyId, head && { ...head, sequence: { ...head.sequence, storeNow } });
    return { end: "committed", value };
  } catch (fault) {
    remembered.fail(companyId);
    const error = await findLeakOr(session, fault);
    if (error instanceof LeakedTransactionError || (!isSent && isConnectionLost(error))) throw error;
    if (!isSent || !mayFollowCommit(error)) return { end: "declined" };
    const lost = { companyId, evidence: evidenceOf([batch]), error, mayArrive: true };
    return { end: "unknown", value, lost };
  }
}

/**
 * {@link leakOr}, whatever the error says. If a transaction is open now, it was open before the call. Then the call
 * cannot have committed, and the client must not be used again.
 */
async function findLeakOr(session: Session, fault: unknown): Promise<unknown> {
  const error = await leakOr(session, fault);
  if (session.isBroken) return error;
  const found: unknown = await requireNoTransaction(session).catch((leak: unknown) => leak);
  return found instanceof LeakedTransactionError ? found : error;
}

/** What the work decides on these books; `undefined` if it cannot without reading more, or decides nothing to write. */
async function decideOn<Value>(expected: Prediction, work: TransactionJob<Value>["work"]) {
  const books = new ExpectedBooks(expected);
  const { ports, flush, headAfter } = booksTransaction(books.dialect);
  try {
    const value = await work(ports);
    await flush();
    const batch = books.writable();
    return batch && { value, batch, headAfter };
  } catch {
    return undefined;
  }
}

/** Books of which only the end is known. */
class ExpectedBooks {
  readonly dialect: BooksDialect;
  readonly #batches: Batch[] = [];
  readonly #keys = new Set<string>();
  #isMore = false;

  constructor(expected: Prediction) {
    const more = () => {
      // The work may catch this error.
      this.#isMore = true;
      throw new Error("the books must be read");
    };
    this.dialect = {
      lock: () => expected,
      findKeys: (keys) => {
        for (const key of keys) this.#keys.add(key);
        return []; // the call writes nothing if one of them was used
      },
      flush: (batch) => void this.#batches.push(batch),
      lockAlone: more,
      readHead: more,
      markCountedByHost: more,
      findInvoices: more,
      seriesHeads: more,
      creditNoteSeries: more,
      findCreditNotes: more,
      findResumption: more,
      lastChained: more,
      openRows: more,
      chainRows: more,
    };
  }

  /** The only batch, if one call can write it and confirm everything that was assumed. */
  writable(): Batch | undefined {
    const [batch, ...others] = this.#batches;
    if (this.#isMore || batch === undefined || others.length > 0) return undefined;
    const { continuedFrom, invoices, inSeries, entries, payments, creditNotes, keys, states } = batch;
    const rest = inSeries.length + entries.length + payments.length + creditNotes.length + states.size;
    if (invoices.length === 0 || rest > 0 || continuedFrom !== undefined) return undefined;
    // A write that was refused may have used an old key. The call only compares those that it writes.
    return keys.length === this.#keys.size && keys.every(({ key }) => this.#keys.has(key)) ? batch : undefined;
  }
}
