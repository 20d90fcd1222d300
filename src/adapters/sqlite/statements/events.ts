import type { EventFeed, EventPosition } from "../../../ports/event-feed.ts";
import { requireEventLimit } from "../../common/billing-limits.ts";
import { type EventRow, hasOpenRows, pendingEntriesOf } from "../../common/event-row.ts";
import { chainOpenRows } from "../../engine/transaction-books.ts";
import type { Session } from "../connection/session.ts";
import { sqliteDialect } from "./dialect.ts";
import { companiesBehind, isHeld, type LeaseRows, leaseCalls } from "./leases.ts";

/** Larger than any position. Used for an invoice that has no position yet. */
const UNCHAINED = "9223372036854775807";

/**
 * SQL for the next entries after a consumer's cursor, those without a position last. The invoices are read by their
 * counters, because their positions grow with them.
 */
const NEXT_ENTRIES = `
  WITH own_cursor AS (
    SELECT acknowledged_through, invoices_through FROM faktura_event_cursors WHERE company_id = ? AND consumer = ?)
  SELECT *, coalesce((SELECT invoices_through FROM own_cursor), 0) AS counter_before FROM (
    SELECT * FROM (
      SELECT journal_position AS position, digest, 'invoice.issued' AS kind, document, NULL AS recorded_at, issue_date,
        id AS invoice_id, counter, invoice_number, json_extract(document, '$.currency') AS currency,
        NULL AS payment_position
      FROM faktura_invoices
      WHERE company_id = ? AND counter > coalesce((SELECT invoices_through FROM own_cursor), 0) ORDER BY counter LIMIT ?)
    UNION ALL SELECT * FROM (
      SELECT j.position, j.digest, j.kind, j.document, j.recorded_at, NULL, i.id, i.counter, i.invoice_number,
        json_extract(i.document, '$.currency'),
        CASE j.kind WHEN 'payment.recorded' THEN (
          SELECT p.position FROM faktura_payments AS p
          WHERE p.company_id = ? AND p.invoice_id = j.invoice_id AND p.id = json_extract(j.document, '$.id')) END
      FROM faktura_journal AS j LEFT JOIN faktura_invoices AS i ON i.company_id = ? AND i.id = j.invoice_id
      WHERE j.company_id = ? AND j.position > coalesce((SELECT acknowledged_through FROM own_cursor), 0)
      ORDER BY j.position LIMIT ?))
  ORDER BY position IS NULL, position LIMIT ?`;

function nextRows(session: Session, consumer: string, companyId: string, limit: number): EventRow[] {
  return session.all<EventRow>(
    NEXT_ENTRIES,
    ...[companyId, consumer, companyId, limit, companyId, companyId, companyId, limit, limit],
  );
}

/** SQL for whether the journal goes on after the consumer's cursor. Bind the consumer. */
const IS_BEHIND = `max(
    coalesce((SELECT coalesce(journal_position, ${UNCHAINED}) FROM faktura_invoices AS i
      WHERE i.company_id = companies.company_id ORDER BY counter DESC LIMIT 1), 0),
    coalesce((SELECT max(position) FROM faktura_journal AS j WHERE j.company_id = companies.company_id), 0))
  > coalesce((SELECT acknowledged_through FROM faktura_event_cursors AS c
    WHERE c.company_id = companies.company_id AND c.consumer = ?), 0)`;

/** Moves the consumer's cursor forward. Not an upsert, because the guard would see an insert. */
function moveCursor(session: Session, consumer: string, companyId: string, end: EventPosition): void {
  const cursor = session.get<{ acknowledged_through: number }>(
    "SELECT acknowledged_through FROM faktura_event_cursors WHERE company_id = ? AND consumer = ?",
    ...[companyId, consumer],
  );
  if (cursor === undefined) {
    session.write(
      1,
      `INSERT INTO faktura_event_cursors (company_id, acknowledged_through, invoices_through, digest, consumer)
       VALUES (?, ?, ?, ?, ?)`,
      ...[companyId, end.position, end.counter, end.digest, consumer],
    );
  } else if (cursor.acknowledged_through < end.position) {
    session.write(
      1,
      `UPDATE faktura_event_cursors SET acknowledged_through = ?, invoices_through = ?, digest = ?
       WHERE company_id = ? AND consumer = ?`,
      ...[end.position, end.counter, end.digest, companyId, consumer],
    );
  }
}

type Run = <Result>(statements: (session: Session) => Result) => Promise<Result>;
type Transact = <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>;

/**
 * The feed of one consumer on a SQLite store. `read` runs outside a transaction, `write` in a separate synchronous
 * transaction, and `transact` in a transaction that may await.
 */
export function eventFeed(consumer: string, read: Run, write: Run, transact: Transact): EventFeed {
  const leases: LeaseRows = { table: "faktura_event_leases", consumer };
  return {
    pending: async (companyId, limit) => {
      requireEventLimit(limit);
      const next = () => read((reader) => nextRows(reader, consumer, companyId, limit));
      const rows = await next();
      if (!hasOpenRows(rows)) return pendingEntriesOf(rows);
      await transact((writer) => chainOpenRows(sqliteDialect(writer, companyId)));
      return pendingEntriesOf(await next());
    },
    acknowledge: (end, lease) =>
      write((writer) => {
        if (!isHeld(writer, leases, lease)) return false;
        moveCursor(writer, consumer, lease.companyId, end);
        return true;
      }),
    companiesBehind: (after, limit) => read((reader) => companiesBehind(reader, after, limit, IS_BEHIND, [consumer])),
    ...leaseCalls(leases, write),
  };
}
