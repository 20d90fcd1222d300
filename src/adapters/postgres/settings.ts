import { requireOptions } from "../../domain/known-names.ts";
import type { NumberSequence } from "../../ports/number-sequence.ts";
import type { PostgresClient, PostgresPool } from "./connection/driver.ts";

/**
 * The host's own counter for one company. `client` is the connection that the store's transaction runs on: what the
 * counter does there commits or vanishes together with the invoices that it numbered. It neither ends the transaction
 * nor releases the client.
 */
export type PostgresNumbers = (client: PostgresClient, companyId: string) => NumberSequence;

/** Options of the PostgreSQL store. */
export interface PostgresStoreOptions {
  /** The schema that `migratePostgres` made the tables in. Absent: `faktura`. */
  readonly schema?: string | undefined;
  /**
   * How long a call waits in all before it rejects with `StoreBusyError`: for a connection of the pool, for its turn
   * and for another server's lock. Absent: 5,000 ms.
   */
  readonly lockTimeoutMs?: number | undefined;
  /**
   * How many writes of all companies run at once, each on a connection; the others wait, first come first served.
   * Absent: one less than the pool has connections, so that reads and the host's own queries go on in a rush.
   */
  readonly concurrentWrites?: number | undefined;
  /** The host's own counter. Absent: the invoices are the sequence. */
  readonly numbers?: PostgresNumbers | undefined;
  /**
   * Whether statements are prepared once for each connection, which saves PostgreSQL parsing them. Absent: they are
   * not, because a pooler in front of the server (pgbouncer in transaction mode) may not keep them.
   */
  readonly preparedStatements?: boolean | undefined;
}

/** The options, checked, with what follows from them. */
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
};

/** PostgreSQL keeps time-outs in 32 bits, and so do timers. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** The size that a pool of `pg` has, unless told otherwise. */
const USUAL_POOL_SIZE = 10;

/** Checks the options. @throws TypeError that names the option */
export function settingsOf(pool: PostgresPool, options: PostgresStoreOptions): Settings {
  requireOptions("postgresStore", options, KNOWN);
  const { lockTimeoutMs = 5000, numbers, preparedStatements = false } = options;
  if (!Number.isSafeInteger(lockTimeoutMs) || lockTimeoutMs < 1 || lockTimeoutMs > LONGEST_TIMEOUT_MS) {
    throw new TypeError(
      `lockTimeoutMs is whole milliseconds, 1 to ${LONGEST_TIMEOUT_MS}, not ${JSON.stringify(lockTimeoutMs)}`,
    );
  }
  const { concurrentWrites = Math.max(1, (pool.options?.max ?? USUAL_POOL_SIZE) - 1) } = options;
  if (!Number.isSafeInteger(concurrentWrites) || concurrentWrites < 1) {
    throw new TypeError(`concurrentWrites is a whole number, 1 or more, not ${JSON.stringify(concurrentWrites)}`);
  }
  if (numbers !== undefined && typeof numbers !== "function") {
    throw new TypeError("numbers is a function that gives the host's counter on a client");
  }
  if (typeof preparedStatements !== "boolean") throw new TypeError("preparedStatements is true or false");
  const tables = tablesIn(requireSchema(options.schema));
  return { tables, lockTimeoutMs, concurrentWrites, numbers, preparedStatements };
}

/** The schema's name as given, else the default one. @throws TypeError when PostgreSQL could not have one so named */
export function requireSchema(schema: string = DEFAULT_SCHEMA): string {
  const isName = typeof schema === "string" && schema !== "" && !schema.includes("\0");
  // PostgreSQL cuts longer names off, and two schemas could become one.
  if (isName && Buffer.byteLength(schema) <= 63) return schema;
  throw new TypeError(`schema is a name of 1 to 63 bytes, not ${JSON.stringify(schema)}`);
}

/** @throws TypeError when it is no pool */
export function requirePool(pool: PostgresPool): void {
  if (typeof pool?.connect === "function") return;
  throw new TypeError("pool is a pool of connections, such as new Pool() of pg");
}

/** The schema that the tables are in where none is named: one of their own, which tools for other tables leave alone. */
export const DEFAULT_SCHEMA = "faktura";

/** The tables by their full names, ready for SQL: the search path is never relied on. */
export interface Tables {
  /** The schema's name as it is, without quotes. */
  readonly schemaName: string;
  readonly schema: string;
  readonly version: string;
  readonly apiKeys: string;
  readonly companies: string;
  readonly sequences: string;
  readonly invoices: string;
  readonly payments: string;
  readonly keys: string;
  readonly journal: string;
  readonly cursors: string;
  readonly acknowledged: string;
  readonly leases: string;
}

/** The tables in the schema of this name. */
export function tablesIn(schemaName: string): Tables {
  const schema = quoted(schemaName);
  return {
    schemaName,
    schema,
    version: `${schema}.faktura_schema`,
    apiKeys: `${schema}.faktura_api_keys`,
    companies: `${schema}.faktura_companies`,
    sequences: `${schema}.faktura_sequences`,
    invoices: `${schema}.faktura_invoices`,
    payments: `${schema}.faktura_payments`,
    keys: `${schema}.faktura_idempotency_keys`,
    journal: `${schema}.faktura_journal`,
    cursors: `${schema}.faktura_billing_cursors`,
    acknowledged: `${schema}.faktura_billing_acknowledged`,
    leases: `${schema}.faktura_billing_leases`,
  };
}

/** A name as an identifier of SQL, whatever characters it has. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
