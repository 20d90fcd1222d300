import { type BillingEvent, billingEventId } from "../domain/books/billing-event.ts";
import type { ChangeOrigin } from "../domain/books/journal.ts";
import { canonicalJson } from "../domain/canonical-json.ts";
import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import type { CreditNoteDocument } from "../domain/invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../domain/invoice/generated/invoice.ts";
import {
  asIssued,
  type InvoiceState,
  withCancellation,
  withCredit,
  withPayment,
} from "../domain/invoice/invoice-state.ts";
import { Decimal } from "../domain/money/decimal.ts";
import type { NewApiKey } from "../ports/api-key-store.ts";
import type { NewCreditNote } from "../ports/credit-note-repository.ts";
import type { NewInvoice, NewPayment, SeriesPlace, StateChange, UsedKey } from "../ports/invoice-repository.ts";

/** The company that most cases are about. */
export const ACME = "acme";

/** Text that a careless column, escape or normalisation changes. */
export const HARD_TEXT = `"quotes" 'single' \\back/slash\\ \t\r\n % ? $1 :a \u0001 é e\u0301 \u2028 \ufeff ½ 漢字 🧾 𝒳 👩‍👩‍👧`;

/** The fields in which a sample invoice may differ. */
export interface SampleChanges {
  readonly id?: string;
  readonly issueDate?: string;
  readonly clientName?: string;
  readonly source?: NewInvoice["source"];
  readonly prepaidAmount?: number;
  readonly reference?: string;
  readonly dueDate?: string | undefined;
  readonly retentions?: InvoiceDocument["retentions"];
  readonly metadata?: Readonly<Record<string, string>>;
  /** Its named series, whose name is its prefix too. */
  readonly series?: SeriesPlace;
  /** Its number in the first series, if that is not the counter. */
  readonly number?: number;
}

/** The origin of all changes to the samples. */
export const SAMPLE_ORIGIN: ChangeOrigin = { at: "2026-11-21T08:00:00.000Z", actor: "tests", source: "api" };

/** `[1, 2, …, last]`. */
export function oneTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** An id in the form that the library uses, so that a store may keep ids in a UUID column. */
export function sampleId(counter: number): string {
  return `01936f2e-0000-7000-8000-${String(counter).padStart(12, "0")}`;
}

/** An invoice as the service inserts it, with a complete document. */
export function sampleInvoice(counter: number, changes: SampleChanges = {}): NewInvoice {
  const {
    id = sampleId(counter),
    issueDate = "2026-11-20",
    clientName = "Exemple SARL",
    source = "api",
    prepaidAmount,
    reference,
    dueDate,
    retentions,
    metadata,
    series,
    number = series?.number ?? counter,
  } = changes;
  const invoiceNumber = `${series?.name ?? "INV"}-${issueDate.slice(0, 7).replace("-", "")}-${String(number).padStart(4, "0")}`;
  const document: InvoiceDocument = {
    documentVersion: 1,
    documentType: "380",
    id,
    invoiceNumber,
    issueDate,
    taxPointDate: issueDate,
    clientName,
    currency: "EUR",
    issuedAt: `${issueDate}T09:30:00.000Z`,
    seller: { name: "Firma GmbH", country: "DE" },
    items: [{ description: "Consulting", quantity: 2, unitPrice: 100, taxRate: 19, vatCategory: "S", netAmount: 200 }],
    taxRate: 19,
    subtotal: 200,
    taxTotal: 38,
    total: 238,
    payable: 238,
    prepaidAmount,
    reference,
    dueDate,
    retentions,
    metadata,
    series: series?.name,
    vatBreakdown: [
      { category: "S", vatexCode: null, taxRate: 19, rateCountry: "DE", taxableAmount: 200, taxAmount: 38 },
    ],
    vatTreatment: "domestic",
    vatNote: "",
    vatReason: "The same country.",
    warnings: [],
  };
  const { issuedAt } = document;
  const text = canonicalJson(document);
  const { amountDue } = asIssued(document);
  const invoice = {
    id,
    counter,
    invoiceNumber,
    issueDate,
    source,
    actor: "tests",
    amountDue,
    issuedAt,
    document: text,
  };
  return series === undefined ? invoice : { ...invoice, series };
}

export function sampleEvent(companyId: string, { id, counter, issueDate }: NewInvoice): BillingEvent {
  const occurredAt = `${issueDate}T09:30:00.000Z`;
  return { id: billingEventId(id), companyId, invoiceId: id, counter, occurredAt };
}

/** What a sample credit note may differ in. */
export interface SampleCredit {
  readonly id?: string;
  readonly issueDate?: string;
  /** `null`: it does not credit one invoice of the books. */
  readonly invoiceId?: string | null;
  readonly reason?: string;
  readonly total?: number;
  /** What it takes off invoices, by their ids. Only without one invoice of the books. */
  readonly applied?: Readonly<Record<string, number>>;
  readonly prefix?: string;
}

