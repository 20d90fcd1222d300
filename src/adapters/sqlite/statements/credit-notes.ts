import { parseStored } from "../../../domain/invoice/stored-document.ts";
import type {
  CreditNotePageRequest,
  CreditNoteSeries,
  StoredCreditNote,
  StoredCreditNotePage,
} from "../../../ports/credit-note-repository.ts";
import { type CreditNoteRow, creditNoteOf } from "../../common/invoice-row.ts";
import type { Session } from "../connection/session.ts";
import { JOURNAL_BY_INVOICE } from "../schema/tables.ts";
import { portalEntriesAsJson } from "./rows.ts";

const [ROWS, BY_INVOICE, BY_DATE] = [
  "faktura_credit_notes AS n",
  "faktura_credit_notes AS n INDEXED BY faktura_credit_notes_by_invoice",
  "faktura_credit_notes AS n INDEXED BY faktura_credit_notes_by_date",
];

/**
 * SQL of credit notes with their documents, up to the conditions on `n`. Bind the company twice. Without the index named,
 * SQLite reads all of the company's credit notes, because they are in the order of the counters.
 */
const creditNotesFrom = (rows: string) =>
  `SELECT CAST(n.counter AS TEXT) AS counter, j.document, ${portalEntriesAsJson("n.company_id", "n.invoice_id")}
  FROM ${rows}
  CROSS JOIN faktura_journal AS j ON j.company_id = ? AND j.position = n.position WHERE n.company_id = ?`;

/** Where the company's series of credit notes ends. */
export function creditNoteSeries(session: Session, companyId: string): CreditNoteSeries {
  const last = session.get<{ counter: number; issue_date: string; position: number }>(
    `SELECT counter, issue_date, position FROM faktura_credit_notes WHERE company_id = ?
     ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
  if (last === undefined) return { lastCounter: 0, lastIssueDate: null, resumedOn: null };
  const resumption = session.get<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ? AND invoice_id IS NULL AND position > ?
       AND kind = 'dates.resumed' ORDER BY position DESC LIMIT 1`,
    ...[companyId, last.position],
  );
  const resumedOn = resumption === undefined ? null : parseStored("dates.resumed", resumption.document).resumedOn;
  return { lastCounter: last.counter, lastIssueDate: last.issue_date, resumedOn };
}

/** The company's credit note with this id. */
export function findCreditNote(session: Session, companyId: string, id: string): StoredCreditNote | undefined {
  const row = session.get<CreditNoteRow>(`${creditNotesFrom(ROWS)} AND n.id = ?`, ...[companyId, companyId, id]);
  return row && creditNoteOf(row);
}

/** All credit notes of these invoices, in the order of their counters. */
export function findCreditNotes(session: Session, companyId: string, ids: readonly string[]): StoredCreditNote[] {
  const rows = session.all<CreditNoteRow>(
    `${creditNotesFrom(BY_INVOICE)} AND n.invoice_id IN (SELECT value FROM json_each(?)) ORDER BY n.counter`,
    ...[companyId, companyId, JSON.stringify(ids)],
  );
  return rows.map(creditNoteOf);
}

/** One page, newest number first, and the total. Run it in one snapshot. */
export function listCreditNotes(
  session: Session,
  companyId: string,
  { page, limit, before = Number.MAX_SAFE_INTEGER, invoiceId, from, to }: CreditNotePageRequest,
): StoredCreditNotePage {
  const offset = (page - 1) * limit;
  if (invoiceId === undefined && from === undefined && to === undefined) {
    return pageOfCounters(session, companyId, { offset, limit, before });
  }
  const conditions = [
    ...(invoiceId === undefined ? [] : ["n.invoice_id = ?"]),
    ...["n.issue_date >= ?", "n.issue_date <= ?"],
  ];
  const where = conditions.map((condition) => `AND ${condition}`).join(" ");
  const values = [companyId, ...(invoiceId === undefined ? [] : [invoiceId]), from ?? "", to ?? "9999-12-31"];
  const table = invoiceId === undefined ? BY_DATE : BY_INVOICE;
  const count = `SELECT count(*) AS total FROM ${table} WHERE n.company_id = ? ${where}`;
  const { total } = session.get<{ total: number }>(count, ...values)!;
  if (offset >= total) return { creditNotes: [], total };
  const sql = `${creditNotesFrom(table)} ${where} AND n.counter < ? ORDER BY n.counter DESC LIMIT ? OFFSET ?`;
  const rows = session.all<CreditNoteRow>(sql, companyId, ...values, before, limit, offset);
  return { creditNotes: rows.map(creditNoteOf), total };
}

/** The series has no gaps, so the page is a range of counters, and nothing needs to be counted. */
function pageOfCounters(
  session: Session,
  companyId: string,
  { offset, limit, before }: { readonly offset: number; readonly limit: number; readonly before: number },
): StoredCreditNotePage {
  const last = session.get<{ total: number | null }>(
    "SELECT max(counter) AS total FROM faktura_credit_notes WHERE company_id = ?",
    companyId,
  );
  const total = last?.total ?? 0;
  if (offset >= total) return { creditNotes: [], total };
  const newest = Math.min(total, before - 1) - offset;
  const sql = `${creditNotesFrom(ROWS)} AND n.counter BETWEEN ? AND ? ORDER BY n.counter DESC`;
  const rows = session.all<CreditNoteRow>(sql, ...[companyId, companyId, newest - limit + 1, newest]);
  return { creditNotes: rows.map(creditNoteOf), total };
}
