import { requireFunction } from "../../../domain/instead-of.ts";
import { requireOptions } from "../../../domain/known-names.ts";
import { requireWhole } from "../../../domain/whole-option.ts";
import { type DurableObjectStorage, mustSetAlarm, requireStorage } from "./storage.ts";

/** What {@link deliverOnAlarm} reads in the result of `drainEvents` and of `drainBilling`. */
export interface DeliveredOnAlarm {
  /** How many companies another worker had. */
  readonly heldElsewhere: number;
  /** How many companies wait after a failed delivery. */
  readonly waiting: number;
  /** One for each company that failed. */
  readonly failed: readonly unknown[];
}

/** Options of {@link deliverOnAlarm}. */
export interface DeliverOnAlarmOptions {
  /** How long until the alarm rings again if something is left, in milliseconds, 100 to 3,600,000. Absent: 10,000. */
  readonly againAfterMs?: number | undefined;
}

const AGAIN_AFTER = { absent: 10_000, least: 100, most: 3_600_000, unit: "milliseconds" };

/**
 * Delivers events when the alarm of a Durable Object rings: call it in the object's `alarm`, with the `drain` that delivers,
 * and return its promise. It sets the alarm again if the drain rejects, if a delivery has failed or waits, or if a lease is
 * held elsewhere, such as by an object that ended while it delivered. An alarm that rings sooner stays.
 *
 * Pass `alarmAfterMs` to `durableObjectStore`, so that each write sets the first alarm.
 *
 * @returns the result of the drain
 * @throws the error of the drain, after the alarm is set again
 * @throws TypeError that names the argument or the option if one is invalid
 *
 * @example
 * ```ts
 * import type { Invoicing } from "faktura";
 * import { type DurableObjectStorage, deliverOnAlarm } from "faktura/durable-object";
 *
 * const alarm = (storage: DurableObjectStorage, invoicing: Invoicing) =>
 *   deliverOnAlarm(storage, () =>
 *     invoicing.drainBilling({ deliver: async (events) => console.log(events.length) }),
 *   );
 * console.log(alarm.length); // 2
 * ```
 */
export async function deliverOnAlarm<Result extends DeliveredOnAlarm>(
  storage: DurableObjectStorage,
  drain: () => Promise<Result>,
  options: DeliverOnAlarmOptions = {},
): Promise<Result> {
  requireStorage("deliverOnAlarm", storage);
  requireFunction("drain", drain);
  requireOptions("deliverOnAlarm", options, { againAfterMs: true });
  const againAfterMs = requireWhole("againAfterMs", options.againAfterMs, AGAIN_AFTER);
  let isLeft = true;
  try {
    const result = await drain();
    isLeft = result.heldElsewhere > 0 || result.waiting > 0 || result.failed.length > 0;
    return result;
  } finally {
    const time = Date.now() + againAfterMs;
    if (isLeft && (await mustSetAlarm(storage, time))) await storage.setAlarm(time);
  }
}
