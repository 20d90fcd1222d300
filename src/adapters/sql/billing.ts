import { type BillingEvent, billingEventId } from "../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { DeliveryLease } from "../../ports/leased-companies.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import { skippedRows } from "../common/skipped-rows.ts";
import { companiesBehind, type LeaseRows, leaseCalls, settleLease } from "./leases.ts";
import { allRows, type ChainOpenRows, firstRow, type RunSteps, type Steps, writeRows } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

const LEASES: LeaseRows = { table: "leases" };

/** SQL for whether the company has issued an invoice after the cursor, for {@link companiesBehind}. */
function isBehind({ tables: { invoices, cursors } }: SqlSyntax): string {
  return `(SELECT i.counter FROM ${invoices} AS i WHERE i.company_id = companies.company_id
       ORDER BY i.counter DESC LIMIT 1)
     > coalesce((SELECT acknowledged_through FROM ${cursors} WHERE company_id = companies.company_id), 0)`;
}

/** SQL for whether the event of the invoice `i` is pending: an API invoice that is not acknowledged yet. */
function isPending({ tables: { cursors, acknowledged } }: SqlSyntax, counter = "i.counter"): string {
  return `i.source = 'api'
    AND ${counter} > coalesce((SELECT acknowledged_through FROM ${cursors} WHERE company_id = $1), 0)
    AND (SELECT 1 FROM ${acknowledged} AS a WHERE a.company_id = $1 AND a.counter = i.counter) IS NULL`;
}

/** The company's oldest events that are not acknowledged yet. */
function* pendingEvents(sql: SqlSyntax, companyId: string, limit: number): Steps<BillingEvent[]> {
  const { tables, text, integer, field, day } = sql;
  const rows = yield* allRows<Record<"id" | "counter" | "occurred_at", string>>(
    `SELECT i.id, ${text("i.counter")} AS counter,
       coalesce(${field("i.document", "issuedAt")}, ${day("i.issue_date")} || 'T00:00:00.000Z') AS occurred_at
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND ${isPending(sql)}
     ORDER BY i.counter LIMIT ${integer("$2")}`,
    ...[companyId, limit],
  );
  return rows.map(({ id: invoiceId, counter, occurred_at: occurredAt }) => {
    return { id: billingEventId(invoiceId), companyId, invoiceId, counter: Number(counter), occurredAt };
  });
}

/**
 * Locks the company's cursor, which issuing does not lock. Returns whether the last invoice has no position in the journal
 * yet. The cursor needs the digest of the invoice that it reaches.
 */
function* lockCursor(sql: SqlSyntax, companyId: string): Steps<boolean> {
  const { invoices, cursors } = sql.tables;
  // On PostgreSQL, a server may have the right to insert the company alone. On SQLite, the other column has no default.
  const [columns, values] = sql.database === "sqlite" ? [", acknowledged_through", ", 0"] : ["", ""];
  // A guard of SQLite refuses an insert before it looks for a conflict.
  yield* allRows(
    `INSERT INTO ${cursors} (company_id${columns})
     SELECT $1${values} WHERE NOT EXISTS (SELECT 1 FROM ${cursors} WHERE company_id = $1)
     ON CONFLICT (company_id) DO NOTHING RETURNING 1`,
    companyId,
  );
  const cursor = yield* firstRow<{ has_open_rows: string | null }>(
    `SELECT (SELECT CASE WHEN i.journal_position IS NULL THEN 'true' END FROM ${invoices} AS i
       WHERE i.company_id = $1 ORDER BY i.counter DESC LIMIT 1) AS has_open_rows
     FROM ${cursors} WHERE company_id = $1 ${sql.forUpdate}`,
    companyId,
  );
  if (cursor === undefined) throw skippedRows(sql.database, { table: cursors, written: 0, wanted: 1 });
  return cursor.has_open_rows === "true";
}

/**
 * Marks events as delivered, after {@link lockCursor}. Ids that are not pending are skipped. Counters that are
 * acknowledged out of order are kept in a separate table until the cursor reaches them.
 */
function* acknowledgeEvents(sql: SqlSyntax, companyId: string, eventIds: readonly string[]): Steps<void> {
  const { tables, builtIn, among } = sql;
  const { invoices, cursors, acknowledged } = tables;
  const prefix = billingEventId("");
  const ids = eventIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  // Nobody else changes these rows meanwhile, because the cursor is locked. So each statement knows how many it writes.
  // The plus keeps SQLite from scanning all pending invoices instead of looking up the few ids.
  const open = `SELECT i.counter FROM ${invoices} AS i
    WHERE i.company_id = $1 AND ${among("i.id", "$2")} AND ${isPending(sql, "+i.counter")}`;
  yield* writeRows(
    `INSERT INTO ${acknowledged} (company_id, counter) SELECT $1, counter FROM open`,
    [companyId, ids],
    `(SELECT ${builtIn}count(*) FROM open)`,
    `open AS (${open})`,
  );
  // Move the cursor to the last invoice before the first pending one. It never passes a counter that has no invoice
  // yet, or an invoice without a digest, which another writer has inserted in the meantime.
  const pending = `SELECT i.counter FROM ${invoices} AS i
    WHERE i.company_id = $1 AND ${isPending(sql)} ORDER BY i.counter LIMIT 1`;
  const last = `SELECT i.counter, i.digest FROM ${invoices} AS i
    WHERE i.company_id = $1 AND i.digest IS NOT NULL AND i.counter < coalesce((${pending}), 9223372036854775807)
    ORDER BY i.counter DESC LIMIT 1`;
  yield* writeRows(
    `UPDATE ${cursors} SET acknowledged_through = last.counter, digest = last.digest FROM last WHERE company_id = $1`,
    [companyId],
    `(SELECT ${builtIn}count(*) FROM last)`,
    `last AS (${last})`,
  );
  // A separate statement, because the guard must see first that everything the cursor passed was acknowledged.
  const passed = `FROM ${acknowledged} AS a WHERE a.company_id = $1
    AND a.counter <= (SELECT acknowledged_through FROM ${cursors} WHERE company_id = $1)`;
  yield* writeRows(`DELETE ${passed}`, [companyId], `(SELECT ${builtIn}count(*) ${passed})`);
}

/**
 * Acknowledges events under the lease, if one is given. Does nothing but lock the cursor if it `needsDigests` and the last
 * invoice has none yet.
 */
function* settleEvents(
  sql: SqlSyntax,
  companyId: string,
  eventIds: readonly string[],
  { lease, needsDigests }: { readonly lease: DeliveryLease | undefined; readonly needsDigests: boolean },
): Steps<"settled" | "lost" | "open"> {
  if (lease !== undefined && !(yield* settleLease(sql, LEASES, { ...lease, companyId }))) return "lost";
  if ((yield* lockCursor(sql, companyId)) && needsDigests) return "open";
  yield* acknowledgeEvents(sql, companyId, eventIds);
  return "settled";
}

/** The billing feed of a store. `read` runs outside a transaction, the others in a separate one. */
export function billingFeed(read: RunSteps, write: RunSteps, chain: ChainOpenRows): BillingFeed {
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return read(pendingEvents, companyId, limit);
    },
    acknowledge: async (companyId, eventIds, lease) => {
      const settle = (needsDigests: boolean) => write(settleEvents, companyId, eventIds, { lease, needsDigests });
      const outcome = await settle(true);
      if (outcome !== "open") return outcome === "settled";
      await chain(companyId);
      return (await settle(false)) === "settled";
    },
    companiesBehind: (after, limit) => read(companiesBehind, after, limit, isBehind),
    ...leaseCalls(LEASES, write),
  };
}
