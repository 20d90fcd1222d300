import { z } from "zod";
import { cancellationSchema, orderSchema, profileSchema } from "../service/request-schemas.ts";
import {
  invoicePageResponse,
  invoiceResponse,
  invoiceWithPaymentsResponse,
  suggestionResponse,
} from "../service/response-schemas.ts";
import { HTTP_FAULTS, problemResponse, REFUSALS, SERVER_FAULTS } from "./problem.ts";
import { ROUTES, type Route } from "./routes.ts";

/** A JSON value, as documents are made of. */
export type JsonObject = { readonly [name: string]: unknown };

/** The schemas that the document names. */
const COMPONENTS = new Map<z.ZodType, string>([
  [profileSchema, "CompanyProfile"],
  [suggestionResponse, "VatSuggestion"],
  [orderSchema, "InvoiceOrder"],
  [cancellationSchema, "Cancellation"],
  [invoiceResponse, "Invoice"],
  [invoiceWithPaymentsResponse, "InvoiceWithPayments"],
  [invoicePageResponse, "InvoicePage"],
  [problemResponse, "Problem"],
]);

/**
 * The OpenAPI 3.1 document of the six endpoints, made from the schemas and the routes that serve the requests.
 *
 * @example
 * ```ts
 * import { openApiDocument } from "faktura/http";
 *
 * const document = openApiDocument({ serverUrl: "https://api.example.com/accounting" });
 * console.log(document["openapi"]); // 3.1.0
 * ```
 */
export function openApiDocument({ serverUrl }: { readonly serverUrl?: string | undefined } = {}): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Invoicing",
      version: "1.0.0",
      description: "Company profile, VAT suggestion and invoices with gapless numbers.",
      license: { name: "MIT", identifier: "MIT" },
    },
    ...(serverUrl === undefined ? {} : { servers: [{ url: serverUrl }] }),
    paths,
    components: {
      schemas: componentSchemas(),
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
      [route.status]: { description: "Done", headers: successHeaders(route), content: json(route.response) },
      ...failures(route),
    },
  };
}

function parameters(route: Route): JsonObject[] {
  const query = route.query && (z.toJSONSchema(route.query, { io: "input" }).properties as Record<string, JsonObject>);
  const inQuery = Object.entries(query ?? {}).map(([name, { description, ...schema }]) => ({
    ...{ name, in: "query", required: name === "clientCountry", schema },
    ...(description === undefined ? {} : { description }),
  }));
  const id = { name: "id", in: "path", required: true, schema: { type: "string" }, description: "The invoice's id" };
  const key = {
    ...{ name: "Idempotency-Key", in: "header", required: false },
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    description: "A key of your own; a repeat under it issues nothing and gives the first answer again",
  };
  return [...(route.path.includes("{id}") ? [id] : []), ...inQuery, ...(route.idempotent ? [key] : [])];
}

function successHeaders({ idempotent }: Route): JsonObject {
  if (!idempotent) return {};
  return {
    Location: { description: "Where the invoice is found", schema: { type: "string" } },
    "Idempotency-Replayed": { description: "`true` on a repeat", schema: { type: "string", enum: ["true"] } },
  };
}

const RETRY_AFTER: JsonObject = { description: "Seconds; where waiting helps", schema: { type: "string" } };

/** One entry for each status that the route can fail with; the description lists the codes. */
function failures(route: Route): JsonObject {
  const bodyCodes = ["unsupported_media_type", "body_too_large", "malformed_json"] as const;
  const faults = [
    ...(["unauthenticated", "insufficient_scope", ...(route.body ? bodyCodes : [])] as const).map(
      (code) => [code, HTTP_FAULTS[code].status] as const,
    ),
    ...route.refusals.map((code) => [code, REFUSALS[code].status] as const),
    ...Object.entries(SERVER_FAULTS).map(([code, { status }]) => [code, status] as const),
  ];
  const statuses = [...new Set(faults.map(([, status]) => status))].sort((a, b) => a - b);
  const content = { "application/problem+json": { schema: reference("Problem") } };
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = faults.filter(([, other]) => other === status).map(([code]) => `\`${code}\``);
      const headers = status === 503 ? { headers: { "Retry-After": RETRY_AFTER } } : {};
      return [status, { description: codes.join(", "), ...headers, content }];
    }),
  );
}

function json(schema: z.ZodType): JsonObject {
  return { "application/json": { schema: reference(COMPONENTS.get(schema) as string) } };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function componentSchemas(): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of COMPONENTS) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}
