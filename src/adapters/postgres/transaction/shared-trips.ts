import { setImmediate as nextTurn } from "node:timers/promises";
import { leakOr, requireNoTransaction } from "../connection/begin.ts";
import { Deadline } from "../connection/deadline.ts";
import { isConnectionLost, LeakedTransactionError, mayFollowCommit } from "../connection/errors.ts";
import type { Semaphore } from "../connection/limits.ts";
import { NO_CONNECTION, Session } from "../connection/session.ts";
import { type CompanyIssue, callIssue, mayCallIssue } from "../statements/issue-call.ts";
import type { RememberedBooks } from "./remembered-books.ts";
import type { StoreParts } from "./store-parts.ts";

/** The most companies in one trip, and the most characters of their documents, unless one company alone has more. */
const [MOST_COMPANIES, MOST_CHARACTERS] = [64, 1_000_000];

/** What became of a company's part of a call: the time on the server's clock, or nothing was written, or it failed. */
export type Trip = Date | undefined | FailedTrip;

/** Why a call has no answer. */
type FailedTrip =
  /** It failed before its commit. Nothing was written. */
  | { readonly end: "declined" }
  /** It was not sent. `fault` is the error of the connection; `undefined` if there was none in time. */
  | { readonly end: "failed"; readonly error: unknown; readonly fault: unknown }
  /** It may have been committed. */
  | { readonly end: "lost"; readonly error: unknown };

/** A company that waits for a connection. */
interface Waiting extends CompanyIssue {
  readonly deadline: Deadline;
  readonly expiry: NodeJS.Timeout;
  readonly settle: (trip: Trip) => void;
}

/** What the transactions of a store share. */
export interface WriteParts extends StoreParts {
  /** Limits the writes, so that reads still get a connection from the pool. */
  readonly writes: Semaphore;
  /** What this server remembers of the companies' books. */
  readonly remembered: RememberedBooks;
  /** What issues in one round trip. */
  readonly trips: SharedTrips;
}

/**
 * The round trips of all companies that issue on the books as this server remembers them. What waits when a connection is
 * free goes into one call and one commit, whosever it is. Nobody waits for others to come.
 */
export class SharedTrips {
  readonly #parts: StoreParts;
  readonly #writes: Semaphore;
  readonly #remembered: RememberedBooks;
  readonly #waiting = new Set<Waiting>();
  #isGathering = false;
  /** Trips that have taken nobody yet. */
  #hopingTrips = 0;

  constructor(parts: StoreParts, writes: Semaphore, remembered: RememberedBooks) {
    this.#parts = parts;
    this.#writes = writes;
    this.#remembered = remembered;
  }

  /**
   * Writes one company's batch and commits. Returns the time on the server's clock; `undefined` if nothing was written,
   * because the books are not as expected or this role may not call the procedure. Never throws.
   */
  issue(issue: CompanyIssue, deadline: Deadline): Promise<Trip> {
    return new Promise((settle) => {
      const expiry = setTimeout(() => this.#fail([waiting], deadline.held(NO_CONNECTION)), deadline.leftMs);
      const waiting = { ...issue, deadline, expiry, settle };
      this.#waiting.add(waiting);
      if (!this.#isGathering) void this.#gather();
    });
  }

  /** Sends what waits after this turn of the event loop, so that requests that have just arrived share a trip. */
  async #gather(): Promise<void> {
    this.#isGathering = true;
    await nextTurn();
    this.#isGathering = false;
    while (this.#hopingTrips * MOST_COMPANIES < this.#waiting.size) void this.#send();
  }

  /** Sends what waits once a connection is free. If it gets none, the oldest fail that have waited for it from the start. */
  async #send(): Promise<void> {
    const { pool, settings } = this.#parts;
    const hoping = [...this.#waiting].slice(0, MOST_COMPANIES);
    this.#hopingTrips += 1;
    let isHoping = true;
    const stopHoping = () => {
      if (isHoping) this.#hopingTrips -= 1;
      isHoping = false;
    };
    // It ends after all of theirs.
    const deadline = new Deadline(settings.lockTimeoutMs);
    try {
      await this.#writes.run(deadline, async () => {
        // Another trip may have taken them.
        if (this.#waiting.size === 0) return stopHoping();
        const session = await Session.open(pool, deadline, settings.preparedStatements);
        stopHoping();
        const [taken, leftMs] = this.#take();
        const trips = taken.length === 0 ? [] : await this.#call(session, taken, leftMs);
        session.release();
        for (const [place, { settle }] of taken.entries()) settle(trips[place]);
      });
    } catch (error) {
      this.#fail(hoping, error);
    }
    stopHoping();
    if (this.#waiting.size > 0 && !this.#isGathering) void this.#gather();
  }

  /** Takes the oldest that fit into one trip, and at least one if any waits. Returns them and the shortest time left. */
  #take(): [taken: Waiting[], leftMs: number] {
    const taken: Waiting[] = [];
    let [length, shortestMs] = [0, Number.POSITIVE_INFINITY];
    for (const waiting of this.#waiting) {
      const { leftMs } = waiting.deadline;
      if (leftMs === 0) continue; // its timer is late
      for (const { document } of waiting.batch.invoices) length += document.length;
      if (taken.length > 0 && length > MOST_CHARACTERS) break;
      clearTimeout(waiting.expiry);
      this.#waiting.delete(waiting);
      shortestMs = Math.min(shortestMs, leftMs);
      if (taken.push(waiting) === MOST_COMPANIES) break;
    }
    return [taken, shortestMs];
  }

  /** One call for these companies. Never throws; returns how it ended for each. */
  async #call(session: Session, taken: readonly Waiting[], leftMs: number): Promise<readonly Trip[]> {
    const { tables } = this.#parts.settings;
    let isSent = false;
    try {
      this.#remembered.mayPredict ??= await mayCallIssue(session, tables);
      if (!this.#remembered.mayPredict) return [];
      isSent = true;
      return await callIssue(session, tables, taken, leftMs);
    } catch (fault) {
      const failed = failureOf(await findLeakOr(session, fault), isSent);
      return taken.map(() => failed);
    }
  }

  /** Fails those of them that still wait. */
  #fail(hoping: readonly Waiting[], error: unknown): void {
    for (const waiting of hoping) {
      if (!this.#waiting.delete(waiting)) continue;
      clearTimeout(waiting.expiry);
      waiting.settle({ end: "failed", error, fault: undefined });
    }
  }
}

/** How a call ended for all its companies. */
function failureOf(error: unknown, isSent: boolean): FailedTrip {
  if (error instanceof LeakedTransactionError || (!isSent && isConnectionLost(error))) {
    return { end: "failed", error, fault: error };
  }
  return isSent && mayFollowCommit(error) ? { end: "lost", error } : { end: "declined" };
}

/**
 * {@link leakOr} of an error of the call, whatever it says. If a transaction is open now, it was open before the call. Then
 * the call cannot have committed, and the client must not be used again.
 */
async function findLeakOr(session: Session, fault: unknown): Promise<unknown> {
  const error = await leakOr(session, fault);
  if (session.isBroken) return error;
  const found: unknown = await requireNoTransaction(session).catch((leak: unknown) => leak);
  return found instanceof LeakedTransactionError ? found : error;
}
