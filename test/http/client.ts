import { createInvoicing, type InvoiceWithPayments, type Invoicing, type InvoicingStore } from "faktura";
import { createHttpHandler, type HttpHandler, type HttpHandlerOptions, type Principal } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { expect } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";
import { holdingToDocument, jsonOf } from "./documented.ts";

export const ORIGIN = "http://invoices.test";
export const ALL_SCOPES = ["read:company", "write:invoices", "read:invoices"];

/** The companies of these tests: the ids that keys begin with. `ghost` has keys, but no profile. */
const PROFILES = {
  acme: germanProfile(),
  plain: germanProfile({ ossRegistered: false, invoicePrefix: "PL" }),
  small: germanProfile({ vatRegistered: false, ossRegistered: false, invoicePrefix: "SM" }),
};

/** Keys are `<company>`, which may do everything, or `<company>:<scope>+<scope>`. */
export function principalOf(apiKey: string): Principal | null {
  const [, companyId, , scopes] = /^(acme|plain|small|ghost)(:(.*))?$/.exec(apiKey) ?? [];
  if (companyId === undefined) return null;
  return { companyId, scopes: scopes === undefined ? ALL_SCOPES : scopes.split("+") };
}

export interface Sent {
  /** Absent: acme's key with every scope. `null`: no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with the headers given and no others. */
  readonly raw?: BodyInit;
}

/** An answer's body, read loosely: what it holds is what the tests are about. */
export type Json = InvoiceWithPayments & Problem & Page & Readonly<Record<string, unknown>>;
interface Page {
  readonly data: readonly InvoiceWithPayments[];
  readonly page: number;
  readonly limit: number;
}
interface Problem {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly { pointer?: string; parameter?: string; detail: string }[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  /** The body as it came, read as UTF-8. */
  readonly text: string;
}

/** A service with its companies, and a client. */
export interface Service {
  readonly invoicing: Invoicing;
  readonly store: InvoicingStore;
  readonly clock: TestClock;
  /** Rejects where an answer is not as the OpenAPI document says. */
  readonly handle: HttpHandler;
  readonly errors: unknown[];
  /** Calls `"POST /invoices"` and the like. */
  readonly call: (request: string, sent?: Sent) => Promise<Answer>;
  /** Issues an order that is valid unless changed. */
  readonly issue: (changes?: Parameters<typeof order>[0], key?: string) => Promise<Json>;
}

export async function openService(
  store: InvoicingStore = memoryStore(),
  options: Partial<HttpHandlerOptions> = {},
): Promise<Service> {
  const clock = new TestClock("2026-11-20T09:30:00.000Z");
  const invoicing = createInvoicing({ store, clock, formats: ALL_FORMATS });
  for (const [id, profile] of Object.entries(PROFILES)) await invoicing.company(id).saveProfile(profile);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const basePath = new URL(ORIGIN + (options.basePath ?? "")).pathname.replace(/\/$/, "");
  const handle = holdingToDocument(
    createHttpHandler(invoicing, { authenticate: principalOf, onError, ...options }),
    basePath,
  );

  async function call(request: string, sent: Sent = {}): Promise<Answer> {
    const [method = "", path = ""] = request.split(/ (.*)/s);
    const response = await handle(requestFor(method, path, sent));
    const text = await response.text();
    const body = jsonOf(response, text) as Json;
    const isFile = body === undefined;
    expect(response.headers.get("Cache-Control"), request).toBe(isFile ? "private, no-cache" : "no-store");
    if (response.status < 500) expect(errors, request).toEqual([]);
    return { status: response.status, headers: response.headers, body, text };
  }

  async function issue(changes: Parameters<typeof order>[0] = {}, key = "acme"): Promise<Json> {
    const { status, body } = await call("POST /invoices", { key, json: order(changes) });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  return { invoicing, store, clock, handle, errors, call, issue };
}

export function requestFor(method: string, path: string, { key = "acme", headers = {}, json, raw }: Sent): Request {
  return new Request(ORIGIN + path, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(raw === undefined ? {} : { body: raw }),
    ...(raw instanceof ReadableStream ? { duplex: "half" } : {}),
  });
}

/** Everything a refused request must leave as it was. */
export async function booksOf({ invoicing, store }: Service, companyId = "acme"): Promise<string> {
  const { data, total } = await invoicing.company(companyId).list({ limit: 100 });
  const invoices = await Promise.all(data.map(({ id }) => invoicing.company(companyId).get(id)));
  const profile = await store.companies.profile(companyId);
  return JSON.stringify({ total, invoices, events: await store.billing.pending(companyId, 1000), profile });
}
