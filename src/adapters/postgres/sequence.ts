import { laterDay } from "../../domain/calendar.ts";
import type { NumberSequence, SequenceHead, SequencePosition } from "../../ports/number-sequence.ts";
import { InvoiceSequence } from "../invoice-sequence.ts";
import type { Deadline } from "./deadline.ts";
import { dayAsText } from "./rows.ts";
import { ANSWER_GRACE_MS, type Session } from "./session.ts";
import type { PostgresNumbers } from "./settings.ts";
import type { Tables } from "./tables.ts";
import type { TransactionStart } from "./transaction-start.ts";

/** Where a company's books are written: a connection in a transaction, whose lock is waited for up to the deadline. */
export interface BooksAccess {
  readonly session: Session;
  readonly tables: Tables;
  readonly companyId: string;
  readonly deadline: Deadline;
  /** Absent where the transaction has begun. */
  readonly start?: TransactionStart | undefined;
  /** SQL of a number, which fails in a transaction that is not the one meant. Absent: nobody else can end it. */
  readonly proof?: string | undefined;
}

/** Who gives the company's numbers, as `faktura_sequences` has it. */
export type CountedBy = "invoices" | "host";

/** A company's sequence while it is locked. */
export interface LockedSequence {
  readonly countedBy: CountedBy;
  readonly head: SequenceHead;
}

interface LockRow {
  readonly counted_by: CountedBy;
}

type HeadRow = Readonly<Record<"counter" | "issue_date" | "last_counter" | "last_issue_date", string | null>>;

/** Ids that stand in SQL as they are, between quotes, whatever the connection's settings. */
const PLAIN_ID = /^[\w .:@/-]+$/;

/**
 * Locks the company's row, then tells who counts and where the sequence stands. The row is locked, never rewritten: a
 * row that is rewritten at each commit gets slower the longer an old snapshot stays open. A transaction that is yet to
 * begin does so in the same round trip, unless the company's id is one that could be read as SQL.
 */
export async function lockBooks(access: BooksAccess): Promise<LockedSequence> {
  const { start, tables, companyId } = access;
  const id = `'${companyId}'`;
  const together = start?.hasBegun === false && PLAIN_ID.test(companyId);
  const results = await start?.begin(together ? [lockOf(tables, id), headOf(tables, id)] : []);
  const [lock, head] = (results ?? []).map(({ rows }) => rows[0]);
  // The head of a row that was not there to be locked counts for nothing.
  if (lock !== undefined) return { countedBy: (lock as unknown as LockRow).counted_by, head: headIn(head as HeadRow) };
  return { countedBy: await lockSequence(access), head: await readHead(access) };
}

/** Locks the company's row and tells who counts. Only a company's very first transaction inserts it. */
export async function lockSequence({ session, tables, companyId, deadline }: BooksAccess): Promise<CountedBy> {
  const timeMs = () => deadline.leftMs + ANSWER_GRACE_MS;
  const lock = () => session.rows<LockRow>(lockOf(tables, "$1"), [companyId], timeMs());
  const [row] = await lock();
  if (row !== undefined) return row.counted_by;
  // Another first transaction of the company's may be under way; this waits for it.
  await session.rows(
    `INSERT INTO ${tables.sequences} (company_id) VALUES ($1) ON CONFLICT DO NOTHING`,
    [companyId],
    timeMs(),
  );
  return (await lock())[0]?.counted_by ?? "invoices";
}

/** Where the sequence stands, by its invoices. Only after {@link lockSequence}. */
async function readHead({ session, tables, companyId }: BooksAccess): Promise<SequenceHead> {
  const [row] = await session.rows<HeadRow>(headOf(tables, "$1"), [companyId]);
  return headIn(row);
}

function lockOf({ sequences }: Tables, companyId: string): string {
  return `SELECT counted_by FROM ${sequences} WHERE company_id = ${companyId} FOR UPDATE`;
}

/**
 * A statement of its own, after the one that locks: at read committed a statement that waited for the lock does not see
 * what was committed meanwhile.
 */
function headOf({ sequences, invoices }: Tables, companyId: string): string {
  return `SELECT i.counter::text AS counter, ${dayAsText("i.issue_date")} AS issue_date,
      s.last_counter::text AS last_counter, ${dayAsText("s.last_issue_date")} AS last_issue_date
    FROM ${sequences} AS s LEFT JOIN LATERAL (
      SELECT counter, issue_date FROM ${invoices} WHERE company_id = ${companyId} ORDER BY counter DESC LIMIT 1
    ) AS i ON true
    WHERE s.company_id = ${companyId}`;
}

function headIn(row: HeadRow | undefined): SequenceHead {
  const { counter = null, issue_date = null, last_counter = null, last_issue_date = null } = row ?? {};
  if (counter !== null) return { lastCounter: Number(counter), lastIssueDate: issue_date, started: true };
  return { lastCounter: Number(last_counter ?? 0), lastIssueDate: last_issue_date, started: false };
}

/** The sequence that the invoices are. `onContinue` is told where it was continued from. */
export function invoiceSequence(
  access: BooksAccess,
  beforeRead: () => Promise<void>,
  onContinue: (position: SequencePosition) => void,
): NumberSequence {
  const { session, tables, companyId } = access;
  return new InvoiceSequence({
    async read() {
      await beforeRead();
      return (await lockBooks(access)).head;
    },
    async continueFrom(position) {
      await session.rows(
        `UPDATE ${tables.sequences} SET last_counter = $2::bigint, last_issue_date = $3::date WHERE company_id = $1`,
        [companyId, String(position.lastCounter), position.lastIssueDate],
      );
      onContinue(position);
    },
  });
}

/**
 * A host's counter as the store uses it, under the company's lock all the same. The host's own invoices take numbers
 * between ours, so the insert guard is told that gaps here are theirs; and the dates of our invoices count too, where
 * the host's counter knows none.
 */
export function hostSequence(
  access: BooksAccess,
  beforeRead: () => Promise<void>,
  numbers: PostgresNumbers,
): NumberSequence {
  const { session, tables, companyId, start } = access;
  const host = numbers(session.client, companyId);
  let countedBy: CountedBy = "invoices";
  return {
    async lock() {
      await beforeRead();
      await start?.begin();
      countedBy = await lockSequence(access);
      const head = await session.guarded(() => host.lock());
      const ours = (await readHead(access)).lastIssueDate;
      return { ...head, lastIssueDate: ours === null ? head.lastIssueDate : laterDay(ours, head.lastIssueDate) };
    },
    async take(count) {
      if (countedBy !== "host") {
        await session.rows(`UPDATE ${tables.sequences} SET counted_by = 'host' WHERE company_id = $1`, [companyId]);
      }
      return session.guarded(() => host.take(count));
    },
  };
}
