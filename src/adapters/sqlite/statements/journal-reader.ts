import { FIRST_DIGEST, type JournalHead } from "../../../domain/books/journal.ts";
import type {
  AuditedInvoice,
  AuditedPayment,
  BillingPosition,
  BooksHead,
  JournalReader,
  MisplacedRow,
  StoredEntry,
} from "../../../ports/journal.ts";
import { laterOf } from "../../engine/journal-chain.ts";
import { type InvoiceRow, onlyNumber, writtenAmount } from "../../sql/invoice-row.ts";
import type { StoreConnection } from "../connection/session.ts";
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

/** The books as they are stored; `read` waits for whoever locks the file, and reads. */
export function journalReader(
  read: <Result>(query: (connection: StoreConnection) => Result) => Promise<Result>,
): JournalReader {
  const readAtOnce = <Result>(query: (connection: StoreConnection) => Result) =>
    read((connection) => inSnapshot(connection, () => query(connection)));
  return {
    companies: (after, limit) => read((connection) => companiesAfter(connection, after, limit)),
    head: (companyId) => readAtOnce((connection) => booksHead(connection, companyId)),
    invoicesAfter: (companyId, counter, limit) =>
      readAtOnce((connection) => invoicesAfter(connection, companyId, counter, limit)),
    entriesAfter: (companyId, position, limit) =>
      read((connection) => entriesAfter(connection, companyId, position, limit)),
    faults: () => read((connection) => findSchemaFaults(connection).map(({ detail }) => detail)),
    misplaced: (companyId, limit) => read((connection) => misplacedRows(connection, companyId, limit)),
    billing: (companyId) => read((connection) => billingPosition(connection, companyId)),
  };
}

/** A page of invoices, each with its payments and its entries. */
function invoicesAfter(
  connection: StoreConnection,
  companyId: string,
  counter: number,
  limit: number,
): AuditedInvoice[] {
  const rows = connection.all<AuditedRow>(
    `SELECT CAST(counter AS TEXT) AS counter, id, invoice_number, issue_date, source, actor,
       CAST(journal_position AS TEXT) AS journal_position, digest, status, amount_paid, cancelled_at,
       cancellation_reason, document
     FROM faktura_invoices AS i WHERE company_id = ? AND i.counter > ? ORDER BY i.counter LIMIT ?`,
    ...[companyId, counter, limit],
  );
  const ids = rows.map(({ id }) => id);
  const payments = paymentsOf(connection, companyId, ids);
  const entries = entriesOf(connection, companyId, ids);
  return rows.map((row) => ({
    counter: Number(row.counter),
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : headOf({ ...row, position: row.journal_position })!,
    document: row.document,
    status: row.status,
    amountPaid: writtenAmount(row.amount_paid),
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
    payments: payments.filter(({ invoice_id }) => invoice_id === row.id).map(auditedPayment),
    entries: entries.filter(({ invoiceId }) => invoiceId === row.id),
  }));
}

/** The payments of these invoices, each invoice's oldest first. */
function paymentsOf(connection: StoreConnection, companyId: string, ids: readonly string[]): PaymentRow[] {
  return connection.all<PaymentRow>(
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
function entriesOf(connection: StoreConnection, companyId: string, ids: readonly string[]): StoredEntry[] {
  const rows = connection.all<EntryRow>(
    `SELECT ${ENTRY} FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
     ORDER BY faktura_journal.position`,
    ...[companyId, JSON.stringify(ids)],
  );
  return rows.map(entryOf);
}

/** The entries that are no invoices. */
function entriesAfter(connection: StoreConnection, companyId: string, position: number, limit: number): StoredEntry[] {
  const rows = connection.all<EntryRow>(
    `SELECT ${ENTRY} FROM faktura_journal AS j WHERE company_id = ? AND j.position > ? ORDER BY j.position LIMIT ?`,
    ...[companyId, position, limit],
  );
  return rows.map(entryOf);
}

function entryOf({ invoice_id: invoiceId, recorded_at: at, ...row }: EntryRow): StoredEntry {
  const { position, kind, source, actor, document, digest } = row;
  return { position: Number(position), kind, invoiceId, source, actor, at, document, digest };
}

// Counters and positions come as text: SQLite's integers go to 2^63, where one driver gives the number next to it and the
// other fails.

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/** Tables that tell of a company that it has books, or had. */
const COMPANY_TABLES = ["faktura_invoices", "faktura_journal", "faktura_sequences", "faktura_billing_cursors"];

/** The companies that have books, or had, as their sequence and their billing cursor tell: each found from the one before it. */
function companiesAfter(connection: StoreConnection, after: string | null, limit: number): string[] {
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
function booksHead(connection: StoreConnection, companyId: string): BooksHead {
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
function headOf(row: { position: string | null; digest: string | null } | undefined): JournalHead | undefined {
  return row && { position: Number(row.position), digest: row.digest ?? FIRST_DIGEST };
}

/** The rows that no page has. Each of the looks is for a range of a key. */
function misplacedRows(connection: StoreConnection, companyId: string, limit: number): MisplacedRow[] {
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
function billingPosition(connection: StoreConnection, companyId: string): BillingPosition {
  const cursors = connection.all<{ through: string | null; digest: string | null }>(
    "SELECT CAST(acknowledged_through AS TEXT) AS through, digest FROM faktura_billing_cursors WHERE company_id = ?",
    companyId,
  );
  const acknowledgedThrough = onlyNumber(cursors.map(({ through }) => through));
  return { acknowledgedThrough, digest: cursors[0]?.digest ?? null };
}
