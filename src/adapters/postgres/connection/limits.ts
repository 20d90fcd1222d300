import type { Deadline } from "./deadline.ts";
import { FULL_POOL } from "./session.ts";

/** So many may run at once; the others wait, first come first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the action once a slot is free. @throws StoreBusyError when none is in time */
  async take<Value>(deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(deadline);
    try {
      return await action();
    } finally {
      this.#giveBack();
    }
  }

  async #wait(deadline: Deadline): Promise<void> {
    let call = () => {};
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    this.#waiting.push(call);
    try {
      await deadline.within(called, FULL_POOL);
    } catch (error) {
      const place = this.#waiting.indexOf(call);
      // Called at the very moment at which it gave up: the slot is the next one's.
      if (place < 0) this.#giveBack();
      else this.#waiting.splice(place, 1);
      throw error;
    }
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

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
