import { randomUUID } from "node:crypto";
import { FSYNC, FSYNC_OFF } from "../connection/begin.ts";
import { sqlStateOf, TransactionEndedError } from "../connection/errors.ts";
import { requireResult } from "../connection/require-client.ts";
import type { Session } from "../connection/session.ts";
import { JOINED_FUNCTION, JOINED_PARAMETERS, TRANSACTION_SETTING } from "../schema/joined-function.ts";
import type { Tables } from "../settings.ts";

/**
 * What the server reports about the transaction that is open on a client. Each name is one word, so that a driver which
 * writes column names in camel case leaves it as it is.
 */
interface TransactionRow {
  readonly token: string;
  readonly isolation: string;
  readonly readonly: string;
  readonly older: string;
  readonly joinable: "true" | "forbidden" | "missing";
  /** NULL on engines without this setting. */
  readonly fsync: string | null;
}

/** The transaction that was open on the host's client when a call was made. */
export class HostTransaction {
  /** Unique to the transaction. The same for all calls in it, regardless of which objects are used. */
  readonly token: string;
  /** Whether the function that runs joined statements exists and this role may execute it. */
  readonly canJoin: boolean;
  /** Whether it exists but this role may not execute it. */
  readonly isForbidden: boolean;
  readonly #row: TransactionRow;
  #wasSeen: boolean;

  /** `ownToken` is the token that the call would have set if the transaction had none. */
  constructor(row: TransactionRow, ownToken: string) {
    this.token = row.token;
    this.canJoin = row.joinable === "true";
    this.isForbidden = row.joinable === "forbidden";
    this.#row = row;
    this.#wasSeen = row.token !== ownToken;
  }

  /** Records that a statement ran in the transaction. */
  markSeen(): void {
    this.#wasSeen = true;
  }

  /**
   * @throws TypeError if gapless numbers are not possible in it
   * @throws Error if `fsync` is off now
   */
  requireWritable(): void {
    const { isolation, readonly, fsync } = this.#row;
    if (fsync === "off") throw new Error(FSYNC_OFF);
    if (isolation !== "read committed" && isolation !== "read uncommitted") {
      throw new TypeError(
        `your transaction is ${isolation}: after waiting for the company's lock, it would not see the invoices that were ` +
          "committed in the meantime. BEGIN ISOLATION LEVEL READ COMMITTED.",
      );
    }
    if (readonly !== "off") {
      throw new TypeError("your transaction is read-only: BEGIN READ WRITE, on a server that accepts writes");
    }
  }

  /** The error of a call whose transaction has ended, or that was made outside a transaction. */
  ended(): TypeError {
    // Outside a transaction, each statement runs in its own, which begins at the same time as the statement.
    const wasOpen = this.#wasSeen || this.#row.older === "true";
    return wasOpen
      ? new TransactionEndedError()
      : new TypeError("joining needs a transaction that you have begun on this client: query BEGIN first");
  }
}

/**
 * Identifies the transaction that is open on the client, and sets a token in it if no earlier call has. The query is
 * sent before anything is awaited. Statements arrive in order, so it runs in the transaction that is open now. The
 * token disappears when the transaction ends, or when the host rolls back to an earlier savepoint. Then the next call
 * sets a new one.
 *
 * `isInstalled` says that the function that runs joined statements is known to exist.
 *
 * @throws TypeError if the handle's results do not have the shape of a client's
 */
export async function identifyTransaction(
  session: Session,
  tables: Tables,
  isInstalled: boolean,
): Promise<HostTransaction> {
  const token = randomUUID();
  const current = `nullif(pg_catalog.current_setting('${TRANSACTION_SETTING}', true), '')`;
  const text = `SELECT pg_catalog.set_config('${TRANSACTION_SETTING}', coalesce(${current}, '${token}'), true) AS token,
    pg_catalog.current_setting('transaction_isolation') AS isolation,
      pg_catalog.current_setting('transaction_read_only') AS readonly,
    (pg_catalog.now() < pg_catalog.statement_timestamp())::pg_catalog.text AS older, ${FSYNC},
      ${isInstalled ? "'true'" : isInstalledIn(tables)} AS joinable`;
  try {
    const result: unknown = await session.guarded(async () => session.client.query(text));
    const [row] = requireResult(session.client, result).rows;
    return new HostTransaction(row as unknown as TransactionRow, token);
  } catch (error) {
    throw withHostFault(error);
  }
}

/** The error, or a clearer one if an earlier statement of the host's has aborted the transaction. */
export function withHostFault(error: unknown): unknown {
  if (sqlStateOf(error) !== "25P02") return error;
  const message =
    "an earlier statement in your transaction failed, so PostgreSQL runs no more statements in it. ROLLBACK, then BEGIN " +
    "again. To keep a transaction usable, set a savepoint around each statement that may fail.";
  return new Error(message, { cause: error });
}

/** Queries the catalogue, because calling a function that does not exist would abort the transaction. */
function isInstalledIn({ schemaName }: Tables): string {
  // Hexadecimal, so that any schema name is safe in SQL without a parameter.
  const name = `pg_catalog.convert_from(pg_catalog.decode('${Buffer.from(schemaName).toString("hex")}', 'hex'), 'UTF8')`;
  return `coalesce((SELECT CASE WHEN pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
        THEN 'true' ELSE 'forbidden' END
      FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
      WHERE p.proname = '${JOINED_FUNCTION}' AND n.nspname = ${name}
        AND pg_catalog.replace(pg_catalog.oidvectortypes(p.proargtypes), '"', '') = '${JOINED_PARAMETERS}'), 'missing')`;
}

/** @throws Error that says what to do if the function is missing, or if this role may not execute it */
export function requireInstalled({ canJoin, isForbidden }: HostTransaction, { schemaName, schema }: Tables): void {
  if (canJoin) return;
  const where = `schema ${JSON.stringify(schemaName)}`;
  throw new Error(
    isForbidden
      ? `Joined calls need the function ${JOINED_FUNCTION} in the ${where}, which this role may not execute. GRANT it ` +
          `USAGE ON SCHEMA ${schema} and EXECUTE ON FUNCTION ${schema}.${JOINED_FUNCTION}(${JOINED_PARAMETERS}).`
      : `Joined calls need the function ${JOINED_FUNCTION}, which is missing from the ${where}. ` +
          "migratePostgres creates it together with the triggers: run it without `triggers: false`.",
  );
}
