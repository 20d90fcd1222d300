import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { insteadOf } from "../../domain/instead-of.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../../domain/invoice/generated/order.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { quietTimer } from "../../ports/quiet-timer.ts";
import type { CompanyContext, RunCall } from "../context.ts";
import { idempotencyKey } from "../schemas/fields.ts";
import { HINTS } from "../schemas/hints.ts";
import { lazy } from "../schemas/lazy.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import type { RepeatableOptions } from "./idempotency.ts";
import {
  hasCurrentProfile,
  type IssueResult,
  issueTogether,
  MAX_LINES,
  MAX_ORDERS,
  makeReadyAhead,
  type ReadyOrders,
  writeTogether,
} from "./issue.ts";
import { issueEach } from "./issue-each.ts";

type Orders = AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>;

/** How far a stream of orders is. */
export interface IssueProgress {
  /** Invoices that this call has issued. */
  readonly issued: number;
  /** Invoices that an earlier call with the same key had issued, and that this one gave back. */
  readonly replayed: number;
}

/** Options of {@link Company.issueAll}. */
export interface IssueAllOptions {
  /**
   * 1 to 240 visible ASCII characters of your choice, such as `subscriptions-2026-11`, kept for ever. If the call ends
   * early, call again with the same key and the same orders: what was issued is given back, and the rest is issued.
   */
  readonly idempotencyKey: string;
  /** Called after each commit. If it throws, the call rejects with its error; nothing that was issued is undone. */
  readonly onProgress?: ((progress: IssueProgress) => void) | undefined;
  /**
   * Called with each order that is refused, its index from 0, and the refusal as of `issue`; the others are issued. It is
   * awaited. If it throws, the call rejects with its error. Each order then has a key and a fingerprint of its own, so a
   * repeat gives back what was issued, although other orders were corrected, and tries again what was refused. Always pass
   * it with a key, or never. Absent: the first refused order ends the call.
   */
  readonly onRefusal?: ((order: InvoiceOrder, index: number, refusal: Refusal) => void | Promise<void>) | undefined;
}

/** The longest key of a stream. The keys of its commits add a number to it. */
export const MAX_STREAM_KEY_LENGTH = 240;

const optionsSchema = lazy(() =>
  z
    .strictObject({
      idempotencyKey: idempotencyKey().max(MAX_STREAM_KEY_LENGTH, {
        error: `must have at most ${MAX_STREAM_KEY_LENGTH} characters`,
      }),
      onProgress: listener<IssueAllOptions["onProgress"]>(),
      onRefusal: listener<IssueAllOptions["onRefusal"]>(),
    })
    .register(HINTS, { expected: 'an object such as { idempotencyKey: "subscriptions-2026-11" }' }),
);

/**
 * How long orders that were made ready ahead are kept for their commit, in milliseconds. If you take longer over the
 * invoices before them, the day may have changed, and other calls may need the memory.
 */
const READY_MS = 1000;

/** How long a stream may give orders without a pause, in milliseconds, while a commit may be waiting for its turn. */
const PAUSE_AFTER_MS = 5;

function listener<Listener>() {
  return z.custom<Listener>((value) => typeof value === "function", { error: "must be a function" }).optional();
}

/** Issues the orders while the result is iterated over. Warns the process if that has not begun by the next turn. */
export function issueAllInvoices(
  run: RunCall,
  orders: Orders,
  options: IssueAllOptions,
): AsyncGenerator<Invoice, void, undefined> {
  let isIterated = false;
  setImmediate(() => {
    if (!isIterated) process.emitWarning(NOT_ITERATED, { code: "FAKTURA_NOT_ITERATED" });
  });
  return (async function* () {
    isIterated = true;
    const parsed = parseRequest(optionsSchema, options, "option");
    yield* parsed.onRefusal === undefined
      ? issueInCommits(run, orders, parsed)
      : issueUnlessRefused(run, orders, { ...parsed, onRefusal: parsed.onRefusal });
  })();
}

const NOT_ITERATED =
  "issueAll has issued nothing, because nothing iterates over its result. Awaiting it is not enough. Write: " +
  "for await (const invoice of company.issueAll(orders, options)) { … }";

/** Issues the orders that are not refused, each under a key of its own, in commits of as many as one may have. */
async function* issueUnlessRefused(
  run: RunCall,
  orders: Orders,
  { idempotencyKey: key, onProgress, onRefusal }: IssueAllOptions & Required<Pick<IssueAllOptions, "onRefusal">>,
): AsyncGenerator<Invoice, void, undefined> {
  let [first, issued, replayed] = [0, 0, 0];
  for await (const together of inCommits(orders, () => false)) {
    const from = { streamKey: key, first, isMarked: issued + replayed > 0 };
    const outcomes = await run((context) => issueEach(context, together, from));
    for (const outcome of outcomes) {
      if (isRefusal(outcome)) continue;
      if (outcome.replayed) replayed += 1;
      else issued += 1;
    }
    onProgress?.({ issued, replayed });
    for (const [index, outcome] of outcomes.entries()) {
      if (isRefusal(outcome)) await onRefusal?.(together[index]!, first + index, outcome);
      else yield outcome.invoice;
    }
    first += together.length;
  }
}

