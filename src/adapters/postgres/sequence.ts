import type { NumberSequence } from "../../ports/number-sequence.ts";
import { HostDates } from "../host-dates.ts";
import type { ResumptionAccess } from "../invoice-dates.ts";
import { InvoiceSequence, type SequenceAccess } from "../invoice-sequence.ts";
import { type BooksHead, type HeadRow, headIn, headOf } from "./books-head.ts";
import type { Deadline } from "./deadline.ts";
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
  readonly start?: Pick<TransactionStart, "hasBegun" | "begin"> | undefined;
  /** SQL of a value that is worked out together with each write, such as a setting that it makes. Absent: none. */
  readonly alongside?: string | undefined;
}

/** Who gives the company's numbers, as `faktura_sequences` has it. */
export type CountedBy = "invoices" | "host";

/** A company's books while they are locked. */
interface LockedBooks {
  readonly countedBy: CountedBy;
  readonly head: BooksHead;
}

interface LockRow {
  readonly counted_by: CountedBy;
}

/** What a sequence does to the books that it numbers. */
export interface NumberedBooks {
  /** Sends what is gathered: before anything is read. */
  readonly send: () => Promise<void>;
  /** Is told what the lock has read. */
  readonly startFrom: (head: BooksHead) => void;
  readonly continueFrom: SequenceAccess["continueFrom"];
  readonly resumptions: ResumptionAccess;
}

/** Ids that stand in SQL as they are, between quotes, whatever the connection's settings. */
const PLAIN_ID = /^[\w .:@/-]+$/;

/**
 * Locks the company's row, then tells who counts and where the books stand. The row is locked, never rewritten: a
 * row that is rewritten at each commit gets slower the longer an old snapshot stays open. A transaction that is yet to
 * begin does so in the same round trip, unless the company's id is one that could be read as SQL.
 */
export async function lockBooks(access: BooksAccess): Promise<LockedBooks> {
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

/** Where the books stand. Only after {@link lockSequence}. */
async function readHead({ session, tables, companyId }: BooksAccess): Promise<BooksHead> {
  const [row] = await session.rows<HeadRow>(headOf(tables, "$1"), [companyId]);
  return headIn(row);
}

function lockOf({ sequences }: Tables, companyId: string): string {
  return `SELECT counted_by FROM ${sequences} WHERE company_id = ${companyId} FOR UPDATE`;
}

/** The sequence that the invoices are. */
export function invoiceSequence(
  access: BooksAccess,
  { send, startFrom, continueFrom, resumptions }: NumberedBooks,
): NumberSequence {
  return new InvoiceSequence({
    async read() {
      await send();
      const { head } = await lockBooks(access);
      startFrom(head);
      return head.sequence;
    },
    continueFrom,
    ...resumptions,
  });
}

/**
 * A host's counter as the store uses it, under the company's lock all the same. The host's own invoices take numbers
 * between ours, so the insert guard is told that gaps here are theirs; and the dates of our invoices count too, where
 * the host's counter knows none.
 */
export function hostSequence(
  access: BooksAccess,
  { send, startFrom, resumptions }: NumberedBooks,
  numbers: PostgresNumbers,
): NumberSequence {
  const { session, tables, companyId, start } = access;
  const host = numbers(session.client, companyId);
  const dates = new HostDates(resumptions);
  let countedBy: CountedBy = "invoices";
  return {
    async lock() {
      await send();
      await start?.begin();
      countedBy = await lockSequence(access);
      const head = await session.guarded(() => host.lock());
      const books = await readHead(access);
      startFrom(books);
      return dates.startFrom(head, books.sequence);
    },
    async take(count) {
      if (countedBy !== "host") {
        await session.rows(`UPDATE ${tables.sequences} SET counted_by = 'host' WHERE company_id = $1`, [companyId]);
      }
      dates.end();
      return session.guarded(() => host.take(count));
    },
    resumeDates: (resumption, origin) => dates.resumeDates(resumption, origin),
    resumedOn: () => dates.resumedOn(),
  };
}
