import { parseCreditNote, parseStored } from "../../domain/invoice/stored-document.ts";
import type {
  CreditNotePageRequest,
  CreditNoteReader,
  CreditNoteSeries,
  StoredCreditNote,
  StoredCreditNotePage,
} from "../../ports/credit-note-repository.ts";
import { type PortalEntryRow, portalEntriesIn, portalEntriesOf } from "./invoices.ts";
import { resumptionsOf } from "./series.ts";
import { allRows, firstRow, isText, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** A credit note's row and its document. */
interface CreditNoteRow extends PortalEntryRow {
  readonly counter: string;
  readonly document: string;
}

function creditNoteOf(row: CreditNoteRow): StoredCreditNote {
  return { counter: Number(row.counter), document: parseCreditNote(row.document), portalEntries: portalEntriesIn(row) };
}

/** The credit notes `n`, by an index of theirs. Absent: by their counters. */
function creditNotesBy({ tables, indexed }: SqlSyntax, index?: "by_invoice" | "by_date"): string {
  const table = `${tables.creditNotes} AS n`;
  return index === undefined ? table : indexed(table, `faktura_credit_notes_${index}`);
}

/** SQL of credit notes of the company `$1` with their documents, up to the conditions on `n`. */
function selectCreditNotes(sql: SqlSyntax, creditNotes: string, columns = ""): string {
  return `SELECT ${sql.text("n.counter")} AS counter, j.document, ${portalEntriesOf(sql, "n.invoice_id")}${columns}
    FROM ${creditNotes} CROSS JOIN ${sql.tables.journal} AS j
    WHERE n.company_id = $1 AND j.company_id = $1 AND j.position = n.position`;
}

/** Where the company's series of credit notes ends. */
export function* creditNoteSeries(sql: SqlSyntax, companyId: string): Steps<CreditNoteSeries> {
  const last = yield* firstRow<{ counter: string; issue_date: string; resumption: string | null }>(
    `SELECT ${sql.text("n.counter")} AS counter, ${sql.day("n.issue_date")} AS issue_date,
       (SELECT j.document ${resumptionsOf(sql)} AND j.position > n.position
        ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1) AS resumption
     FROM ${creditNotesBy(sql)} WHERE n.company_id = $1 ORDER BY n.counter DESC LIMIT 1`,
    companyId,
  );
  if (last === undefined) return { lastCounter: 0, lastIssueDate: null, resumedOn: null };
  const { counter, issue_date: lastIssueDate, resumption } = last;
  const resumedOn = resumption === null ? null : parseStored("dates.resumed", resumption).resumedOn;
  return { lastCounter: Number(counter), lastIssueDate, resumedOn };
}

/** All credit notes of these invoices, in the order of their counters. */
export function* findCreditNotes(sql: SqlSyntax, companyId: string, ids: readonly string[]): Steps<StoredCreditNote[]> {
  const rows = yield* allRows<CreditNoteRow>(
    `${selectCreditNotes(sql, creditNotesBy(sql, "by_invoice"))} AND ${sql.among("n.invoice_id", "$2")} ORDER BY n.counter`,
    ...[companyId, ids],
  );
  return rows.map(creditNoteOf);
}

/** The company's credit note with this id. */
function* findCreditNote(sql: SqlSyntax, companyId: string, id: string): Steps<StoredCreditNote | undefined> {
  if (!isText(id)) return undefined;
  const row = yield* firstRow<CreditNoteRow>(
    `${selectCreditNotes(sql, creditNotesBy(sql))} AND n.id = $2`,
    companyId,
    id,
  );
  return row && creditNoteOf(row);
}

/** One page, newest number first, and the total, in one statement and so in one snapshot. */
function* listCreditNotes(
  sql: SqlSyntax,
  companyId: string,
  { page, limit, before = Number.MAX_SAFE_INTEGER, invoiceId, from, to }: CreditNotePageRequest,
): Steps<StoredCreditNotePage> {
  const { builtIn, integer, asDay, among, text } = sql;
  const values: unknown[] = [companyId, limit, Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), before];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(invoiceId === undefined ? [] : [among("n.invoice_id", bind([invoiceId]))]),
    ...(from === undefined ? [] : [`n.issue_date >= ${asDay(bind(from))}`]),
    ...(to === undefined ? [] : [`n.issue_date <= ${asDay(bind(to))}`]),
  ];
  const isFiltered = conditions.length > 0;
  const creditNotes = creditNotesBy(sql, isFiltered ? (invoiceId === undefined ? "by_date" : "by_invoice") : undefined);
  const where = conditions.map((condition) => `AND ${condition}`).join(" ");
  // The series has no gaps, so the last counter is the total, and a page without a filter is a range of counters.
  const total = isFiltered ? `${builtIn}count(*)` : `coalesce(${builtIn}max(counter), 0)`;
  const [perPage, offset, end] = ["$2", "$3", "$4"].map(integer);
  const newest = `(SELECT CASE WHEN total < ${end} THEN total ELSE ${end} - 1 END FROM total) - ${offset}`;
  const slice = isFiltered
    ? `${where} AND n.counter < ${end} ORDER BY n.counter DESC LIMIT ${perPage} OFFSET ${offset}`
    : `AND n.counter BETWEEN ${newest} - ${perPage} + 1 AND ${newest}`;
  const rows = yield* allRows<{ total: string } & (CreditNoteRow | { counter: null })>(
    `WITH total AS (SELECT ${total} AS total FROM ${creditNotes} WHERE n.company_id = $1 ${where}),
     page AS (${selectCreditNotes(sql, creditNotes, ", n.counter AS sort_key")} ${slice})
     SELECT ${text("total.total")} AS total, page.counter, page.document, page.portal_entries
     FROM total LEFT JOIN page ON 1 = 1
     ORDER BY page.sort_key DESC`,
    ...values,
  );
  const found = rows.flatMap((row) => (row.counter === null ? [] : [creditNoteOf(row)]));
  return { creditNotes: found, total: Number(rows[0]?.total ?? 0) };
}

/** Reads the credit notes of a store. */
export function creditNoteReader(read: RunSteps): CreditNoteReader {
  return {
    find: (companyId, id) => read(findCreditNote, companyId, id),
    list: (companyId, request) => read(listCreditNotes, companyId, request),
  };
}
