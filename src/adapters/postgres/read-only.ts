import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader } from "../../ports/journal.ts";
import type { StoreParts } from "./attempt.ts";
import { checkTables } from "./check.ts";
import { Deadline } from "./deadline.ts";
import type { PostgresPool } from "./driver.ts";
import { journalReader } from "./journal-reader.ts";
import { findInvoices } from "./rows.ts";
import { runStatement } from "./run-statement.ts";
import type { Session } from "./session.ts";
import { type PostgresStoreOptions, settingsOf } from "./settings.ts";
import type { Tables } from "./tables.ts";

/** What is asked of the books in one transaction. */
export type Query<Result> = (session: Session, tables: Tables) => Promise<Result>;

/** Runs queries, each in a transaction that cannot write. That the tables are there is made sure of once. */
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
    return runStatement(parts, checked, deadline, { readOnly: true });
  };
}

/** What an audit reads, on a server of which nothing is asked but the tables: also a standby, under a role that only reads. */
export function readOnlyBooks(
  pool: PostgresPool,
  options: PostgresStoreOptions,
): { readonly journal: JournalReader; readonly reader: Pick<InvoiceReader, "find"> } {
  const settings = settingsOf(pool, options);
  const queries = readOnlyQueries({ pool, settings });
  const read = <Result>(query: Query<Result>) => queries(query, new Deadline(settings.lockTimeoutMs));
  return {
    journal: journalReader(read),
    reader: {
      find: (companyId, id) =>
        read(async (session, tables) => (await findInvoices(session, tables, companyId, [id]))[0]),
    },
  };
}
