import { FIRST_DIGEST, type JournalHead } from "../../../domain/books/journal.ts";
import type {
  AuditedCreditNote,
  AuditedInvoice,
  AuditedPayment,
  AuditedSeriesPlace,
  BillingPosition,
  BooksHead,
  JournalReader,
  MisplacedRow,
  StoredEntry,
} from "../../../ports/journal.ts";
import { type InvoiceRow, onlyNumber, writtenAmount } from "../../common/invoice-row.ts";
import { laterHead } from "../../engine/journal-chain.ts";
import type { Session } from "../connection/session.ts";
import { findSchemaFaults } from "../schema/faults.ts";
import { JOURNAL_BY_INVOICE } from "../schema/tables.ts";
import { inSnapshot } from "./list.ts";

type AuditedRow = InvoiceRow & {
  readonly counter: string;
  readonly id: string;
  readonly invoice_number: string;
  readonly issue_date: string;
  readonly source: AuditedInvoice["source"];
  readonly actor: string | null;
  readonly journal_position: string | null;
  readonly digest: string | null;
  readonly place: string | null;
  readonly series: string | null;
  readonly number: string | null;
};

type PaymentRow = Readonly<Record<"position" | "invoice_id" | "id" | "amount" | "paid_on", string>> &
  Readonly<Record<"method" | "reference", string | null>>;

interface EntryRow {
  readonly position: string;
  readonly kind: StoredEntry["kind"];
  readonly invoice_id: string | null;
  readonly source: StoredEntry["source"];
  readonly actor: string | null;
  readonly recorded_at: string;
  readonly document: string;
  readonly digest: string;
}

const ENTRY = "CAST(position AS TEXT) AS position, kind, invoice_id, source, actor, recorded_at, document, digest";

/** The journal reader of a SQLite store. `read` retries while the file is locked. */
export function journalReader(read: <Result>(query: (session: Session) => Result) => Promise<Result>): JournalReader {
  const readSnapshot = <Result>(query: (session: Session) => Result) =>
    read((session) => inSnapshot(session, () => query(session)));
  return {
    companies: (after, limit) => read((session) => companiesAfter(session, after, limit)),
    head: (companyId) => readSnapshot((session) => booksHead(session, companyId)),
    invoicesAfter: (companyId, counter, limit) =>
      readSnapshot((session) => invoicesAfter(session, companyId, counter, limit)),
    entriesAfter: (companyId, position, limit) => read((session) => entriesAfter(session, companyId, position, limit)),
    creditNotesAfter: (companyId, counter, limit) =>
      read((session) => creditNotesAfter(session, companyId, counter, limit)),
    faults: () => read((session) => findSchemaFaults(session).map(({ detail }) => detail)),
    misplaced: (companyId, limit) => read((session) => misplacedRows(session, companyId, limit)),
    billing: (companyId) => read((session) => billingPosition(session, companyId)),
  };
}

/** A page of invoices, each with its payments and its entries. */
function invoicesAfter(session: Session, companyId: string, counter: number, limit: number): AuditedInvoice[] {
  const rows = session.all<AuditedRow>(
    `SELECT CAST(i.counter AS TEXT) AS counter, id, i.invoice_number, issue_date, source, actor,
       CAST(journal_position AS TEXT) AS journal_position, digest, status, amount_paid, prepaid_refunded, discount_taken,
       credited_total, amount_due, settled_by, settled_amount, cancelled_at, cancellation_reason, document, CAST(s.place AS TEXT) AS place, s.series, CAST(s.number AS TEXT) AS number
     FROM faktura_invoices AS i
     LEFT JOIN faktura_series_invoices AS s ON s.company_id = ? AND s.counter = i.counter
     WHERE i.company_id = ? AND i.counter > ? ORDER BY i.counter LIMIT ?`,
    ...[companyId, companyId, counter, limit],
  );
  const ids = rows.map(({ id }) => id);
  const payments = paymentsOf(session, companyId, ids);
  const entries = entriesOf(session, companyId, ids);
  return rows.map((row) => ({
    counter: Number(row.counter),
    series: row.series === null ? undefined : seriesPlaceOf(row.series, row.place, row.number),
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : headOf({ ...row, position: row.journal_position })!,
    document: row.document,
    status: row.status,
    amountPaid: writtenAmount(row.amount_paid),
    prepaidRefunded: writtenAmount(row.prepaid_refunded),
    discountTaken: writtenAmount(row.discount_taken),
    creditedTotal: writtenAmount(row.credited_total),
    amountDue: row.amount_due === null ? null : writtenAmount(row.amount_due),
    settledBy: row.settled_by,
    settledAmount: writtenAmount(row.settled_amount),
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
    payments: payments.filter(({ invoice_id }) => invoice_id === row.id).map(auditedPayment),
    entries: entries.filter(({ invoiceId }) => invoiceId === row.id),
  }));
}

