import type { CreditNoteSummary, Payment } from "../../domain/invoice/generated/invoice.ts";
import type { ExchangeRate } from "../../domain/invoice/generated/order.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import type { StoredPortalEntry } from "../../domain/invoice/stored-document.ts";
import type { StoredInvoiceWithPayments } from "../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf } from "../common/invoice-row.ts";
import { PORTAL_KINDS } from "../common/refusals.ts";
import { STATE_COLUMNS } from "./batch-columns.ts";
import { allRows, firstRow, type Steps } from "./steps.ts";
import { asTexts, type SqlSyntax, writtenOnce } from "./syntax.ts";

/** The columns of {@link InvoiceRow} with amounts. */
export const AMOUNTS = STATE_COLUMNS.filter(({ type }) => type === "amount").map(({ name }) => name);

/** SQL of the other columns of a state, of the invoice `i`. */
export const STATE_TEXTS = STATE_COLUMNS.filter(({ type }) => type === "text")
  .map(({ name }) => `i.${name}`)
  .join(", ");

/** The entries about portals of an invoice and its credit notes: a JSON array of arrays with their texts, or NULL. */
export interface PortalEntryRow {
  readonly portal_entries: string | null;
}

/** SQL for {@link PortalEntryRow} of the invoice with this id, of the company `$1`. */
export function portalEntriesOf(sql: SqlSyntax, invoiceId: string): string {
  const from = `${entriesOf(sql, "e", invoiceId)} AND e.kind IN ${PORTAL_KINDS}`;
  return `${sql.jsonRows({ columns: "e.document", from, order: "e.position" })} AS portal_entries`;
}

export function portalEntriesIn({ portal_entries }: PortalEntryRow): StoredPortalEntry[] {
  const entries = JSON.parse(portal_entries ?? "[]") as [document: string][];
  return entries.map(([document]) => JSON.parse(document) as StoredPortalEntry);
}

/** SQL after FROM, of the journal's entries of the invoice with this id, of the company `$1`. */
export function entriesOf({ tables, indexed }: SqlSyntax, alias: string, invoiceId: string): string {
  const journal = indexed(`${tables.journal} AS ${alias}`, "faktura_journal_by_invoice");
  return `${journal} WHERE ${alias}.company_id = $1 AND ${alias}.invoice_id = ${invoiceId}`;
}

type FoundRow = InvoiceRow & PortalEntryRow & Readonly<Record<"payments" | "credit_notes", string | null>>;

/** SQL of the invoices of the company `$1` that meet the condition: one statement, and so one snapshot. */
function selectInvoices(condition: (sql: SqlSyntax) => string): (sql: SqlSyntax) => string {
  return writtenOnce((sql) => {
    const { tables, text } = sql;
    return `SELECT ${asTexts(sql, "i", "counter", ...AMOUNTS)}, ${STATE_TEXTS}, i.document,
       ${portalEntriesOf(sql, "i.id")}, ${paymentsOf(sql)} AS payments,
       CASE WHEN ${text("i.credited_total")} <> '0' THEN ${creditNotesOf(sql)} END AS credit_notes
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND ${condition(sql)}`;
  });
}

const BY_ID = selectInvoices(({ among }) => among("i.id", "$2"));

const BY_NUMBER = selectInvoices(({ builtIn, text, integer, counterOfNumber }) => {
  return `i.counter = ${counterOfNumber("$1", text("$2"), integer("$3"))}
    AND ${builtIn}lower(i.invoice_number) = ${builtIn}lower(${text("$2")})`;
});

/** The company's invoices with these ids, with their payments. */
export function* findInvoices(
  sql: SqlSyntax,
  companyId: string,
  ids: readonly string[],
): Steps<StoredInvoiceWithPayments[]> {
  return (yield* allRows<FoundRow>(BY_ID(sql), companyId, ids)).map(foundInvoice);
}

/** The invoice with this number, with its payments. */
export function* findByNumber(
  sql: SqlSyntax,
  companyId: string,
  invoiceNumber: string,
): Steps<StoredInvoiceWithPayments | undefined> {
  const counter = parseInvoiceNumber(invoiceNumber)?.counter;
  if (counter === undefined) return undefined;
  const row = yield* firstRow<FoundRow>(BY_NUMBER(sql), companyId, invoiceNumber, counter);
  return row && foundInvoice(row);
}

function foundInvoice(row: FoundRow): StoredInvoiceWithPayments {
  return {
    ...invoiceOf(row),
    payments: paymentsIn(row.payments),
    creditNotes: creditNotesIn(row.credit_notes),
    portalEntries: portalEntriesIn(row),
  };
}

/** SQL for the payments of the invoice `i`, oldest first, for {@link paymentsIn}. Only their entries have some fields. */
function paymentsOf(sql: SqlSyntax): string {
  const { tables, text, day, field, jsonRows } = sql;
  const [rate, discount] = [field("j.document", "exchangeRate"), field("j.document", "discountTaken")];
  return jsonRows({
    columns: `p.id, ${text("p.amount")}, ${day("p.paid_on")}, p.method, p.reference, r.exchange_rate, r.discount`,
    from: `${tables.payments} AS p LEFT JOIN (
        SELECT ${field("j.document", "id")} AS id, ${rate} AS exchange_rate, ${discount} AS discount
        FROM ${entriesOf(sql, "j", "i.id")} AND j.kind = 'payment.recorded'
          AND (${rate} IS NOT NULL OR ${discount} IS NOT NULL)
      ) AS r ON r.id = p.id WHERE p.company_id = $1 AND p.invoice_id = i.id`,
    order: "p.position",
  });
}

type PaymentFields = [
  ...[id: string, amount: string, paidOn: string, method: string | null, reference: string | null],
  ...[exchangeRate: string | null, discountTaken: string | null],
];

function paymentsIn(text: string | null): Payment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([id, amount, paidOn, method, reference, rate, discount]) => ({
    ...{ id, amount: Number(amount), paidOn, method, reference },
    ...(discount !== null && { discountTaken: Number(discount) }),
    ...(rate !== null && { exchangeRate: JSON.parse(rate) as ExchangeRate }),
  }));
}

/** SQL for the credit notes of the invoice `i`, oldest first, for {@link creditNotesIn}. */
function creditNotesOf(sql: SqlSyntax): string {
  const { tables, text, field, jsonRows, indexed } = sql;
  return jsonRows({
    columns: "found.id, found.credit_note_number, found.total",
    from: `(
      SELECT n.id, n.credit_note_number, ${text("n.total")} AS total, n.position
      FROM ${indexed(`${tables.creditNotes} AS n`, "faktura_credit_notes_by_invoice")}
      WHERE n.company_id = $1 AND n.invoice_id = i.id
      UNION ALL
      SELECT ${field("j.document", "creditNoteId")}, ${field("j.document", "creditNoteNumber")},
        ${field("j.document", "total")}, j.position
      FROM ${entriesOf(sql, "j", "i.id")} AND j.kind = 'credit_note.applied'
    ) AS found`,
    order: "found.position",
  });
}

function creditNotesIn(text: string | null): CreditNoteSummary[] {
  const fields = JSON.parse(text ?? "[]") as [id: string, creditNoteNumber: string, total: string][];
  return fields.map(([id, creditNoteNumber, total]) => ({ id, creditNoteNumber, total: Number(total) }));
}
