import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";
import { isWaitEnded, NoAnswerError } from "./errors.ts";

/** Pools that are listened to already. A connection that breaks while it is idle is the pool's to replace. */
const heard = new WeakSet<PostgresPool>();

/** Keeps a connection that breaks while nobody uses it from ending the process. Once for each pool. */
export function listenTo(pool: PostgresPool): void {
  if (heard.has(pool)) return;
  heard.add(pool);
  pool.on?.("error", () => undefined);
  pool.on?.("connect", hearNewClient);
}

/**
 * Hears a client until whoever asked for it has it. The pool gives up listening the moment the client is connected, and
 * what comes in the same packet, such as the server's going down, would end the process. The next statement says it.
 */
function hearNewClient(client: PostgresClient): void {
  const ignore = () => undefined;
  client.on?.("error", ignore);
  setImmediate(() => client.off?.("error", ignore));
}

/** Those who listen to one client, and what tells them. */
class ErrorListeners {
  readonly #client: PostgresClient;
  readonly #listeners = new Set<(error: Error) => void>();
  readonly #tell = (error: Error) => {
    for (const listener of this.#listeners) listener(error);
  };

  constructor(client: PostgresClient) {
    this.#client = client;
  }

  add(listener: (error: Error) => void): void {
    if (this.#listeners.size === 0) this.#client.on?.("error", this.#tell);
    this.#listeners.add(listener);
  }

  remove(listener: (error: Error) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#client.off?.("error", this.#tell);
  }
}

const clientListeners = new WeakMap<PostgresClient, ErrorListeners>();

/** Tells the listener when the client's connection breaks. One listener of the client's, however many calls are on it. */
export function listenToClient(client: PostgresClient, listener: (error: Error) => void): () => void {
  let listeners = clientListeners.get(client);
  if (listeners === undefined) {
    listeners = new ErrorListeners(client);
    clientListeners.set(client, listeners);
  }
  const heardBy = listeners;
  heardBy.add(listener);
  return () => heardBy.remove(listener);
}

/**
 * Commits. Where somebody ends its wait for the standbys (`pg_cancel_backend`), PostgreSQL answers that it committed,
 * and a notice says that the standbys may not have it: an answer that was lost, to us.
 */
export async function commitOn(client: PostgresClient): Promise<PostgresResult> {
  let ended = false;
  const onNotice = (notice: Error) => {
    if (isWaitEnded(notice)) ended = true;
  };
  client.on?.("notice", onNotice);
  try {
    const result = await client.query("COMMIT");
    if (ended) throw new NoAnswerError("a COMMIT's wait for the standbys was ended");
    return result;
  } finally {
    client.off?.("notice", onNotice);
  }
}
