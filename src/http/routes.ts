import type { z } from "zod";
import type { Scope } from "../domain/access.ts";
import type { DocumentFormat, IssuedDocument } from "../domain/invoice/document-format.ts";
import type { InvoiceOrder } from "../domain/invoice/generated/order.ts";
import type { RefusalCode } from "../domain/refusal.ts";
import type { Company } from "../service/company.ts";
import type { Cancellation } from "../service/invoices/cancel.ts";
import type { ListRequest } from "../service/invoices/read.ts";
import {
  companyProfileSchema,
  invoiceOrderSchema,
  invoicePageSchema,
  invoiceSchema,
  invoiceWithPaymentsSchema,
} from "../service/schemas/generated/records.ts";
import { cancellationSchema, listSchema, suggestionSchema } from "../service/schemas/requests.ts";
import { suggestionResponse } from "../service/schemas/suggestion.ts";
import type { SuggestionRequest } from "../service/vat/suggest.ts";

/** What the client asked for in a PDF. */
export interface PdfRequest {
  /** BCP 47 tag of its language. Absent: the renderer's default. */
  readonly language?: string | undefined;
  /** The format whose file it must contain: one of `invoicing.formats`, with `attachedAs`. Absent: the renderer's default. */
  readonly attach?: DocumentFormat | undefined;
}

/** Renders an invoice or a credit note as a PDF file, as `renderPdf` of `faktura/pdf` does. */
export type RenderPdf = (document: IssuedDocument, request: PdfRequest) => Promise<Uint8Array> | Uint8Array;

/** A routed, authenticated and parsed request. The use case checks its content. */
export interface Call {
  /** The path parameter, decoded; `""` if the route has none. */
  readonly id: string;
  /** Query parameters, with numbers and booleans already converted. */
  readonly query: unknown;
  /** The parsed JSON body; `undefined` if there is none. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** Path of the request, without a trailing slash. */
  readonly path: string;
  /** The host's renderer; always there if the route {@link Route.rendersPdf}. */
  readonly renderPdf: RenderPdf | undefined;
}

/** The response of a route. */
export interface Answer {
  /** Written as JSON, unless the route's response is a {@link FileResponse}. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that is a file, whose `body` is a string or bytes. */
export interface FileResponse {
  /** Those that it can have: the header `Content-Type` of the answer says which. */
  readonly mediaTypes: readonly string[];
}

/** One endpoint: how it is served and how it is documented. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly scope: Scope;
  readonly operationId: string;
  readonly summary: string;
  readonly query?: () => z.ZodObject;
  readonly body?: { readonly schema: () => z.ZodObject; readonly required: boolean };
  /** Only if the route takes an `Idempotency-Key`: what its `Location` is, and what a repeat does. */
  readonly idempotent?: { readonly location: string; readonly repeat: string };
  readonly status: 200 | 201;
  readonly response: (() => z.ZodObject) | FileResponse;
  /** Whether it is only there if the host passed `renderPdf`. */
  readonly rendersPdf?: boolean;
  /** The refusals that the use case can throw. */
  readonly refusals: readonly RefusalCode[];
  readonly answer: (company: Company, call: Call) => Promise<Answer>;
}

/** The headers of the answer to a request that creates something. */
export function createdHeaders(location: string, replayed: boolean): Readonly<Record<string, string>> {
  return { Location: location, ...(replayed ? { "Idempotency-Replayed": "true" } : {}) };
}

/** The refusals of an order. */
export const ISSUE_REFUSALS: readonly RefusalCode[] = [
  "request_invalid",
  "idempotency_key_reused",
  "company_not_found",
  "client_country_required",
  "company_not_vat_registered",
  "vat_number_invalid",
  "vat_rate_unknown",
  "vat_rate_unlawful",
  "tax_rate_conflict",
  "amount_out_of_range",
  "einvoice_incomplete",
  "vat_number_unverified",
  "clock_out_of_step",
];

/** The six endpoints. */
export const ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/company",
    scope: "read:company",
    operationId: "getCompany",
    summary: "The company profile",
    status: 200,
    response: companyProfileSchema,
    refusals: ["request_invalid", "company_not_found"],
    answer: async (company) => ({ body: await company.profile() }),
  },
  {
    method: "GET",
    path: "/vat-suggestion",
    scope: "read:company",
    operationId: "suggestVat",
    summary: "The VAT that an invoice would have; nothing is issued",
    query: suggestionSchema,
    status: 200,
    response: suggestionResponse,
    refusals: [
      "request_invalid",
      "company_not_found",
      "client_country_required",
      "vat_number_invalid",
      "vat_rate_unknown",
      "vat_rate_unlawful",
    ],
    answer: async (company, { query }) => ({
      body: await company.suggestVat(query as SuggestionRequest),
    }),
  },
  {
    method: "POST",
    path: "/invoices",
    scope: "write:invoices",
    operationId: "issueInvoice",
    summary: "Issues an invoice; billed per issued invoice",
    body: { schema: invoiceOrderSchema, required: true },
    idempotent: { location: "Path of the invoice", repeat: "issues nothing and returns the first invoice again" },
    status: 201,
    response: invoiceSchema,
    refusals: ISSUE_REFUSALS,
    answer: async (company, { body, idempotencyKey, path }) => {
      const { invoice, replayed } = await company.issueOrReplay(body as InvoiceOrder, { idempotencyKey });
      return { body: invoice, headers: createdHeaders(`${path}/${invoice.id}`, replayed) };
    },
  },
  {
    method: "GET",
    path: "/invoices",
    scope: "read:invoices",
    operationId: "listInvoices",
    summary: "Invoices, newest number first",
    query: listSchema,
    status: 200,
    response: invoicePageSchema,
    refusals: ["request_invalid"],
    answer: async (company, { query }) => ({ body: await company.list(query as ListRequest) }),
  },
  {
    method: "GET",
    path: "/invoices/{id}",
    scope: "read:invoices",
    operationId: "getInvoice",
    summary: "One invoice with its items and payments",
    status: 200,
    response: invoiceWithPaymentsSchema,
    refusals: ["request_invalid", "invoice_not_found"],
    answer: async (company, { id }) => ({ body: await company.get(id) }),
  },
  {
    method: "POST",
    path: "/invoices/{id}/cancel",
    scope: "write:invoices",
    operationId: "cancelInvoice",
    summary: "Cancels an invoice, which keeps its number; a paid invoice cannot be cancelled",
    body: { schema: cancellationSchema, required: false },
    status: 200,
    response: invoiceSchema,
    refusals: ["request_invalid", "invoice_not_found", "invoice_paid", "clock_out_of_step"],
    answer: async (company, { id, body = {} }) => ({ body: await company.cancel(id, body as Cancellation) }),
  },
];
