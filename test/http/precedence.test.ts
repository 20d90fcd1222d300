import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { booksOf, openService, type Sent } from "./client.ts";

interface Draft {
  host: string;
  method: string;
  path: string;
  key: string | null;
  contentType: string;
  body: string;
}

/** What can be wrong with one request, in order of precedence; each fault can be put into it beside any others. */
const FAULTS: readonly { status: number; code: string; put: (draft: Draft) => void }[] = [
  { status: 400, code: "invalid_host", put: (draft) => (draft.host = "x/accounting/invoices#") },
  { status: 404, code: "route_not_found", put: (draft) => (draft.path = "/invoice") },
  { status: 405, code: "method_not_allowed", put: (draft) => (draft.method = "PUT") },
  { status: 401, code: "unauthenticated", put: (draft) => (draft.key = "nobody") },
  { status: 403, code: "insufficient_scope", put: (draft) => (draft.key = draft.key && `${draft.key}:read:invoices`) },
  { status: 415, code: "unsupported_media_type", put: (draft) => (draft.contentType = "text/plain") },
  { status: 413, code: "body_too_large", put: (draft) => (draft.body += " ".repeat(2 ** 20)) },
  { status: 400, code: "malformed_json", put: (draft) => (draft.body = draft.body.replace("{", "{,")) },
  { status: 422, code: "request_invalid", put: (draft) => (draft.body = draft.body.replace("clientName", "name")) },
];

function requestWith(faults: readonly (typeof FAULTS)[number][]): [string, Sent] {
  const body = JSON.stringify(order());
  const [host, contentType] = ["invoices.test:3000", "application/json"];
  const draft: Draft = { host, method: "POST", path: "/invoices", key: "acme", contentType, body };
  for (const { put } of faults) put(draft);
  const headers = { Host: draft.host, "Content-Type": draft.contentType };
  return [`${draft.method} ${draft.path}`, { key: draft.key, headers, raw: draft.body }];
}

test("of any two faults of a request, the earlier is the one reported", async () => {
  const service = await openService();
  for (const [index, earlier] of FAULTS.entries()) {
    for (const later of FAULTS.slice(index)) {
      const { status, body } = await service.call(...requestWith([earlier, later]));
      expect([status, body.code], `${earlier.code} and ${later.code}`).toEqual([earlier.status, earlier.code]);
    }
  }
});

test("if a request has all faults, each is reported once those before it are corrected", async () => {
  const service = await openService();
  const before = await booksOf(service);
  for (const [index, { code }] of FAULTS.entries()) {
    expect((await service.call(...requestWith(FAULTS.slice(index)))).body.code).toBe(code);
  }
  expect(await booksOf(service)).toBe(before);
  expect((await service.call(...requestWith([]))).status).toBe(201);
});

test("the refusals of an order come in their declared order", async () => {
  const service = await openService();
  await service.call("POST /invoices", { key: "small", headers: { "Idempotency-Key": "k" }, json: order() });
  const { clientCountry: _, ...homeless } = order({ taxRate: 19 });
  const refusals: [string, string, Record<string, string>, object][] = [
    ["request_invalid", "small", { "Idempotency-Key": "k" }, { ...homeless, items: [] }],
    ["idempotency_key_reused", "small", { "Idempotency-Key": "k" }, homeless],
    ["company_not_found", "ghost", {}, homeless],
    ["client_country_required", "small", {}, homeless],
    ["company_not_vat_registered", "small", {}, order({ taxRate: 19, items: huge })],
    ["vat_number_invalid", "acme", {}, order({ taxRate: 7, clientCountry: "FR", clientVatNumber: "FR1", items: huge })],
    ["tax_rate_conflict", "acme", {}, order({ taxRate: 7, items: huge })],
    ["amount_out_of_range", "acme", {}, order({ items: huge })],
  ];
  for (const [code, key, headers, json] of refusals) {
    const { status, body } = await service.call("POST /invoices", { key, headers, json });
    expect([status, body.code]).toEqual([code === "company_not_found" ? 404 : 422, code]);
  }
});

const huge = [{ description: "Too much", quantity: 1e300, unitPrice: 1e300 }];

test.each([
  ["PUT /company", "GET"],
  ["DELETE /vat-suggestion", "GET"],
  ["PATCH /invoices", "POST, GET"],
  ["DELETE /invoices/1", "GET"],
  ["PUT /invoices/1", "GET"],
  ["GET /invoices/1/cancel", "POST"],
  ["OPTIONS /invoices", "POST, GET"],
])("%s is 405 with Allow: %s", async (request, allow) => {
  const service = await openService();
  const { status, headers } = await service.call(request, { key: null });
  expect([status, headers.get("Allow")]).toEqual([405, allow]);
});

test("only the answer to a DELETE says that invoices are cancelled, never deleted", async () => {
  const service = await openService();
  for (const method of ["DELETE", "PUT", "PATCH", "HEAD", "PROPFIND"]) {
    const { status, body } = await service.call(`${method} /invoices/1`);
    expect([status, body.detail]).toEqual([
      405,
      `Use GET here.${method === "DELETE" ? " Invoices are cancelled, never deleted." : ""}`,
    ]);
  }
});

test.each([
  "GET /",
  "GET //company",
  "GET /company/",
  "GET /COMPANY",
  "GET /companies",
  "POST /invoices/",
  "GET /invoices//cancel",
  "POST /invoices/1/cancel/",
  "POST /invoices/1/payments",
  "DELETE /invoices/1/cancel/now",
])("%s is 404 route_not_found", async (request) => {
  const service = await openService();
  const { status, body } = await service.call(request);
  expect([status, body.code]).toEqual([404, "route_not_found"]);
});
