import type { AuditedInvoice, BillingPosition, BooksHead, JournalReader, StoredEntry } from "../../ports/journal.ts";
import type { InvoiceRow } from "../invoice-row.ts";
import { laterOf } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";
import { JOURNAL_BY_INVOICE, lastEntry, lastInvoice, lastPlaced } from "./journal-rows.ts";
import { inSnapshot } from "./reader.ts";
import { findPayments } from "./rows.ts";
import { findSchemaFaults } from "./schema-faults.ts";

type AuditedRow = InvoiceRow & {
  readonly counter: number;
  readonly id: string;
  readonly invoice_number: string;
  readonly issue_date: string;
  readonly source: AuditedInvoice["source"];
  readonly actor: string | null;
  readonly journal_position: number | null;
  readonly digest: string | null;
};

interface EntryRow {
  readonly position: number;
  readonly kind: StoredEntry["kind"];
  readonly invoice_id: string | null;
  readonly source: StoredEntry["source"];
  readonly actor: string | null;
  readonly recorded_at: string;
  readonly document: string;
  readonly digest: string;
}

const ENTRY = "position, kind, invoice_id, source, actor, recorded_at, document, digest";

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
    billing: (companyId) => read((connection) => billingPosition(connection, companyId)),
  };
}

/** The companies that have books, or had, as their billing cursor tells: each found from the one before it. */
function companiesAfter(connection: StoreConnection, after: string | null, limit: number): string[] {
  const next = (last: string) => {
    const firsts = ["faktura_invoices", "faktura_journal", "faktura_billing_cursors"].map(
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
    ...[after ?? "", after ?? "", after ?? "", limit],
  );
  return rows.map(({ company_id }) => company_id);
}

/** Where the company's books stand. */
function booksHead(connection: StoreConnection, companyId: string): BooksHead {
  const { position, digest } = laterOf(lastPlaced(connection, companyId), lastEntry(connection, companyId));
  const sequence = connection.get<{ last_counter: number; counted_by: string }>(
    "SELECT last_counter, counted_by FROM faktura_sequences WHERE company_id = ?",
    companyId,
  );
  const lastCounter = lastInvoice(connection, companyId)?.counter ?? sequence?.last_counter ?? 0;
  return { position, digest, lastCounter, countedByHost: sequence?.counted_by === "host" };
}

/** A page of invoices, each with its payments and its entries. */
function invoicesAfter(
  connection: StoreConnection,
  companyId: string,
  counter: number,
  limit: number,
): AuditedInvoice[] {
  const rows = connection.all<AuditedRow>(
    `SELECT counter, id, invoice_number, issue_date, source, actor, journal_position, digest, status, amount_paid,
       cancelled_at, cancellation_reason, document
     FROM faktura_invoices WHERE company_id = ? AND counter > ? ORDER BY counter LIMIT ?`,
    ...[companyId, counter, limit],
  );
  const ids = rows.map(({ id }) => id);
  const payments = findPayments(connection, companyId, ids, amountOf);
  const entries = entriesOf(connection, companyId, ids);
  return rows.map((row) => ({
    counter: row.counter,
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : { position: row.journal_position, digest: row.digest! },
    document: row.document,
    status: row.status,
    amountPaid: amountOf(row.amount_paid),
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
    payments: payments.get(row.id) ?? [],
    entries: entries.filter(({ invoiceId }) => invoiceId === row.id),
  }));
}

/** A text that is not how the library writes an amount is none. */
function amountOf(text: string): number {
  const amount = Number(text);
  return String(amount) === text ? amount : Number.NaN;
}

/** The journal's entries of these invoices. */
function entriesOf(connection: StoreConnection, companyId: string, ids: readonly string[]): StoredEntry[] {
  const rows = connection.all<EntryRow>(
    `SELECT ${ENTRY} FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
     ORDER BY position`,
    ...[companyId, JSON.stringify(ids)],
  );
  return rows.map(entryOf);
}

/** The entries that are no invoices. */
function entriesAfter(connection: StoreConnection, companyId: string, position: number, limit: number): StoredEntry[] {
  const rows = connection.all<EntryRow>(
    `SELECT ${ENTRY} FROM faktura_journal WHERE company_id = ? AND position > ? ORDER BY position LIMIT ?`,
    ...[companyId, position, limit],
  );
  return rows.map(entryOf);
}

function entryOf({ invoice_id: invoiceId, recorded_at: at, ...row }: EntryRow): StoredEntry {
  const { position, kind, source, actor, document, digest } = row;
  return { position, kind, invoiceId, source, actor, at, document, digest };
}

/** How far the company's billing events are acknowledged. */
function billingPosition(connection: StoreConnection, companyId: string): BillingPosition {
  const cursor = connection.get<{ acknowledged_through: number; digest: string | null }>(
    "SELECT acknowledged_through, digest FROM faktura_billing_cursors WHERE company_id = ?",
    companyId,
  );
  return { acknowledgedThrough: cursor?.acknowledged_through ?? 0, digest: cursor?.digest ?? null };
}
