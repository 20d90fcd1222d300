import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import { sqlStateOf } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import type { PostgresNumbers } from "../settings.ts";

const NAME = "faktura_joined";

/** What PostgreSQL answers where there is no transaction, or no such savepoint in it. */
const NO_TRANSACTION = "25P01";
const NO_SAVEPOINT = "3B001";

/**
 * A savepoint of the host's transaction in which the host's own counter runs: it sends statements of its own on the
 * client, which may fail, and a number that it gave goes back when the call fails later. For one call.
 */
export class CounterSavepoint {
  readonly #session: Session;
  #isOpen = false;
  #isToUndo = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The counter, whose statements run in the savepoint. */
  around(numbers: PostgresNumbers): PostgresNumbers {
    return (client, companyId) => {
      const counter = numbers(client, companyId);
      return {
        lock: async () => {
          if (!this.#isOpen) await this.#session.run(`SAVEPOINT ${NAME}`);
          this.#isOpen = true;
          this.#isToUndo = true;
          const head = await counter.lock();
          this.#isToUndo = false;
          return head;
        },
        take: (count) => {
          this.#isToUndo = true;
          return counter.take(count);
        },
      };
    };
  }

  /** Keeps what the counter did. @throws OutcomeUnknownError when the host has ended the transaction meanwhile */
  async keep(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      await this.#session.run(`RELEASE SAVEPOINT ${NAME}`);
    } catch (error) {
      const state = sqlStateOf(error);
      if (state !== NO_TRANSACTION && state !== NO_SAVEPOINT) throw error;
      const message =
        "your transaction ended while a call on it was under way; if it was committed, what the call wrote stands. Await " +
        "every call before you commit; repeat this one under the same idempotency key.";
      throw new OutcomeUnknownError(message, { cause: error });
    }
  }

  /** Undoes what the counter did, after an error; where it gave no number, there is nothing to undo. Never throws. */
  async undo(): Promise<void> {
    if (!this.#isOpen) return;
    const back = this.#isToUndo ? `ROLLBACK TO SAVEPOINT ${NAME}; ` : "";
    await this.#session.undo(`${back}RELEASE SAVEPOINT ${NAME}`);
  }
}