function seriesPlaceOf(name: string, place: string | null, number: string | null): AuditedSeriesPlace {
  return { name, place: Number(place), number: Number(number) };
}

/** The payments of these invoices, each invoice's oldest first. */
function paymentsOf(session: Session, companyId: string, ids: readonly string[]): PaymentRow[] {
  return session.all<PaymentRow>(
    `SELECT CAST(position AS TEXT) AS position, invoice_id, id, amount, paid_on, method, reference
     FROM faktura_payments AS p WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
     ORDER BY invoice_id, p.position`,
    ...[companyId, JSON.stringify(ids)],
  );
}

function auditedPayment({ position, id, amount, paid_on, method, reference }: PaymentRow): AuditedPayment {
  return { position: Number(position), id, amount: writtenAmount(amount), paidOn: paid_on, method, reference };
}

/** The journal's entries of these invoices. */
function entriesOf(session: Session, companyId: string, ids: readonly string[]): StoredEntry[] {
  const rows = session.all<EntryRow>(
    `SELECT ${ENTRY} FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
     ORDER BY faktura_journal.position`,
    ...[companyId, JSON.stringify(ids)],
  );
  return rows.map(entryOf);
}

/** The entries that are not invoices. */
function entriesAfter(session: Session, companyId: string, position: number, limit: number): StoredEntry[] {
  const rows = session.all<EntryRow>(
    `SELECT ${ENTRY} FROM faktura_journal AS j WHERE company_id = ? AND j.position > ? ORDER BY j.position LIMIT ?`,
    ...[companyId, position, limit],
  );
  return rows.map(entryOf);
}

function entryOf({ invoice_id: invoiceId, recorded_at: at, ...row }: EntryRow): StoredEntry {
  const { position, kind, source, actor, document, digest } = row;
  return { position: Number(position), kind, invoiceId, source, actor, at, document, digest };
}

/** A page of credit notes' rows. */
function creditNotesAfter(session: Session, companyId: string, counter: number, limit: number): AuditedCreditNote[] {
  type Text = "counter" | "id" | "credit_note_number" | "issue_date" | "invoice_id" | "total" | "payable" | "position";
  const rows = session.all<Readonly<Record<Text, string>>>(
    `SELECT CAST(counter AS TEXT) AS counter, id, credit_note_number, issue_date, invoice_id, total, payable,
       CAST(position AS TEXT) AS position
     FROM faktura_credit_notes AS n WHERE company_id = ? AND n.counter > ? ORDER BY n.counter LIMIT ?`,
    ...[companyId, counter, limit],
  );
  return rows.map((row) => ({
    counter: Number(row.counter),
    id: row.id,
    creditNoteNumber: row.credit_note_number,
    issueDate: row.issue_date,
    invoiceId: row.invoice_id,
    total: writtenAmount(row.total),
    payable: writtenAmount(row.payable),
    position: Number(row.position),
  }));
}

// Counters and positions are read as text: SQLite's integers go up to 2^63, which one driver rounds and the other
// rejects.

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/** The tables that show that a company has books, or had them. */
const COMPANY_TABLES = [
  ...["faktura_invoices", "faktura_journal", "faktura_credit_notes"],
  ...["faktura_sequences", "faktura_billing_cursors"],
];

/**
 * The companies that have books, or had them: a sequence or a billing cursor shows that. One index look-up per company.
 */
