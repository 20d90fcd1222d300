import type { CreditNoteOrder, CreditOrder } from "../domain/invoice/generated/credit-note.ts";
import type { InvoiceOrder } from "../domain/invoice/generated/order.ts";
import { REFUSAL_CODES, type RefusalCode } from "../domain/refusal.ts";
import type { CreditNoteListRequest } from "../service/credit-notes/read.ts";
import type { PreviewOptions } from "../service/invoices/preview.ts";
import type { WriteOff } from "../service/invoices/write-off.ts";
import type { PaymentRequest } from "../service/payments/record-payment.ts";
import type { PortalNumberRequest } from "../service/portals/record-portal-number.ts";
import type { PortalRefusalRequest } from "../service/portals/record-portal-refusal.ts";
import {
  creditNoteOrderSchema,
  creditNotePageSchema,
  creditNoteSchema,
  creditOrderSchema,
  invoiceOrderSchema,
  invoiceSchema,
  invoiceWithPaymentsSchema,
} from "../service/schemas/generated/records.ts";
import { creditPreviewSchema, invoicePreviewSchema, previewOptionsSchema } from "../service/schemas/preview.ts";
import {
  creditNoteListSchema,
  paymentRequestSchema,
  portalNumberRequestSchema,
  portalRefusalRequestSchema,
  writeOffSchema,
} from "../service/schemas/requests.ts";
import { createdHeaders, ISSUE_REFUSALS, type Route } from "./routes.ts";

const CREDIT_REFUSALS: readonly RefusalCode[] = [
  "request_invalid",
  "idempotency_key_reused",
  "company_not_found",
  "invoice_not_found",
  "document_unreadable",
  "amount_out_of_range",
  "invoice_cancelled",
  "credit_exceeds_invoice",
  "clock_out_of_step",
];

/** Why nothing can be taken off an invoice of the books. */
const LIMITS: readonly RefusalCode[] = ["document_unreadable", "invoice_cancelled", "credit_exceeds_invoice"];

