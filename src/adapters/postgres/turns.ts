import type { Deadline } from "./deadline.ts";

/** Callers of one process take turns; `busy` says in the error what was waited for. */
export class Turns<Key> {
  readonly #busy: string;
  readonly #last = new Map<Key, Promise<void>>();

  constructor(busy: string) {
    this.#busy = busy;
  }

  /** Runs the action when those before it have ended. @throws StoreBusyError when they have not in time */
  async take<Value>(key: Key, deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Whoever gives up leaves the queue only for those before it: the next one still waits for them.
    const turn = before === undefined ? ended : before.then(() => ended);
    this.#last.set(key, turn);
    void turn.then(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    try {
      if (before !== undefined) await deadline.within(before, this.#busy);
      return await action();
    } finally {
      end();
    }
  }
}
