import { setImmediate } from "node:timers/promises";

/** How long drawing keeps the process from its other work, in milliseconds. */
const TURN = 10;

/** Divides long work into turns, between which the process does its other work. */
export class Turns {
  #began = performance.now();

  /** Call it often. It waits only if the turn is over. */
  async take(): Promise<void> {
    if (performance.now() - this.#began >= TURN) await this.end();
  }

  /** Ends the turn now, before a long step. */
  async end(): Promise<void> {
    await setImmediate();
    this.#began = performance.now();
  }
}
