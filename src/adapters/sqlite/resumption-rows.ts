import { type ResumptionAccess, readResumption, type StoredResumption } from "../invoice-dates.ts";
import type { JournalChain } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";
import { insertEntry, JOURNAL_BY_INVOICE } from "./journal-rows.ts";

/** The entries after which the company's issue dates went on from an earlier day: in one transaction. */
export function resumptionRows(
  connection: StoreConnection,
  companyId: string,
  journal: () => JournalChain,
): ResumptionAccess {
  return {
    addResumption: (last, resumption, origin) =>
      insertEntry(connection, companyId, journal().appendResumption(last, resumption, origin)),
    findResumption: () => findResumptions(connection, companyId).at(-1),
  };
}

/** All of them, in their order. Entries of no invoice are few, and looked up by that. */
export function findResumptions(connection: StoreConnection, companyId: string): StoredResumption[] {
  const rows = connection.all<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IS NULL AND kind = 'dates.resumed' ORDER BY position`,
    companyId,
  );
  return rows.map(({ document }) => readResumption(document));
}
