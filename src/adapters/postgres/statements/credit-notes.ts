import { parseStored } from "../../../domain/invoice/stored-document.ts";
import type {
  CreditNotePageRequest,
  CreditNoteSeries,
  StoredCreditNote,
  StoredCreditNotePage,
} from "../../../ports/credit-note-repository.ts";
import { type CreditNoteRow, creditNoteOf } from "../../common/invoice-row.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { dayAsText, isText, portalEntriesAsJson } from "./rows.ts";

/** SQL of credit notes of the company `$1` with their documents, up to the conditions on `n`. */
function creditNotesOf(tables: Tables, columns = ""): string {
  const { creditNotes, journal } = tables;
  return `SELECT n.counter::pg_catalog.text AS counter, j.document, ${portalEntriesAsJson(tables, "n.invoice_id")}${columns}
    FROM ${creditNotes} AS n JOIN ${journal} AS j ON j.company_id = $1 AND j.position = n.position WHERE n.company_id = $1`;
}

/** Where the company's series of credit notes ends. */
export async function creditNoteSeries(session: Session, tables: Tables, companyId: string): Promise<CreditNoteSeries> {
  const [last] = await session.rows<{ counter: string; issue_date: string; resumption: string | null }>(
    `SELECT n.counter::pg_catalog.text AS counter, ${dayAsText("n.issue_date")} AS issue_date, (
       SELECT j.document FROM ${tables.journal} AS j WHERE j.company_id = $1 AND j.invoice_id IS NULL
         AND j.position > n.position AND j.kind = 'dates.resumed' ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1
     ) AS resumption
     FROM ${tables.creditNotes} AS n WHERE n.company_id = $1 ORDER BY n.counter DESC LIMIT 1`,
    [companyId],
  );
  if (last === undefined) return { lastCounter: 0, lastIssueDate: null, resumedOn: null };
  const { counter, issue_date: lastIssueDate, resumption } = last;
  const resumedOn = resumption === null ? null : parseStored("dates.resumed", resumption).resumedOn;
  return { lastCounter: Number(counter), lastIssueDate, resumedOn };
}

/** The company's credit note with this id. */
export async function findCreditNote(
  session: Session,
  tables: Tables,
  companyId: string,
  id: string,
): Promise<StoredCreditNote | undefined> {
  if (!isText(id)) return undefined;
  const [row] = await session.rows<CreditNoteRow>(`${creditNotesOf(tables)} AND n.id = $2`, [companyId, id]);
  return row && creditNoteOf(row);
}

/** All credit notes of these invoices, in the order of their counters. */
export async function findCreditNotes(
  session: Session,
  tables: Tables,
  companyId: string,
  ids: readonly string[],
): Promise<StoredCreditNote[]> {
  const rows = await session.rows<CreditNoteRow>(
    `${creditNotesOf(tables)} AND n.invoice_id = ANY($2::pg_catalog.text[]) ORDER BY n.counter`,
    [companyId, ids.filter(isText)],
  );
  return rows.map(creditNoteOf);
}

/** One page, newest number first, and the total, in one statement and so in one snapshot. */
export async function listCreditNotes(
  session: Session,
  tables: Tables,
  companyId: string,
  { page, limit, before = Number.MAX_SAFE_INTEGER, invoiceId, from, to }: CreditNotePageRequest,
): Promise<StoredCreditNotePage> {
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const values: unknown[] = [companyId, String(limit), String(offset), String(before)];
  const bind = (value: string) => `$${values.push(value)}`;
  const conditions = [
    ...(invoiceId === undefined ? [] : [`n.invoice_id = ${bind(isText(invoiceId) ? invoiceId : "")}`]),
    ...(from === undefined ? [] : [`n.issue_date >= ${bind(from)}::pg_catalog.date`]),
    ...(to === undefined ? [] : [`n.issue_date <= ${bind(to)}::pg_catalog.date`]),
  ];
  const where = conditions.map((condition) => `AND ${condition}`).join(" ");
  const isFiltered = conditions.length > 0;
  // The series has no gaps, so the last counter is the total, and a page without a filter is a range of counters.
  const total = isFiltered ? "pg_catalog.count(*)" : "coalesce(pg_catalog.max(n.counter), 0)";
  const slice = isFiltered
    ? `${where} AND n.counter < $4::bigint ORDER BY n.counter DESC LIMIT $2::bigint OFFSET $3::bigint`
    : `AND n.counter BETWEEN (SELECT least(total, $4::bigint - 1) FROM total) - $3::bigint - $2::bigint + 1
         AND (SELECT least(total, $4::bigint - 1) FROM total) - $3::bigint
       ORDER BY n.counter DESC LIMIT $2::bigint`;
  const rows = await session.rows<{ total: string } & (CreditNoteRow | { counter: null })>(
    `WITH total AS (SELECT ${total} AS total FROM ${tables.creditNotes} AS n WHERE n.company_id = $1 ${where}),
     page AS (${creditNotesOf(tables, ", n.counter AS sort_key")} ${slice})
     SELECT total.total::pg_catalog.text AS total, page.counter, page.document, page.portal_entries
     FROM total LEFT JOIN page ON true
     ORDER BY page.sort_key DESC`,
    values,
  );
  const creditNotes = rows.flatMap((row) => (row.counter === null ? [] : [creditNoteOf(row)]));
  return { creditNotes, total: Number(rows[0]?.total ?? 0) };
}
