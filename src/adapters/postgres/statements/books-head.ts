import { FIRST_DIGEST, type JournalHead } from "../../../domain/books/journal.ts";
import { missingRecord, requireAdmitted } from "../../common/schema-record.ts";
import { skippedRows } from "../../common/skipped-rows.ts";
import type { Awaitable, CountedBy, LockedHead } from "../../engine/dialect.ts";
import { laterHead } from "../../engine/journal-chain.ts";
import type { TransactionStart } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { isCanceled } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";
import { SCHEMA_VERSION } from "../schema/version.ts";
import type { Tables } from "../settings.ts";
import { runWrites } from "./counted-writes.ts";
import { dayAsText } from "./steps.ts";

/** Access to one company's books: a session in a transaction, and the deadline for the lock. */
export interface BooksAccess {
  readonly session: Session;
  readonly tables: Tables;
  readonly companyId: string;
  readonly deadline: Deadline;
  /** Absent: the transaction has begun. */
  readonly start?: Pick<TransactionStart, "hasBegun" | "begin"> | undefined;
  /** Whether to read the company's profile with the end of the books. Absent: `false`. */
  readonly withProfile?: boolean | undefined;
  /** SQL for columns that reading the end of the books also selects, for their side effects. Absent: none. */
  readonly headColumns?: string | undefined;
  /** SQL for a column that each write also selects, for its side effect: it changes a setting. Absent: none. */
  readonly extraColumn?: string | undefined;
}

/** What reading the end of a company's books needs. */
type HeadAccess = Omit<BooksAccess, "deadline">;

/** The end of a company's books, as the next transaction expects to find it. */
export interface Prediction extends LockedHead {
  readonly fence: string;
  /** The time that the clock of the server should show. */
  readonly storeNow: Date;
}

/** What a call was doing that did not get the lock in time, for {@link Deadline.held}. */
export const WAITING_FOR_LOCK = "waiting for the lock on this company's invoices";

interface LockRow {
  readonly counted_by: CountedBy;
}

const [ISSUE_DATE, LAST_ISSUE_DATE] = [dayAsText("i.issue_date"), dayAsText("s.last_issue_date")];

/** Ids that are safe between quotes in SQL, whatever the connection's settings are. */
const PLAIN_ID = /^[\w .:@/-]+$/;

/**
 * Locks the company's row, then reads the end of the books. The row is locked but never updated: a row that each commit
 * updates gets slower the longer an old snapshot stays open. If the transaction has not begun yet, it begins in the
 * same round trip, unless the company's id is not safe inside SQL.
 */
export async function lockBooks(access: BooksAccess): Promise<LockedHead> {
  const { start, companyId } = access;
  const id = `'${companyId}'`;
  const together = start?.hasBegun === false && PLAIN_ID.test(companyId);
  const results = await waiting(access, start?.begin(together ? [lockOf(access.tables, id), headOf(access, id)] : []));
  const [lock, head] = [results?.[0]?.rows[0], results?.[1]?.rows[0]];
  // If there was no row to lock, the head that was read is not valid.
  if (lock !== undefined) return headIn(access, head as HeadRow);
  await lockSequence(access);
  return readHead(access);
}

/**
 * Locks the company's row and reads what numbers its invoices. The company's first transaction inserts the row.
 *
 * @throws Error that names the table if a trigger or a rule kept the row out: nothing would be locked
 */
export function lockSequence(access: BooksAccess): Promise<CountedBy> {
  return waiting(access, lockOrInsert(access));
}

async function lockOrInsert({ session, tables, companyId, deadline }: BooksAccess): Promise<CountedBy> {
  const timeMs = () => session.lockWaitMs(deadline);
  const lock = () => session.rows<LockRow>(lockOf(tables, "$1"), [companyId], timeMs());
  const [row] = await lock();
  if (row !== undefined) return row.counted_by;
  // Another first transaction of the company may be running. The INSERT waits for it.
  await session.rows(
    `INSERT INTO ${tables.sequences} (company_id) VALUES ($1) ON CONFLICT DO NOTHING`,
    [companyId],
    timeMs(),
  );
  const [inserted] = await lock();
  if (inserted === undefined) throw skippedRows("postgres", { table: tables.sequences, written: 0, wanted: 1 });
  return inserted.counted_by;
}

/** The result of statements that wait for the lock. @throws StoreBusyError if PostgreSQL ends them, as at the deadline */
async function waiting<Value>({ deadline }: BooksAccess, statements: Awaitable<Value>): Promise<Value> {
  try {
    return await statements;
  } catch (error) {
    throw isCanceled(error) ? deadline.held(WAITING_FOR_LOCK, error) : error;
  }
}

/** Reads the end of the books. After {@link lockSequence}, or for a preview without it. */
export async function readHead(access: HeadAccess): Promise<LockedHead> {
  const [row] = await access.session.rows<HeadRow>(headOf(access, "$1"), [access.companyId]);
  return headIn(access, row!);
}

