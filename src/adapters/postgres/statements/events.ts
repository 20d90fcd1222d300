import type { EventFeed, EventPosition } from "../../../ports/event-feed.ts";
import { requireEventLimit } from "../../common/billing-limits.ts";
import { type EventRow, hasOpenRows, pendingEntriesOf } from "../../common/event-row.ts";
import { chainOpenRows } from "../../engine/transaction-books.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { runWrites } from "./counted-writes.ts";
import { postgresDialect } from "./dialect.ts";
import { companiesBehind, type LeaseRows, leaseCalls, lockLease } from "./leases.ts";
import { dayAsText } from "./rows.ts";
import type { Statement } from "./statement.ts";

/**
 * SQL for the next entries after a consumer's cursor, those without a position last. The invoices are read by their
 * counters, because their positions grow with them.
 */
function nextEntries({ eventCursors, invoices, payments, journal }: Tables): string {
  return `WITH own_cursor AS (SELECT c.acknowledged_through, c.invoices_through FROM ${eventCursors} AS c
      WHERE c.company_id = $1 AND c.consumer = $2)
    SELECT position::pg_catalog.text AS position, digest, kind, document, recorded_at, issue_date, invoice_id,
      counter::pg_catalog.text AS counter, invoice_number, currency, payment_position::pg_catalog.text AS payment_position,
      coalesce((SELECT invoices_through FROM own_cursor), 0)::pg_catalog.text AS counter_before
    FROM (
      (SELECT i.journal_position AS position, i.digest, 'invoice.issued' AS kind, i.document, NULL AS recorded_at,
         ${dayAsText("i.issue_date")} AS issue_date, i.id AS invoice_id, i.counter, i.invoice_number,
         i.document::pg_catalog.json ->> 'currency'::pg_catalog.text AS currency, NULL::bigint AS payment_position
       FROM ${invoices} AS i
       WHERE i.company_id = $1 AND i.counter > coalesce((SELECT invoices_through FROM own_cursor), 0)
       ORDER BY i.counter LIMIT $3::bigint)
      UNION ALL
      (SELECT j.position, j.digest, j.kind, j.document, j.recorded_at, NULL, i.id, i.counter, i.invoice_number,
         i.document::pg_catalog.json ->> 'currency'::pg_catalog.text,
         CASE j.kind WHEN 'payment.recorded' THEN (SELECT p.position FROM ${payments} AS p
           WHERE p.company_id = $1 AND p.invoice_id = j.invoice_id
             AND p.id = j.document::pg_catalog.json ->> 'id'::pg_catalog.text) END
       FROM ${journal} AS j LEFT JOIN ${invoices} AS i ON i.company_id = $1 AND i.id = j.invoice_id
       WHERE j.company_id = $1 AND j.position > coalesce((SELECT acknowledged_through FROM own_cursor), 0)
       ORDER BY j.position LIMIT $3::bigint)
    ) AS found
    ORDER BY found.position LIMIT $3::bigint`;
}

/** SQL for whether the journal goes on after the consumer's cursor. An invoice without a position does too. */
function isBehind({ eventCursors, invoices, journal }: Tables): string {
  return `greatest(
      (SELECT coalesce(i.journal_position, 9223372036854775807) FROM ${invoices} AS i
       WHERE i.company_id = s.company_id ORDER BY i.counter DESC LIMIT 1),
      (SELECT j.position FROM ${journal} AS j WHERE j.company_id = s.company_id ORDER BY j.position DESC LIMIT 1), 0)
    > coalesce((SELECT c.acknowledged_through FROM ${eventCursors} AS c
      WHERE c.company_id = s.company_id AND c.consumer = $3), 0)`;
}

/** Moves the consumer's cursor forward. */
async function moveCursor(
  session: Session,
  { eventCursors: table }: Tables,
  [companyId, consumer]: readonly [companyId: string, consumer: string],
  { position, counter, digest }: EventPosition,
): Promise<void> {
  const sql = `INSERT INTO ${table} AS c (company_id, consumer, acknowledged_through, invoices_through, digest)
    VALUES ($1, $2, $3::bigint, $4::bigint, $5) ON CONFLICT (company_id, consumer) DO UPDATE
    SET acknowledged_through = excluded.acknowledged_through, invoices_through = excluded.invoices_through,
      digest = excluded.digest
    WHERE c.acknowledged_through < excluded.acknowledged_through`;
  // None if the cursor is there or further already. It cannot move meanwhile, because the lease is locked.
  const rows = `1 - (SELECT pg_catalog.count(*) FROM ${table} AS p
    WHERE p.company_id = $1 AND p.consumer = $2 AND p.acknowledged_through >= $3::bigint)`;
  const values = [companyId, consumer, String(position), String(counter), digest];
  await runWrites(session, [{ name: "event_cursors", table, sql, rows }], values);
}

type Run = <Result>(statements: Statement<Result>) => Promise<Result>;

/**
 * The feed of one consumer on a PostgreSQL store. `read` runs outside a transaction, `write` in a separate one.
 */
export function eventFeed(consumer: string, read: Run, write: Run): EventFeed {
  const leases: LeaseRows = { table: ({ eventLeases }) => eventLeases, consumer };
  return {
    pending: async (companyId, limit) => {
      requireEventLimit(limit);
      const values = [companyId, consumer, String(limit)];
      const next = () => read((session, tables) => session.rows<EventRow>(nextEntries(tables), values));
      const rows = await next();
      if (!hasOpenRows(rows)) return pendingEntriesOf(rows);
      await write((session, tables, deadline) =>
        chainOpenRows(postgresDialect({ session, tables, companyId, deadline })),
      );
      return pendingEntriesOf(await next());
    },
    acknowledge: (end, lease) =>
      write(async (session, tables) => {
        if (!(await lockLease(session, tables, leases, lease))) return false;
        await moveCursor(session, tables, [lease.companyId, consumer], end);
        return true;
      }),
    companiesBehind: (after, limit) =>
      read((session, tables) => companiesBehind(session, tables, after, limit, isBehind(tables), [consumer])),
    ...leaseCalls(leases, write),
  };
}
