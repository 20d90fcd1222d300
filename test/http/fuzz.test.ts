import fc from "fast-check";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { ALL_SCOPES, booksOf, openService, requestFor, type Sent } from "./client.ts";

/** More rounds by a variable, for a longer look. */
const ROUNDS = Number(process.env["FAKTURA_FUZZ_ROUNDS"] ?? 1000);

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  ...{ malformed_json: 400, unauthenticated: 401, insufficient_scope: 403, body_too_large: 413 },
  ...{ unsupported_media_type: 415, route_not_found: 404, company_not_found: 404, invoice_not_found: 404 },
  ...{ method_not_allowed: 405, invoice_paid: 409, request_invalid: 422, idempotency_key_reused: 422 },
  ...{ client_country_required: 422, company_not_vat_registered: 422, vat_number_invalid: 422 },
  ...{ vat_rate_unknown: 422, tax_rate_conflict: 422, amount_out_of_range: 422 },
};

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("acme", "small", "ghost", "nobody") },
  { weight: 1, arbitrary: fc.subarray(ALL_SCOPES).map((scopes) => `acme:${scopes.join("+")}`) },
  { weight: 1, arbitrary: fc.constant(null) },
);

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("GET", "POST") },
  { weight: 1, arbitrary: fc.constantFrom("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "post", "PROPFIND") },
  { weight: 1, arbitrary: fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/) },
);

const segment = fc.oneof(
  fc.constantFrom("company", "vat-suggestion", "invoices", "cancel", "ID", "", "..", "%2e", "%00", "%"),
  fc.webSegment(),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom("page", "limit", "status", "from", "to", "clientCountry", "clientVatNumber", "isCompany"),
    fc.string({ unit: "binary", maxLength: 8 }),
  ),
  fc.oneof(
    fc.constantFrom("1", "-1", "2", "SENT", "PAID", "2026-11-20", "2026-02-30", "DE", "FR", "FR40303265045", "true"),
    fc.string({ unit: "binary", maxLength: 12 }),
  ),
);
const path = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("/company", "/vat-suggestion", "/invoices", "/invoices/ID") },
      { weight: 2, arbitrary: fc.constant("/invoices/ID/cancel") },
      { weight: 1, arbitrary: segment.map((id) => `/invoices/${id}`) },
      { weight: 1, arbitrary: segment.map((id) => `/invoices/${id}/cancel`) },
      { weight: 2, arbitrary: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`) },
    ),
    fc.array(parameter, { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([place, query, encoded]) => {
    if (query.length === 0) return place;
    const raw = query.map(([name, value]) => `${name}=${value}`).join("&");
    return `${place}?${encoded ? new URLSearchParams(query) : raw}`;
  });

const headers = fc.dictionary(
  fc.oneof(
    fc.constantFrom("Content-Type", "Content-Length", "Idempotency-Key", "Authorization", "Accept", "Expect"),
    fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/),
  ),
  fc.oneof(
    fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "key-1", "0", "-1", "1e9"),
    fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/),
  ),
  { maxKeys: 2 },
);

const value = fc.oneof(
  fc.constantFrom<unknown>(1e308, -0, 5e-324, 2 ** 53, "DE", "XX", "FR", "FR40303265045", [], {}, null, true, "\ud800"),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double({ noNaN: true }),
);
const field = fc.oneof(
  fc.constantFrom(...["clientName", "clientCountry", "clientVatNumber", "items", "autoVat", "taxRate", "currency"]),
  fc.constantFrom(...["supplyDate", "dueDate", "supply", "isCompany", "vatNote", "note", "reason", "__proto__"]),
  fc.string({ maxLength: 8 }),
);

/** A valid order with up to three of its fields, or its line's, changed, added or taken away. */
const nearlyOrder = fc
  .tuple(
    fc.array(fc.tuple(field, fc.option(value, { nil: undefined })), { maxLength: 2 }),
    fc.array(fc.tuple(fc.constantFrom("description", "quantity", "unitPrice", "taxRate", "unit"), value), {
      maxLength: 1,
    }),
  )
  .map(([changes, lineChanges]) => {
    const items = [{ ...order().items[0], ...Object.fromEntries(lineChanges) }];
    return { ...order(), items, ...Object.fromEntries(changes) };
  });

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array)),
  fc.string({ unit: "binary" }),
  fc.tuple(nearlyOrder, fc.nat(150)).map(([json, end]) => JSON.stringify(json).slice(0, end)),
  fc.constant(" ".repeat(2 ** 20 + 1)),
);
const body = fc.oneof(
  { weight: 4, arbitrary: nearlyOrder.map((json): Sent => ({ json })) },
  { weight: 1, arbitrary: fc.constantFrom<Sent>({}, { json: {} }, { json: { reason: "typo" } }) },
  { weight: 1, arbitrary: fc.jsonValue().map((json): Sent => ({ json })) },
  { weight: 1, arbitrary: bytes.map((raw): Sent => ({ raw })) },
  { weight: 2, arbitrary: bytes.map((raw): Sent => ({ raw, headers: { "Content-Type": "application/json" } })) },
);

const call = fc.record({ method, path, key, headers, body });

test("whatever is thrown at it, the service never breaks, and a refusal changes nothing", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
      const service = await openService();
      const { id } = await service.issue();
      for (const { method, path, key, headers, body } of calls) {
        const sent = { key, ...(/^(GET|HEAD)$/i.test(method) ? {} : body), headers: { ...body.headers, ...headers } };
        const request = requestOrNone(method, path.replace("ID", id), sent);
        if (request === undefined) continue;
        const before = await allBooks(service);
        const response = await service.handle(request);
        const text = await response.text();
        expect(service.errors).toEqual([]);
        expect(response.status).toBeLessThan(500);
        if (response.ok) {
          expect(response.headers.get("Content-Type")).toBe("application/json");
          seen.add(`${response.status}`);
          continue;
        }
        expect(response.headers.get("Content-Type")).toBe("application/problem+json");
        const { type, title, status, detail, code } = JSON.parse(text) as Record<string, unknown>;
        expect(status).toBe(response.status);
        expect(STATUS_OF_CODE[String(code)], `status of ${code}`).toBe(response.status);
        expect([type, title, detail].map((member) => typeof member)).toEqual(["string", "string", "string"]);
        expect(await allBooks(service)).toBe(before);
        seen.add(String(code));
      }
    }),
    { numRuns: ROUNDS },
  );
  // A round that only ever met closed doors would prove little.
  const doors = ["200", "201", "route_not_found", "method_not_allowed", "unauthenticated", "insufficient_scope"];
  expect([...seen]).toEqual(expect.arrayContaining([...doors, "request_invalid", "malformed_json"]));
});

async function allBooks(service: Parameters<typeof booksOf>[0]): Promise<string> {
  return (await booksOf(service, "acme")) + (await booksOf(service, "small")) + (await booksOf(service, "ghost"));
}

/** What the Fetch API itself refuses to send cannot reach the service. */
function requestOrNone(method: string, path: string, sent: Sent): Request | undefined {
  try {
    return requestFor(method, path, sent);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
