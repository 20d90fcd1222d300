import { z } from "zod";
import { insteadOf, insteadOfText } from "../domain/instead-of.ts";
import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import { requireOptions } from "../domain/known-names.ts";
import { requireFormats } from "../service/formats.ts";
import { invoiceStatus, supply, vatCategory, vatTreatment, vatWarning } from "../service/schemas/fields.ts";
import {
  EXTENDED_COMPONENTS as EXTENDED_RECORDS,
  COMPONENTS as RECORDS,
} from "../service/schemas/generated/records.ts";
import { creditNotePreviewSchema, creditPreviewSchema, invoicePreviewSchema } from "../service/schemas/preview.ts";
import {
  cancellationSchema,
  paymentRequestSchema,
  portalNumberRequestSchema,
  portalRefusalRequestSchema,
  writeOffSchema,
} from "../service/schemas/requests.ts";
import { suggestionResponse } from "../service/schemas/suggestion.ts";
import { problemResponse } from "./common/problem.ts";
import { documentRoutes } from "./document-routes.ts";
import { EXTENDED_ROUTES } from "./extended-routes.ts";
import { failures, type JsonObject, notModified, successHeaders, UNMATCHED_RESPONSES } from "./openapi-responses.ts";
import { RATES_TEXT } from "./query-parameters.ts";
import { ROUTES, type Route } from "./routes.ts";

/** The schemas that have a name in the document. */
const COMPONENTS = new Map<() => z.ZodType, string>([
  ...RECORDS,
  [suggestionResponse, "VatSuggestion"],
  [cancellationSchema, "Cancellation"],
  [invoiceStatus, "InvoiceStatus"],
  [supply, "Supply"],
  [vatCategory, "VatCategory"],
  [vatTreatment, "VatTreatment"],
  [vatWarning, "VatWarning"],
  [problemResponse, "Problem"],
]);

/** The schemas that only a handler with `extended: true` has. */
const EXTENDED_COMPONENTS = new Map<() => z.ZodType, string>([
  ...EXTENDED_RECORDS,
  [paymentRequestSchema, "PaymentRequest"],
  [writeOffSchema, "WriteOff"],
  [portalNumberRequestSchema, "PortalNumberRequest"],
  [portalRefusalRequestSchema, "PortalRefusalRequest"],
  [invoicePreviewSchema, "InvoicePreview"],
  [creditNotePreviewSchema, "CreditNotePreview"],
  [creditPreviewSchema, "CreditPreview"],
]);

/** Options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** The URL of the endpoints, up to and including the base path. Absent: the document names no server. */
  readonly serverUrl?: string | undefined;
  /** Whether it also describes what a handler with `extended: true` serves. Absent: the six endpoints only. */
  readonly extended?: boolean | undefined;
  /** The formats of the files that it describes with `extended: true`: `invoicing.formats`. Absent: only PDF. */
  readonly formats?: readonly DocumentFormat[] | undefined;
}

/**
 * The OpenAPI 3.1 document of the six endpoints, generated from the schemas and routes that serve the requests.
 *
 * @throws TypeError that names the option that is unknown or invalid
 *
 * @example
 * ```ts
 * import { openApiDocument } from "faktura/http";
 *
 * const document = openApiDocument({ serverUrl: "https://api.example.com/accounting" });
 * console.log(document["openapi"]); // 3.1.0
 * ```
 */
export function openApiDocument(options: OpenApiOptions = {}): JsonObject {
  requireOptions("openApiDocument", options, { serverUrl: true, extended: true, formats: true });
  const { serverUrl, extended = false } = options;
  if (serverUrl !== undefined && typeof serverUrl !== "string") {
    const must = 'serverUrl must be a string such as "https://api.example.com/accounting"';
    throw new TypeError(must + insteadOf(serverUrl));
  }
  if (typeof extended !== "boolean") throw new TypeError(`extended must be true or false${insteadOfText(extended)}`);
  const routes = extended
    ? [...ROUTES, ...EXTENDED_ROUTES, ...documentRoutes(requireFormats(options.formats))]
    : ROUTES;
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Invoicing",
      version: "1.0.0",
      description: `Company profile, VAT suggestion and invoices${extended ? ", payments, credit notes and files of documents" : ""} with gapless numbers.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    ...(serverUrl === undefined ? {} : { servers: [{ url: serverUrl }] }),
    paths,
    components: {
      schemas: componentSchemas(extended ? [...COMPONENTS, ...EXTENDED_COMPONENTS] : [...COMPONENTS]),
      responses: UNMATCHED_RESPONSES,
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "The API key" } },
    },
  };
}

function operation(route: Route): JsonObject {
  return {
    operationId: route.operationId,
    summary: route.summary,
    security: [{ apiKey: [route.scope] }],
    parameters: parameters(route),
    ...(route.body && { requestBody: { required: route.body.required, content: json(route.body.schema) } }),
    responses: {
      [route.status]: { description: route.summary, ...successHeaders(route), content: content(route.response) },
      ...notModified(route),
      ...failures(route),
    },
  };
}

function parameters(route: Route): JsonObject[] {
  const query =
    route.query && (z.toJSONSchema(route.query(), { io: "input" }).properties as Record<string, JsonObject>);
  const inQuery = Object.entries(query ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: name === "clientCountry",
    schema: name === "vatRates" ? RATES_TEXT : schema,
    ...(description === undefined ? {} : { description }),
  }));
  const ifNoneMatch = {
    name: "If-None-Match",
    in: "header",
    required: false,
    schema: { type: "string" },
    description: "The `ETag` of the file that you have",
  };
  const owner = route.path.startsWith("/credit-notes") ? "credit note" : "invoice";
  const description = `The ${owner}'s id`;
  const id = { name: "id", in: "path", required: true, schema: { type: "string" }, description };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    description: `A key of your choice. A repeat with the same key ${route.idempotent?.repeat}`,
  };
  return [
    ...(route.path.includes("{id}") ? [id] : []),
    ...inQuery,
    ...(route.idempotent ? [key] : []),
    ...(typeof route.response === "function" ? [] : [ifNoneMatch]),
  ];
}

function content(response: Route["response"]): JsonObject {
  if (typeof response === "function") return json(response);
  const { mediaTypes } = response;
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string", contentMediaType: type } }]));
}

function json(schema: () => z.ZodType): JsonObject {
  const name = COMPONENTS.get(schema) ?? EXTENDED_COMPONENTS.get(schema);
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}

function componentSchemas(components: readonly (readonly [() => z.ZodType, string])[]): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of components) registry.add(schema(), { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}
