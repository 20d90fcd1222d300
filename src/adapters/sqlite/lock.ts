import { FIRST_DIGEST, type JournalHead } from "../../domain/journal.ts";
import type { SequenceHead } from "../../ports/number-sequence.ts";
import type { BooksHead, CountedBy } from "../engine/dialect.ts";
import { laterOf } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";

type HeadRow = Readonly<
  Record<"counter" | "journal_position" | "entry_position" | "last_counter", number | null> &
    Record<"issue_date" | "digest" | "entry_digest" | "last_issue_date", string | null>
> & { readonly counted_by: CountedBy | null };

/** A company's last invoice, its last entry that is no invoice, and its row in `faktura_sequences`. */
const HEAD = `
  SELECT i.counter, i.issue_date, i.journal_position, i.digest, j.position AS entry_position, j.digest AS entry_digest,
    s.last_counter, s.last_issue_date, s.counted_by
  FROM (SELECT 1) LEFT JOIN (
    SELECT counter, issue_date, journal_position, digest FROM faktura_invoices
    WHERE company_id = ? ORDER BY counter DESC LIMIT 1
  ) AS i LEFT JOIN (
    SELECT position, digest FROM faktura_journal WHERE company_id = ? ORDER BY position DESC LIMIT 1
  ) AS j LEFT JOIN faktura_sequences AS s ON s.company_id = ?`;

/** The end of the company's books, in the transaction that holds the write lock of the whole file. */
export function readHead(connection: StoreConnection, companyId: string): BooksHead {
  const row = connection.get<HeadRow>(HEAD, companyId, companyId, companyId)!;
  const entry = placeOf(row.entry_position, row.entry_digest);
  const invoice = placeOf(row.journal_position, row.digest);
  const hasOpenRows = row.counter !== null && row.journal_position === null;
  return {
    sequence: sequenceIn(row),
    journal: hasOpenRows ? laterOf(undefined, entry) : laterOf(invoice, entry),
    hasOpenRows,
    countedBy: row.counted_by ?? "invoices",
  };
}

function sequenceIn({ counter, issue_date, last_counter, last_issue_date }: HeadRow): SequenceHead {
  if (counter !== null) return { lastCounter: counter, lastIssueDate: issue_date, started: true };
  return { lastCounter: last_counter ?? 0, lastIssueDate: last_issue_date, started: false };
}

function placeOf(position: number | null, digest: string | null): JournalHead | undefined {
  return position === null ? undefined : { position, digest: digest ?? FIRST_DIGEST };
}

/** Notes that a counter of the host's gives the company's numbers. */
export function markCountedByHost(connection: StoreConnection, companyId: string): void {
  connection.run(
    `INSERT INTO faktura_sequences (company_id, last_counter, counted_by) VALUES (?, 0, 'host')
     ON CONFLICT DO UPDATE SET counted_by = 'host' WHERE counted_by <> 'host'`,
    companyId,
  );
}
