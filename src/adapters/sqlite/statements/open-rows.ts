import { issuedAtOf } from "../../../domain/books/journal.ts";
import type { ChainedRow, OpenRow } from "../../engine/dialect.ts";
import type { Session } from "../connection/session.ts";

/** The company's last invoice that has a position in the journal. */
export function lastChained(session: Session, companyId: string): ChainedRow | undefined {
  const row = session.get<{ counter: number; position: number; digest: string }>(
    `SELECT counter, journal_position AS position, digest FROM faktura_invoices
     WHERE company_id = ? AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
  if (row === undefined) return undefined;
  const { counter, position, digest } = row;
  return { counter, entry: { position, digest } };
}

/** The first `limit` invoices after this counter, with everything that their journal entries need. */
export function openRows(session: Session, companyId: string, after: number, limit: number): OpenRow[] {
  type Row = Omit<OpenRow, "issuedAt"> & { readonly issue_date: string };
  const rows = session.all<Row>(
    `SELECT counter, issue_date, source, actor, document FROM faktura_invoices
     WHERE company_id = ? AND counter > ? ORDER BY counter LIMIT ?`,
    ...[companyId, after, limit],
  );
  return rows.map(({ counter, issue_date, source, actor, document }) => {
    return { counter, source, actor, document, issuedAt: issuedAtOf(document, issue_date) };
  });
}

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
