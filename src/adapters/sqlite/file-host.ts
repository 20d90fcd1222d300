import { checkConnection } from "./check-connections.ts";
import { backup } from "./connection/backup.ts";
import { requireDurable } from "./connection/session.ts";
import type { Host } from "./host.ts";
import { joinedStore } from "./joined-store.ts";
import { type OpenConnection, openConnections } from "./open-connections.ts";
import type { Settings } from "./settings.ts";
import { FILE_TRANSACTIONS } from "./transaction/file-transactions.ts";

/**
 * A file. The store opens two connections to it. On a shared connection, other code could write while a transaction awaits,
 * and its rows would be rolled back with the transaction. `path` is the name of the file that `open` opens, if it is known.
 */
export function fileHost(open: OpenConnection, settings: Settings, path?: string): Host {
  const { create, shard } = settings;
  return {
    transactions: FILE_TRANSACTIONS,
    queue: { last: Promise.resolve() },
    connect: (retryWhileBusy) => openConnections(open, retryWhileBusy, create, path, shard),
    check({ writer, reader, file }) {
      requireDurable(writer);
      checkConnection(reader, file!, shard);
    },
    joining: (connection) => joinedStore(connection, settings),
    backup,
  };
}
