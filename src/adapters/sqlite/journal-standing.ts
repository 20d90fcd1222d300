import { FIRST_DIGEST, type JournalHead } from "../../domain/journal.ts";
import type { BillingPosition, BooksHead, MisplacedRow } from "../../ports/journal.ts";
import { onlyNumber } from "../invoice-row.ts";
import { laterOf } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";

// Counters and positions come as text: SQLite's integers go to 2^63, where one driver gives the number next to it and the
// other fails.

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/** Tables that tell of a company that it has books, or had. */
const COMPANY_TABLES = ["faktura_invoices", "faktura_journal", "faktura_sequences", "faktura_billing_cursors"];

/** The companies that have books, or had, as their sequence and their billing cursor tell: each found from the one before it. */
export function companiesAfter(connection: StoreConnection, after: string | null, limit: number): string[] {
  const next = (last: string) => {
    const firsts = COMPANY_TABLES.map(
      (table) => `SELECT min(company_id) AS company_id FROM ${table} WHERE company_id > ${last}`,
    );
    return `(SELECT min(company_id) FROM (${firsts.join(" UNION ALL ")}))`;
  };
  const rows = connection.all<{ company_id: string }>(
    `WITH RECURSIVE found (company_id) AS (
       SELECT ${next("?")}
       UNION ALL SELECT ${next("found.company_id")} FROM found WHERE found.company_id IS NOT NULL
     )
     SELECT company_id FROM found WHERE company_id IS NOT NULL LIMIT ?`,
    ...[...COMPANY_TABLES.map(() => after ?? ""), limit],
  );
  return rows.map(({ company_id }) => company_id);
}

/** Where the company's books stand, without the rows that are at no place there is. */
export function booksHead(connection: StoreConnection, companyId: string): BooksHead {
  const invoice = connection.get<{ position: string; digest: string }>(
    `SELECT CAST(journal_position AS TEXT) AS position, digest FROM faktura_invoices
     WHERE company_id = ? AND counter ${IN_RANGE} AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
  const entry = connection.get<{ position: string; digest: string }>(
    `SELECT CAST(position AS TEXT) AS position, digest FROM faktura_journal AS j
     WHERE company_id = ? AND j.position ${IN_RANGE} ORDER BY j.position DESC LIMIT 1`,
    companyId,
  );
  const last = connection.get<{ counter: string }>(
    `SELECT CAST(counter AS TEXT) AS counter FROM faktura_invoices AS i
     WHERE company_id = ? AND i.counter ${IN_RANGE} ORDER BY i.counter DESC LIMIT 1`,
    companyId,
  );
  const sequences = connection.all<{ last_counter: string; last_issue_date: string | null; counted_by: string }>(
    `SELECT CAST(last_counter AS TEXT) AS last_counter, last_issue_date, counted_by FROM faktura_sequences
     WHERE company_id = ?`,
    companyId,
  );
  const [sequence] = sequences;
  const continuedFrom = {
    lastCounter: onlyNumber(sequences.map(({ last_counter }) => last_counter)),
    lastIssueDate: sequence?.last_issue_date ?? null,
  };
  const lastCounter = last === undefined ? continuedFrom.lastCounter : Number(last.counter);
  const { position, digest } = laterOf(headOf(invoice), headOf(entry));
  return { position, digest, lastCounter, continuedFrom, countedByHost: sequence?.counted_by === "host" };
}

/** A place from its columns. */
export function headOf(row: { position: string | null; digest: string | null } | undefined): JournalHead | undefined {
  return row && { position: Number(row.position), digest: row.digest ?? FIRST_DIGEST };
}

/** The rows that no page has. Each of the looks is for a range of a key. */
export function misplacedRows(connection: StoreConnection, companyId: string, limit: number): MisplacedRow[] {
  const looks = ["< 1", `> ${Number.MAX_SAFE_INTEGER}`].flatMap((outside) => [
    `SELECT 'invoice' AS what, counter AS place, id AS invoiceId FROM faktura_invoices
     WHERE company_id = ? AND counter ${outside}`,
    `SELECT 'entry', position, invoice_id FROM faktura_journal WHERE company_id = ? AND position ${outside}`,
  ]);
  return connection.all<MisplacedRow>(
    `SELECT what, CAST(place AS TEXT) AS place, invoiceId FROM (${looks.join(" UNION ALL ")}) LIMIT ?`,
    ...[...looks.map(() => companyId), limit],
  );
}

/** How far the company's billing events are acknowledged. */
export function billingPosition(connection: StoreConnection, companyId: string): BillingPosition {
  const cursors = connection.all<{ through: string | null; digest: string | null }>(
    "SELECT CAST(acknowledged_through AS TEXT) AS through, digest FROM faktura_billing_cursors WHERE company_id = ?",
    companyId,
  );
  const acknowledgedThrough = onlyNumber(cursors.map(({ through }) => through));
  return { acknowledgedThrough, digest: cursors[0]?.digest ?? null };
}
