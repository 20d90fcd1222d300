import { readResumption, type StoredResumption } from "../engine/resumption.ts";
import type { StoreConnection } from "./connection.ts";
import { JOURNAL_BY_INVOICE } from "./tables.ts";

/** All of them, in their order. Entries of no invoice are few, and looked up by that. */
export function findResumptions(connection: StoreConnection, companyId: string): StoredResumption[] {
  const rows = connection.all<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IS NULL AND kind = 'dates.resumed' ORDER BY position`,
    companyId,
  );
  return rows.map(({ document }) => readResumption(document));
}
