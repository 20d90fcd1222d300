import type { NumberSequence, SequenceHead } from "../../../ports/number-sequence.ts";
import type { StoreConnection } from "../connection/session.ts";
import type { JoinedCall } from "./joined-call.ts";
import type { OpenSavepoint } from "./savepoint.ts";

/**
 * A host's counter inside the host's own transaction. It writes when it is asked for a number, and not when the invoice is
 * written, so from then on a savepoint is open, in which the number can be given back.
 */
export class CountedNumbers implements NumberSequence {
  readonly #connection: StoreConnection;
  readonly #call: JoinedCall;
  readonly #sequence: NumberSequence;
  #savepoint: OpenSavepoint | undefined;
  #changes = 0;

  constructor(connection: StoreConnection, call: JoinedCall, sequence: NumberSequence) {
    this.#connection = connection;
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

  /** Keeps the number, right after the invoice was written. */
  keep(): void {
    this.#savepoint?.keep();
  }

  /** Gives the number back; what the call then fails with. */
  giveBack(error: unknown, isDisturbed: boolean): unknown {
    const isUndone = this.#savepoint?.undo() ?? false;
    if (!isUndone || !isDisturbed) return error;
    const message =
      "the call failed after your counter had given its number, and giving it back has undone what you wrote on the " +
      "connection meanwhile; roll your transaction back, and write nothing there while a call is under way";
    return new TypeError(message, { cause: error });
  }

  /** Whether somebody has written on the connection since the counter has: the host, while the call was under way. */
  get isDisturbed(): boolean {
    return this.#savepoint !== undefined && this.#countChanges() !== this.#changes;
  }

  #countChanges(): number {
    return this.#connection.get<{ changes: number }>("SELECT total_changes() AS changes")!.changes;
  }
}
