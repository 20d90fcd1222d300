import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";
import { withinTime } from "../../sql/within-time.ts";

/** How long a call is tried again after, at most: enough for two servers to fall out of step with each other. */
const LONGEST_PAUSE_MS = 50;

/** The moment up to which one call waits, whatever it waits for. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #end: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.#end = performance.now() + timeoutMs;
  }

  /** Whole milliseconds that are left; 0 when the deadline has passed. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.#end - performance.now()));
  }

  /** What `promise` gives. @throws StoreBusyError that says what was waited for, when the deadline comes first */
  within<Value>(promise: Promise<Value>, busy: string): Promise<Value> {
    return withinTime(promise, this.leftMs, () => this.held(busy));
  }

  /** Lets others go first before a call is tried again. */
  async pause(tries: number): Promise<void> {
    // Jitter, so that two transactions that were in each other's way do not meet once more.
    await wait(Math.min(this.leftMs, LONGEST_PAUSE_MS, 2 ** tries) * Math.random());
  }

  busy(what: string, cause?: unknown): StoreBusyError {
    return this.#busy(what, "repeat the call later", cause);
  }

  /** {@link busy} where it may be the caller's own open transaction that is waited for, which no waiting ends. */
  held(what: string, cause?: unknown): StoreBusyError {
    const wayOut =
      "repeat the call later, or, where a transaction of your own holds it, call through invoicing.joining(client) in there";
    return this.#busy(what, wayOut, cause);
  }

  #busy(what: string, wayOut: string, cause: unknown): StoreBusyError {
    const message = `${what} within ${this.timeoutMs} ms; nothing was written, ${wayOut}`;
    return new StoreBusyError(message, cause === undefined ? {} : { cause });
  }
}
