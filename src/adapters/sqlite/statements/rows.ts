import type { CompanyProfile } from "../../../domain/generated/company-profile.ts";
import type { CreditNoteSummary, Payment } from "../../../domain/invoice/generated/invoice.ts";
import type { ExchangeRate } from "../../../domain/invoice/generated/order.ts";
import { parseInvoiceNumber } from "../../../domain/invoice/number.ts";
import { parseStored, type StoredResumption } from "../../../domain/invoice/stored-document.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../../ports/invoice-repository.ts";
import {
  type InvoiceRow,
  invoiceOf,
  type KeyRow,
  type PortalEntryRow,
  portalEntriesIn,
  usedKeyOf,
} from "../../common/invoice-row.ts";
import { PORTAL_KINDS } from "../../common/portal-entries.ts";
import type { Session } from "../connection/session.ts";
import { BY_NUMBER, counterOfFirst } from "../schema/series.ts";
import { CREDIT_NOTES_BY_INVOICE, JOURNAL_BY_INVOICE } from "../schema/tables.ts";

interface PaymentRow {
  readonly invoice_id: string;
  readonly id: string;
  readonly amount: string;
  readonly paid_on: string;
  readonly method: string | null;
  readonly reference: string | null;
}

const COLUMNS =
  "id, status, amount_paid, prepaid_refunded, discount_taken, credited_total, amount_due, settled_by, settled_amount, " +
  "cancelled_at, cancellation_reason, document";

export const INVOICE_COLUMNS = `counter, ${COLUMNS}`;

/** SQL for {@link PortalEntryRow.portal_entries} of the invoice with this id, from the company with this one. */
export function portalEntriesAsJson(companyId: string, invoiceId: string): string {
  return `(SELECT json_group_array(document) FROM (
      SELECT document FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ${companyId} AND invoice_id = ${invoiceId}
        AND kind IN ${PORTAL_KINDS} ORDER BY position)) AS portal_entries`;
}

/**
 * The columns for a look-up by id. The audit also uses it, so a counter may be too large for a driver to read as a
 * number.
 */
const FOUND_COLUMNS = `CAST(counter AS TEXT) AS counter, ${COLUMNS},
  ${portalEntriesAsJson("i.company_id", "i.id")}`;

type FoundRow = InvoiceRow & PortalEntryRow;

/** The company's invoice with its payments, oldest first, in the transaction that the caller has begun. */
export function findOne(session: Session, companyId: string, id: string) {
  const row = session.get<FoundRow>(
    `SELECT ${FOUND_COLUMNS} FROM faktura_invoices AS i WHERE i.company_id = ? AND id = ?`,
    ...[companyId, id],
  );
  if (row === undefined) return undefined;
  const payments = findPayments(session, companyId, [id]).get(id) ?? [];
  const creditNotes = isCredited(row) ? findSummaries(session, companyId, [id]) : [];
  const portalEntries = portalEntriesIn(row);
  return { ...invoiceOf(row), payments, creditNotes: creditNotes.map(summaryOf), portalEntries };
}

/** The invoice with this number, in the transaction that the caller has begun. */
export function findByNumber(session: Session, companyId: string, invoiceNumber: string) {
  const counter = parseInvoiceNumber(invoiceNumber)?.counter;
  if (counter === undefined) return undefined;
  const row = session.get<{ readonly id: string }>(
    `SELECT id FROM faktura_invoices WHERE company_id = ? AND counter = coalesce(
       (SELECT counter FROM ${BY_NUMBER} WHERE company_id = ? AND invoice_number = ? COLLATE NOCASE),
       ${counterOfFirst("?", "?")}) AND lower(invoice_number) = lower(?)`,
    ...[companyId, companyId, invoiceNumber, counter, companyId, counter, invoiceNumber],
  );
  return row && findOne(session, companyId, row.id);
}

/** Most invoices are not credited, and cost no further look-up. */
function isCredited({ credited_total }: InvoiceRow): boolean {
  return credited_total !== "0";
}

interface SummaryRow {
  readonly invoice_id: string;
  readonly id: string;
  readonly credit_note_number: string;
  readonly total: string;
}

/** The credit notes of these invoices, oldest first. */
function findSummaries(session: Session, companyId: string, invoiceIds: readonly string[]): SummaryRow[] {
  return session.all<SummaryRow>(
    `SELECT invoice_id, id, credit_note_number, total, position AS place FROM ${CREDIT_NOTES_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
     UNION ALL
     SELECT invoice_id, json_extract(document, '$.creditNoteId'), json_extract(document, '$.creditNoteNumber'),
       CAST(json_extract(document, '$.total') AS TEXT), position
     FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?)) AND kind = 'credit_note.applied'
     ORDER BY place`,
    ...[companyId, JSON.stringify(invoiceIds), companyId, JSON.stringify(invoiceIds)],
  );
}

