/** Invoicing in a worker thread, for the host's own thread. */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import {
  type Company,
  type CompanyOptions,
  type FieldError,
  type Invoicing,
  OutcomeUnknownError,
  Refusal,
  type RefusalCode,
  StoreBusyError,
  StoreUnavailableError,
} from "faktura";

/** A call of a company's method, or of `close`. */
export interface Call {
  readonly id: number;
  readonly companyId: string;
  readonly options: CompanyOptions | undefined;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Passes the calls on to a worker that runs `invoicing-worker.ts`. Every method of a company works except `issueAll`:
 * run it in the worker. If the worker ends, the calls in progress reject with `OutcomeUnknownError`, and later ones with
 * `StoreBusyError`.
 */
export function invoicingInWorker(worker: Worker): Pick<Invoicing, "company" | "close"> {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let hasEnded = false;
  let closing: Promise<unknown> | undefined;

  worker.on("message", ({ id, value, error }: Reply) => {
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error === undefined) resolve(value);
    else reject(restored(error));
  });
  const end = (cause: unknown) => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new OutcomeUnknownError("the worker has ended", { cause }));
    waiting.clear();
  };
  worker.on("error", end);
  const exited = once(worker, "exit").then(end, end);

  const call = (companyId: string, options: CompanyOptions | undefined, method: string, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (hasEnded) return reject(new StoreBusyError("the worker has ended; start a new one"));
      calls += 1;
      worker.postMessage({ id: calls, companyId, options, method, args } satisfies Call);
      waiting.set(calls, { resolve, reject });
    });

  return {
    company: (companyId, options) =>
      new Proxy({} as Company, {
        get: (_, method) => {
          if (method === "then") return undefined; // otherwise a promise of a company would never settle
          if (method === "issueAll") throw new TypeError("run issueAll in the worker");
          return (...args: unknown[]) => call(companyId, options, String(method), args);
        },
      }),
    async close() {
      if (!hasEnded) closing ??= call("", undefined, "close", []);
      await closing;
      await exited;
    },
  };
}

/** The error as the library threw it. */
function restored(error: unknown): unknown {
  if (error instanceof Error) return error;
  const sent = error as Partial<Record<"message" | "busy" | "unavailable" | "unknown", string>> & {
    readonly refusal?: RefusalCode;
    readonly errors?: readonly FieldError[];
  };
  if (sent.refusal !== undefined) return new Refusal(sent.refusal, sent.message!, sent.errors);
  if (sent.unavailable !== undefined) return new StoreUnavailableError(sent.unavailable);
  return sent.busy === undefined ? new OutcomeUnknownError(sent.unknown!) : new StoreBusyError(sent.busy);
}
