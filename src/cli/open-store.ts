import { postgresStore } from "../adapters/postgres/index.ts";
import { openCommandPool } from "../adapters/postgres/read-only.ts";
import { openSqliteStore } from "../adapters/sqlite/index.ts";
import { type DatabaseArguments, isPostgresUrl } from "./options.ts";

/** A store that the command has opened, and how to close it. */
export interface OpenedStore {
  readonly store: ReturnType<typeof postgresStore> | Awaited<ReturnType<typeof openSqliteStore>>;
  close(): Promise<void>;
}

/**
 * Opens a store that can write. Its books were opened and checked before, so nothing is created or migrated here. `load`
 * imports a package by name.
 */
export async function openStore(
  { source, schema }: DatabaseArguments,
  shard: string | undefined,
  load: (name: string) => Promise<unknown>,
): Promise<OpenedStore> {
  if (!isPostgresUrl(source)) {
    const store = await openSqliteStore(source, { create: false, shard });
    return { store, close: () => store.close() };
  }
  const pool = await openCommandPool(source, load);
  const store = postgresStore(pool, { schema, shard });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  return { store, close };
}
