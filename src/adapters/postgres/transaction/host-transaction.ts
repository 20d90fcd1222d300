import { randomUUID } from "node:crypto";
import { sqlStateOf } from "../connection/errors.ts";
import { requireResult } from "../connection/handle-kind.ts";
import type { Session } from "../connection/session.ts";
import { JOINED_FUNCTION, JOINED_PARAMETERS, TRANSACTION_SETTING } from "../schema/joined-function.ts";
import type { Tables } from "../settings.ts";
import { FSYNC, FSYNC_OFF } from "./begin.ts";

/** What the server says of the transaction that is open on a client. */
interface TransactionRow {
  readonly token: string;
  readonly isolation: string;
  readonly read_only: string;
  readonly is_older: string;
  readonly can_join: "true" | "forbidden" | "missing";
  /** NULL on engines without it. */
  readonly fsync: string | null;
}

/** The transaction that was open on the host's client when a call was made. */
export class HostTransaction {
  /** The same for all calls in it, whatever objects they come through; no other transaction has it. */
  readonly token: string;
  /** Whether the function that runs joined statements is there, and may be executed. */
  readonly canJoin: boolean;
  /** Whether it is there, and this role may not execute it. */
  readonly isForbidden: boolean;
  readonly #row: TransactionRow;
  #wasMet: boolean;

  /** `ownToken` is the one that the call would have given it. */
  constructor(row: TransactionRow, ownToken: string) {
    this.token = row.token;
    this.canJoin = row.can_join === "true";
    this.isForbidden = row.can_join === "forbidden";
    this.#row = row;
    this.#wasMet = row.token !== ownToken;
  }

  /** Notes that a statement ran in it. */
  meet(): void {
    this.#wasMet = true;
  }

  /**
   * @throws TypeError when gapless numbers cannot be had in it
   * @throws Error when `fsync` is off by now
   */
  requireWritable(): void {
    const { isolation, read_only, fsync } = this.#row;
    if (fsync === "off") throw new Error(FSYNC_OFF);
    if (isolation !== "read committed" && isolation !== "read uncommitted") {
      throw new TypeError(
        `your transaction is ${isolation}: after it has waited for the company's sequence it would not see the ` +
          "invoices that were committed meanwhile. BEGIN ISOLATION LEVEL READ COMMITTED.",
      );
    }
    if (read_only !== "off") {
      throw new TypeError("your transaction is read-only: BEGIN READ WRITE, on a server that takes writes");
    }
  }

  /** The error of a call whose transaction is no longer, or never was, the open one. */
  ended(): TypeError {
    // Outside a transaction each statement is one of its own, and as old as that.
    const wasOpen = this.#wasMet || this.#row.is_older === "true";
    return new TypeError(
      wasOpen
        ? "your transaction ended, or went back to a savepoint, while a call on it was under way; nothing was written. " +
            "Await every call before you end the transaction or go back."
        : "joining needs a transaction that you have begun on this client: query BEGIN first",
    );
  }
}

/**
 * Asks the server for the transaction that is open on the client, and marks it where no call has yet. The question is
 * sent before anything is awaited: statements arrive in their order, so it meets the transaction that is open now. The
 * mark ends with the transaction, or when the host goes back to a savepoint before it; then the next call makes another.
 *
 * `isInstalled` says that the function which runs joined statements is known to be there.
 *
 * @throws TypeError when the handle answers as no client does
 */
export async function identifyTransaction(
  session: Session,
  tables: Tables,
  isInstalled: boolean,
): Promise<HostTransaction> {
  const token = randomUUID();
  const current = `nullif(current_setting('${TRANSACTION_SETTING}', true), '')`;
  const text = `SELECT set_config('${TRANSACTION_SETTING}', coalesce(${current}, '${token}'), true) AS token,
    current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS read_only,
    (now() < statement_timestamp())::text AS is_older, ${FSYNC}, ${isInstalled ? "'true'" : isInstalledIn(tables)} AS can_join`;
  try {
    const result: unknown = await session.guarded(async () => session.client.query(text));
    const [row] = requireResult(session.client, result).rows;
    return new HostTransaction(row as unknown as TransactionRow, token);
  } catch (error) {
    throw withHostFault(error);
  }
}

/** The error, or what it means that PostgreSQL runs nothing more in the host's transaction. */
export function withHostFault(error: unknown): unknown {
  if (sqlStateOf(error) !== "25P02") return error;
  const message =
    "an earlier statement of your transaction has failed, so PostgreSQL runs nothing more in it; ROLLBACK, then " +
    "BEGIN it again. A savepoint of yours around a statement that may fail keeps the transaction usable.";
  return new Error(message, { cause: error });
}

/** Asked of the catalogue, because calling a function that is not there would end the transaction. */
function isInstalledIn({ schemaName }: Tables): string {
  // No parameter, and no quotes to close, whatever the schema is called.
  const name = `convert_from(decode('${Buffer.from(schemaName).toString("hex")}', 'hex'), 'UTF8')`;
  return `coalesce((SELECT CASE WHEN has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
        THEN 'true' ELSE 'forbidden' END
      FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
      WHERE p.proname = '${JOINED_FUNCTION}' AND n.nspname = ${name}
        AND replace(oidvectortypes(p.proargtypes), '"', '') = '${JOINED_PARAMETERS}'), 'missing')`;
}

/** @throws Error that says what to do, where the function is missing or forbidden though the tables are there */
export function requireInstalled({ canJoin, isForbidden }: HostTransaction, { schemaName, schema }: Tables): void {
  if (canJoin) return;
  const place = `schema ${JSON.stringify(schemaName)}`;
  throw new Error(
    isForbidden
      ? `This role may not execute the function ${JOINED_FUNCTION} in the ${place}, through which joined calls run. GRANT ` +
          `USAGE ON SCHEMA ${schema} and EXECUTE ON FUNCTION ${schema}.${JOINED_FUNCTION}(${JOINED_PARAMETERS}) to it.`
      : `The ${place} lacks the function ${JOINED_FUNCTION}, through which joined calls run. ` +
          "migratePostgres makes it together with the triggers: run it without `triggers: false`.",
  );
}
