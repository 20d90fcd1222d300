import { issuedAtOf } from "../../domain/books/journal.ts";
import type { EventEntry } from "../../domain/books/journal-event.ts";
import type {
  EventFeed,
  EventPosition,
  PendingEntries,
  PutAsideEntry,
  PutAsidePlace,
  PutAsideReason,
} from "../../ports/event-feed.ts";
import type { CompaniesBehind } from "../../ports/leased-companies.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import { skippedRows } from "../common/skipped-rows.ts";
import { companiesBehind, instant, type LeaseRows, leaseCalls, now, settleLease } from "./leases.ts";
import { allRows, type ChainOpenRows, firstRow, type RunSteps, type Steps, writeRows } from "./steps.ts";
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
 * Reads the next entries after a consumer's cursor, those without a position last; or those from the entry at `aside`, which
 * was put aside. The invoices are read by their counters, because their positions grow with them.
 */
function nextRows(
  { tables, text, integer, day, field }: SqlSyntax,
  companyId: string,
  consumer: string,
  limit: number,
  aside?: number,
): Steps<readonly EventRow[]> {
  const { eventCursors, eventsAside, invoices, payments, journal } = tables;
  const cursor =
    aside === undefined
      ? `c.acknowledged_through, c.invoices_through FROM ${eventCursors} AS c`
      : `c.position - 1 AS acknowledged_through, c.invoices_before AS invoices_through FROM ${eventsAside} AS c`;
  const own = (column: string) => `coalesce((SELECT ${column} FROM own_cursor), 0)`;
  return allRows(
    `WITH own_cursor AS (SELECT ${cursor}
       WHERE c.company_id = $1 AND c.consumer = $2 ${aside === undefined ? "" : `AND c.position = ${integer("$4")}`})
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
    ...[companyId, consumer, limit, ...(aside === undefined ? [] : [aside])],
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

/** Whether the consumer has begun behind what the journals had then. */
function* hasBegun({ tables }: SqlSyntax, consumer: string): Steps<boolean> {
  return (yield* firstRow(`SELECT 1 FROM ${tables.eventConsumers} WHERE consumer = $1`, consumer)) !== undefined;
}

/** SQL for whether an invoice of the company has no position yet, for {@link companiesBehind}. `$3` is not used. */
function hasOpenRows({ tables: { invoices } }: SqlSyntax): string {
  return `(SELECT CASE WHEN i.journal_position IS NULL THEN 1 ELSE 0 END FROM ${invoices} AS i
    WHERE i.company_id = companies.company_id ORDER BY i.counter DESC LIMIT 1) = 1`;
}

/**
 * Notes that the consumer has begun and, if it is new, sets its cursor in each company to the last entry of the journal. Of
 * several servers, one does it, and the others wait for its commit.
 */
function* begin(sql: SqlSyntax, consumer: string): Steps<void> {
  const { tables, builtIn } = sql;
  const { eventConsumers, eventCursors, invoices, journal, shardClaims } = tables;
  const written = yield* firstRow(
    `INSERT INTO ${eventConsumers} (consumer, begun_at) SELECT $1, $2
     WHERE NOT EXISTS (SELECT 1 FROM ${eventConsumers} WHERE consumer = $1)
     ON CONFLICT (consumer) DO NOTHING RETURNING 1`,
    ...[consumer, instant(yield* now(sql))],
  );
  if (written === undefined) {
    if (yield* hasBegun(sql, consumer)) return;
    throw skippedRows(sql.database, { table: eventConsumers, written: 0, wanted: 1 });
  }
  const known = yield* firstRow(`SELECT 1 FROM ${eventCursors} WHERE consumer = $1 LIMIT 1`, consumer);
  if (known !== undefined) return;
  const lastInvoice = (column: string) => `(SELECT i.${column} FROM ${invoices} AS i
    WHERE i.company_id = found.company_id AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1)`;
  const lastEntry = (column: string) => `(SELECT j.${column} FROM ${journal} AS j
    WHERE j.company_id = found.company_id ORDER BY j.position DESC LIMIT 1)`;
  const isLater = "coalesce(entry_position, 0) > coalesce(invoice_position, 0)";
  yield* writeRows(
    `INSERT INTO ${eventCursors} (company_id, consumer, acknowledged_through, invoices_through, digest)
     SELECT company_id, $1, CASE WHEN ${isLater} THEN entry_position ELSE invoice_position END, coalesce(counter, 0),
       CASE WHEN ${isLater} THEN entry_digest ELSE invoice_digest END FROM heads`,
    [consumer],
    `(SELECT ${builtIn}count(*) FROM heads)`,
    `heads AS (SELECT company_id, ${lastInvoice("counter")} AS counter, ${lastInvoice("digest")} AS invoice_digest,
       ${lastInvoice("journal_position")} AS invoice_position,
       ${lastEntry("position")} AS entry_position, ${lastEntry("digest")} AS entry_digest
     FROM (SELECT company_id FROM ${invoices} WHERE journal_position IS NOT NULL
       UNION SELECT company_id FROM ${journal}) AS found
     WHERE NOT EXISTS (SELECT 1 FROM ${shardClaims} AS m WHERE m.company_id = found.company_id AND m.token = 'moved'))`,
  );
}

/** Puts the entry at this position aside, after the cursor has passed it under the lease. */
function* putAside(
  sql: SqlSyntax,
  companyId: string,
  consumer: string,
  { position, counter }: EventPosition,
  { attempts, error, at }: PutAsideReason,
): Steps<void> {
  yield* writeRows(
    `INSERT INTO ${sql.tables.eventsAside} (company_id, consumer, position, invoices_before, attempts, error, at)
     VALUES ($1, $2, ${["$3", "$4", "$5"].map(sql.integer).join(", ")}, $6, $7)`,
    [companyId, consumer, position, counter - 1, attempts, error.toWellFormed().replaceAll("\0", "\ufffd"), at],
  );
}

/** The next entries that were put aside, each with its entry of the journal. */
function* asideAfter(
  sql: SqlSyntax,
  consumer: string,
  after: PutAsidePlace | null,
  limit: number,
): Steps<readonly PutAsideEntry[]> {
  const { text, integer, tables } = sql;
  const rows = yield* allRows<Record<"company_id" | "position" | "attempts" | "error" | "at", string>>(
    `SELECT company_id, ${text("position")} AS position, ${text("attempts")} AS attempts, error, at
     FROM ${tables.eventsAside} WHERE consumer = $1
       AND (company_id > $2 OR (company_id = $2 AND position > ${integer("$3")}))
     ORDER BY company_id, ${tables.eventsAside}.position LIMIT ${integer("$4")}`,
    ...[consumer, after?.companyId ?? "", after?.position ?? 0, limit],
  );
  const found: PutAsideEntry[] = [];
  for (const { company_id: companyId, position, attempts, error, at } of rows) {
    const next = yield* nextRows(sql, companyId, consumer, 2, Number(position));
    const row = next.find((each) => each.position === position); // there is none if it was settled since
    if (row !== undefined) found.push({ companyId, entry: entryOf(row), attempts: Number(attempts), error, at });
  }
  return found;
}

/** Removes the row of an entry that was put aside. */
function* settleAside(
  { tables: { eventsAside }, integer, builtIn }: SqlSyntax,
  companyId: string,
  consumer: string,
  position: number,
): Steps<void> {
  const own = `company_id = $1 AND consumer = $2 AND position = ${integer("$3")}`;
  const rows = `(SELECT ${builtIn}count(*) FROM ${eventsAside} WHERE ${own})`;
  yield* writeRows(`DELETE FROM ${eventsAside} WHERE ${own}`, [companyId, consumer, position], rows);
}

/** The feed of one consumer. `read` runs outside a transaction, the others in a separate one. */
export function eventFeed(consumer: string, read: RunSteps, write: RunSteps, chain: ChainOpenRows): EventFeed {
  const leases: LeaseRows = { table: "eventLeases", consumer };
  return {
    pending: async (companyId, limit) => {
      requireEventLimit(limit);
      const next = () => read(nextRows, companyId, consumer, limit);
      const rows = await next();
      // Those without a position are missing from the page until they have one. They come last.
      if (rows.at(-1)?.position !== null) return pendingEntriesOf(rows);
      await chain(companyId);
      return pendingEntriesOf(await next());
    },
    acknowledge: (end, lease, reason) =>
      write(function* (sql) {
        if (!(yield* settleLease(sql, leases, lease))) return false;
        yield* moveCursor(sql, lease.companyId, consumer, end);
        if (reason !== undefined) yield* putAside(sql, lease.companyId, consumer, end, reason);
        return true;
      }),
    beginNow: async () => {
      if (await read(hasBegun, consumer)) return;
      for (let after: string | null = null; ; ) {
        const page: CompaniesBehind = await read(companiesBehind, after, 500, hasOpenRows);
        for (const id of page.companyIds) await chain(id);
        if (page.next === null) break;
        after = page.next;
      }
      await write(begin, consumer);
    },
    putAsideAfter: async (after, limit) => {
      requireEventLimit(limit);
      return read(asideAfter, consumer, after, limit);
    },
    settlePutAside: (companyId, position) => write(settleAside, companyId, consumer, position),
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
