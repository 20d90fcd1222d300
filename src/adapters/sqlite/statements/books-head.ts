import { missingRecord, requireAdmitted } from "../../common/schema-record.ts";
import type { CountedBy, LockedHead } from "../../engine/dialect.ts";
import { laterHead } from "../../engine/journal-chain.ts";
import type { Session } from "../connection/session.ts";
import { SCHEMA_VERSION } from "../schema/version.ts";

interface LastInvoice {
  readonly counter: number;
  readonly issue_date: string;
  readonly position: number | null;
  readonly digest: string | null;
  readonly in_series: number | null;
}

interface SequenceRow {
  readonly last_counter: number;
  readonly last_issue_date: string | null;
}

/** The schema's record, as another process may have changed it, and the last entry of the journal. */
interface SchemaAndEntry {
  readonly version: number;
  readonly admits: number;
  readonly position: number | null;
  readonly digest: string | null;
}

/**
 * Reads the end of the company's books, in the transaction that holds the write lock of the whole file.
 *
 * @throws Error if a newer library has migrated the file since, and it does not admit this one any more, or if the record
 *   of the schema is gone
 */
export function readHead(session: Session, companyId: string): LockedHead {
  const record = session.get<SchemaAndEntry>(
    `SELECT version, works_with AS admits, position, digest FROM faktura_schema LEFT JOIN (
       SELECT position, digest FROM faktura_journal WHERE company_id = ? ORDER BY position DESC LIMIT 1
     ) ON TRUE`,
    companyId,
  );
  if (record === undefined) throw missingRecord("The database");
  const { version, admits, position: lastPosition, digest: lastDigest } = record;
  if (admits > SCHEMA_VERSION) requireAdmitted("The database", { version, worksWith: admits }, SCHEMA_VERSION);
  const entry = lastPosition === null ? undefined : { position: lastPosition, digest: lastDigest! };
  const invoice = session.get<LastInvoice>(
    `SELECT counter, issue_date, journal_position AS position, digest,
       (SELECT max(place) FROM faktura_series_invoices AS s WHERE s.company_id = ?) AS in_series
     FROM faktura_invoices AS i WHERE i.company_id = ? ORDER BY counter DESC LIMIT 1`,
    ...[companyId, companyId],
  );
  if (invoice === undefined) {
    const { last_counter: lastCounter = 0, last_issue_date: lastIssueDate = null } =
      session.get<SequenceRow>(
        "SELECT last_counter, last_issue_date FROM faktura_sequences WHERE company_id = ?",
        companyId,
      ) ?? {};
    const sequence = { lastCounter, lastIssueDate, started: false };
    return { sequence, journal: laterHead(undefined, entry), hasOpenRows: false };
  }
  const { counter: lastCounter, issue_date: lastIssueDate, position, digest, in_series } = invoice;
  const issued = position === null ? undefined : { position, digest: digest! };
  const sequence = { lastCounter, lastIssueDate, started: true, inSeries: in_series ?? 0 };
  return { sequence, journal: laterHead(issued, entry), hasOpenRows: issued === undefined };
}

/** Reads whether the invoices or the host's own counter number the company's invoices. */
export function readCountedBy(session: Session, companyId: string): CountedBy {
  const row = session.get<{ counted_by: CountedBy }>(
    "SELECT counted_by FROM faktura_sequences WHERE company_id = ?",
    companyId,
  );
  return row?.counted_by ?? "invoices";
}

/** Records that the host's own counter numbers the company's invoices. */
export function markCountedByHost(session: Session, companyId: string): void {
  session.write(
    1,
    `INSERT INTO faktura_sequences (company_id, last_counter, counted_by) VALUES (?, 0, 'host')
     ON CONFLICT DO UPDATE SET counted_by = 'host'`,
    companyId,
  );
}
