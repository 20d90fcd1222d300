import { laterDay } from "../../domain/calendar.ts";
import type { NumberSequence, SequenceHead } from "../../ports/number-sequence.ts";
import { InvoiceSequence } from "../invoice-sequence.ts";
import type { Deadline } from "./deadline.ts";
import { dayAsText } from "./rows.ts";
import { ANSWER_GRACE_MS, type Session } from "./session.ts";
import type { PostgresNumbers } from "./settings.ts";
import type { Tables } from "./tables.ts";

/** Where a company's books are written: a connection in a transaction, whose lock is waited for up to the deadline. */
export interface BooksAccess {
  readonly session: Session;
  readonly tables: Tables;
  readonly companyId: string;
  readonly deadline: Deadline;
  /** SQL of a number, which fails in a transaction that is not the one meant. Absent: nobody else can end it. */
  readonly proof?: string | undefined;
}

/** Who gives the company's numbers, as `faktura_sequences` has it. */
export type CountedBy = "invoices" | "host";

/**
 * Locks the company's row and tells who counts. The row is locked, never rewritten: a row that is rewritten at each
 * commit gets slower the longer an old snapshot stays open. Only a company's very first transaction inserts it.
 */
export async function lockSequence({ session, tables, companyId, deadline }: BooksAccess): Promise<CountedBy> {
  const timeMs = () => deadline.leftMs + ANSWER_GRACE_MS;
  const lock = () =>
    session.rows<{ counted_by: CountedBy }>(
      `SELECT counted_by FROM ${tables.sequences} WHERE company_id = $1 FOR UPDATE`,
      [companyId],
      timeMs(),
    );
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

/**
 * Where the sequence stands, by its invoices. A statement of its own, after the one that locked: at read committed a
 * statement that waited for the lock does not see what was committed meanwhile.
 */
export async function readHead({ session, tables, companyId }: BooksAccess): Promise<SequenceHead> {
  const [row] = await session.rows<
    Record<"counter" | "issue_date" | "last_counter" | "last_issue_date", string | null>
  >(
    `SELECT i.counter::text AS counter, ${dayAsText("i.issue_date")} AS issue_date,
       s.last_counter::text AS last_counter, ${dayAsText("s.last_issue_date")} AS last_issue_date
     FROM ${tables.sequences} AS s LEFT JOIN LATERAL (
       SELECT counter, issue_date FROM ${tables.invoices} WHERE company_id = $1 ORDER BY counter DESC LIMIT 1
     ) AS i ON true
     WHERE s.company_id = $1`,
    [companyId],
  );
  const { counter = null, issue_date = null, last_counter = null, last_issue_date = null } = row ?? {};
  if (counter !== null) return { lastCounter: Number(counter), lastIssueDate: issue_date, started: true };
  return { lastCounter: Number(last_counter ?? 0), lastIssueDate: last_issue_date, started: false };
}

/** The sequence that the invoices are. `onLock` and `onContinue` are told what was done. */
export function invoiceSequence(
  access: BooksAccess,
  beforeRead: () => Promise<void>,
  onContinue: (position: { lastCounter: number; lastIssueDate: string | null }) => void,
): NumberSequence {
  const { session, tables, companyId } = access;
  return new InvoiceSequence({
    async read() {
      await beforeRead();
      await lockSequence(access);
      return readHead(access);
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
  const { session, tables, companyId } = access;
  const host = numbers(session.client, companyId);
  let countedBy: CountedBy = "invoices";
  return {
    async lock() {
      await beforeRead();
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
