import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import pg from "pg";
import type { MoveSide } from "../../src/cli/move-company.ts";

/** Two shards, "a" and "b": files, or schemas of one PostgreSQL. */
export interface ShardPlace {
  /** The path of the file, or the name of the schema, by the name of the shard. */
  readonly shards: Readonly<Record<string, string>>;
  /** Absent: files. */
  readonly url?: string;
}

export interface OpenShards {
  readonly stores: Readonly<Record<string, MoveSide["store"]>>;
  close(): Promise<void>;
}

/** Opens a store for each shard. */
export async function openShards({ shards, url }: ShardPlace): Promise<OpenShards> {
  const pool = url === undefined ? undefined : new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  const lockTimeoutMs = 30_000;
  const open = async (shard: string, place: string) =>
    pool === undefined
      ? openSqliteStore(place, { shard, lockTimeoutMs })
      : postgresStore(pool, { schema: place, shard, lockTimeoutMs });
  const opened = Object.entries(shards).map(async ([shard, place]) => [shard, await open(shard, place)] as const);
  const stores = Object.fromEntries(await Promise.all(opened));
  const close = async () => {
    for (const store of Object.values(stores)) await store.close();
    await pool?.end();
  };
  return { stores, close };
}