/** The endpoints that a handler also serves with `extended: true`, except the files of documents, which depend on the formats. */
export const EXTENDED_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/invoices/preview",
    scope: "read:company",
    operationId: "previewInvoice",
    summary: "The invoice that would be issued now; nothing is written, and issuing decides again",
    query: previewOptionsSchema,
    body: { schema: invoiceOrderSchema, required: true },
    status: 200,
    response: invoicePreviewSchema,
    refusals: ISSUE_REFUSALS.filter((code) => code !== "idempotency_key_reused"),
    answer: async (company, { body, query }) => ({
      body: await company.preview(body as InvoiceOrder, query as PreviewOptions),
    }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/credit-notes/preview",
    scope: "read:invoices",
    operationId: "previewCredit",
    summary: "The credit note that would be issued now; nothing is written, and crediting decides again",
    body: { schema: creditOrderSchema, required: true },
    status: 200,
    response: creditPreviewSchema,
    refusals: CREDIT_REFUSALS.filter((code) => code !== "idempotency_key_reused"),
    answer: async (company, { id, body }) => ({ body: await company.previewCredit(id, body as CreditOrder) }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/credit-notes",
    scope: "write:invoices",
    operationId: "creditInvoice",
    summary: "Credits an invoice, as a whole or by line",
    body: { schema: creditOrderSchema, required: true },
    idempotent: {
      location: "Path of the credit note",
      repeat: "issues nothing and returns the first credit note again",
    },
    status: 201,
    response: creditNoteSchema,
    refusals: CREDIT_REFUSALS,
    answer: async (company, { id, body, idempotencyKey, path }) => {
      const { creditNote, replayed } = await company.creditOrReplay(id, body as CreditOrder, { idempotencyKey });
      const location = path.replace(/\/invoices\/[^/]+\/credit-notes$/, `/credit-notes/${creditNote.id}`);
      return { body: creditNote, headers: createdHeaders(location, replayed) };
    },
  },
  {
    method: "POST",
    path: "/credit-notes",
    scope: "write:invoices",
    operationId: "issueCreditNote",
    summary: "Issues a credit note over several invoices, over a period, or of an invoice of the system before",
    body: { schema: creditNoteOrderSchema, required: true },
    idempotent: {
      location: "Path of the credit note",
      repeat: "issues nothing and returns the first credit note again",
    },
    status: 201,
    response: creditNoteSchema,
    refusals: REFUSAL_CODES.filter((code) => ISSUE_REFUSALS.includes(code) || LIMITS.includes(code)),
    answer: async (company, { body, idempotencyKey, path }) => {
      const { creditNote, replayed } = await company.issueCreditNoteOrReplay(body as CreditNoteOrder, {
        idempotencyKey,
      });
      return { body: creditNote, headers: createdHeaders(`${path}/${creditNote.id}`, replayed) };
    },
  },
  {
    method: "GET",
    path: "/credit-notes",
    scope: "read:invoices",
    operationId: "listCreditNotes",
    summary: "Credit notes, newest number first",
    query: creditNoteListSchema,
    status: 200,
    response: creditNotePageSchema,
    refusals: ["request_invalid"],
    answer: async (company, { query }) => ({ body: await company.creditNotes(query as CreditNoteListRequest) }),
  },
  {
    method: "GET",
    path: "/credit-notes/{id}",
    scope: "read:invoices",
    operationId: "getCreditNote",
    summary: "One credit note",
    status: 200,
    response: creditNoteSchema,
    refusals: ["request_invalid", "credit_note_not_found"],
    answer: async (company, { id }) => ({ body: await company.getCreditNote(id) }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/payments",
    scope: "write:invoices",
    operationId: "recordPayment",
    summary: "Records a payment or, with a negative amount, a refund",
    body: { schema: paymentRequestSchema, required: true },
    idempotent: { location: "Path of the invoice", repeat: "records nothing and returns the invoice as it is now" },
    status: 201,
    response: invoiceWithPaymentsSchema,
    refusals: [
      "request_invalid",
      "idempotency_key_reused",
      "company_not_found",
      "invoice_not_found",
      "document_unreadable",
      "amount_out_of_range",
      "invoice_cancelled",
      "payment_exceeds_amount_due",
      "credit_exceeds_invoice",
      "refund_exceeds_amount_paid",
      "clock_out_of_step",
    ],
    answer: async (company, { id, body, idempotencyKey, path }) => {
      const result = await company.recordPaymentOrReplay(id, body as PaymentRequest, { idempotencyKey });
      const location = path.slice(0, -"/payments".length);
      return { body: result.invoice, headers: createdHeaders(location, result.replayed) };
    },
  },
  {
    method: "POST",
    path: "/invoices/{id}/write-off",
    scope: "write:invoices",
    operationId: "writeOffInvoice",
    summary: "Writes off what is due on an invoice as a bad debt, so that its VAT comes back; a repeat changes nothing",
    body: { schema: writeOffSchema, required: true },
    status: 200,
    response: invoiceSchema,
    refusals: ["request_invalid", "invoice_not_found", "document_unreadable", "invoice_cancelled", "write_off_refused"],
    answer: async (company, { id, body }) => ({ body: await company.writeOff(id, body as WriteOff) }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/portal-numbers",
    scope: "write:invoices",
    operationId: "recordPortalNumber",
    summary: "Records the number that a state's portal gave an invoice; a repeat changes nothing",
    body: { schema: portalNumberRequestSchema, required: true },
    status: 200,
    response: invoiceWithPaymentsSchema,
    refusals: ["request_invalid", "invoice_not_found"],
    answer: async (company, { id, body }) => ({
      body: await company.recordPortalNumber(id, body as PortalNumberRequest),
    }),
  },
  {
    method: "POST",
    path: "/credit-notes/{id}/portal-numbers",
    scope: "write:invoices",
    operationId: "recordCreditNotePortalNumber",
    summary: "Records the number that a state's portal gave a credit note; a repeat changes nothing",
    body: { schema: portalNumberRequestSchema, required: true },
    status: 200,
    response: creditNoteSchema,
    refusals: ["request_invalid", "credit_note_not_found"],
    answer: async (company, { id, body }) => ({
      body: await company.recordCreditNotePortalNumber(id, body as PortalNumberRequest),
    }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/portal-refusals",
    scope: "write:invoices",
    operationId: "recordPortalRefusal",
    summary:
      "Records what a state's portal objected to an invoice, or to its cancellation; a repeat of the last one changes nothing",
    body: { schema: portalRefusalRequestSchema, required: true },
    status: 200,
    response: invoiceWithPaymentsSchema,
    refusals: ["request_invalid", "invoice_not_found"],
    answer: async (company, { id, body }) => ({
      body: await company.recordPortalRefusal(id, body as PortalRefusalRequest),
    }),
  },
  {
    method: "POST",
    path: "/credit-notes/{id}/portal-refusals",
    scope: "write:invoices",
    operationId: "recordCreditNotePortalRefusal",
    summary: "Records what a state's portal objected to a credit note; a repeat of the last one changes nothing",
    body: { schema: portalRefusalRequestSchema, required: true },
    status: 200,
    response: creditNoteSchema,
    refusals: ["request_invalid", "credit_note_not_found"],
    answer: async (company, { id, body }) => ({
      body: await company.recordCreditNotePortalRefusal(id, body as PortalRefusalRequest),
    }),
  },
];
