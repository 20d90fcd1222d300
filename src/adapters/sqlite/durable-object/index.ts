import { insteadOfText } from "../../../domain/instead-of.ts";
import { requireOptions } from "../../../domain/known-names.ts";
import { requireWhole } from "../../../domain/whole-option.ts";
import type { InvoicingStore } from "../../../ports/invoicing-store.ts";
import { LOCK_TIMEOUT_MS } from "../../common/within-time.ts";
import { SqliteStore } from "../store.ts";
import { type DurableObjectStorage, requireStorage } from "./storage.ts";
import { storageHost } from "./storage-host.ts";

export { type DeliveredOnAlarm, type DeliverOnAlarmOptions, deliverOnAlarm } from "./deliver-on-alarm.ts";
export type { DurableObjectCursor, DurableObjectStorage } from "./storage.ts";

/** Options of the store in a Durable Object. */
export interface DurableObjectStoreOptions {
  /**
   * Whether to create the tables if they are missing. With `false`, an object that is new, such as one under a mistyped
   * name, is refused instead of numbered from 1. Absent: `true`.
   */
  readonly create?: boolean | undefined;
  /**
   * How long after a write of the books the object's alarm rings, in milliseconds, 0 to 3,600,000, so that its `alarm` can
   * deliver the events. Cloudflare keeps the write and its alarm together. Absent: no alarm is set.
   */
  readonly alarmAfterMs?: number | undefined;
}

/** The range of {@link DurableObjectStoreOptions.alarmAfterMs}. */
const ALARM_AFTER = { absent: 0, least: 0, most: 3_600_000, unit: "milliseconds" };

/**
 * A store in the SQLite of one Durable Object of Cloudflare: the books of one company, which Cloudflare places near those who
 * use them and replicates. Pass `ctx.storage`. The tables are created by the first call. A call fulfils when
 * `ctx.storage.sync()` has confirmed what it wrote.
 *
 * It refuses `joining`, because a Durable Object has no transaction that a call could be awaited in. Do not call it inside
 * `ctx.storage.transaction` either: what it has acknowledged could be rolled back.
 *
 * @throws TypeError if `storage` is not that of a Durable Object with SQLite, or an option is unknown or invalid
 */
export function durableObjectStore(
  storage: DurableObjectStorage,
  options: DurableObjectStoreOptions = {},
): InvoicingStore {
  requireStorage("durableObjectStore", storage);
  requireOptions("durableObjectStore", options, { create: true, alarmAfterMs: true });
  const { create = true } = options;
  if (typeof create !== "boolean") throw new TypeError(`create must be true or false${insteadOfText(create)}`);
  const after = options.alarmAfterMs;
  const alarmAfterMs = after === undefined ? undefined : requireWhole("alarmAfterMs", after, ALARM_AFTER);
  return new SqliteStore(storageHost(storage, create, alarmAfterMs), {
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    numbers: undefined,
  });
}
