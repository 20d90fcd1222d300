import type { ReadOnlyBooks } from "../common/read-only-books.ts";
import { Deadline } from "./connection/deadline.ts";
import type { PostgresPool } from "./connection/driver.ts";
import { withStoreErrors } from "./connection/errors.ts";
import type { Session } from "./connection/session.ts";
import { checkTables } from "./schema/check.ts";
import type { Tables } from "./settings.ts";
import { type PostgresStoreOptions, settingsOf } from "./settings.ts";
import { listCreditNotes } from "./statements/credit-notes.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { listInvoices } from "./statements/list.ts";
import { findInvoices, findProfile } from "./statements/rows.ts";
import { runStatement } from "./transaction/run-statement.ts";
import type { StoreParts } from "./transaction/store-parts.ts";

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

/**
 * The books for an audit, an export or a report. Only the tables are checked, so it also works on a standby, and with a
 * role that may only read.
 */
export function readOnlyBooks(pool: PostgresPool, options: PostgresStoreOptions): ReadOnlyBooks {
  const settings = settingsOf(pool, options);
  const queries = readOnlyQueries({ pool, settings });
  const read = <Result>(query: Query<Result>) =>
    withStoreErrors(new Deadline(settings.lockTimeoutMs), (deadline) => queries(query, deadline));
  return {
    journal: journalReader(read),
    reader: {
      find: (companyId, id) =>
        read(async (session, tables) => (await findInvoices(session, tables, companyId, [id]))[0]),
      list: (companyId, request) => read((session, tables) => listInvoices(session, tables, companyId, request)),
    },
    creditNotes: {
      list: (companyId, request) => read((session, tables) => listCreditNotes(session, tables, companyId, request)),
    },
    companies: { profile: (companyId) => read((session, tables) => findProfile(session, tables, companyId)) },
  };
}
