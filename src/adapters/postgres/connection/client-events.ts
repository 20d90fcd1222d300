import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";
import { isStandbyWaitCancelled, NoAnswerError } from "./errors.ts";

/** The pools that already have the listeners of {@link ignoreIdleErrors}. */
const pools = new WeakSet<PostgresPool>();

/**
 * Keeps a connection that breaks while it is idle from ending the process; the pool replaces it. Adds its listeners
 * once per pool.
 */
export function ignoreIdleErrors(pool: PostgresPool): void {
  if (pools.has(pool)) return;
  pools.add(pool);
  pool.on?.("error", () => undefined);
  pool.on?.("connect", ignoreEarlyErrors);
}

/**
 * Ignores errors of a new client until the code that asked for it can add its own listener. The pool removes its own as
 * soon as the client is connected, and an error in the same packet, such as a server shutdown, would end the process.
 * The next statement reports the error.
 */
function ignoreEarlyErrors(client: PostgresClient): void {
  const ignore = () => undefined;
  client.on?.("error", ignore);
  setImmediate(() => client.off?.("error", ignore));
}

/** All listeners to one client's errors, behind a single listener on the client itself. */
class ErrorListeners {
  readonly #client: PostgresClient;
  readonly #listeners = new Set<(error: Error) => void>();
  readonly #notifyAll = (error: Error) => {
    for (const listener of this.#listeners) listener(error);
  };

  constructor(client: PostgresClient) {
    this.#client = client;
  }

  add(listener: (error: Error) => void): void {
    if (this.#listeners.size === 0) this.#client.on?.("error", this.#notifyAll);
    this.#listeners.add(listener);
  }

  remove(listener: (error: Error) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#client.off?.("error", this.#notifyAll);
  }
}

const clientListeners = new WeakMap<PostgresClient, ErrorListeners>();

/**
 * Calls the listener when the client's connection breaks. However many calls use the client, it has only one listener
 * of the library's. Returns a function that removes the listener.
 */
export function onClientError(client: PostgresClient, listener: (error: Error) => void): () => void {
  let found = clientListeners.get(client);
  if (found === undefined) {
    found = new ErrorListeners(client);
    clientListeners.set(client, found);
  }
  const listeners = found;
  listeners.add(listener);
  return () => listeners.remove(listener);
}

/**
 * Runs a statement that commits. If someone cancels its wait for the standbys (`pg_cancel_backend`), PostgreSQL still
 * reports a commit, and only a notice says that the standbys may not have it. The store treats that as a lost answer.
 */
export async function commitOn(client: PostgresClient, commit: () => Promise<PostgresResult>): Promise<PostgresResult> {
  let isCancelled = false;
  const onNotice = (notice: Error) => {
    if (isStandbyWaitCancelled(notice)) isCancelled = true;
  };
  client.on?.("notice", onNotice);
  try {
    const result = await commit();
    if (isCancelled) throw new NoAnswerError("a COMMIT's wait for the standbys was cancelled");
    return result;
  } finally {
    client.off?.("notice", onNotice);
  }
}
