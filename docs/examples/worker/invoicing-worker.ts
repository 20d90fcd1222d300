/** The whole library in a worker thread, which answers the calls of `invoicing-in-worker.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { createInvoicing, OutcomeUnknownError, Refusal, StoreBusyError, StoreUnavailableError } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import type { Call } from "./invoicing-in-worker.ts";

const port = parentPort!;
const invoicing = createInvoicing({ store: await openSqliteStore(workerData as string) });

port.on("message", async (call: Call) => {
  try {
    port.postMessage({ id: call.id, value: await answer(call) });
  } catch (error) {
    port.postMessage({ id: call.id, error: cloneable(error) });
  }
  if (call.method === "close") port.close(); // nothing is left to do, so the thread ends
});

function answer({ companyId, options, method, args }: Call): Promise<unknown> {
  if (method === "close") return invoicing.close();
  const company = invoicing.company(companyId, options) as unknown as Record<string, (...args: unknown[]) => unknown>;
  return Promise.resolve(company[method]!(...args));
}

/** Cloning an error would lose its class and its code. */
function cloneable(error: unknown): unknown {
  if (error instanceof Refusal) return { refusal: error.code, message: error.message, errors: error.errors };
  if (error instanceof StoreBusyError) return { busy: error.message };
  if (error instanceof StoreUnavailableError) return { unavailable: error.message };
  if (error instanceof OutcomeUnknownError) return { unknown: error.message };
  return error;
}
