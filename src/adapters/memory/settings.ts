import { requireOptions } from "../../domain/known-names.ts";
import { LOCK_TIMEOUT_MS } from "../common/within-time.ts";

/** Options of the memory store. */
export interface MemoryStoreOptions {
  /**
   * How long a call waits for a transaction of {@link MemoryStore.begin} that holds its company's books, before it
   * rejects with `StoreBusyError`. Absent: 5,000 ms.
   */
  readonly lockTimeoutMs?: number | undefined;
}

/** The validated options. */
export interface Settings {
  readonly lockTimeoutMs: number;
}

/** Validates the options. @throws TypeError that names the option */
export function settingsOf(options: MemoryStoreOptions): Settings {
  requireOptions("memoryStore", options, { lockTimeoutMs: true });
  const { lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  if (typeof lockTimeoutMs === "number" && lockTimeoutMs >= 0) return { lockTimeoutMs };
  throw new TypeError(`lockTimeoutMs must be 0 or more milliseconds, not ${JSON.stringify(lockTimeoutMs)}`);
}
