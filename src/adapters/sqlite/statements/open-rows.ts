import { issuedAtOf } from "../../../domain/books/journal.ts";
import type { OpenRow, PlacedRow } from "../../engine/dialect.ts";
import type { StoreConnection } from "../connection/session.ts";

/** The company's last invoice that has a place in the journal. */
export function lastPlaced(connection: StoreConnection, companyId: string): PlacedRow | undefined {
  const row = connection.get<{ counter: number; position: number; digest: string }>(
    `SELECT counter, journal_position AS position, digest FROM faktura_invoices
     WHERE company_id = ? AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
  if (row === undefined) return undefined;
  const { counter, position, digest } = row;
  return { counter, place: { position, digest } };
}

/** The first invoices after this counter, for their entries. */
export function openRows(connection: StoreConnection, companyId: string, after: number, limit: number): OpenRow[] {
  type Row = Omit<OpenRow, "issuedAt"> & { readonly issue_date: string };
  const rows = connection.all<Row>(
    `SELECT counter, issue_date, source, actor, document FROM faktura_invoices
     WHERE company_id = ? AND counter > ? ORDER BY counter LIMIT ?`,
    ...[companyId, after, limit],
  );
  return rows.map(({ counter, issue_date, source, actor, document }) => {
    return { counter, source, actor, document, issuedAt: issuedAtOf(document, issue_date) };
  });
}

/** Gives invoices their places in the journal. */
export function placeRows(connection: StoreConnection, companyId: string, rows: readonly PlacedRow[]): void {
  for (const { counter, place } of rows) {
    connection.run(
      "UPDATE faktura_invoices SET journal_position = ?, digest = ? WHERE company_id = ? AND counter = ?",
      ...[place.position, place.digest, companyId, counter],
    );
  }
}
