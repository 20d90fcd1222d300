import type { Deadline } from "./deadline.ts";

/** Callers of one process take turns; `what` says in the error at what. */
export class Turns<Key> {
  readonly #what: string;
  readonly #last = new Map<Key, Promise<void>>();

  constructor(what: string) {
    this.#what = what;
  }

  /** Runs the action when those before it have ended. @throws StoreBusyError when they have not in time */
  async take<Value>(key: Key, deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Whoever gives up leaves the queue only for those before it: the next one still waits for them.
    const turn = before.then(() => ended);
    this.#last.set(key, turn);
    void turn.then(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    try {
      await deadline.within(before, `an earlier transaction ${this.#what}, in this process, did not end`);
      return await action();
    } finally {
      end();
    }
  }
}
