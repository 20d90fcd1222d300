import { type BillingEvent, billingEventId } from "../../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../../ports/billing-meter.ts";
import { placeOpenRows } from "../../engine/books.ts";
import { requireEventLimit } from "../../sql/event-limit.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import type { Statement } from "../transaction/run-statement.ts";
import { postgresDialect } from "./dialect.ts";
import { companiesBehind, leaseCompany, lockLease, updateLease } from "./leases.ts";
import type { BooksAccess } from "./lock.ts";
import { dayAsText, isText } from "./rows.ts";

/** SQL of the counters whose events are pending, and of what else is asked of their invoices. */
function pendingOf({ invoices, cursors, acknowledged }: Tables, columns: string): string {
  return `SELECT ${columns} FROM ${invoices} AS i
    WHERE i.company_id = $1 AND i.source = 'api' AND i.counter > coalesce(
        (SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = $1), 0)
      AND NOT EXISTS (SELECT 1 FROM ${acknowledged} AS a WHERE a.company_id = $1 AND a.counter = i.counter)
    ORDER BY i.counter`;
}

/** The company's oldest events that nobody acknowledged. */
async function pendingEvents(
  session: Session,
  tables: Tables,
  companyId: string,
  limit: number,
): Promise<BillingEvent[]> {
  const occurredAt = `coalesce(i.document::json ->> 'issuedAt', ${dayAsText("i.issue_date")} || 'T00:00:00.000Z')`;
  const columns = `i.id, i.counter::text AS counter, ${occurredAt} AS occurred_at`;
  const rows = await session.rows<Record<"id" | "counter" | "occurred_at", string>>(
    `${pendingOf(tables, columns)} LIMIT $2::bigint`,
    [companyId, String(limit)],
  );
  return rows.map(({ id: invoiceId, counter, occurred_at: occurredAt }) => {
    return { id: billingEventId(invoiceId), companyId, invoiceId, counter: Number(counter), occurredAt };
  });
}

/**
 * Marks events as delivered, in a transaction; ids that are not pending are passed over. Those who acknowledge take
 * turns at the company's cursor, which is not what issuing locks.
 */
async function acknowledgeEvents(access: BooksAccess, eventIds: readonly string[]): Promise<void> {
  const { session, tables, companyId } = access;
  const { invoices, cursors, acknowledged } = tables;
  const prefix = billingEventId("");
  const ids = eventIds.filter((id) => id.startsWith(prefix) && isText(id)).map((id) => id.slice(prefix.length));
  await session.rows(`INSERT INTO ${cursors} (company_id) VALUES ($1) ON CONFLICT DO NOTHING`, [companyId]);
  const [cursor] = await session.rows<{ has_open_rows: string | null }>(
    `SELECT (SELECT i.journal_position IS NULL FROM ${invoices} AS i
       WHERE i.company_id = $1 ORDER BY i.counter DESC LIMIT 1)::text AS has_open_rows
     FROM ${cursors} WHERE company_id = $1 FOR UPDATE`,
    [companyId],
  );
  if (cursor?.has_open_rows === "true") await placeOpenRows(postgresDialect(access));
  await session.rows(
    `INSERT INTO ${acknowledged} (company_id, counter)
     SELECT $1, i.counter FROM ${invoices} AS i
     WHERE i.company_id = $1 AND i.id = ANY($2::text[]) AND i.source = 'api'
       AND i.counter > (SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = $1)
     ON CONFLICT DO NOTHING`,
    [companyId, ids],
  );
  // Up to the last invoice that nothing pending comes before. Counters without an invoice yet are never passed, nor is
  // what another writer has inserted meanwhile, which has no digest yet.
  await session.rows(
    `WITH pending AS (${pendingOf(tables, "i.counter")} LIMIT 1)
     UPDATE ${cursors} AS c SET acknowledged_through = last.counter, digest = last.digest
     FROM (SELECT i.counter, i.digest FROM ${invoices} AS i
       WHERE i.company_id = $1 AND i.counter < coalesce((SELECT counter FROM pending), 9223372036854775807)
         AND i.digest IS NOT NULL
       ORDER BY i.counter DESC LIMIT 1) AS last
     WHERE c.company_id = $1`,
    [companyId],
  );
  // Not before the guard has seen that all that the cursor passed was acknowledged.
  await session.rows(
    `DELETE FROM ${acknowledged} WHERE company_id = $1
       AND counter <= (SELECT acknowledged_through FROM ${cursors} WHERE company_id = $1)`,
    [companyId],
  );
}

type Run = <Result>(statements: Statement<Result>) => Promise<Result>;

/** Billing events on connections of the store's: `read` outside a transaction, `write` in one of its own. */
export function billingFeed(read: Run, write: Run): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((session, tables) => pendingEvents(session, tables, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      write(async (session, tables, deadline) => {
        if (lease !== undefined && !(await lockLease(session, tables, companyId, lease))) return false;
        await acknowledgeEvents({ session, tables, companyId, deadline }, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) => read((session, tables) => companiesBehind(session, tables, after, limit)),
    lease: (companyId, worker, leaseMs) =>
      write((session, tables) => leaseCompany(session, tables, companyId, worker, leaseMs)),
    renew: (lease, leaseMs) => write((session, tables) => updateLease(session, tables, lease, leaseMs)),
    release: async (lease) => {
      await write((session, tables) => updateLease(session, tables, lease, null));
    },
  };
}
