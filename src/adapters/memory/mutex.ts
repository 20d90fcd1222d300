import { StoreBusyError } from "../../domain/store-errors.ts";
import { ownContext } from "../../ports/own-context.ts";
import { withinTime } from "../common/within-time.ts";

/** Lets one holder after another have the lock, in the order in which they ask. */
export class Mutex {
  readonly #waitingFor: string;
  /** Fulfils when the last one that has asked has unlocked. */
  #last: Promise<void> = Promise.resolve();
  #notUnlocked = 0;

  /** `waitingFor` completes the error message "timed out after 5000 ms waiting for …". */
  constructor(waitingFor: string) {
    this.#waitingFor = waitingFor;
  }

  /**
   * Waits until all that asked earlier have unlocked. Returns the function that unlocks, which must be called once.
   *
   * @throws StoreBusyError if they do not unlock within `timeoutMs`; the next one still waits for them
   */
  async lock(timeoutMs: number): Promise<() => void> {
    const [earlier, isFree] = [this.#last, this.#notUnlocked === 0];
    let resolve = () => {};
    const unlocked = new Promise<void>((settle) => {
      resolve = settle;
    });
    const unlock = () => {
      this.#notUnlocked -= 1;
      resolve();
    };
    this.#notUnlocked += 1;
    // Kept as long as the store, so not in the caller's async context.
    this.#last = ownContext.runInAsyncScope(() => earlier.then(() => unlocked));
    try {
      await (isFree ? earlier : withinTime(earlier, timeoutMs, () => this.#busy(timeoutMs)));
      return unlock;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  #busy(timeoutMs: number): StoreBusyError {
    return new StoreBusyError(
      `timed out after ${timeoutMs} ms waiting for ${this.#waitingFor}; nothing was written. Repeat the call later or, ` +
        "if your own transaction holds it, call through invoicing.joining(transaction) in that one",
    );
  }
}
