import type { Deadline } from "./deadline.ts";

/**
 * Callers of one process take turns at a company's books: those that wait need no connection, so that one company's
 * rush leaves the pool to the others.
 */
export class CompanyTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the action when those before it have ended. @throws StoreBusyError when they have not in time */
  async take<Value>(companyId: string, deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(companyId) ?? Promise.resolve();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Whoever gives up leaves the queue only for those before it: the next one still waits for them.
    const turn = before.then(() => ended);
    this.#last.set(companyId, turn);
    void turn.then(() => {
      if (this.#last.get(companyId) === turn) this.#last.delete(companyId);
    });
    try {
      await deadline.within(before, "an earlier transaction of this company, in this process, did not end");
      return await action();
    } finally {
      end();
    }
  }
}
