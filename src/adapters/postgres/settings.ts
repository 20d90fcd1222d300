import { insteadOf } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { NumberSequence } from "../../ports/number-sequence.ts";
import { shardNameOf } from "../common/schema-record.ts";
import { LOCK_TIMEOUT_MS } from "../common/within-time.ts";
import { type SqlTables, tableNames } from "../sql/table-names.ts";
import type { PostgresClient, PostgresPool } from "./connection/driver.ts";
import { poolAdvice } from "./connection/require-client.ts";

/**
 * The host's own counter for one company. `client` is the connection on which the store's transaction runs, so whatever
 * the counter writes is committed or rolled back together with the invoices that it numbered. The counter must not end
 * the transaction or release the client.
 */
export type PostgresNumbers = (client: PostgresClient, companyId: string) => NumberSequence;

/** Options of the PostgreSQL store. */
export interface PostgresStoreOptions {
  /** The schema in which `migratePostgres` created the tables. Absent: `faktura`. */
  readonly schema?: string | undefined;
  /**
   * How long a call waits in total before it rejects with `StoreBusyError`: for a connection from the pool, for earlier
   * writes in this process, and for another server's lock. Absent: 5,000 ms.
   */
  readonly lockTimeoutMs?: number | undefined;
  /**
   * How many writes run at once, for all companies together. Each uses one connection; the others wait, first come
   * first served. Absent: the size of the pool minus one, so that reads and your own queries still get a connection
   * under load.
   */
  readonly concurrentWrites?: number | undefined;
  /** The host's own counter. Absent: the invoices are the sequence. */
  readonly numbers?: PostgresNumbers | undefined;
  /**
   * Whether to prepare statements once per connection, which saves PostgreSQL from parsing them again. Absent: `false`,
   * because a pooler in front of the server (pgbouncer in transaction mode) may not support them.
   */
  readonly preparedStatements?: boolean | undefined;
  /** The name of this database among several, as `migratePostgres` has stored it. Absent: the database is alone. */
  readonly shard?: string | undefined;
}

/** The validated options, and values derived from them. */
export interface Settings {
  readonly tables: Tables;
  readonly lockTimeoutMs: number;
  readonly concurrentWrites: number;
  readonly numbers: PostgresNumbers | undefined;
  readonly preparedStatements: boolean;
}

const KNOWN: Record<keyof PostgresStoreOptions, true> = {
  schema: true,
  lockTimeoutMs: true,
  concurrentWrites: true,
  numbers: true,
  preparedStatements: true,
  shard: true,
};

/** PostgreSQL stores timeouts in 32 bits, and so do timers. */
export const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** The default size of a pool of `pg`. */
const DEFAULT_POOL_SIZE = 10;

/** Validates the options. @throws TypeError that names the option */
export function settingsOf(pool: PostgresPool, options: PostgresStoreOptions): Settings {
  requireOptions("postgresStore", options, KNOWN);
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, numbers, preparedStatements = false } = options;
  if (!Number.isSafeInteger(lockTimeoutMs) || lockTimeoutMs < 1 || lockTimeoutMs > LONGEST_TIMEOUT_MS) {
    throw new TypeError(
      `lockTimeoutMs must be an integer from 1 to ${LONGEST_TIMEOUT_MS}, not ${JSON.stringify(lockTimeoutMs)}`,
    );
  }
  const { concurrentWrites = Math.max(1, (pool.options?.max ?? DEFAULT_POOL_SIZE) - 1) } = options;
  if (!Number.isSafeInteger(concurrentWrites) || concurrentWrites < 1) {
    throw new TypeError(`concurrentWrites must be an integer of 1 or more, not ${JSON.stringify(concurrentWrites)}`);
  }
  if (numbers !== undefined && typeof numbers !== "function") {
    throw new TypeError("numbers must be a function that returns the host's counter for a client");
  }
  if (typeof preparedStatements !== "boolean") throw new TypeError("preparedStatements must be true or false");
  const tables = tablesIn(requireSchema(options.schema), shardNameOf(options.shard));
  return { tables, lockTimeoutMs, concurrentWrites, numbers, preparedStatements };
}

/** The schema's name as given, or the default one. @throws TypeError if it is not a valid name in PostgreSQL */
export function requireSchema(schema: string = DEFAULT_SCHEMA): string {
  const isName = typeof schema === "string" && schema !== "" && !schema.includes("\0");
  // PostgreSQL truncates longer names, so two schemas could become one.
  if (isName && Buffer.byteLength(schema) <= 63) return schema;
  throw new TypeError(`schema must be a name of 1 to 63 bytes, not ${JSON.stringify(schema)}`);
}

/** @throws TypeError if it is not a pool */
export function requirePool(pool: PostgresPool): void {
  const advice = poolAdvice(pool);
  if (advice === undefined && typeof pool?.connect === "function") return;
  const must = "pool must be a connection pool, such as new Pool() from pg";
  // A connection string is not shown, because it may contain a password.
  const isText = typeof pool === "string";
  throw new TypeError(
    must + (advice ?? (isText ? "; for a connection string, pass new Pool({ connectionString })" : insteadOf(pool))),
  );
}

/** The default schema: a separate one, so that migration tools for the host's tables leave it alone. */
export const DEFAULT_SCHEMA = "faktura";

/** The qualified names of the tables, quoted for SQL. The store never relies on the search path. */
export interface Tables extends SqlTables {
  /** The schema's name without quotes. */
  readonly schemaName: string;
  readonly schema: string;
  /** The name of the shard that they must be, empty for none. `undefined`: any, because the caller only reads. */
  readonly shard: string | undefined;
}

/** The qualified names of the tables in this schema, which must be this shard. */
export function tablesIn(schemaName: string, shard: string | undefined = ""): Tables {
  const schema = quoted(schemaName);
  return { schemaName, schema, shard, ...tableNames(`${schema}.`) };
}

/** The name as a quoted SQL identifier. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
