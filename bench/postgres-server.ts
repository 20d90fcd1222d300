import { migratePostgres, type PostgresStore, postgresStore } from "faktura/postgres";
import pg from "pg";
import { startPostgres } from "../test/support/postgres-server.ts";

/** A PostgreSQL server for this process: durable, with default settings except for `min_wal_size`. */
export interface BenchServer {
  /** The connection URL, as its superuser. */
  readonly url: string;
  /** The durability settings, as the server reports them. */
  readonly durability: string;
  /** A pool with this many connections, all of them open. */
  readonly pool: (connections: number) => Promise<pg.Pool>;
  /** A store in a new schema, on `pool`. */
  readonly store: (pool: pg.Pool) => Promise<PostgresStore>;
}

const SETTINGS = [
  "server_version",
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "wal_sync_method",
  "min_wal_size",
];

/** Starts a server, runs `measure` on it, and stops the server. */
export async function withServer<Found>(measure: (server: BenchServer) => Promise<Found>): Promise<Found> {
  const { url, stop } = await startPostgres(["min_wal_size=768MB"]);
  const pools: pg.Pool[] = [];
  const pool = async (connections: number) => {
    const opened = new pg.Pool({ connectionString: url, max: connections, idleTimeoutMillis: 0 }).on(
      "error",
      () => undefined,
    );
    pools.push(opened);
    const clients = await Promise.all(Array.from({ length: connections }, () => opened.connect()));
    for (const client of clients) client.release();
    return opened;
  };
  let schemas = 0;
  const store = async (on: pg.Pool) => {
    schemas += 1;
    const schema = `books_${schemas}`;
    await migratePostgres(on, { schema });
    return postgresStore(on, { schema, preparedStatements: true });
  };
  try {
    const durability = await durabilityOf(await pool(1));
    await recycleWal(await pool(1));
    return await measure({ url, durability, pool, store });
  } finally {
    await Promise.all(pools.map((each) => each.end()));
    await stop();
  }
}

/**
 * Brings the server into the state of one that has run for a while, with log files that it can reuse. A new server
 * fills each log file with zeros first, which would slow down the contender that writes the most.
 */
async function recycleWal(pool: pg.Pool): Promise<void> {
  await pool.query("CREATE TABLE filling AS SELECT repeat(md5(i::text), 60) FROM generate_series(1, 350000) AS i");
  await pool.query("DROP TABLE filling");
  await pool.query("CHECKPOINT");
}

async function durabilityOf(pool: pg.Pool): Promise<string> {
  const values = await Promise.all(
    SETTINGS.map(async (name) => (await pool.query<Record<string, string>>(`SHOW ${name}`)).rows[0]![name]!),
  );
  const [version, ...settings] = values;
  if (settings[0] !== "on" || settings[1] !== "on") throw new Error("this PostgreSQL is not durable");
  return `PostgreSQL ${version}, ${settings.map((value, place) => `${SETTINGS[place + 1]} = ${value}`).join(", ")}`;
}