function companiesAfter(session: Session, after: string | null, limit: number): string[] {
  const next = (last: string) => {
    const firsts = COMPANY_TABLES.map(
      (table) => `SELECT min(company_id) AS company_id FROM ${table} WHERE company_id > ${last}`,
    );
    return `(SELECT min(company_id) FROM (${firsts.join(" UNION ALL ")}))`;
  };
  const rows = session.all<{ company_id: string }>(
    `WITH RECURSIVE found (company_id) AS (
       SELECT ${next("?")}
       UNION ALL SELECT ${next("found.company_id")} FROM found WHERE found.company_id IS NOT NULL
     )
     SELECT company_id FROM found WHERE company_id IS NOT NULL LIMIT ?`,
    ...[...COMPANY_TABLES.map(() => after ?? ""), limit],
  );
  return rows.map(({ company_id }) => company_id);
}

/** The head of the company's books. Ignores rows whose counter or position is out of range. */
function booksHead(session: Session, companyId: string): BooksHead {
  const invoice = session.get<{ position: string; digest: string }>(
    `SELECT CAST(journal_position AS TEXT) AS position, digest FROM faktura_invoices
     WHERE company_id = ? AND counter ${IN_RANGE} AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
  const entry = session.get<{ position: string; digest: string }>(
    `SELECT CAST(position AS TEXT) AS position, digest FROM faktura_journal AS j
     WHERE company_id = ? AND j.position ${IN_RANGE} ORDER BY j.position DESC LIMIT 1`,
    companyId,
  );
  const last = session.get<{ counter: string }>(
    `SELECT CAST(counter AS TEXT) AS counter FROM faktura_invoices AS i
     WHERE company_id = ? AND i.counter ${IN_RANGE} ORDER BY i.counter DESC LIMIT 1`,
    companyId,
  );
  const inSeries = session.get<{ place: string }>(
    `SELECT CAST(place AS TEXT) AS place FROM faktura_series_invoices AS s WHERE company_id = ? ORDER BY s.place DESC LIMIT 1`,
    companyId,
  );
  const credited = session.get<{ counter: string }>(
    `SELECT CAST(counter AS TEXT) AS counter FROM faktura_credit_notes AS n
     WHERE company_id = ? AND n.counter ${IN_RANGE} ORDER BY n.counter DESC LIMIT 1`,
    companyId,
  );
  const sequences = session.all<{ last_counter: string; last_issue_date: string | null; counted_by: string }>(
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
  const { position, digest } = laterHead(headOf(invoice), headOf(entry));
  const lastCreditNote = Number(credited?.counter ?? 0);
  return {
    position,
    digest,
    lastCounter,
    inSeries: Number(inSeries?.place ?? 0),
    lastCreditNote,
    continuedFrom,
    countedByHost: sequence?.counted_by === "host",
  };
}

/** The journal position and digest in these columns. */
function headOf(row: { position: string | null; digest: string | null } | undefined): JournalHead | undefined {
  return row && { position: Number(row.position), digest: row.digest ?? FIRST_DIGEST };
}

/**
 * The rows that are on no page, because their counter or position is out of range. Each query is a range scan of a key.
 */
function misplacedRows(session: Session, companyId: string, limit: number): MisplacedRow[] {
  const queries = ["< 1", `> ${Number.MAX_SAFE_INTEGER}`].flatMap((outside) => [
    `SELECT 'invoice' AS what, counter AS place, id AS invoiceId FROM faktura_invoices
     WHERE company_id = ? AND counter ${outside}`,
    `SELECT 'entry', position, invoice_id FROM faktura_journal WHERE company_id = ? AND position ${outside}`,
    `SELECT 'credit note', counter, invoice_id FROM faktura_credit_notes WHERE company_id = ? AND counter ${outside}`,
  ]);
  return session.all<MisplacedRow>(
    `SELECT what, CAST(place AS TEXT) AS place, invoiceId FROM (${queries.join(" UNION ALL ")}) LIMIT ?`,
    ...[...queries.map(() => companyId), limit],
  );
}

/** The counter up to which the company's billing events are acknowledged. */
function billingPosition(session: Session, companyId: string): BillingPosition {
  const cursors = session.all<{ through: string | null; digest: string | null }>(
    "SELECT CAST(acknowledged_through AS TEXT) AS through, digest FROM faktura_billing_cursors WHERE company_id = ?",
    companyId,
  );
  const acknowledgedThrough = onlyNumber(cursors.map(({ through }) => through));
  return { acknowledgedThrough, digest: cursors[0]?.digest ?? null };
}
