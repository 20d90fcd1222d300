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
import { onlyNumber, writtenAmount } from "../../common/invoice-row.ts";
import { laterHead } from "../../engine/journal-chain.ts";
import type { Session } from "../connection/session.ts";
import { schemaFaultTexts } from "../schema/faults.ts";
import { readSchema } from "../schema/version.ts";
import type { Tables } from "../settings.ts";
import { journalHeadOf } from "./books-head.ts";
import { AMOUNTS_AS_TEXT, wholeDay } from "./rows.ts";

type AuditedRow = Readonly<
  Record<
    | "counter"
    | "id"
    | "invoice_number"
    | "issue_date"
    | "amount_paid"
    | "prepaid_refunded"
    | "discount_taken"
    | "credited_total"
    | "settled_amount"
    | "document",
    string
  > &
    Record<"amount_due" | "settled_by", string | null> &
    Record<"actor" | "journal_position" | "digest" | "cancelled_at" | "cancellation_reason", string | null> &
    Record<"payments" | "entries" | "series", string | null>
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

const ENTRY_COLUMNS =
  "j.position::pg_catalog.text, j.kind, j.invoice_id, j.source, j.actor, j.recorded_at, j.document, j.digest";

type PaymentFields = [position: string, id: string, amount: string, paidOn: string, ...texts: (string | null)[]];

/** The journal reader of a PostgreSQL store. Each read is one statement, and so one snapshot. */
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
    creditNotesAfter: (companyId, counter, limit) =>
      read((session, tables) => creditNotesAfter(session, tables, companyId, { counter, limit })),
    faults: () => read(schemaFaultTexts),
    guarded: () => read(async (session, tables) => (await readSchema(session, tables)).guarded),
    misplaced: (companyId, limit) => read((session, tables) => misplacedRows(session, tables, companyId, limit)),
    billing: (companyId) => read((session, tables) => billingPosition(session, tables, companyId)),
  };
}

/** A page of invoices, each with its payments and its entries. */
async function invoicesAfter(
  session: Session,
  { invoices, seriesInvoices, payments, journal }: Tables,
  companyId: string,
  { counter, limit }: { readonly counter: number; readonly limit: number },
): Promise<AuditedInvoice[]> {
  const rows = await session.rows<AuditedRow>(
    `SELECT i.counter::pg_catalog.text AS counter, i.id, i.invoice_number, ${wholeDay("i.issue_date")} AS issue_date, i.source,
       i.actor, i.journal_position::pg_catalog.text AS journal_position, i.digest, i.document, i.status,
       ${AMOUNTS_AS_TEXT}, i.settled_by, i.cancelled_at, i.cancellation_reason,
       (SELECT pg_catalog.json_build_array(s.series, s.place::pg_catalog.text, s.number::pg_catalog.text)::pg_catalog.text
        FROM ${seriesInvoices} AS s WHERE s.company_id = $1 AND s.counter = i.counter) AS series,
       (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(p.position::pg_catalog.text, p.id,
         p.amount::pg_catalog.text, ${wholeDay("p.paid_on")}, p.method,
          p.reference) ORDER BY p.position)::pg_catalog.text
        FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = i.id) AS payments,
       (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(${ENTRY_COLUMNS}) ORDER BY j.position)::pg_catalog.text
        FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id = i.id) AS entries
     FROM ${invoices} AS i WHERE i.company_id = $1 AND i.counter > $2::bigint ORDER BY i.counter LIMIT $3::bigint`,
    [companyId, String(counter), String(limit)],
  );
  return rows.map((row) => ({
    counter: Number(row.counter),
    series: seriesPlaceOf(row.series),
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : journalHeadOf(row.journal_position, row.digest),
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
    payments: auditedPayments(row.payments),
    entries: entriesOf(row.entries),
  }));
}

function seriesPlaceOf(text: string | null): AuditedSeriesPlace | undefined {
  if (text === null) return undefined;
  const [name, place, number] = JSON.parse(text) as [name: string, place: string, number: string];
  return { name, place: Number(place), number: Number(number) };
}

function auditedPayments(text: string | null): AuditedPayment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([position, id, amount, paidOn, method = null, reference = null]) => {
    return { position: Number(position), id, amount: writtenAmount(amount), paidOn, method, reference };
  });
}

