import { type BillingEvent, billingEventId } from "../../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../../ports/billing-meter.ts";
import { placeOpenRows } from "../../engine/books.ts";
import { requireEventLimit } from "../../sql/event-limit.ts";
import type { StoreConnection } from "../connection/session.ts";
import { sqliteDialect } from "./dialect.ts";
import { companiesBehind, isHeld, keepLease, leaseCompany } from "./leases.ts";

/** The counters of a company whose events are pending: of its own invoices, and not acknowledged. Bind the company thrice. */
const PENDING = `
  SELECT counter FROM faktura_invoices
  WHERE company_id = ? AND source = 'api'
    AND counter > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?), 0)
    AND counter NOT IN (SELECT counter FROM faktura_billing_acknowledged WHERE company_id = ?)
  ORDER BY counter`;

/** The company's oldest events that nobody acknowledged. */
function pendingEvents(connection: StoreConnection, companyId: string, limit: number): BillingEvent[] {
  return connection
    .all<{ counter: number; id: string; occurred_at: string }>(
      `SELECT counter, id, coalesce(json_extract(document, '$.issuedAt'), issue_date || 'T00:00:00.000Z') AS occurred_at
       FROM faktura_invoices
       WHERE company_id = ? AND counter IN (${PENDING} LIMIT ?) ORDER BY counter`,
      ...[companyId, companyId, companyId, companyId, limit],
    )
    .map(({ counter, id: invoiceId, occurred_at: occurredAt }) => {
      return { id: billingEventId(invoiceId), companyId, invoiceId, counter, occurredAt };
    });
}

/**
 * Marks events as delivered, in the transaction that the caller has begun; ids that are not pending are passed over. What
 * is delivered out of order waits beside the cursor until the cursor reaches it.
 */
function acknowledgeEvents(connection: StoreConnection, companyId: string, eventIds: readonly string[]): void {
  const prefix = billingEventId("");
  const ids = eventIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  connection.run(
    `INSERT INTO faktura_billing_acknowledged (company_id, counter)
     SELECT ?, counter FROM faktura_invoices
     WHERE company_id = ? AND id IN (SELECT value FROM json_each(?)) AND source = 'api'
       -- The plus keeps SQLite from going through all that is pending, in place of the few ids.
       AND +counter > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?), 0)
       AND +counter NOT IN (SELECT counter FROM faktura_billing_acknowledged WHERE company_id = ?)`,
    ...[companyId, companyId, JSON.stringify(ids), companyId, companyId],
  );
  moveCursor(connection, companyId);
  connection.run(
    `DELETE FROM faktura_billing_acknowledged WHERE company_id = ? AND counter <=
       (SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?)`,
    ...[companyId, companyId],
  );
}

/**
 * Up to the last invoice before the first that is pending; a counter that has no invoice yet is never passed. No upsert:
 * the guard that keeps others from replacing the cursor would see an insert.
 */
function moveCursor(connection: StoreConnection, companyId: string): void {
  const last = connection.get<{ counter: number; digest: string | null }>(
    `SELECT counter, digest FROM faktura_invoices
     WHERE company_id = ? AND counter < coalesce((${PENDING} LIMIT 1), 9223372036854775807)
     ORDER BY counter DESC LIMIT 1`,
    ...[companyId, companyId, companyId, companyId],
  );
  const { counter = 0, digest = null } = last ?? {};
  const cursor = connection.get("SELECT 1 FROM faktura_billing_cursors WHERE company_id = ?", companyId);
  if (cursor !== undefined && last === undefined) return; // it may stand where a continued sequence began
  if (cursor === undefined) {
    connection.run(
      "INSERT INTO faktura_billing_cursors (company_id, acknowledged_through, digest) VALUES (?, ?, ?)",
      ...[companyId, counter, digest],
    );
  } else {
    connection.run(
      "UPDATE faktura_billing_cursors SET acknowledged_through = ?, digest = ? WHERE company_id = ?",
      ...[counter, digest, companyId],
    );
  }
}

type Run = <Result>(statements: (connection: StoreConnection) => Result) => Promise<Result>;
type Transact = <Result>(work: (connection: StoreConnection) => Promise<Result>) => Promise<Result>;

/**
 * Billing events on connections of the store's: `read` outside a transaction, `write` in one of its own, and `transact`
 * in one that may await.
 */
export function billingFeed(read: Run, write: Run, transact: Transact): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((reader) => pendingEvents(reader, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      transact(async (writer) => {
        if (lease !== undefined && !isHeld(writer, companyId, lease)) return false;
        // The invoice that the cursor reaches has its digest then.
        await placeOpenRows(sqliteDialect(writer, companyId));
        acknowledgeEvents(writer, companyId, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) => read((reader) => companiesBehind(reader, after, limit)),
    lease: (companyId, worker, leaseMs) => write((writer) => leaseCompany(writer, companyId, worker, leaseMs)),
    renew: (lease, leaseMs) => write((writer) => keepLease(writer, lease, leaseMs)),
    release: async (lease) => {
      await write((writer) => keepLease(writer, lease, null));
    },
  };
}
