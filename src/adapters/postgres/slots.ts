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
