import { StoreConnection } from "../connection/session.ts";

/** A connection whose writes wait until the work is done; it reads at once. */
export class GatheringConnection extends StoreConnection {
  readonly #writes: (readonly [sql: string, values: readonly unknown[]])[] = [];

  override run(sql: string, ...values: unknown[]): void {
    this.#writes.push([sql, values]);
  }

  /**
   * Writes what was gathered, all of it or nothing, in one turn of the event loop: whatever the host does on this
   * connection comes before or after it, and is not undone with it.
   */
  writeAll(): void {
    this.exec("SAVEPOINT faktura_writes");
    try {
      for (const [sql, values] of this.#writes) super.run(sql, ...values);
      this.exec("RELEASE faktura_writes");
    } catch (error) {
      this.#undoQuietly();
      throw error;
    }
  }

  /** On a full disk SQLite has rolled back the whole transaction already; a second error would hide the first. */
  #undoQuietly(): void {
    try {
      this.exec("ROLLBACK TO faktura_writes; RELEASE faktura_writes");
    } catch {
      // There is no savepoint left.
    }
  }
}
