import { insteadOf } from "../../../domain/instead-of.ts";
import type { SqliteConnection } from "../connection/driver.ts";

/** The rows of a statement. */
export interface DurableObjectCursor {
  /** All rows. */
  toArray(): unknown[];
}

/** The part of a Durable Object's `ctx.storage` that the store uses. Cloudflare's own types have it. */
export interface DurableObjectStorage {
  /** The SQLite of the object. */
  readonly sql: {
    /** Runs one statement with values, or several without. */
    exec(query: string, ...bindings: unknown[]): DurableObjectCursor;
  };
  /** Runs the callback in a transaction, which it leaves if it throws. */
  transactionSync<Result>(callback: () => Result): Result;
  /** Fulfils when everything that was written before is durable. */
  sync(): Promise<void>;
  /** When the alarm rings, in milliseconds since 1970; `null` if none is set. */
  getAlarm(): Promise<number | null>;
  /** Sets the alarm in the place of the one before. */
  setAlarm(scheduledTime: number): Promise<void>;
}

/** @throws TypeError if it is not the storage of a Durable Object that has SQLite */
export function requireStorage(name: string, storage: DurableObjectStorage): DurableObjectStorage {
  const methods = ["transactionSync", "sync", "getAlarm", "setAlarm"] as const;
  if (methods.every((method) => typeof storage?.[method] === "function") && hasSql(storage)) return storage;
  throw new TypeError(
    `${name} needs the storage of a Durable Object that has SQLite: pass ctx.storage, of a class that is listed under ` +
      `new_sqlite_classes${insteadOf(storage)}`,
  );
}

/** A Durable Object without SQLite throws where its statements would be. */
function hasSql(storage: DurableObjectStorage): boolean {
  try {
    return typeof storage.sql.exec === "function";
  } catch {
    return false;
  }
}

/** Whether an alarm must be set so that one rings at this time or before. Reads the one that is set: its host may have moved it. */
export async function mustSetAlarm(storage: DurableObjectStorage, time: number): Promise<boolean> {
  const set = await storage.getAlarm();
  return set === null || set > time;
}

/** The storage as a driver. It compiles nothing: workerd itself keeps what it has compiled. */
export function connectionOf({ sql }: DurableObjectStorage): SqliteConnection {
  return {
    exec: (text) => sql.exec(text),
    prepare(text) {
      const all = (...values: unknown[]) => sql.exec(text, ...values).toArray();
      return { run: all, get: (...values) => all(...values)[0], all };
    },
    close: () => undefined,
  };
}
