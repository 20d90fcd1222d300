import type { PostgresClient, PostgresPool } from "./driver.ts";

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
