import { begin } from "./begin.ts";
import type { Deadline } from "./deadline.ts";
import type { PostgresResult } from "./driver.ts";
import type { Session } from "./session.ts";

/** The BEGIN of one transaction. It waits for the first statement, to go to the server in one round trip with it. */
export class TransactionStart {
  readonly #session: Session;
  readonly #deadline: Deadline;
  #begun = false;

  constructor(session: Session, deadline: Deadline) {
    this.#session = session;
    this.#deadline = deadline;
  }

  get hasBegun(): boolean {
    return this.#begun;
  }

  /** Begins, unless that was done, and gives what {@link begin} gives; `undefined` where it was done before. */
  async begin(statements: readonly string[] = []): Promise<readonly PostgresResult[] | undefined> {
    if (this.#begun) return undefined;
    this.#begun = true;
    return begin(this.#session, this.#deadline.leftMs, statements);
  }
}
