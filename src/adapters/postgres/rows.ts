import type { Payment } from "../../domain/invoice.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../invoice-row.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

type PaymentFields = [id: string, amount: string, paidOn: string, method: string | null, reference: string | null];

/**
 * The columns of {@link InvoiceRow}, all of them text, from a table that goes by `i`: hosts change how a driver reads
 * dates and numbers for all of their process.
 */
export const INVOICE_COLUMNS =
  "i.counter::text AS counter, i.status, i.amount_paid::text AS amount_paid, i.cancelled_at, i.cancellation_reason, " +
  "i.document";

/** A date as text, whatever `DateStyle` says, and whatever function for dates a host has under that name. */
export function dayAsText(column: string): string {
  return `pg_catalog.to_char(${column}, 'YYYY-MM-DD')`;
}

/** A date as text that no other date has, also before year 1 and where it is infinite: only damage has these. */
export function wholeDay(column: string): string {
  const era = `CASE WHEN ${column} < '0001-01-01'::date THEN ' BC' ELSE '' END`;
  return `CASE WHEN isfinite(${column}) THEN ${dayAsText(column)} || ${era} ELSE ${column}::text END`;
}

/** The payments of one invoice, oldest first, as the text that {@link paymentsOf} reads; from a table that goes by `p`. */
export const PAYMENTS_AS_JSON =
  `json_agg(json_build_array(p.id, p.amount::text, ${dayAsText("p.paid_on")}, p.method, p.reference) ` +
  "ORDER BY p.position)::text";

/** The company's invoices with these ids, with their payments: one statement, and so one snapshot. */
export async function findInvoices(
  session: Session,
  { invoices, payments }: Tables,
  companyId: string,
  ids: readonly string[],
): Promise<StoredInvoiceWithPayments[]> {
  const rows = await session.rows<InvoiceRow & { payments: string | null }>(
    `SELECT ${INVOICE_COLUMNS}, (
       SELECT ${PAYMENTS_AS_JSON} FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = i.id
     ) AS payments
     FROM ${invoices} AS i WHERE i.company_id = $1 AND i.id = ANY($2::text[])`,
    [companyId, ids.filter(isText)],
  );
  return rows.map((row) => ({ ...invoiceOf(row), payments: paymentsOf(row.payments) }));
}

/** PostgreSQL's text holds no NUL and no lone surrogate, so what has one is asked for in vain. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

/** What {@link PAYMENTS_AS_JSON} says. */
export function paymentsOf(text: string | null): Payment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([id, amount, paidOn, method, reference]) => {
    return { id, amount: Number(amount), paidOn, method, reference };
  });
}

/** Those of these keys that the company has used. */
export async function findKeys(
  session: Session,
  { keys }: Tables,
  companyId: string,
  wanted: readonly string[],
): Promise<UsedKey[]> {
  const rows = await session.rows<{ key: string; fingerprint: string; invoice_id: string }>(
    `SELECT key, fingerprint, invoice_id FROM ${keys} WHERE company_id = $1 AND key = ANY($2::text[])`,
    [companyId, wanted.filter(isText)],
  );
  return rows.map(({ key, fingerprint, invoice_id }) => ({ key, fingerprint, invoiceId: invoice_id }));
}
