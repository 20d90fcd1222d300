import { setTimeout as pause } from "node:timers/promises";
import { CALLS, COMMITS, type TracedCall, traceCall } from "./trace.ts";

/** How long closing waits for what the abort of its signal ends. */
const AFTER_ABORT_MS = 250;

/** How many calls an error names. */
const MAX_NAMED = 10;

/** The calls of one invoicing that have begun and are not settled, and its closing. */
export class CallsInProgress {
  readonly #calls = new Map<Promise<unknown>, TracedCall>();
  readonly #abort = new AbortController();
  #closing: Promise<void> | undefined;

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** Aborted if calls take longer than closing may. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The result of `work` with this argument. @throws TypeError if closing has begun */
  async run<Argument, Result>(
    call: TracedCall,
    work: (argument: Argument) => Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw new TypeError("this invoicing is closed; make every call before close()");
    const result =
      CALLS.hasSubscribers || COMMITS.hasSubscribers ? traceCall(call, () => work(argument)) : work(argument);
    this.#calls.set(result, call);
    try {
      return await result;
    } finally {
      this.#calls.delete(result);
    }
  }

  /**
   * Lets no further call begin, waits for those that have begun, then calls `closeStore`. A repeat only waits.
   *
   * @throws Error that names what did not end within the time
   */
  close(closeStore: () => Promise<void>, timeoutMs: number): Promise<void> {
    this.#closing ??= this.#drainAndClose(closeStore, timeoutMs);
    return this.#closing;
  }

  async #drainAndClose(closeStore: () => Promise<void>, timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.#abort.abort(new Error(`closing took more than ${timeoutMs} ms`)), timeoutMs);
    try {
      await this.#inTime(Promise.allSettled(this.#calls.keys()));
      const unfinished = [...this.#calls.values()].map(nameOf);
      const closing = closeStore();
      closing.catch(() => undefined); // in case nobody waits for it
      if (unfinished.length > 0) throw notEnded(unfinished, timeoutMs);
      if (!(await this.#inTime(closing))) throw notEnded(["the store's close()"], timeoutMs);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the promise settles before the time is over, or soon after the abort. @throws what it rejects with */
  async #inTime(promise: Promise<unknown>): Promise<boolean> {
    const over = new AbortController();
    const settled = promise.then(() => true);
    const late = this.#aborted(over.signal).then(() => pause(AFTER_ABORT_MS, false, { signal: over.signal }));
    late.catch(() => undefined);
    try {
      return await Promise.race([settled, late]);
    } finally {
      over.abort();
    }
  }

  /** Fulfils once the signal of closing is aborted, unless `over` is first. */
  #aborted(over: AbortSignal): Promise<void> {
    const { signal } = this.#abort;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true, signal: over }));
  }
}

function nameOf({ method, companyId }: TracedCall): string {
  return companyId === undefined ? `${method}()` : `${method}() of company ${JSON.stringify(companyId)}`;
}

function notEnded(names: readonly string[], timeoutMs: number): Error {
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return new Error(
    `close() did not wait any longer than ${timeoutMs} ms for: ${names.slice(0, MAX_NAMED).join(", ")}${rest}. ` +
      "Repeat these calls after the restart, with their idempotency keys",
  );
}
