import { insteadOfText } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { NumberSequence } from "../../ports/number-sequence.ts";
import { shardNameOf } from "../common/schema-record.ts";
import { LOCK_TIMEOUT_MS } from "../common/within-time.ts";
import type { SqliteConnection } from "./connection/driver.ts";

/**
 * The host's own counter for one company. `connection` is the one on which the store's transaction runs, so whatever
 * the counter writes is committed or rolled back together with the invoices that it numbered.
 */
export type HostNumbers = (connection: SqliteConnection, companyId: string) => NumberSequence;

/** Options of the SQLite store. */
export interface SqliteStoreOptions {
  /** How long a call waits for another process's lock before it rejects with `StoreBusyError`. Absent: 5,000 ms. */
  readonly lockTimeoutMs?: number | undefined;
  /** The host's own counter. Absent: the invoices are the sequence. */
  readonly numbers?: HostNumbers | undefined;
  /**
   * Whether to create the tables, and the file, if they are missing. With `false`, a wiped disk or a wrong path is refused
   * instead of numbered from 1 again. Absent: `true`.
   */
  readonly create?: boolean | undefined;
  /**
   * The name of this database among several, 1 to 63 letters of ASCII, digits, `_`, `.` or `-`. It is stored when the
   * tables are made. Later the file is refused under another name, or without one. Absent: the database is alone.
   */
  readonly shard?: string | undefined;
}

/** The validated options. */
export interface Settings {
  readonly lockTimeoutMs: number;
  readonly numbers: HostNumbers | undefined;
  readonly create: boolean;
  /** Empty if there is none. */
  readonly shard: string;
}

/** Validates the options. @throws TypeError that names the option */
export function settingsOf(options: SqliteStoreOptions): Settings {
  requireOptions("the SQLite store", options, { lockTimeoutMs: true, numbers: true, create: true, shard: true });
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, numbers, create = true } = options;
  if (typeof lockTimeoutMs !== "number" || !(lockTimeoutMs >= 0)) {
    throw new TypeError(`lockTimeoutMs must be 0 or more milliseconds${insteadOfText(lockTimeoutMs)}`);
  }
  if (numbers !== undefined && typeof numbers !== "function") {
    throw new TypeError("numbers must be a function that returns the host's counter for a connection");
  }
  if (typeof create !== "boolean") throw new TypeError(`create must be true or false${insteadOfText(create)}`);
  return { lockTimeoutMs, numbers, create, shard: shardNameOf(options.shard) };
}
