import { Session } from "../connection/session.ts";

/** A session that reads at once but collects its writes until the work is done. */
export class GatheringSession extends Session {
  readonly #writes: (readonly [rows: number, sql: string, values: readonly unknown[]])[] = [];

  override write(rows: number, sql: string, ...values: unknown[]): void {
    this.#writes.push([rows, sql, values]);
  }

  get hasWrites(): boolean {
    return this.#writes.length > 0;
  }

  /** Runs the collected writes synchronously. */
  writeAll(): void {
    for (const [rows, sql, values] of this.#writes) super.write(rows, sql, ...values);
  }

  /**
   * Runs all of the collected writes or none. Anything that the host does on this connection comes before or after them,
   * and is never rolled back with them.
   */
  writeInSavepoint(): void {
    this.driver.exec("SAVEPOINT faktura_writes");
    try {
      this.writeAll();
      this.driver.exec("RELEASE faktura_writes");
    } catch (error) {
      this.#rollBackQuietly();
      throw error;
    }
  }

  /**
   * Ignores errors: on a full disk SQLite has already rolled back the whole transaction, and a second error would hide
   * the first.
   */
  #rollBackQuietly(): void {
    try {
      this.driver.exec("ROLLBACK TO faktura_writes; RELEASE faktura_writes");
    } catch {
      // The savepoint is gone.
    }
  }
}