/** Issues the orders in commits of as many as one may have, and reads and prepares the next ones during a commit. */
async function* issueInCommits(
  run: RunCall,
  orders: Orders,
  { idempotencyKey: key, onProgress }: IssueAllOptions,
): AsyncGenerator<Invoice, void, undefined> {
  const ahead = new OrdersAhead(run, orders, key);
  let [issued, replayed] = [0, 0];
  try {
    for (let next = await ahead.take(); next !== undefined; next = await ahead.take()) {
      const results = await ahead.issue(next);
      if (results[0]?.replayed) replayed += results.length;
      else issued += results.length;
      onProgress?.({ issued, replayed });
      for (const { invoice } of results) yield invoice;
    }
  } finally {
    await ahead.end();
  }
}

/** The orders of one commit. */
interface Commit {
  readonly orders: readonly InvoiceOrder[];
  /** How many orders come before them in the stream. */
  readonly first: number;
  readonly own: RepeatableOptions;
  /** The same orders, if they were made ready during the commit before. */
  readonly ready: ReadyAhead | undefined;
}

/** Orders that were made ready ahead. They are kept for {@link READY_MS}. */
class ReadyAhead {
  readonly #since = performance.now();
  readonly #timer = quietTimer(() => this.drop(), READY_MS);
  #ready: ReadyOrders | undefined;

  constructor(ready: ReadyOrders) {
    this.#ready = ready;
  }

  /** The orders, which the caller must then end; `undefined` if they were dropped. */
  take(): ReadyOrders | undefined {
    // The timer is late if you have blocked the event loop.
    if (performance.now() - this.#since > READY_MS) this.drop();
    clearTimeout(this.#timer);
    const ready = this.#ready;
    this.#ready = undefined;
    return ready;
  }

  /** Releases their memory. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#ready?.end();
    this.#ready = undefined;
  }
}

/** Reads a stream of orders, and prepares the next commit while the current one is being written. */
class OrdersAhead {
  readonly #run: RunCall;
  readonly #commits: AsyncGenerator<InvoiceOrder[], void, undefined>;
  readonly #key: string;
  #taken = 0;
  #first = 0;
  #next: Promise<Commit | undefined> | undefined;
  #hasEnded = false;

  constructor(run: RunCall, orders: Orders, key: string) {
    this.#run = run;
    this.#commits = inCommits(orders, () => this.#hasEnded);
    this.#key = key;
  }

  /** The next commit; `undefined` after the last. */
  take(): Promise<Commit | undefined> {
    const next = this.#next ?? this.#read();
    this.#next = undefined;
    return next;
  }

  /** Issues a commit, and begins to read the next one once only the store is left to wait for. */
  issue({ orders, first, own, ready: readyAhead }: Commit): Promise<IssueResult[]> {
    return this.#run(async (context) => {
      // Writes are decided in the queue's async context, but the orders are read in the caller's.
      const decided = AsyncResource.bind(() => {
        if (!context.preparesAhead || this.#next !== undefined) return;
        this.#next = this.#readAhead(context);
        // Its error is thrown when it is taken.
        this.#next.catch(() => undefined);
      });
      const ready = readyAhead?.take();
      try {
        if (ready !== undefined && (await hasCurrentProfile(context, ready)))
          return await writeTogether(context, ready, decided);
      } finally {
        ready?.end();
      }
      return issueTogether(context, orders, own, first, decided);
    });
  }

  /** Ends the stream, after the order that is being read. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    const next = await this.#next?.catch(() => undefined);
    next?.ready?.drop();
    await this.#commits.return();
  }

  async #read(): Promise<Commit | undefined> {
    const { done, value: orders } = await this.#commits.next();
    if (done === true) return undefined;
    const first = this.#first;
    this.#first += orders.length;
    this.#taken += 1;
    // A commit always has the same orders under the same key, because they are counted from the first order.
    const own = { idempotencyKey: `${this.#key}/${this.#taken}` };
    return { orders, first, own, ready: undefined };
  }

  async #readAhead(context: CompanyContext): Promise<Commit | undefined> {
    // Let the commit be sent first.
    await nextTurn();
    const next = await this.#read();
    if (next === undefined) return undefined;
    try {
      const ready = await this.#run(() => makeReadyAhead(context, next.orders, next.own, next.first));
      return { ...next, ready: new ReadyAhead(ready) };
    } catch {
      // Whatever is wrong is found again, and thrown, when its turn comes.
      return next;
    }
  }
}

/** The orders, as many at a time as one commit may have, until `hasEnded`. */
async function* inCommits(orders: Orders, hasEnded: () => boolean): AsyncGenerator<InvoiceOrder[], void, undefined> {
  if (!isIterable(orders)) {
    const detail = `must be an iterable of orders, or an async one${insteadOf(orders)}`;
    throw requestInvalid([{ pointer: "", detail }]);
  }
  let together: InvoiceOrder[] = [];
  let [lines, pausedAt] = [0, performance.now()];
  for await (const order of orders) {
    if (hasEnded()) return;
    const length = Array.isArray(order?.items) ? order.items.length : 0;
    if (together.length === MAX_ORDERS || (together.length > 0 && lines + length > MAX_LINES)) {
      yield together;
      [together, lines] = [[], 0];
    }
    together.push(order);
    lines += length;
    // A synchronous stream would otherwise hold up the commit in progress, and with it the company's lock.
    if (performance.now() - pausedAt < PAUSE_AFTER_MS) continue;
    await nextTurn();
    pausedAt = performance.now();
  }
  if (together.length > 0) yield together;
}

function isIterable(value: unknown): boolean {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}
