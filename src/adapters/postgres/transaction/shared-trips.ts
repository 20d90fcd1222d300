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
const [MOST_COMPANIES, MOST_CHARACTERS] = [32, 1_000_000];

/** How the round trip ended for one company. */
export type Trip =
  | { readonly end: "written"; readonly storeNow: Date }
  /** Its books are not as expected, or it may not be issued this way. Nothing of the company was written. */
  | { readonly end: "unwritten" }
  /** The call failed before its commit. Nothing was written. */
  | { readonly end: "declined" }
  /** No call was sent. `fault` is the error of the connection; `undefined` if there was none in time. */
  | { readonly end: "failed"; readonly error: unknown; readonly fault: unknown }
  /** The call got no answer. */
  | { readonly end: "lost"; readonly error: unknown };

/** A company that waits for a trip. */
interface Waiting {
  readonly issue: CompanyIssue;
  readonly deadline: Deadline;
  readonly expiry: NodeJS.Timeout;
  readonly settle: (trip: Trip) => void;
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

  constructor(parts: StoreParts, writes: Semaphore, remembered: RememberedBooks) {
    this.#parts = parts;
    this.#writes = writes;
    this.#remembered = remembered;
  }

  /** Issues for one company, and returns how that ended. If the deadline comes while it waits, it is not sent. */
  issue(issue: CompanyIssue, deadline: Deadline): Promise<Trip> {
    return new Promise((resolve) => {
      const expiry = setTimeout(() => this.#fail([waiting], deadline.held(NO_CONNECTION)), deadline.leftMs);
      const waiting = { issue, deadline, expiry, settle: resolve };
      this.#waiting.add(waiting);
      void this.#gather();
    });
  }

  /** Sends what waits after this turn of the event loop, so that requests that have just arrived share a trip. */
  async #gather(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    await nextTurn();
    this.#isGathering = false;
    for (let sent = 0; sent < this.#waiting.size; sent += MOST_COMPANIES) void this.#send();
  }

  /** Waits for a connection, and sends what waits then. If there is none, those fail that have waited as long. */
  async #send(): Promise<void> {
    const hoping = [...this.#waiting];
    // It ends after all of theirs.
    const deadline = new Deadline(this.#parts.settings.lockTimeoutMs);
    try {
      await this.#writes.run(deadline, () => this.#sendOn(deadline));
    } catch (error) {
      this.#fail(hoping, error);
    }
    if (this.#waiting.size > 0) void this.#gather();
  }

  async #sendOn(deadline: Deadline): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { pool, settings } = this.#parts;
    const session = await Session.open(pool, deadline, settings.preparedStatements);
    const taken = this.#take();
    const trips = taken.length === 0 ? [] : await this.#call(session, taken);
    session.release();
    for (const [index, { settle }] of taken.entries()) settle(trips[index]!);
  }

  /** Takes the oldest that fit into one trip, and at least one if any waits. */
  #take(): Waiting[] {
    const taken: Waiting[] = [];
    let length = 0;
    for (const waiting of this.#waiting) {
      if (waiting.deadline.leftMs === 0) continue; // its timer is late
      for (const { document } of waiting.issue.batch.invoices) length += document.length;
      if (taken.length > 0 && length > MOST_CHARACTERS) break;
      clearTimeout(waiting.expiry);
      this.#waiting.delete(waiting);
      if (taken.push(waiting) === MOST_COMPANIES) break;
    }
    return taken;
  }

  /** One call for these companies. Never throws; returns how it ended for each. */
  async #call(session: Session, taken: readonly Waiting[]): Promise<readonly Trip[]> {
    const { tables } = this.#parts.settings;
    let isSent = false;
    try {
      this.#remembered.mayPredict ??= await mayCallIssue(session, tables);
      if (!this.#remembered.mayPredict) return taken.map(() => ({ end: "unwritten" }));
      isSent = true;
      const leftMs = Math.min(...taken.map(({ deadline }) => deadline.leftMs));
      const times = await callIssue(
        session,
        tables,
        taken.map(({ issue }) => issue),
        leftMs,
      );
      return times.map((storeNow) => (storeNow === undefined ? { end: "unwritten" } : { end: "written", storeNow }));
    } catch (fault) {
      const trip = endOf(await findLeakOr(session, fault), isSent);
      return taken.map(() => trip);
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

/** How the trip ended for all its companies, after an error. */
function endOf(error: unknown, isSent: boolean): Trip {
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
