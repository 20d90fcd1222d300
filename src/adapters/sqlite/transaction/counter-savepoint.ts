import type { NumberSequence, SequenceHead } from "../../../ports/number-sequence.ts";
import type { Session } from "../connection/session.ts";
import type { OpenSavepoint } from "./call-savepoints.ts";
import type { JoinedCall } from "./joined-call.ts";

/**
 * A host's own counter inside the host's own transaction. The counter writes as soon as it is asked for a number,
 * before the invoice is written. So a savepoint is opened first, to roll the number back if the call fails later.
 */
export class CounterSavepoint implements NumberSequence {
  readonly #session: Session;
  readonly #call: JoinedCall;
  readonly #sequence: NumberSequence;
  #savepoint: OpenSavepoint | undefined;
  #changes = 0;

  constructor(session: Session, call: JoinedCall, sequence: NumberSequence) {
    this.#session = session;
    this.#call = call;
    this.#sequence = sequence;
  }

  lock(): Promise<SequenceHead> {
    return this.#sequence.lock();
  }

  async take(count: number): Promise<number> {
    this.#savepoint ??= this.#call.openSavepoint();
    const first = this.#sequence.take(count);
    this.#changes = this.#countChanges();
    return first;
  }

  /** Keeps the number. Call it right after the invoice was written. */
  release(): void {
    this.#savepoint?.release();
  }

  /** Rolls the number back and returns the error that the call fails with. */
  rollBack(error: unknown, hasHostWrites: boolean): unknown {
    const isRolledBack = this.#savepoint?.rollBack() ?? false;
    if (!isRolledBack || !hasHostWrites) return error;
    const message =
      "the call failed after your counter had issued a number. Rolling the number back also undid what you wrote on the " +
      "connection in the meantime. Roll your transaction back, and do not write on the connection during a call";
    return new TypeError(message, { cause: error });
  }

  /** Whether the host has written on the connection since the counter did, while the call was running. */
  get hasHostWrites(): boolean {
    return this.#savepoint !== undefined && this.#countChanges() !== this.#changes;
  }

  #countChanges(): number {
    return this.#session.get<{ changes: number }>("SELECT total_changes() AS changes")!.changes;
  }
}
