import { issuedAtOf } from "../../domain/books/journal.ts";
import type { EventEntry } from "../../domain/books/journal-event.ts";
import type { EventFeed, EventPosition, PendingEntries } from "../../ports/event-feed.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import { chainOpenRows } from "../engine/transaction-books.ts";
import { companiesBehind, type LeaseRows, leaseCalls, lockLease } from "./leases.ts";
import { allRows, firstRow, type RunBooks, type RunSteps, type Steps, writeRows } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** An entry of the journal: an invoice, or a row of the journal with its invoice. */
interface EventRow {
  /** `null` for an invoice that another writer has inserted, until the library gives it a position. */
  readonly position: string | null;
  readonly digest: string | null;
  readonly kind: EventEntry["kind"];
  readonly document: string;
  /** `null` for an invoice, whose document says when it was issued. */
  readonly recorded_at: string | null;
  readonly issue_date: string | null;
  readonly invoice_id: string | null;
  readonly counter: string | null;
  readonly invoice_number: string | null;
  readonly currency: string | null;
  readonly payment_position: string | null;
  /** The counter of the last invoice before the page; 0 if there is none. */
  readonly counter_before: string;
}

/**
 * Reads the next entries after a consumer's cursor, those without a position last. The invoices are read by their
 * counters, because their positions grow with them.
 */
function nextRows(
  { tables, text, integer, day, field }: SqlSyntax,
  companyId: string,
  consumer: string,
  limit: number,
): Steps<readonly EventRow[]> {
  const { eventCursors, invoices, payments, journal } = tables;
  const own = (column: string) => `coalesce((SELECT ${column} FROM own_cursor), 0)`;
  return allRows(
    `WITH own_cursor AS (SELECT c.acknowledged_through, c.invoices_through FROM ${eventCursors} AS c
       WHERE c.company_id = $1 AND c.consumer = $2)
     SELECT ${text("found.position")} AS position, digest, kind, document, recorded_at, issue_date, invoice_id,
       ${text("counter")} AS counter, invoice_number, currency, ${text("payment_position")} AS payment_position,
       ${text(own("invoices_through"))} AS counter_before
     FROM (
       SELECT * FROM (
         SELECT i.journal_position AS position, i.digest, 'invoice.issued' AS kind, i.document, NULL AS recorded_at,
           ${day("i.issue_date")} AS issue_date, i.id AS invoice_id, i.counter, i.invoice_number,
           ${field("i.document", "currency")} AS currency, CAST(NULL AS bigint) AS payment_position
         FROM ${invoices} AS i WHERE i.company_id = $1 AND i.counter > ${own("invoices_through")}
         ORDER BY i.counter LIMIT ${integer("$3")}) AS page
       UNION ALL SELECT * FROM (
         SELECT j.position, j.digest, j.kind, j.document, j.recorded_at, NULL, i.id, i.counter, i.invoice_number,
           ${field("i.document", "currency")},
           CASE j.kind WHEN 'payment.recorded' THEN (SELECT p.position FROM ${payments} AS p
             WHERE p.company_id = $1 AND p.invoice_id = j.invoice_id AND p.id = ${field("j.document", "id")}) END
         FROM ${journal} AS j LEFT JOIN ${invoices} AS i ON i.company_id = $1 AND i.id = j.invoice_id
         WHERE j.company_id = $1 AND j.position > ${own("acknowledged_through")}
         ORDER BY j.position LIMIT ${integer("$3")}) AS page
     ) AS found
     ORDER BY found.position IS NULL, found.position LIMIT ${integer("$3")}`,
    ...[companyId, consumer, limit],
  );
}

/**
 * SQL for whether the journal goes on after the consumer's cursor, for {@link companiesBehind}. An invoice without a
 * position does too.
 */
