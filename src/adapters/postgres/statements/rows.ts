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
import { counterOfFirst } from "../schema/guards/series-guard.ts";
import type { Tables } from "../settings.ts";
import { runWrites } from "./counted-writes.ts";

type PaymentFields = [
  ...[id: string, amount: string, paidOn: string, method: string | null, reference: string | null],
  ...[exchangeRate: ExchangeRate | null, discountTaken: string | null],
];

/** The amounts of an invoice's state as text, from a table with the alias `i`. */
export const AMOUNTS_AS_TEXT = [
  ...["amount_paid", "prepaid_refunded", "discount_taken", "credited_total", "amount_due", "settled_amount"],
]
  .map((column) => `i.${column}::pg_catalog.text AS ${column}`)
  .join(", ");

/**
 * The columns of {@link InvoiceRow}, all as text, from a table with the alias `i`. Hosts can change how a driver parses
 * dates and numbers for the whole process.
 */
export const INVOICE_COLUMNS = `i.counter::pg_catalog.text AS counter, i.status, ${AMOUNTS_AS_TEXT}, i.settled_by, i.cancelled_at, i.cancellation_reason, i.document`;

/** The same from a common table expression with the alias `page`, without the counter. */
export const PAGE_COLUMNS =
  "page.status, page.amount_paid, page.prepaid_refunded, page.discount_taken, page.credited_total, page.amount_due, " +
  "page.settled_amount, page.settled_by, page.cancelled_at, page.cancellation_reason, page.document";

/** SQL for a date as text, independent of `DateStyle` and of any `to_char` that the host has defined. */
export function dayAsText(column: string): string {
  return `pg_catalog.to_char(${column}, 'YYYY-MM-DD')`;
}

/** SQL for a date as unambiguous text, even before year 1 or if infinite. Only damaged rows have such dates. */
export function wholeDay(column: string): string {
  const era = `CASE WHEN ${column} < '0001-01-01'::pg_catalog.date THEN ' BC' ELSE '' END`;
  return `CASE WHEN pg_catalog.isfinite(${column}) THEN ${dayAsText(column)} || ${era} ELSE ${column}::pg_catalog.text END`;
}

/**
 * SQL for one invoice's payments, oldest first, as JSON for {@link paymentsOf}; from a table with the alias `p`, and from what
 * only their entries have with the alias `r`.
 */
const PAYMENTS_AS_JSON = `pg_catalog.json_agg(pg_catalog.json_build_array(p.id, p.amount::pg_catalog.text, ${dayAsText("p.paid_on")}, p.method,
    p.reference, r.exchange_rate, r.discount) ORDER BY p.position)::pg_catalog.text`;

/** SQL for {@link PortalEntryRow.portal_entries} of the invoice with this id, of the company `$1`. */
export function portalEntriesAsJson({ journal }: Tables, invoiceId: string): string {
  return `(SELECT pg_catalog.json_agg(e.document ORDER BY e.position)::pg_catalog.text FROM ${journal} AS e
     WHERE e.company_id = $1 AND e.invoice_id = ${invoiceId} AND e.kind IN ${PORTAL_KINDS}) AS portal_entries`;
}

/** The company's invoices with these ids, with their payments. */
export function findInvoices(
  session: Session,
  tables: Tables,
  companyId: string,
  ids: readonly string[],
): Promise<StoredInvoiceWithPayments[]> {
  return selectInvoices(session, tables, "i.id = ANY($2::pg_catalog.text[])", [companyId, ids.filter(isText)]);
}

/** The invoice with this number, with its payments. */
export async function findByNumber(
  session: Session,
  tables: Tables,
  companyId: string,
  invoiceNumber: string,
): Promise<StoredInvoiceWithPayments | undefined> {
  const parts = parseInvoiceNumber(invoiceNumber);
  if (parts === undefined) return undefined;
  const condition = `i.counter = coalesce((SELECT s.counter FROM ${tables.seriesInvoices} AS s
      WHERE s.company_id = $1 AND pg_catalog.lower(s.invoice_number) = pg_catalog.lower($2::pg_catalog.text)),
      ${counterOfFirst(tables, "$1", "$3::bigint")}) AND pg_catalog.lower(i.invoice_number) = pg_catalog.lower($2::pg_catalog.text)`;
  const values = [companyId, invoiceNumber, String(parts.counter)] as const;
  return (await selectInvoices(session, tables, condition, values))[0];
}

