import { StoreBusyError } from "../../domain/store-errors.ts";
import { ownContext } from "../../ports/own-context.ts";
import { withinTime } from "../common/within-time.ts";

/** Lets transactions run one after another, in the order in which they ask. */
export class Turns {
  readonly #waitingFor: string;
  /** Fulfils when the last turn that was asked for has ended. */
  #last: Promise<void> = Promise.resolve();
  #notEnded = 0;

  /** `waitingFor` completes the error message "timed out after 5000 ms waiting for …". */
  constructor(waitingFor: string) {
    this.#waitingFor = waitingFor;
  }

  /**
   * Waits for the end of all earlier turns. Returns the function that ends this one, which must be called once.
   *
   * @throws StoreBusyError if they do not end within `timeoutMs`; the next turn still waits for them
   */
  async take(timeoutMs: number): Promise<() => void> {
    const [earlier, isFree] = [this.#last, this.#notEnded === 0];
    let resolve = () => {};
    const ended = new Promise<void>((settle) => {
      resolve = settle;
    });
    const end = () => {
      this.#notEnded -= 1;
      resolve();
    };
    this.#notEnded += 1;
    // Kept as long as the store, so not in the caller's async context.
    this.#last = ownContext.runInAsyncScope(() => earlier.then(() => ended));
    try {
      await (isFree ? earlier : withinTime(earlier, timeoutMs, () => this.#busy(timeoutMs)));
      return end;
    } catch (error) {
      end();
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
