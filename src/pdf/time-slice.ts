import { setImmediate } from "node:timers/promises";

/** How long a slice keeps the process from its other work, in milliseconds. */
const LENGTH_MS = 10;

/** Divides long work into slices, between which the process does its other work. */
export class TimeSlice {
  #began = performance.now();

  /** Call it often. It waits only if the slice is over. */
  async endIfOver(): Promise<void> {
    if (performance.now() - this.#began >= LENGTH_MS) await this.end();
  }

  /** Ends the slice now, before a long step. */
  async end(): Promise<void> {
    await setImmediate();
    this.#began = performance.now();
  }
}