function summaryOf({ id, credit_note_number: creditNoteNumber, total }: SummaryRow): CreditNoteSummary {
  return { id, creditNoteNumber, total: Number(total) };
}

/** The company's invoices with these ids, with their payments and credit notes: at most four statements. */
export function findInvoices(session: Session, companyId: string, ids: readonly string[]): StoredInvoiceWithPayments[] {
  const invoices = session.all<FoundRow & { readonly id: string }>(
    `SELECT ${FOUND_COLUMNS} FROM faktura_invoices AS i
     WHERE i.company_id = ? AND id IN (SELECT value FROM json_each(?))`,
    ...[companyId, JSON.stringify(ids)],
  );
  const payments = findPayments(session, companyId, ids);
  const credited = invoices.filter(isCredited).map(({ id }) => id);
  const summaries = credited.length === 0 ? [] : findSummaries(session, companyId, credited);
  return invoices.map((row) => ({
    ...invoiceOf(row),
    payments: payments.get(row.id) ?? [],
    creditNotes: summaries.filter(({ invoice_id }) => invoice_id === row.id).map(summaryOf),
    portalEntries: portalEntriesIn(row),
  }));
}

/** The payments of these invoices, oldest first, by the invoice's id. */
function findPayments(
  session: Session,
  companyId: string,
  ids: readonly string[],
): ReadonlyMap<string, readonly Payment[]> {
  const rows = session.all<PaymentRow>(
    `SELECT invoice_id, id, amount, paid_on, method, reference FROM faktura_payments
     WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?)) ORDER BY invoice_id, position`,
    ...[companyId, JSON.stringify(ids)],
  );
  const extras = rows.length === 0 ? new Map<string, PaymentExtras>() : findExtras(session, companyId, ids);
  const payments = new Map<string, Payment[]>();
  for (const row of rows) {
    const payment = paymentOf(row, extras.get(row.id));
    const ofInvoice = payments.get(row.invoice_id);
    if (ofInvoice === undefined) payments.set(row.invoice_id, [payment]);
    else ofInvoice.push(payment);
  }
  return payments;
}

type PaymentExtras = Pick<Payment, "discountTaken" | "exchangeRate">;

/** What only the journal entries of the payments of these invoices have, by the payment's id. */
function findExtras(session: Session, companyId: string, ids: readonly string[]): ReadonlyMap<string, PaymentExtras> {
  const rows = session.all<Record<"id" | "discount" | "exchange_rate", string | null>>(
    `SELECT json_extract(document, '$.id') AS id, json_extract(document, '$.exchangeRate') AS exchange_rate,
       CAST(json_extract(document, '$.discountTaken') AS TEXT) AS discount
     FROM ${JOURNAL_BY_INVOICE} WHERE company_id = ? AND invoice_id IN (SELECT value FROM json_each(?))
       AND kind = 'payment.recorded' AND coalesce(exchange_rate, discount) IS NOT NULL`,
    ...[companyId, JSON.stringify(ids)],
  );
  return new Map(
    rows.map(({ id, discount, exchange_rate: rate }) => [
      id!,
      {
        ...(discount !== null && { discountTaken: Number(discount) }),
        ...(rate !== null && { exchangeRate: JSON.parse(rate) as ExchangeRate }),
      },
    ]),
  );
}

function paymentOf(row: PaymentRow, extras: PaymentExtras | undefined): Payment {
  const { id, amount, paid_on, method, reference } = row;
  return { id, amount: Number(amount), paidOn: paid_on, method, reference, ...extras };
}

/** The uses of these idempotency keys; keys that the company has not used are left out. */
export function findKeys(session: Session, companyId: string, keys: readonly string[]): UsedKey[] {
  return session
    .all<KeyRow>(
      `SELECT key, fingerprint, invoice_id, credit_note_id FROM faktura_idempotency_keys
       WHERE company_id = ? AND key IN (SELECT value FROM json_each(?))`,
      companyId,
      JSON.stringify(keys),
    )
    .map(usedKeyOf);
}

/** The company's profile; `undefined` if none was saved. */
export function findProfile(session: Session, companyId: string): CompanyProfile | undefined {
  const sql = "SELECT profile FROM faktura_companies WHERE company_id = ?";
  const row = session.get<{ profile: string }>(sql, companyId);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** Creates or replaces the company's profile. */
export function saveProfile(session: Session, companyId: string, profile: CompanyProfile): void {
  session.write(
    1,
    `INSERT INTO faktura_companies (company_id, profile) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET profile = excluded.profile`,
    ...[companyId, JSON.stringify(profile)],
  );
}

/** All entries that resumed dates, in order. Uses the index on invoice ids, because few entries have none. */
export function findResumptions(session: Session, companyId: string): StoredResumption[] {
  const rows = session.all<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IS NULL AND kind = 'dates.resumed' ORDER BY position`,
    companyId,
  );
  return rows.map(({ document }) => parseStored("dates.resumed", document));
}
