import { type BillingEvent, billingEventId } from "../../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../../ports/billing-meter.ts";
import { requireEventLimit } from "../../common/billing-limits.ts";
import { chainOpenRows } from "../../engine/transaction-books.ts";
import type { Session } from "../connection/session.ts";
import { sqliteDialect } from "./dialect.ts";
import { companiesBehind, isHeld, type LeaseRows, leaseCalls } from "./leases.ts";

const LEASES: LeaseRows = { table: "faktura_billing_leases" };

const IS_BEHIND = `(SELECT max(counter) FROM faktura_invoices AS i WHERE i.company_id = companies.company_id)
       > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors AS c
                   WHERE c.company_id = companies.company_id), 0)`;

/**
 * SQL for the counters whose events are pending: API invoices that are not acknowledged yet. Bind the company id three
 * times.
 */
const PENDING = `
  SELECT counter FROM faktura_invoices
  WHERE company_id = ? AND source = 'api'
    AND counter > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?), 0)
    AND counter NOT IN (SELECT counter FROM faktura_billing_acknowledged WHERE company_id = ?)
  ORDER BY counter`;

/** The company's oldest events that are not acknowledged yet. */
function pendingEvents(session: Session, companyId: string, limit: number): BillingEvent[] {
  return session
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
 * Marks events as delivered, in the transaction that the caller has begun. Ids that are not pending are skipped.
 * Counters that are acknowledged out of order are kept in a separate table until the cursor reaches them.
 */
function acknowledgeEvents(session: Session, companyId: string, eventIds: readonly string[]): void {
  const prefix = billingEventId("");
  const ids = eventIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  const pending = session.all<{ counter: number }>(
    `SELECT counter FROM faktura_invoices
     WHERE company_id = ? AND id IN (SELECT value FROM json_each(?)) AND source = 'api'
       -- The plus keeps SQLite from scanning all pending invoices instead of looking up the few ids.
       AND +counter > coalesce((SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?), 0)
       AND +counter NOT IN (SELECT counter FROM faktura_billing_acknowledged WHERE company_id = ?)`,
    ...[companyId, JSON.stringify(ids), companyId, companyId],
  );
  session.write(
    pending.length,
    "INSERT INTO faktura_billing_acknowledged (company_id, counter) SELECT ?, value FROM json_each(?)",
    ...[companyId, JSON.stringify(pending.map(({ counter }) => counter))],
  );
  moveCursor(session, companyId);
  const passed = session.get<{ size: number }>(`SELECT count(*) AS size ${PASSED}`, companyId, companyId)!;
  session.write(passed.size, `DELETE ${PASSED}`, companyId, companyId);
}

/** SQL from FROM on, of the acknowledged counters that the cursor has passed. Bind the company id twice. */
const PASSED = `FROM faktura_billing_acknowledged WHERE company_id = ? AND counter <=
  (SELECT acknowledged_through FROM faktura_billing_cursors WHERE company_id = ?)`;

/**
 * Moves the cursor to the last invoice before the first pending one. It never passes a counter that has no invoice yet.
 * Not an upsert, because the guard that protects the cursor from being replaced would see an insert.
 */
function moveCursor(session: Session, companyId: string): void {
  const last = session.get<{ counter: number; digest: string | null }>(
    `SELECT counter, digest FROM faktura_invoices
     WHERE company_id = ? AND counter < coalesce((${PENDING} LIMIT 1), 9223372036854775807)
     ORDER BY counter DESC LIMIT 1`,
    ...[companyId, companyId, companyId, companyId],
  );
  const { counter = 0, digest = null } = last ?? {};
  const cursor = session.get("SELECT 1 FROM faktura_billing_cursors WHERE company_id = ?", companyId);
  if (cursor !== undefined && last === undefined) return; // it may be at the start of a continued sequence
  if (cursor === undefined) {
    session.write(
      1,
      "INSERT INTO faktura_billing_cursors (company_id, acknowledged_through, digest) VALUES (?, ?, ?)",
      ...[companyId, counter, digest],
    );
  } else {
    session.write(
      1,
      "UPDATE faktura_billing_cursors SET acknowledged_through = ?, digest = ? WHERE company_id = ?",
      ...[counter, digest, companyId],
    );
  }
}

type Run = <Result>(statements: (session: Session) => Result) => Promise<Result>;
type Transact = <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>;

/**
 * The billing feed of a SQLite store. `read` runs outside a transaction, `write` in a separate synchronous transaction,
 * and `transact` in a transaction that may await.
 */
export function billingFeed(read: Run, write: Run, transact: Transact): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((reader) => pendingEvents(reader, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      transact(async (writer) => {
        if (lease !== undefined && !isHeld(writer, LEASES, { companyId, token: lease.token })) return false;
        // The cursor needs the digest of the invoice that it reaches.
        await chainOpenRows(sqliteDialect(writer, companyId));
        acknowledgeEvents(writer, companyId, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) => read((reader) => companiesBehind(reader, after, limit, IS_BEHIND)),
    ...leaseCalls(LEASES, write),
  };
}
