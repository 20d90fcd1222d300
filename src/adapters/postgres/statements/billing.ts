import { type BillingEvent, billingEventId } from "../../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../../ports/billing-meter.ts";
import { requireEventLimit } from "../../common/billing-limits.ts";
import { skippedRows } from "../../common/skipped-rows.ts";
import { chainOpenRows } from "../../engine/transaction-books.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import type { BooksAccess } from "./books-head.ts";
import { runWrites } from "./counted-writes.ts";
import { postgresDialect } from "./dialect.ts";
import { companiesBehind, type LeaseRows, leaseCalls, lockLease } from "./leases.ts";
import { dayAsText, isText } from "./rows.ts";
import type { Statement } from "./statement.ts";

const LEASES: LeaseRows = { table: ({ leases }) => leases };

/** SQL for whether the company has issued an invoice after the cursor. */
function isBehind({ invoices, cursors }: Tables): string {
  return `coalesce((SELECT i.counter FROM ${invoices} AS i WHERE i.company_id = s.company_id
       ORDER BY i.counter DESC LIMIT 1), 0)
     > coalesce((SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = s.company_id), 0)`;
}

/** SQL that selects these columns of the invoices whose events are pending. */
function pendingOf({ invoices, cursors, acknowledged }: Tables, columns: string): string {
  return `SELECT ${columns} FROM ${invoices} AS i
    WHERE i.company_id = $1 AND i.source = 'api' AND i.counter > coalesce(
        (SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = $1), 0)
      AND NOT EXISTS (SELECT 1 FROM ${acknowledged} AS a WHERE a.company_id = $1 AND a.counter = i.counter)
    ORDER BY i.counter`;
}

/** The company's oldest events that are not acknowledged yet. */
async function pendingEvents(
  session: Session,
  tables: Tables,
  companyId: string,
  limit: number,
): Promise<BillingEvent[]> {
  const occurredAt = `coalesce(i.document::pg_catalog.json ->> 'issuedAt'::pg_catalog.text,
    ${dayAsText("i.issue_date")} || 'T00:00:00.000Z')`;
  const columns = `i.id, i.counter::pg_catalog.text AS counter, ${occurredAt} AS occurred_at`;
  const rows = await session.rows<Record<"id" | "counter" | "occurred_at", string>>(
    `${pendingOf(tables, columns)} LIMIT $2::bigint`,
    [companyId, String(limit)],
  );
  return rows.map(({ id: invoiceId, counter, occurred_at: occurredAt }) => {
    return { id: billingEventId(invoiceId), companyId, invoiceId, counter: Number(counter), occurredAt };
  });
}

/**
 * Marks events as delivered, in a transaction. Ids that are not pending are skipped. It locks the company's cursor,
 * which issuing does not lock.
 */
async function acknowledgeEvents(access: BooksAccess, eventIds: readonly string[]): Promise<void> {
  const { session, tables, companyId } = access;
  const { invoices, cursors, acknowledged } = tables;
  const prefix = billingEventId("");
  const ids = eventIds.filter((id) => id.startsWith(prefix) && isText(id)).map((id) => id.slice(prefix.length));
  await session.rows(`INSERT INTO ${cursors} (company_id) VALUES ($1) ON CONFLICT DO NOTHING`, [companyId]);
  const [cursor] = await session.rows<{ has_open_rows: string | null }>(
    `SELECT (SELECT i.journal_position IS NULL FROM ${invoices} AS i
       WHERE i.company_id = $1 ORDER BY i.counter DESC LIMIT 1)::pg_catalog.text AS has_open_rows
     FROM ${cursors} WHERE company_id = $1 FOR UPDATE`,
    [companyId],
  );
  if (cursor === undefined) throw skippedRows("postgres", { table: cursors, written: 0, wanted: 1 });
  if (cursor.has_open_rows === "true") await chainOpenRows(postgresDialect(access));
  // Nobody else changes these rows meanwhile, because the cursor is locked. So each statement knows how many it writes.
  const added = {
    name: "added",
    table: acknowledged,
    sql: `INSERT INTO ${acknowledged} (company_id, counter) SELECT $1, counter FROM open`,
    rows: "(SELECT pg_catalog.count(*) FROM open)",
  };
  const open = `open AS (SELECT i.counter FROM ${invoices} AS i
    WHERE i.company_id = $1 AND i.id = ANY($2::pg_catalog.text[]) AND i.source = 'api'
      AND i.counter > (SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = $1)
      AND NOT EXISTS (SELECT 1 FROM ${acknowledged} AS a WHERE a.company_id = $1 AND a.counter = i.counter)), `;
  await runWrites(session, [added], [companyId, ids], { queries: open });
  // Move the cursor to the last invoice before the first pending one. It never passes a counter that has no invoice
  // yet, or an invoice without a digest, which another writer has inserted in the meantime.
  const moved = {
    name: "moved",
    table: cursors,
    sql: `UPDATE ${cursors} AS c SET acknowledged_through = last.counter, digest = last.digest
      FROM last WHERE c.company_id = $1`,
    rows: "(SELECT pg_catalog.count(*) FROM last)",
  };
  const last = `pending AS (${pendingOf(tables, "i.counter")} LIMIT 1),
    last AS (SELECT i.counter, i.digest FROM ${invoices} AS i
      WHERE i.company_id = $1 AND i.counter < coalesce((SELECT counter FROM pending), 9223372036854775807)
        AND i.digest IS NOT NULL
      ORDER BY i.counter DESC LIMIT 1), `;
  await runWrites(session, [moved], [companyId], { queries: last });
  // A separate statement, because the guard must see first that everything the cursor passed was acknowledged.
  const passed = `FROM ${acknowledged} AS a WHERE a.company_id = $1
    AND a.counter <= (SELECT c.acknowledged_through FROM ${cursors} AS c WHERE c.company_id = $1)`;
  const removed = {
    name: "removed",
    table: acknowledged,
    sql: `DELETE ${passed}`,
    rows: `(SELECT pg_catalog.count(*) ${passed})`,
  };
  await runWrites(session, [removed], [companyId]);
}

type Run = <Result>(statements: Statement<Result>) => Promise<Result>;

/** The billing feed of a PostgreSQL store. `read` runs outside a transaction, `write` in a separate one. */
export function billingFeed(read: Run, write: Run): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read((session, tables) => pendingEvents(session, tables, companyId, limit));
    },
    acknowledge: (companyId, eventIds, lease) =>
      write(async (session, tables, deadline) => {
        if (lease !== undefined && !(await lockLease(session, tables, LEASES, { companyId, token: lease.token })))
          return false;
        await acknowledgeEvents({ session, tables, companyId, deadline }, eventIds);
        return true;
      }),
    companiesBehind: (after, limit) =>
      read((session, tables) => companiesBehind(session, tables, after, limit, isBehind(tables))),
    ...leaseCalls(LEASES, write),
  };
}
