import type { Deadline } from "./deadline.ts";
import { NO_CONNECTION } from "./session.ts";

/** Limits how many actions run at once. The others wait, first come first served. */
export class Semaphore {
  #permits: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs the action once a permit is free. @throws StoreBusyError if none is free before the deadline */
  async run<Value>(deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    if (this.#permits > 0) this.#permits -= 1;
    else await this.#acquire(deadline);
    try {
      return await action();
    } finally {
      this.#release();
    }
  }

  async #acquire(deadline: Deadline): Promise<void> {
    let grant = () => {};
    const granted = new Promise<void>((resolve) => {
      grant = resolve;
    });
    this.#waiting.push(grant);
    try {
      await deadline.within(granted, NO_CONNECTION);
    } catch (error) {
      const index = this.#waiting.indexOf(grant);
      // The permit was granted at the very moment the wait timed out: pass it on.
      if (index < 0) this.#release();
      else this.#waiting.splice(index, 1);
      throw error;
    }
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#permits += 1;
    else next();
  }
}

/** Runs the actions of one key one after another, within this process. */
export class KeyedMutex<Key> {
  readonly #waitingFor: string;
  readonly #last = new Map<Key, Promise<void>>();

  /** `waitingFor` completes the error message "timed out after 5000 ms …". */
  constructor(waitingFor: string) {
    this.#waitingFor = waitingFor;
  }

  /**
   * Runs the action after all earlier ones of the key.
   *
   * @throws StoreBusyError if they do not end before the deadline
   */
  async runExclusive<Value>(key: Key, deadline: Deadline, action: () => Promise<Value>): Promise<Value> {
    const previous = this.#last.get(key);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // An action that times out does not let the next one overtake: the next one still waits for all earlier ones.
    const last = previous === undefined ? ended : previous.then(() => ended);
    this.#last.set(key, last);
    void last.then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    try {
      if (previous !== undefined) await deadline.within(previous, this.#waitingFor);
      return await action();
    } finally {
      end();
    }
  }
}
