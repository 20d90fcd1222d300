import type { AuditedInvoice, AuditedPayment, JournalReader, StoredEntry } from "../../ports/journal.ts";
import { writtenAmount } from "../invoice-row.ts";
import { billingPosition, booksHead, companiesAfter, misplacedRows } from "./journal-standing.ts";
import { placeOf } from "./lock.ts";
import { wholeDay } from "./rows.ts";
import { readSchema } from "./schema.ts";
import { schemaFaultTexts } from "./schema-faults.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

type AuditedRow = Readonly<
  Record<"counter" | "id" | "invoice_number" | "issue_date" | "amount_paid" | "document", string> &
    Record<"actor" | "journal_position" | "digest" | "cancelled_at" | "cancellation_reason", string | null> &
    Record<"payments" | "entries", string | null>
> &
  Pick<AuditedInvoice, "source" | "status">;

/** {@link ENTRY_COLUMNS} in their order. */
type EntryFields = [
  position: string,
  kind: StoredEntry["kind"],
  invoiceId: string | null,
  source: StoredEntry["source"],
  actor: string | null,
  at: string,
  document: string,
  digest: string,
];

const ENTRY_COLUMNS = "j.position::text, j.kind, j.invoice_id, j.source, j.actor, j.recorded_at, j.document, j.digest";

type PaymentFields = [position: string, id: string, amount: string, paidOn: string, ...texts: (string | null)[]];

/** The books as they are stored. Each read is one statement, and so one snapshot. */
export function journalReader(
  read: <Result>(query: (session: Session, tables: Tables) => Promise<Result>) => Promise<Result>,
): JournalReader {
  return {
    companies: (after, limit) => read((session, tables) => companiesAfter(session, tables, after, limit)),
    head: (companyId) => read((session, tables) => booksHead(session, tables, companyId)),
    invoicesAfter: (companyId, counter, limit) =>
      read((session, tables) => invoicesAfter(session, tables, companyId, { counter, limit })),
    entriesAfter: (companyId, position, limit) =>
      read((session, tables) => entriesAfter(session, tables, companyId, { position, limit })),
    faults: () => read(schemaFaultTexts),
    guarded: () => read(async (session, tables) => (await readSchema(session, tables)).guarded),
    misplaced: (companyId, limit) => read((session, tables) => misplacedRows(session, tables, companyId, limit)),
    billing: (companyId) => read((session, tables) => billingPosition(session, tables, companyId)),
  };
}

/** A page of invoices, each with its payments and its entries. */
async function invoicesAfter(
  session: Session,
  { invoices, payments, journal }: Tables,
  companyId: string,
  { counter, limit }: { readonly counter: number; readonly limit: number },
): Promise<AuditedInvoice[]> {
  const rows = await session.rows<AuditedRow>(
    `SELECT i.counter::text AS counter, i.id, i.invoice_number, ${wholeDay("i.issue_date")} AS issue_date, i.source,
       i.actor, i.journal_position::text AS journal_position, i.digest, i.document, i.status,
       i.amount_paid::text AS amount_paid, i.cancelled_at, i.cancellation_reason,
       (SELECT json_agg(json_build_array(p.position::text, p.id, p.amount::text, ${wholeDay("p.paid_on")}, p.method,
          p.reference) ORDER BY p.position)::text
        FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = i.id) AS payments,
       (SELECT json_agg(json_build_array(${ENTRY_COLUMNS}) ORDER BY j.position)::text
        FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id = i.id) AS entries
     FROM ${invoices} AS i WHERE i.company_id = $1 AND i.counter > $2::bigint ORDER BY i.counter LIMIT $3::bigint`,
    [companyId, String(counter), String(limit)],
  );
  return rows.map((row) => ({
    counter: Number(row.counter),
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : placeOf(row.journal_position, row.digest),
    document: row.document,
    status: row.status,
    amountPaid: writtenAmount(row.amount_paid),
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
    payments: auditedPayments(row.payments),
    entries: entriesOf(row.entries),
  }));
}

function auditedPayments(text: string | null): AuditedPayment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([position, id, amount, paidOn, method = null, reference = null]) => {
    return { position: Number(position), id, amount: writtenAmount(amount), paidOn, method, reference };
  });
}

/** The entries that are no invoices. */
async function entriesAfter(
  session: Session,
  { journal }: Tables,
  companyId: string,
  { position, limit }: { readonly position: number; readonly limit: number },
): Promise<StoredEntry[]> {
  const [row] = await session.rows<{ entries: string | null }>(
    `SELECT json_agg(json_build_array(${ENTRY_COLUMNS}) ORDER BY j.position)::text AS entries FROM (
       SELECT * FROM ${journal} WHERE company_id = $1 AND position > $2::bigint ORDER BY position LIMIT $3::bigint) AS j`,
    [companyId, String(position), String(limit)],
  );
  return entriesOf(row?.entries);
}

function entriesOf(text: string | null | undefined): StoredEntry[] {
  const fields = JSON.parse(text ?? "[]") as EntryFields[];
  return fields.map(([position, kind, invoiceId, source, actor, at, document, digest]) => {
    return { position: Number(position), kind, invoiceId, source, actor, at, document, digest };
  });
}
