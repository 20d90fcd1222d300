import type { Invoice, InvoiceWithPayments } from "faktura";
import { expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { expectDocumented } from "./documented.ts";

/** How a client reaches the service: `fetch`, or a function that replaces the network. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The service's address, and its keys: one that may do everything, and one that may only read invoices. */
export interface Peer {
  readonly base: string;
  readonly key: string;
  readonly readersKey: string;
}

/** A service of the tests' own, which knows their keys. */
export const peerAt = (base: string): Peer => ({ base, key: "acme", readersKey: "acme:read:invoices" });

const JSON_TYPE = { "Content-Type": "application/json" };

/** `fetch`, with each answer held against the OpenAPI document as it came over the wire. */
function documented(fetch: Fetch, base: string): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const path = new URL(url).href.slice(base.length).replace(/\?.*$/s, "");
    expectDocumented(init?.method ?? "GET", path, response, await response.clone().json());
    return response;
  };
}

/** A client that follows the specification, through all six endpoints. */
export async function speakWith(network: Fetch, peer: Peer): Promise<void> {
  const { base } = peer;
  const fetch = documented(network, base);
  const credentials = { Authorization: `Bearer ${peer.key}` };
  const get = (path: string, headers: HeadersInit = credentials) => fetch(base + path, { headers });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: "POST",
      headers: { ...credentials, ...(body === undefined ? {} : JSON_TYPE), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  expect(await jsonOf(await get("/company"), 200)).toMatchObject({ name: "Firma GmbH", country: "DE" });
  const suggestion = await jsonOf(await get("/vat-suggestion?clientCountry=FI&isCompany=false"), 200);
  expect(suggestion).toMatchObject({ rate: 25.5, vatNote: "" });

  const wanted = order({ clientName: "Müller & Söhne 🧾", clientCountry: "FI", note: '"\\\u2028' });
  const issued = await post("/invoices", wanted, { "Idempotency-Key": "order-1" });
  const invoice = (await jsonOf(issued, 201)) as Invoice;
  expect(invoice).toMatchObject({ clientName: wanted.clientName, note: wanted.note, taxRate: 25.5, total: 251 });
  const repeated = await post("/invoices", wanted, { "Idempotency-Key": "order-1" });
  expect(repeated.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await jsonOf(repeated, 201)).toEqual(invoice);

  const location = issued.headers.get("Location")!;
  expect(new URL(location, base).href).toBe(`${base}/invoices/${invoice.id}`);
  const found = await jsonOf(await fetch(new URL(location, base), { headers: credentials }), 200);
  expect(found).toEqual({ ...invoice, payments: [], creditNotes: [] });

  const cancelled = await jsonOf(await post(`/invoices/${invoice.id}/cancel`, { reason: "Ordered twice" }), 200);
  expect(cancelled).toMatchObject({ status: "CANCELLED", cancellationReason: "Ordered twice" });

  const orders = await Promise.all(oneTo(12).map(() => post("/invoices", order())));
  const numbers = await Promise.all(
    orders.map(async (answer) => ((await jsonOf(answer, 201)) as Invoice).invoiceNumber),
  );
  expect(numbers.map((number) => Number(number.slice(-4))).sort((a, b) => a - b)).toEqual(oneTo(13).slice(1));
  const page = (await jsonOf(await get("/invoices?status=SENT&limit=2&page=2"), 200)) as {
    data: InvoiceWithPayments[];
  };
  expect(page).toMatchObject({ page: 2, limit: 2, total: 12 });

  // Neither a missing body nor a media type without one may stand in the way of a cancellation.
  const [one, other] = page.data;
  expect(await jsonOf(await post(`/invoices/${one!.id}/cancel`), 200)).toMatchObject({ status: "CANCELLED" });
  const bare = await post(`/invoices/${other!.id}/cancel`, undefined, JSON_TYPE);
  expect(await jsonOf(bare, 200)).toMatchObject({ status: "CANCELLED" });

  await expectProblems(fetch, peer, invoice.id);
}

async function expectProblems(fetch: Fetch, { base, key, readersKey }: Peer, id: string): Promise<void> {
  const credentials = { Authorization: `Bearer ${key}` };
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/invoices`, { method: "POST", headers: { ...credentials, ...JSON_TYPE, ...headers }, body });
  const refusals: [Promise<Response>, number, string][] = [
    [fetch(`${base}/nowhere`, { headers: credentials }), 404, "route_not_found"],
    [fetch(`${base}/invoices/${id}`, { method: "DELETE", headers: credentials }), 405, "method_not_allowed"],
    [fetch(`${base}/company`), 401, "unauthenticated"],
    [fetch(`${base}/company`, { headers: { Authorization: `Bearer ${readersKey}` } }), 403, "insufficient_scope"],
    [fetch(`${base}/invoices/%2F%00`, { headers: credentials }), 404, "invoice_not_found"],
    [fetch(`${base}/invoices?page=1&page=2`, { headers: credentials }), 422, "request_invalid"],
    [fetch(`${base}/vat-suggestion`, { headers: credentials }), 422, "client_country_required"],
    [post("name=A", { "Content-Type": "application/x-www-form-urlencoded" }), 415, "unsupported_media_type"],
    [post(JSON.stringify({ ...order(), taxrate: 7 })), 422, "request_invalid"],
    [post(JSON.stringify(order({ taxRate: 7 }))), 422, "tax_rate_conflict"],
  ];
  for (const [answer, status, code] of refusals) await expectProblem(await answer, status, code);
  const allowed = await fetch(`${base}/invoices/${id}`, { method: "DELETE", headers: credentials });
  expect(allowed.headers.get("Allow")).toBe("GET");
  expect((await fetch(`${base}/company`)).headers.get("WWW-Authenticate")).toBe("Bearer");
}

/** What only a handler that reads the body itself can answer in its own words. */
export async function expectProblemsOfBodies(network: Fetch, { base, key }: Peer): Promise<void> {
  const fetch = documented(network, base);
  const credentials = { Authorization: `Bearer ${key}` };
  const send = (body: BodyInit, extra: object = {}) =>
    fetch(`${base}/invoices`, { method: "POST", headers: { ...credentials, ...JSON_TYPE }, body, ...extra });
  await expectProblem(await send('{"clientName":'), 400, "malformed_json");
  await expectProblem(await send(new Uint8Array([0x22, 0xff, 0x22])), 400, "malformed_json");
  await expectProblem(await send("{}"), 422, "request_invalid");
  const large = JSON.stringify({ ...order(), note: "x".repeat(2 ** 21) });
  await expectProblem(await send(large), 413, "body_too_large");
  await expectProblem(await send(new Blob([large]).stream(), { duplex: "half" }), 413, "body_too_large");
  await expectProblem(await send('{"__proto__":{}}'), 422, "request_invalid");
}

export async function expectProblem(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, response.headers.get("Content-Type")]).toEqual([status, "application/problem+json"]);
  expect(await response.json()).toMatchObject({ status, code });
}

async function jsonOf(response: Response, status: number): Promise<unknown> {
  const text = await response.text();
  expect([response.status, response.headers.get("Content-Type")], text).toEqual([status, "application/json"]);
  return JSON.parse(text);
}
