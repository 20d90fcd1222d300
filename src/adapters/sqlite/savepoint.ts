import { StoreConnection } from "./connection.ts";

/** A connection whose writes wait until the work is done; it reads at once. */
class GatheringConnection extends StoreConnection {
  readonly #writes: (readonly [sql: string, values: readonly unknown[]])[] = [];

  override run(sql: string, ...values: unknown[]): void {
    this.#writes.push([sql, values]);
  }

  /** Writes what was gathered, without giving way to anybody. */
  writeAll(): void {
    for (const [sql, values] of this.#writes) super.run(sql, ...values);
  }
}

/**
 * Runs the work, then writes what it gathered in one turn of the event loop, so that the host can end its transaction
 * before or after, but not between. A savepoint that is gone shows that it has; then nothing is written.
 */
export async function inSavepoint<Result>(
  connection: StoreConnection,
  savepoint: string,
  work: (gathered: GatheringConnection) => Promise<Result>,
): Promise<Result> {
  const gathered = new GatheringConnection(connection.driver);
  try {
    const value = await work(gathered);
    requireSavepoint(connection, savepoint);
    gathered.writeAll();
    connection.exec(`RELEASE ${savepoint}`);
    return value;
  } catch (error) {
    rollBackToSavepoint(connection, savepoint);
    throw error;
  }
}

/** @throws TypeError when the host has ended its transaction while the call was under way; nothing was written */
function requireSavepoint(connection: StoreConnection, savepoint: string): void {
  try {
    connection.exec(`RELEASE ${savepoint}`);
  } catch (cause) {
    const message =
      "you ended your transaction while a joined call was under way; nothing was issued. Await the call first";
    throw new TypeError(message, { cause });
  }
  connection.exec(`SAVEPOINT ${savepoint}`);
}

/** On a full disk SQLite has rolled back the whole transaction already; a second error would hide the first. */
function rollBackToSavepoint(connection: StoreConnection, savepoint: string): void {
  try {
    connection.exec(`ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`);
  } catch {
    // There is no savepoint left.
  }
}