/** The company's invoices that meet the condition, in one statement and so in one snapshot. */
async function selectInvoices(
  session: Session,
  tables: Tables,
  condition: string,
  values: readonly [companyId: string, ...values: unknown[]],
): Promise<StoredInvoiceWithPayments[]> {
  const { invoices, payments, creditNotes, journal } = tables;
  const rows = await session.rows<InvoiceRow & PortalEntryRow & Record<"payments" | "credit_notes", string | null>>(
    `SELECT ${INVOICE_COLUMNS}, ${portalEntriesAsJson(tables, "i.id")}, (
       SELECT ${PAYMENTS_AS_JSON} FROM ${payments} AS p LEFT JOIN (
         SELECT j.document::pg_catalog.json ->> 'id'::pg_catalog.text AS id,
           j.document::pg_catalog.json -> 'exchangeRate'::pg_catalog.text AS exchange_rate,
           j.document::pg_catalog.json ->> 'discountTaken'::pg_catalog.text AS discount
         FROM ${journal} AS j
         WHERE j.company_id = $1 AND j.invoice_id = i.id AND j.kind = 'payment.recorded'
           AND (j.document::pg_catalog.json -> 'exchangeRate'::pg_catalog.text IS NOT NULL
             OR j.document::pg_catalog.json -> 'discountTaken'::pg_catalog.text IS NOT NULL)
       ) AS r ON r.id = p.id WHERE p.company_id = $1 AND p.invoice_id = i.id
     ) AS payments, CASE WHEN i.credited_total <> 0::numeric THEN (
       SELECT pg_catalog.json_agg(pg_catalog.json_build_array(c.id, c.credit_note_number, c.total)
         ORDER BY c.position)::pg_catalog.text
       FROM (
         SELECT n.id, n.credit_note_number, n.total::pg_catalog.text AS total, n.position
         FROM ${creditNotes} AS n WHERE n.company_id = $1 AND n.invoice_id = i.id
         UNION ALL
         SELECT j.document::pg_catalog.json ->> 'creditNoteId'::pg_catalog.text,
           j.document::pg_catalog.json ->> 'creditNoteNumber'::pg_catalog.text,
           j.document::pg_catalog.json ->> 'total'::pg_catalog.text, j.position
         FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id = i.id AND j.kind = 'credit_note.applied'
       ) AS c
     ) END AS credit_notes
     FROM ${invoices} AS i WHERE i.company_id = $1 AND ${condition}`,
    [...values],
  );
  return rows.map((row) => ({
    ...invoiceOf(row),
    payments: paymentsOf(row.payments),
    creditNotes: row.credit_notes === null ? [] : summariesOf(row.credit_notes),
    portalEntries: portalEntriesIn(row),
  }));
}

function summariesOf(text: string): CreditNoteSummary[] {
  const fields = JSON.parse(text) as [id: string, creditNoteNumber: string, total: string][];
  return fields.map(([id, creditNoteNumber, total]) => ({ id, creditNoteNumber, total: Number(total) }));
}

/** Whether PostgreSQL can store the string: text cannot contain NUL or a lone surrogate. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

/** Parses {@link PAYMENTS_AS_JSON}. */
export function paymentsOf(text: string | null): Payment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([id, amount, paidOn, method, reference, exchangeRate, discount]) => ({
    ...{ id, amount: Number(amount), paidOn, method, reference },
    ...(discount !== null && { discountTaken: Number(discount) }),
    ...(exchangeRate !== null && { exchangeRate }),
  }));
}

/** The uses of these idempotency keys; keys that the company has not used are left out. */
export async function findKeys(
  session: Session,
  { keys }: Tables,
  companyId: string,
  wanted: readonly string[],
): Promise<UsedKey[]> {
  const rows = await session.rows<KeyRow>(
    `SELECT key, fingerprint, invoice_id, credit_note_id FROM ${keys} WHERE company_id = $1 AND key = ANY($2::pg_catalog.text[])`,
    [companyId, wanted.filter(isText)],
  );
  return rows.map(usedKeyOf);
}

/** The company's profile; `undefined` if none was saved. */
export async function findProfile(
  session: Session,
  { companies }: Tables,
  companyId: string,
): Promise<CompanyProfile | undefined> {
  const [row] = await session.rows<{ profile: string }>(`SELECT profile FROM ${companies} WHERE company_id = $1`, [
    companyId,
  ]);
  return row && (JSON.parse(row.profile) as CompanyProfile);
}

/** Creates or replaces the company's profile. */
export async function saveProfile(
  session: Session,
  { companies: table }: Tables,
  companyId: string,
  profile: CompanyProfile,
): Promise<void> {
  const sql = `INSERT INTO ${table} (company_id, profile) VALUES ($1, $2)
    ON CONFLICT (company_id) DO UPDATE SET profile = excluded.profile`;
  await runWrites(session, [{ name: "companies", table, sql }], [companyId, JSON.stringify(profile)]);
}

/** The company's last `dates.resumed` entry. */
export async function findResumption(
  session: Session,
  tables: Tables,
  companyId: string,
): Promise<StoredResumption | undefined> {
  const [row] = await session.rows<{ document: string }>(
    // Ordered like the index, so that PostgreSQL uses it to look up the entries without an invoice.
    `SELECT j.document ${resumptionsOf(tables)} ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1`,
    [companyId],
  );
  return row && parseStored("dates.resumed", row.document);
}

/** SQL from FROM on, of all `dates.resumed` entries of the company `$1`. */
export function resumptionsOf({ journal }: Tables): string {
  return `FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'`;
}
