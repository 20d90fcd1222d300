import { FIRST_DIGEST, type JournalHead } from "../../domain/journal.ts";
import type { SequenceHead } from "../../ports/number-sequence.ts";
import { laterOf } from "../journal-chain.ts";
import { dayAsText } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Where a company's books stand while they are locked: their sequence, and their journal. */
export interface BooksHead {
  readonly sequence: SequenceHead;
  /** The journal's end, but for invoices where some have no place yet. */
  readonly journal: JournalHead;
  /** Whether invoices that another writer inserted wait for their places in the journal. */
  readonly hasOpenRows: boolean;
}

/** What {@link headOf} gives. */
export type HeadRow = Readonly<
  Record<
    | "counter"
    | "issue_date"
    | "journal_position"
    | "digest"
    | "entry_position"
    | "entry_digest"
    | "last_counter"
    | "last_issue_date"
    | "store_now",
    string | null
  >
>;

/**
 * SQL of a statement of its own, after the one that locks: at read committed a statement that waited for the lock does
 * not see what was committed meanwhile.
 */
export function headOf({ sequences, invoices, journal }: Tables, companyId: string): string {
  return `SELECT i.counter::text AS counter, ${dayAsText("i.issue_date")} AS issue_date,
      i.journal_position::text AS journal_position, i.digest,
      j.position::text AS entry_position, j.digest AS entry_digest,
      s.last_counter::text AS last_counter, ${dayAsText("s.last_issue_date")} AS last_issue_date,
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS store_now
    FROM ${sequences} AS s LEFT JOIN LATERAL (
      SELECT counter, issue_date, journal_position, digest FROM ${invoices}
      WHERE company_id = ${companyId} ORDER BY counter DESC LIMIT 1
    ) AS i ON true LEFT JOIN LATERAL (
      SELECT position, digest FROM ${journal} WHERE company_id = ${companyId} ORDER BY position DESC LIMIT 1
    ) AS j ON true
    WHERE s.company_id = ${companyId}`;
}

/** What the row says; that of a company that never numbered is absent. */
export function headIn(row: HeadRow | undefined): BooksHead {
  const entry = placeOf(row?.entry_position, row?.entry_digest);
  const { counter = null, issue_date = null, last_counter = null, last_issue_date = null } = row ?? {};
  const storeNow = row?.store_now == null ? undefined : new Date(Number(row.store_now));
  if (counter === null) {
    const adopted = { lastCounter: Number(last_counter ?? 0), lastIssueDate: last_issue_date };
    return { sequence: { ...adopted, started: false, storeNow }, journal: entry, hasOpenRows: false };
  }
  return {
    sequence: { lastCounter: Number(counter), lastIssueDate: issue_date, started: true, storeNow },
    journal: laterOf(placeOf(row?.journal_position, row?.digest), entry),
    hasOpenRows: row?.journal_position === null,
  };
}

/** A place from its columns; that before the first entry where they are empty. */
export function placeOf(position: string | null | undefined, digest: string | null | undefined): JournalHead {
  return { position: Number(position ?? 0), digest: digest ?? FIRST_DIGEST };
}
