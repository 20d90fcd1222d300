import { AsyncLocalStorage } from "node:async_hooks";
import { type TracingChannel, tracingChannel } from "node:diagnostics_channel";
import { Refusal } from "../domain/refusal.ts";
import { OutcomeUnknownError, StoreBusyError, StoreUnavailableError } from "../domain/store-errors.ts";

/** How something ended: `ok`, `refused` with a `Refusal`, or `failed` with any other error. */
export type TracedOutcome = "ok" | "refused" | "failed";

/** What all messages have. The same object is published from the start to the end. */
export interface Traced {
  /** Absent until it has ended. */
  outcome?: TracedOutcome;
  /** The code of the refusal, or of the store's error, such as `store_busy`. Absent: it has none. */
  code?: string;
}

/** The message of the tracing channel `faktura:call`: one call of a company's method, or of the invoicing's. */
export interface TracedCall extends Traced {
  /** The method, such as `issue`. */
  readonly method: string;
  /** Absent: the call is about all companies. */
  readonly companyId?: string | undefined;
}

/** The message of `faktura:commit`: one transaction of the store, in which one company's waiting writes are committed. */
export interface TracedCommit extends Traced {
  /** The company whose queue it is. */
  readonly companyId: string;
  /** `postgresql`, `sqlite`, `memory`, or what a store of your own says. */
  readonly database: string;
  /**
   * The calls whose writes it commits, or would have committed: the messages of `faktura:call`. Those that began before you
   * subscribed are missing.
   */
  calls: readonly TracedCall[];
  /** Writes in it. */
  writes: number;
  /** Invoices issued in it. */
  invoices: number;
  /** Milliseconds that its oldest write had waited in the queue when the transaction began. */
  waited: number;
  /** Milliseconds from the beginning of the transaction until it had the company's lock, or failed without it. */
  locked: number;
  /** Milliseconds that the transaction took. */
  took: number;
  /** How often the store began the transaction again, after a conflict with another one or a lost connection. */
  retries: number;
}

/** The message of `faktura:delivery`: one batch of events, passed to `deliver` and acknowledged. */
export interface TracedDelivery extends Traced {
  /** The company whose events they are. */
  readonly companyId: string;
  /** `billing`, or the name of the consumer of `drainEvents`. */
  readonly consumer: string;
  /** Events in the batch. */
  readonly events: number;
}

/** The channels. Nothing is made for them, or published, while nobody subscribes. */
export const CALLS: TracingChannel<unknown, TracedCall> = tracingChannel("faktura:call");
export const COMMITS: TracingChannel<unknown, TracedCommit> = tracingChannel("faktura:commit");
export const DELIVERIES: TracingChannel<unknown, TracedDelivery> = tracingChannel("faktura:delivery");

/** The call that the running code belongs to. Only while somebody subscribes to one of the channels. */
const currentCall = new AsyncLocalStorage<TracedCall>();

/** The call that the running code belongs to; `undefined` if it began while nobody subscribed. */
export function callInProgress(): TracedCall | undefined {
  return currentCall.getStore();
}

/** Runs a call in its own context, and publishes it. */
export function traceCall<Result>(call: TracedCall, run: () => Promise<Result>): Promise<Result> {
  return trace(CALLS, call, () => currentCall.run(call, run));
}

/** Publishes the message as it starts and ends, with its outcome, in the order of `tracePromise` of Node. */
export async function trace<Message extends Traced, Result>(
  channel: TracingChannel<unknown, Message>,
  message: Message,
  run: () => Promise<Result>,
): Promise<Result> {
  const result = channel.start.runStores(message, run);
  channel.end.publish(message);
  try {
    const value = await result;
    message.outcome = "ok";
    return value;
  } catch (error) {
    message.outcome = error instanceof Refusal ? "refused" : "failed";
    if (WITH_CODE.some((kind) => error instanceof kind)) message.code = (error as Refusal).code;
    channel.error.publish(message);
    throw error;
  } finally {
    channel.asyncStart.publish(message);
    channel.asyncEnd.publish(message);
  }
}

const WITH_CODE = [Refusal, StoreBusyError, StoreUnavailableError, OutcomeUnknownError];
