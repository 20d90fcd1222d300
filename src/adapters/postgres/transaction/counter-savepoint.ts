import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import { sqlStateOf } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import type { PostgresNumbers } from "../settings.ts";

const NAME = "faktura_joined";

/** The SQLSTATEs for "no transaction is open" and "no such savepoint". */
const NO_TRANSACTION = "25P01";
const NO_SAVEPOINT = "3B001";

/**
 * A savepoint in the host's transaction, in which the host's own counter runs during one call. The counter sends its
 * own statements on the client. They may fail, and its number must be rolled back if the call fails later.
 */
export class CounterSavepoint {
  readonly #session: Session;
  #isOpen = false;
  #mustRollBack = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Wraps the counter, so that its statements run inside the savepoint. */
  around(numbers: PostgresNumbers): PostgresNumbers {
    return (client, companyId) => {
      const counter = numbers(client, companyId);
      return {
        lock: async () => {
          if (!this.#isOpen) await this.#session.run(`SAVEPOINT ${NAME}`);
          this.#isOpen = true;
          this.#mustRollBack = true;
          const head = await counter.lock();
          this.#mustRollBack = false;
          return head;
        },
        take: (count) => {
          this.#mustRollBack = true;
          return counter.take(count);
        },
      };
    };
  }

  /** Keeps what the counter wrote. @throws OutcomeUnknownError if the host has ended its transaction in the meantime */
  async release(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      await this.#session.run(`RELEASE SAVEPOINT ${NAME}`);
    } catch (error) {
      const state = sqlStateOf(error);
      if (state !== NO_TRANSACTION && state !== NO_SAVEPOINT) throw error;
      const message =
        "your transaction ended while a call in it was running. If you committed it, the call's writes were committed " +
        "too. Await every call before you commit, and repeat this one with the same idempotency key.";
      throw new OutcomeUnknownError(message, { cause: error });
    }
  }

  /**
   * Rolls back what the counter wrote, after an error. If the counter took no number, only releases the savepoint.
   * Never throws.
   */
  async rollBack(): Promise<void> {
    if (!this.#isOpen) return;
    const rollBack = this.#mustRollBack ? `ROLLBACK TO SAVEPOINT ${NAME}; ` : "";
    await this.#session.rollBackTo(`${rollBack}RELEASE SAVEPOINT ${NAME}`);
  }
}
