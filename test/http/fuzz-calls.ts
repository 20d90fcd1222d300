import fc from "fast-check";
import { codePoint } from "../support/code-point.ts";
import { order } from "../support/fixtures.ts";
import { ALL_SCOPES, type Sent } from "./client.ts";

/** One request to the service, as these tests generate it. `ID` in its path becomes the id of an existing invoice. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Sent;
}

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
  fc.string({ unit: codePoint, maxLength: 12 }),
);
const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom("page", "limit", "status", "from", "to", "clientCountry", "clientVatNumber", "isCompany"),
    fc.constantFrom("profile", "language"),
    fc.string({ unit: codePoint, maxLength: 8 }),
  ),
  fc.oneof(
    fc.constantFrom("1", "-1", "2", "SENT", "PAID", "2026-11-20", "2026-02-30", "DE", "FR", "FR40303265045", "true"),
    fc.constantFrom("peppol", "factur-x", "de"),
    fc.string({ unit: codePoint, maxLength: 12 }),
  ),
);
const path = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("/company", "/vat-suggestion", "/invoices", "/invoices/ID") },
      { weight: 2, arbitrary: fc.constant("/invoices/ID/cancel") },
      { weight: 2, arbitrary: fc.constantFrom("/invoices/ID/credit-notes", "/invoices/ID/payments", "/credit-notes") },
      { weight: 1, arbitrary: segment.map((id) => `/credit-notes/${id}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("ubl", "cii", "pdf").map((format) => `/invoices/ID/documents/${format}`),
      },
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
  fc.constantFrom<unknown>(
    1e308,
    -0,
    5e-324,
    2 ** 53,
    "DE",
    "XX",
    "FR",
    "FR40303265045",
    [],
    {},
    null,
    true,
    "\ud800",
    "gross",
    { percent: 5 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double({ noNaN: true }),
);
const field = fc.oneof(
  fc.constantFrom(...["clientName", "clientCountry", "clientVatNumber", "items", "autoVat", "taxRate", "currency"]),
  fc.constantFrom(
    ...["supplyDate", "dueDate", "supply", "isCompany", "vatNote", "note", "reason", "prices", "__proto__"],
  ),
  fc.string({ maxLength: 8 }),
);

/** A valid order with up to three of its fields, or its line's, changed, added or taken away. */
const nearlyOrder = fc
  .tuple(
    fc.array(fc.tuple(field, fc.option(value, { nil: undefined })), { maxLength: 2 }),
    fc.array(
      fc.tuple(fc.constantFrom("description", "quantity", "unitPrice", "taxRate", "unit", "discount", "supply"), value),
      {
        maxLength: 1,
      },
    ),
  )
  .map(([changes, lineChanges]) => {
    const items = [{ ...order().items[0], ...Object.fromEntries(lineChanges) }];
    return { ...order(), items, ...Object.fromEntries(changes) };
  });

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array)),
  fc.string({ unit: codePoint }),
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

/** A call that is wrong in any way. */
const anything: fc.Arbitrary<Call> = fc.record({ method, path, key, headers, body });

/** A call that issues, or that only its order can be refused for. */
const issuing: fc.Arbitrary<Call> = fc.record({
  method: fc.constant("POST"),
  path: fc.constant("/invoices"),
  key: fc.constantFrom("acme", "acme", "plain", "small"),
  headers: fc.constantFrom<Record<string, string>>({}, {}, { "Idempotency-Key": "a" }, { "Idempotency-Key": "b" }),
  body: nearlyOrder.map((json): Sent => ({ json })),
});

const line = fc.dictionary(fc.constantFrom("line", "quantity", "netAmount", "grossAmount"), value, { maxKeys: 3 });

/** A payment or a credit of the existing invoice, valid or nearly so. */
const correcting: fc.Arbitrary<Call> = fc.record({
  method: fc.constant("POST"),
  path: fc.constantFrom("/invoices/ID/credit-notes", "/invoices/ID/payments"),
  key: fc.constant("acme"),
  headers: fc.constantFrom<Record<string, string>>({}, { "Idempotency-Key": "a" }),
  body: fc.oneof(
    fc
      .array(fc.oneof(line, fc.record({ line: fc.constant(1), netAmount: value })), { maxLength: 3 })
      .map((lines): Sent => ({ json: { reason: "x", lines } })),
    fc.oneof(value, fc.double({ min: -300, max: 300 })).map((amount): Sent => ({ json: { amount } })),
    fc.constantFrom<Sent>({ json: { reason: "x" } }, { json: { amount: 238 } }, { json: { amount: -1 } }),
  ),
});

export const anyCall = fc.oneof(anything, issuing, correcting);

const good = { method: "POST", path: "/invoices", key: "acme", headers: {}, body: { json: order() } };

/** One call for each door that the service opens or shuts, each by what it is answered with. */
export const CALL_FOR_EACH_DOOR: Readonly<Record<string, Call>> = {
  "200": { ...good, method: "GET", body: {} },
  "201": good,
  route_not_found: { ...good, path: "/nowhere" },
  einvoice_incomplete: {
    ...good,
    method: "GET",
    path: "/invoices/ID/documents/ubl?profile=peppol",
    body: {},
  },
  method_not_allowed: { ...good, method: "PUT" },
  unauthenticated: { ...good, key: null },
  insufficient_scope: { ...good, key: "acme:read:invoices" },
  unsupported_media_type: { ...good, body: { raw: "{}" } },
  body_too_large: { ...good, headers: { "Content-Type": "application/json" }, body: { raw: " ".repeat(2 ** 20 + 1) } },
  malformed_json: { ...good, headers: { "Content-Type": "application/json" }, body: { raw: "{" } },
  request_invalid: { ...good, body: { json: {} } },
};