function lockOf({ sequences }: Tables, companyId: string): string {
  return `SELECT counted_by FROM ${sequences} WHERE company_id = ${companyId} FOR UPDATE`;
}

/** The row of {@link headOf}. */
type HeadRow = Readonly<
  Record<
    | "counter"
    | "issue_date"
    | "journal_position"
    | "digest"
    | "entry_position"
    | "entry_digest"
    | "last_counter"
    | "last_issue_date"
    | "in_series"
    | "store_now"
    | "profile"
    | "fence"
    | "schema_record",
    string | null
  >
>;

/**
 * SQL that reads the end of the books. It must be a separate statement after the one that locks: at read committed, a
 * statement that waits for a lock does not see what was committed in the meantime.
 */
function headOf({ tables, withProfile = false, headColumns }: HeadAccess, companyId: string): string {
  const { version, sequences, invoices, seriesInvoices, journal, companies } = tables;
  const profile = withProfile ? `(SELECT profile FROM ${companies} WHERE company_id = ${companyId})` : "NULL";
  return `SELECT i.counter::pg_catalog.text AS counter, ${ISSUE_DATE} AS issue_date,
      i.journal_position::pg_catalog.text AS journal_position, i.digest,
      j.position::pg_catalog.text AS entry_position, j.digest AS entry_digest,
      (SELECT pg_catalog.max(place) FROM ${seriesInvoices} WHERE company_id = ${companyId})::pg_catalog.text AS in_series,
      (SELECT version::pg_catalog.text || ' ' || works_with::pg_catalog.text FROM ${version}
        ORDER BY version DESC LIMIT 1) AS schema_record,
      s.fence::pg_catalog.text AS fence, s.last_counter::pg_catalog.text AS last_counter, ${LAST_ISSUE_DATE} AS last_issue_date,
      pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000::numeric)::bigint::pg_catalog.text AS store_now,
      ${profile} AS profile${headColumns === undefined ? "" : `, ${headColumns}`}
    FROM (VALUES (1)) AS one LEFT JOIN ${sequences} AS s ON s.company_id = ${companyId} LEFT JOIN LATERAL (
      SELECT counter, issue_date, journal_position, digest FROM ${invoices}
      WHERE company_id = ${companyId} ORDER BY counter DESC LIMIT 1
    ) AS i ON true LEFT JOIN LATERAL (
      SELECT position, digest FROM ${journal} WHERE company_id = ${companyId} ORDER BY position DESC LIMIT 1
    ) AS j ON true`;
}

/**
 * Parses the row of {@link headOf}.
 *
 * @throws Error if a newer library has migrated the tables since, and they do not admit this one any more, or if the
 *   record of the schema is gone
 */
function headIn({ tables }: HeadAccess, row: HeadRow): LockedHead {
  const where = `The schema ${JSON.stringify(tables.schemaName)}`;
  if (row.schema_record === null) throw missingRecord(where);
  const [version = 0, worksWith = 0] = row.schema_record.split(" ").map(Number);
  requireAdmitted(where, { version, worksWith }, SCHEMA_VERSION);
  const entry = journalHeadOf(row.entry_position, row.entry_digest);
  const { counter, issue_date, last_counter, last_issue_date } = row;
  const storeNow = new Date(Number(row.store_now));
  const profile = row.profile ?? undefined;
  const fence = row.fence ?? undefined;
  if (counter === null) {
    const adopted = { lastCounter: Number(last_counter ?? 0), lastIssueDate: last_issue_date };
    return { sequence: { ...adopted, started: false, storeNow }, journal: entry, hasOpenRows: false, profile, fence };
  }
  const inSeries = Number(row.in_series ?? 0);
  return {
    sequence: { lastCounter: Number(counter), lastIssueDate: issue_date, inSeries, started: true, storeNow },
    journal: laterHead(journalHeadOf(row.journal_position, row.digest), entry),
    hasOpenRows: row.journal_position === null,
    profile,
    fence,
  };
}

/** The journal position and digest in these columns; the head before the first entry if they are NULL. */
export function journalHeadOf(position: string | null | undefined, digest: string | null | undefined): JournalHead {
  return { position: Number(position ?? 0), digest: digest ?? FIRST_DIGEST };
}

/** Makes every call that was sent before write nothing, if it arrives after this is committed. Only under the lock. */
export async function changeFence({ session, tables, companyId }: BooksAccess): Promise<void> {
  const sql = `UPDATE ${tables.sequences} SET fence = fence + 1 WHERE company_id = $1`;
  await runWrites(session, [{ name: "sequences", table: tables.sequences, sql }], [companyId]);
}

/** Records that the host's own counter numbers the company's invoices. */
export async function markCountedByHost({ session, tables, companyId }: BooksAccess): Promise<void> {
  const sql = `UPDATE ${tables.sequences} SET counted_by = 'host' WHERE company_id = $1`;
  await runWrites(session, [{ name: "sequences", table: tables.sequences, sql }], [companyId]);
}
