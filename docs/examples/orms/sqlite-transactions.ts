import { setTimeout as wait } from "node:timers/promises";

/** A connection of better-sqlite3, or of `node:sqlite`. */
interface Connection {
  exec(sql: string): unknown;
}

/** How long to wait for the file's lock. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * Runs the work again while another connection holds the file's lock. SQLite's own wait would block the event loop, so
 * switch it off: `PRAGMA busy_timeout = 0`.
 */
export async function repeatWhileLocked<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  for (const start = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const isLocked = error instanceof Error && error.message.includes("database is locked");
      if (!isLocked || performance.now() - start > LOCK_TIMEOUT_MS) throw error;
      await wait(10);
    }
  }
}

/**
 * Returns a function that runs work in a transaction. A transaction that awaits needs the connection to itself, so they
 * take turns.
 */
export function transactionsOn(connection: Connection): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(async () => {
      await repeatWhileLocked(() => connection.exec("BEGIN IMMEDIATE"));
      try {
        await work();
        connection.exec("COMMIT");
      } catch (error) {
        connection.exec("ROLLBACK");
        throw error;
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
}
