import type { JournalReader } from "../../ports/journal.ts";
import type { OpenedBooks, ReadOnlyBooks } from "../../ports/read-only-books.ts";
import { isPackageMissing, loadingFaultOf } from "../common/missing-package.ts";
import { findProfile, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import { journalReader } from "../sql/journal-reader.ts";
import { returnIndex } from "../sql/return-index.ts";
import { readShard } from "../sql/shard.ts";
import type { RunSteps } from "../sql/steps.ts";
import { Deadline } from "./connection/deadline.ts";
import type { PostgresPool } from "./connection/driver.ts";
import { withStoreErrors } from "./connection/errors.ts";
import type { Session } from "./connection/session.ts";
import { checkTables } from "./schema/check.ts";
import { schemaFaultTexts } from "./schema/faults.ts";
import { readSchema } from "./schema/version.ts";
import type { Tables } from "./settings.ts";
import { type PostgresStoreOptions, settingsOf } from "./settings.ts";
import { listInvoices } from "./statements/list.ts";
import { runSteps } from "./statements/steps.ts";
import { runStatement } from "./transaction/run-statement.ts";
import type { StoreParts } from "./transaction/store-parts.ts";

export { listSchemas, MissingTablesError } from "./schema/check.ts";

/** A query of the books, in one transaction. */
export type Query<Result> = (session: Session, tables: Tables) => Promise<Result>;

/** Runs queries, each in a read-only transaction. The first one checks that the tables exist. */
export function readOnlyQueries(
  parts: StoreParts,
): <Result>(query: Query<Result>, deadline: Deadline) => Promise<Result> {
  let hasTables = false;
  return (query, deadline) => {
    const checked: typeof query = async (session, tables) => {
      if (!hasTables) await checkTables(session, tables);
      hasTables = true;
      return query(session, tables);
    };
    return runStatement(parts, checked, deadline, "read-only");
  };
}

/** The journal, read with these queries. */
export function journalOf(read: <Result>(query: Query<Result>) => Promise<Result>): JournalReader {
  return journalReader((...steps) => read((session, tables) => runSteps(session, tables, ...steps)), {
    faults: () => read(schemaFaultTexts),
    guarded: () => read(async (session, tables) => (await readSchema(session, tables)).guarded),
  });
}

/**
 * The books for an audit, an export or a report. Only the tables are checked, so it also works on a standby, and with a
 * role that may only read.
 */
export function readOnlyBooks(pool: PostgresPool, options: PostgresStoreOptions): ReadOnlyBooks {
  const given = settingsOf(pool, options);
  const settings = { ...given, tables: { ...given.tables, shard: undefined } };
  const queries = readOnlyQueries({ pool, settings });
  const read = <Result>(query: Query<Result>) =>
    withStoreErrors(new Deadline(settings.lockTimeoutMs), (deadline) => queries(query, deadline));
  const run: RunSteps = (...steps) => read((session, tables) => runSteps(session, tables, ...steps));
  return {
    journal: journalOf(read),
    returns: returnIndex(run),
    reader: {
      ...invoiceReader(run),
      list: (companyId, request) => read((session, tables) => listInvoices(session, tables, companyId, request)),
    },
    creditNotes: creditNoteReader(run),
    companies: { profile: (companyId) => run(findProfile, companyId) },
    shard: readShard(run),
  };
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Longer than the driver's time-out, whose message is better if no server answers. */
const READ_TIMEOUT_MS = 60_000;

type PoolClass = new (options: {
  connectionString: string;
  max: number;
  connectionTimeoutMillis: number;
}) => PostgresPool & { end(): Promise<void> };

/**
 * Opens the books at this URL for the command, on connections of its own. `load` imports a package by name.
 *
 * @throws Error that says what to install if the driver does not load
 */
export async function openReadOnlyDatabase(
  connectionString: string,
  schema: string | undefined,
  load: (name: string) => Promise<unknown>,
): Promise<OpenedBooks> {
  const pool = await openCommandPool(connectionString, load);
  return { ...readOnlyBooks(pool, { schema, lockTimeoutMs: READ_TIMEOUT_MS }), close: () => pool.end() };
}

/**
 * A small pool of connections for the command. `load` imports a package by name.
 *
 * @throws Error that says what to install if the driver does not load
 */
export async function openCommandPool(connectionString: string, load: (name: string) => Promise<unknown>) {
  const Pool = await loadPool(load);
  const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on?.("error", () => undefined); // the query in progress rejects with it
  return pool;
}

async function loadPool(load: (name: string) => Promise<unknown>): Promise<PoolClass> {
  try {
    const module = (await load("pg")) as { default?: { Pool: PoolClass }; Pool: PoolClass };
    return (module.default ?? module).Pool;
  } catch (error) {
    const message = isPackageMissing(error)
      ? "The package pg is not installed, or is incomplete. Run `npm install pg` here."
      : `The package pg is installed but does not load (${loadingFaultOf(error)}). Remove it and run \`npm install pg\` here.`;
    throw new Error(message, { cause: error });
  }
}