/** The entries that are not invoices. */
async function entriesAfter(
  session: Session,
  { journal }: Tables,
  companyId: string,
  { position, limit }: { readonly position: number; readonly limit: number },
): Promise<StoredEntry[]> {
  const [row] = await session.rows<{ entries: string | null }>(
    `SELECT pg_catalog.json_agg(pg_catalog.json_build_array(${ENTRY_COLUMNS})
      ORDER BY j.position)::pg_catalog.text AS entries FROM (
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

/** A page of credit notes' rows. */
async function creditNotesAfter(
  session: Session,
  { creditNotes }: Tables,
  companyId: string,
  { counter, limit }: { readonly counter: number; readonly limit: number },
): Promise<AuditedCreditNote[]> {
  type Text = "counter" | "id" | "credit_note_number" | "issue_date" | "invoice_id" | "total" | "payable" | "position";
  const rows = await session.rows<Readonly<Record<Text, string>>>(
    `SELECT n.counter::pg_catalog.text AS counter, n.id, n.credit_note_number, ${wholeDay("n.issue_date")} AS issue_date,
       n.invoice_id, n.total::pg_catalog.text AS total, n.payable::pg_catalog.text AS payable, n.position::pg_catalog.text AS position
     FROM ${creditNotes} AS n WHERE n.company_id = $1 AND n.counter > $2::bigint ORDER BY n.counter LIMIT $3::bigint`,
    [companyId, String(counter), String(limit)],
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

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/**
 * The companies that have books, or had them: a sequence or a billing cursor shows that. One index look-up per company.
 */
async function companiesAfter(
  session: Session,
  { invoices, journal, creditNotes, sequences, cursors }: Tables,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const next = (last: string) => {
    const firsts = [invoices, journal, creditNotes, sequences, cursors].map(
      (table) => `(SELECT pg_catalog.min(company_id) FROM ${table} WHERE company_id > ${last})`,
    );
    return `least(${firsts.join(", ")})`;
  };
  const rows = await session.rows<{ company_id: string }>(
    `WITH RECURSIVE found (company_id) AS (
       SELECT ${next("$1::pg_catalog.text")}
       UNION ALL SELECT ${next("found.company_id")} FROM found WHERE found.company_id IS NOT NULL
     )
     SELECT company_id FROM found WHERE company_id IS NOT NULL LIMIT $2::bigint`,
    [after ?? "", String(limit)],
  );
  return rows.map(({ company_id }) => company_id);
}

/** The head of the company's books. Ignores rows whose counter or position is out of range. */
async function booksHead(
  session: Session,
  { invoices, seriesInvoices, journal, creditNotes, sequences }: Tables,
  companyId: string,
): Promise<BooksHead> {
  const rows = await session.rows<Record<string, string | null>>(
    `SELECT i.journal_position::pg_catalog.text AS journal_position, i.digest, j.position::pg_catalog.text AS entry_position,
       j.digest AS entry_digest, s.counted_by, coalesce(s.last_counter::pg_catalog.text,
         CASE WHEN s.company_id IS NULL THEN '0' END) AS adopted_counter,
       ${wholeDay("s.last_issue_date")} AS adopted_date,
       (SELECT pg_catalog.max(counter) FROM ${invoices} WHERE company_id = $1
         AND counter ${IN_RANGE})::pg_catalog.text AS last_counter,
       (SELECT pg_catalog.max(place) FROM ${seriesInvoices} WHERE company_id = $1)::pg_catalog.text AS in_series,
       (SELECT pg_catalog.max(counter) FROM ${creditNotes} WHERE company_id = $1
         AND counter ${IN_RANGE})::pg_catalog.text AS last_credit_note
     FROM (VALUES (1)) AS one
     LEFT JOIN LATERAL (SELECT journal_position, digest FROM ${invoices}
       WHERE company_id = $1 AND counter ${IN_RANGE} AND journal_position IS NOT NULL
       ORDER BY counter DESC LIMIT 1) AS i ON true
     LEFT JOIN LATERAL (SELECT position, digest FROM ${journal}
       WHERE company_id = $1 AND position ${IN_RANGE} ORDER BY position DESC LIMIT 1) AS j ON true
     LEFT JOIN LATERAL (SELECT company_id, last_counter, last_issue_date, counted_by FROM ${sequences}
       WHERE company_id = $1) AS s ON true`,
    [companyId],
  );
  const [row] = rows;
  const invoice = journalHeadOf(row?.["journal_position"], row?.["digest"]);
  const { position, digest } = laterHead(invoice, journalHeadOf(row?.["entry_position"], row?.["entry_digest"]));
  const adopted = onlyNumber(rows.map(({ adopted_counter = null }) => adopted_counter));
  return {
    position,
    digest,
    lastCounter: Number(row?.["last_counter"] ?? adopted),
    inSeries: Number(row?.["in_series"] ?? 0),
    lastCreditNote: Number(row?.["last_credit_note"] ?? 0),
    continuedFrom: { lastCounter: adopted, lastIssueDate: row?.["adopted_date"] ?? null },
    countedByHost: row?.["counted_by"] === "host",
  };
}

/**
 * The rows that are on no page, because their counter or position is out of range. Each query is a range scan of a key.
 */
async function misplacedRows(
  session: Session,
  { invoices, journal, creditNotes }: Tables,
  companyId: string,
  limit: number,
): Promise<MisplacedRow[]> {
  const queries = ["< 1", `> ${Number.MAX_SAFE_INTEGER}`].flatMap((outside) => [
    `SELECT 'invoice' AS what, counter AS place, id AS invoice_id FROM ${invoices}
     WHERE company_id = $1 AND counter ${outside}`,
    `SELECT 'entry', position, invoice_id FROM ${journal} WHERE company_id = $1 AND position ${outside}`,
    `SELECT 'credit note', counter, invoice_id FROM ${creditNotes} WHERE company_id = $1 AND counter ${outside}`,
  ]);
  const rows = await session.rows<{ what: MisplacedRow["what"]; place: string; invoice_id: string | null }>(
    `SELECT what, place::pg_catalog.text AS place, invoice_id FROM (${queries.join(" UNION ALL ")}) AS found
     LIMIT $2::bigint`,
    [companyId, String(limit)],
  );
  return rows.map(({ what, place, invoice_id: invoiceId }) => ({ what, place, invoiceId }));
}

/** The counter up to which the company's billing events are acknowledged. */
async function billingPosition(session: Session, { cursors }: Tables, companyId: string): Promise<BillingPosition> {
  const rows = await session.rows<{ through: string | null; digest: string | null }>(
    `SELECT acknowledged_through::pg_catalog.text AS through, digest FROM ${cursors} WHERE company_id = $1`,
    [companyId],
  );
  return { acknowledgedThrough: onlyNumber(rows.map(({ through }) => through)), digest: rows[0]?.digest ?? null };
}