function isBehind({ tables: { eventCursors, invoices, journal } }: SqlSyntax): string {
  const through = `coalesce((SELECT c.acknowledged_through FROM ${eventCursors} AS c
    WHERE c.company_id = companies.company_id AND c.consumer = $3), 0)`;
  return `(SELECT coalesce(i.journal_position, 9223372036854775807) FROM ${invoices} AS i
      WHERE i.company_id = companies.company_id ORDER BY i.counter DESC LIMIT 1) > ${through}
    OR (SELECT j.position FROM ${journal} AS j
      WHERE j.company_id = companies.company_id ORDER BY j.position DESC LIMIT 1) > ${through}`;
}

/**
 * Moves the consumer's cursor forward. Nobody else moves it meanwhile, because the lease is locked. Not an upsert,
 * because a guard of SQLite would see an insert.
 */
function* moveCursor(
  { tables: { eventCursors }, text, integer }: SqlSyntax,
  companyId: string,
  consumer: string,
  { position, counter, digest }: EventPosition,
): Steps<void> {
  const cursor = yield* firstRow<{ through: string }>(
    `SELECT ${text("acknowledged_through")} AS through FROM ${eventCursors} WHERE company_id = $1 AND consumer = $2`,
    ...[companyId, consumer],
  );
  if (cursor !== undefined && Number(cursor.through) >= position) return;
  yield* writeRows(
    cursor === undefined
      ? `INSERT INTO ${eventCursors} (company_id, consumer, acknowledged_through, invoices_through, digest)
         VALUES ($1, $2, ${integer("$3")}, ${integer("$4")}, $5)`
      : `UPDATE ${eventCursors} SET acknowledged_through = ${integer("$3")}, invoices_through = ${integer("$4")},
           digest = $5 WHERE company_id = $1 AND consumer = $2`,
    [companyId, consumer, position, counter, digest],
  );
}

/** The feed of one consumer. `read` runs outside a transaction, the others in a separate one. */
export function eventFeed(consumer: string, read: RunSteps, write: RunSteps, transact: RunBooks): EventFeed {
  const leases: LeaseRows = { table: "eventLeases", consumer };
  return {
    pending: async (companyId, limit) => {
      requireEventLimit(limit);
      const next = () => read(nextRows, companyId, consumer, limit);
      const rows = await next();
      // Those without a position are missing from the page until they have one. They come last.
      if (rows.at(-1)?.position !== null) return pendingEntriesOf(rows);
      await transact(companyId, ({ dialect }) => chainOpenRows(dialect));
      return pendingEntriesOf(await next());
    },
    acknowledge: (end, lease) =>
      write(function* (sql) {
        if (!(yield* lockLease(sql, leases, lease))) return false;
        yield* moveCursor(sql, lease.companyId, consumer, end);
        return true;
      }),
    companiesBehind: (after, limit) => read(companiesBehind, after, limit, isBehind, [consumer]),
    ...leaseCalls(leases, write),
  };
}

/** The page of these rows, without invoices that have no position. */
function pendingEntriesOf(rows: readonly EventRow[]): PendingEntries {
  const chained = rows.filter(({ position }) => position !== null);
  const last = chained.at(-1);
  const lastInvoice = chained.findLast(({ kind }) => kind === "invoice.issued");
  if (last === undefined) return { entries: [], end: null };
  const counter = Number(lastInvoice?.counter ?? last.counter_before);
  return { entries: chained.map(entryOf), end: { position: Number(last.position), counter, digest: last.digest! } };
}

function entryOf(row: EventRow): EventEntry {
  const { kind, document, invoice_id: id, payment_position: payment } = row;
  return {
    position: Number(row.position),
    kind,
    at: row.recorded_at ?? issuedAtOf(document, row.issue_date!),
    document,
    invoice: id === null ? null : { id, ...numbersOf(row) },
    paymentPosition: payment === null ? null : Number(payment),
  };
}

function numbersOf({ counter, invoice_number, currency }: EventRow) {
  return { counter: Number(counter), invoiceNumber: invoice_number!, currency: currency ?? "" };
}