/** A credit note as the service inserts it, its document complete: of invoice 1, 38.00 without VAT unless changed. */
export function sampleCreditNote(counter: number, changes: SampleCredit = {}): NewCreditNote {
  const id = changes.id ?? `01936f2e-2222-7000-8000-${String(counter).padStart(12, "0")}`;
  const { issueDate = "2026-11-21", reason = "returned", total = 38 } = changes;
  const invoiceId = changes.invoiceId === null ? id : (changes.invoiceId ?? sampleId(1));
  const { prefix = "INV-CN", applied = {} } = changes;
  const creditNoteNumber = `${prefix}-${issueDate.slice(0, 7).replace("-", "")}-${String(counter).padStart(4, "0")}`;
  const item = { description: "Consulting", quantity: 1, unitPrice: total, taxRate: 0, netAmount: total } as const;
  const document: CreditNoteDocument = {
    documentVersion: 1,
    documentType: "381",
    id,
    creditNoteNumber,
    issueDate,
    issuedAt: SAMPLE_ORIGIN.at,
    ...(invoiceId === id
      ? {
          correctedInvoices: [
            { number: "2025-17" },
            ...Object.entries(applied).map(([of, amount]) => ({ number: of, invoiceId: of, amount })),
          ],
        }
      : { corrects: { invoiceId, invoiceNumber: "INV-202611-0001", issueDate: "2026-11-20" } }),
    reason,
    taxPointDate: "2026-11-20",
    seller: { name: "Firma GmbH", country: "DE" },
    clientName: "Exemple SARL",
    currency: "EUR",
    items: [{ line: 1, creditedBy: "netAmount", vatCategory: "Z", ...item }],
    taxRate: 0,
    subtotal: total,
    taxTotal: 0,
    total,
    payable: total,
    vatBreakdown: [
      { category: "Z", vatexCode: null, taxRate: 0, rateCountry: null, taxableAmount: total, taxAmount: 0 },
    ],
    vatTreatment: "domestic",
    vatNote: "",
    vatReason: "The same country.",
  };
  const origin = { ...SAMPLE_ORIGIN };
  const text = canonicalJson(document);
  const note = { id, counter, creditNoteNumber, issueDate, invoiceId, total, payable: total, origin, document: text };
  const parts = Object.entries(applied).map(([of, amount]) => {
    return { invoiceId: of, creditNoteId: id, creditNoteNumber, issueDate, total: amount, payable: amount };
  });
  return parts.length === 0 ? note : { ...note, applied: parts };
}

export function sampleKey(key: string, invoiceId: string): UsedKey {
  return { key, fingerprint: "0123456789abcdef".repeat(4), invoiceId };
}

export function samplePayment(position: number, invoiceId: string, changes: Partial<NewPayment> = {}): NewPayment {
  const id = `01936f2e-1111-7000-8000-${String(position).padStart(12, "0")}`;
  return {
    id,
    invoiceId,
    origin: { ...SAMPLE_ORIGIN },
    amount: 38,
    paidOn: "2026-11-21",
    method: "bank_transfer",
    reference: null,
    ...changes,
  };
}

export function sampleProfile(changes: Partial<CompanyProfile> = {}): CompanyProfile {
  return {
    name: "Firma GmbH",
    country: "DE",
    vatRegistered: true,
    ossRegistered: false,
    defaultCurrency: "EUR",
    invoicePrefix: "INV",
    ...changes,
  };
}

/** The state of a sample invoice as it is issued. */
export const AS_ISSUED: InvoiceState = asIssued({ payable: 238 });

export const PAID: InvoiceState = { ...AS_ISSUED, status: "PAID", amountPaid: 238, amountDue: 0 };

/** The state after a payment, or a refund if it is negative. */
export function paidBy(amount: number, state: InvoiceState = AS_ISSUED): InvoiceState {
  return withPayment(state, new Decimal(amount));
}

/** The state after a credit note. */
export function creditedBy(total: number, state: InvoiceState = AS_ISSUED): InvoiceState {
  return withCredit(state, { total, payable: total });
}

/** A change to `state`. */
export function stateChange(invoiceId: string, state: InvoiceState): StateChange {
  return { invoiceId, origin: { ...SAMPLE_ORIGIN }, ...state };
}

export const CANCELLED: InvoiceState = withCancellation(AS_ISSUED, "2026-11-22T10:00:00.000Z", "ordered twice");

/** The state after a write-off. */
export function writtenOff(reason: string, state: InvoiceState = AS_ISSUED): InvoiceState {
  return { ...state, writtenOffOn: "2026-11-22", writeOffReason: reason };
}

/** An API key that is neither revoked nor used. Its id is 12 times the letter. */
export function sampleApiKey(letter: string, changes: Partial<NewApiKey> = {}): NewApiKey {
  return {
    id: letter.repeat(12),
    hash: "0123456789abcdef".repeat(4),
    scopes: ["read:invoices"],
    name: null,
    actor: "tests",
    createdAt: "2026-11-21T08:00:00.000Z",
    expiresAt: null,
    ...changes,
  };
}
