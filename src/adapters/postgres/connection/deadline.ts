import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";
import { withinTime } from "../../common/within-time.ts";

/** The longest pause before a retry: enough for two servers to get out of step with each other. */
const LONGEST_PAUSE_MS = 50;

/** The deadline of one call, for everything that it waits for. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #end: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.#end = performance.now() + timeoutMs;
  }

  /** The time left, in whole milliseconds; 0 after the deadline. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.#end - performance.now()));
  }

  /**
   * The result of `promise`.
   *
   * @throws StoreBusyError if the deadline comes first; `doing` says what the call was doing, as in {@link busy}
   */
  within<Value>(promise: Promise<Value>, doing: string): Promise<Value> {
    return withinTime(promise, this.leftMs, () => this.held(doing));
  }

  /** Pauses before a retry, so that others can go first. */
  async pause(tries: number): Promise<void> {
    // Jitter, so that two transactions that have conflicted do not collide again.
    await wait(Math.min(this.leftMs, LONGEST_PAUSE_MS, 2 ** tries) * Math.random());
  }

  /** The error of a call that ran out of time. `doing` completes "timed out after 5000 ms …". */
  busy(doing: string, cause?: unknown): StoreBusyError {
    return this.#busy(doing, "Repeat the call later", cause);
  }

  /**
   * Like {@link busy}, for a lock or connection that the caller's own open transaction may hold. Waiting would not help
   * then.
   */
  held(doing: string, cause?: unknown): StoreBusyError {
    const remedy =
      "Repeat the call later or, if your own transaction holds it, call through invoicing.joining(client) in that one";
    return this.#busy(doing, remedy, cause);
  }

  #busy(doing: string, remedy: string, cause: unknown): StoreBusyError {
    const message = `timed out after ${this.timeoutMs} ms ${doing}; nothing was written. ${remedy}`;
    return new StoreBusyError(message, cause === undefined ? {} : { cause });
  }
}
