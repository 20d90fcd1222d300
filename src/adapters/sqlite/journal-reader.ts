import type { AuditedInvoice, AuditedPayment, JournalReader, StoredEntry } from "../../ports/journal.ts";
import { type InvoiceRow, writtenAmount } from "../invoice-row.ts";
import type { StoreConnection } from "./connection.ts";
import { billingPosition, booksHead, companiesAfter, headOf, misplacedRows } from "./journal-standing.ts";
import { inSnapshot } from "./reader.ts";
import { findSchemaFaults } from "./schema-faults.ts";
import { JOURNAL_BY_INVOICE } from "./tables.ts";

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
