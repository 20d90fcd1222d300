import type { ChainedRow } from "../../engine/dialect.ts";
import type { Session } from "../connection/session.ts";

/** Stores the journal positions of invoices. */
export function chainRows(session: Session, companyId: string, rows: readonly ChainedRow[]): void {
  for (const { counter, entry } of rows) {
    session.write(
      1,
      "UPDATE faktura_invoices SET journal_position = ?, digest = ? WHERE company_id = ? AND counter = ?",
      ...[entry.position, entry.digest, companyId, counter],
    );
  }
}
