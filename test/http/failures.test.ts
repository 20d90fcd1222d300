import { type InvoicingStore, OutcomeUnknownError, StoreBusyError } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { booksOf, ORIGIN, openService, principalOf, requestFor } from "./client.ts";
import { holdingToDocument } from "./documented.ts";

/** A store that works until its next transaction fails with `error`. */
function failingStore(error: unknown): InvoicingStore & { failing: boolean } {
  const store = memoryStore();
  const { reader, creditNotes, billing, events, companies, journal, search, apiKeys } = store;
  return {
    failing: false,
    reader,
    creditNotes,
    billing,
    events,
    companies,
    journal,
    search,
    apiKeys,
    transaction(companyId, work) {
      return this.failing ? Promise.reject(error) : store.transaction(companyId, work);
    },
    ready: () => store.ready(),
    close: () => store.close(),
  };
}

test("a file that another process holds is 503 store_busy with Retry-After, and nothing was written", async () => {
  const path = freshFile();
  const service = await openService(await openSqliteStore(path, { lockTimeoutMs: 30 }));
  const first = await service.issue();
  const before = await booksOf(service);
  const other = connectRaw(path);
  other.exec("BEGIN IMMEDIATE");
  for (const [request, json] of [
    ["POST /invoices", order()],
    [`POST /invoices/${first.id}/cancel`, undefined],
  ] as const) {
    const { status, headers, body } = await service.call(request, { json });
    expect([status, body.code]).toEqual([503, "store_busy"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect(await booksOf(service), "reads go on, and find nothing new").toBe(before);
  other.exec("ROLLBACK");
  other.close();
  expect(service.errors.splice(0)).toMatchObject([{ code: "store_busy" }, { code: "store_busy" }]);
  expect((await service.issue()).invoiceNumber).toBe("INV-202611-0002");
  await service.invoicing.close();
});

test("a clock more than a day behind the last invoice is 503 clock_out_of_step, and nothing was written", async () => {
  const service = await openService();
  await service.issue();
  const before = await booksOf(service);
  service.clock.set("2026-11-18T22:59:59.000Z"); // a second before midnight in Germany
  const { status, body } = await service.call("POST /invoices", { json: order() });
  expect([status, body.code]).toEqual([503, "clock_out_of_step"]);
  expect(service.errors.splice(0)).toMatchObject([{ code: "clock_out_of_step" }]);
  expect(await booksOf(service)).toBe(before);
  service.clock.set("2026-11-18T23:00:00.000Z");
  expect(await service.issue()).toMatchObject({ issueDate: "2026-11-20", invoiceNumber: "INV-202611-0002" });
});

describe("the id of a request", () => {
  const idOf = async (given?: string, path = "/invoices") => {
    const service = await openService();
    const request = requestFor("GET", path, {});
    if (given !== undefined) request.headers.set("X-Request-Id", given);
    return (await service.handle(request)).headers.get("X-Request-Id");
  };
  const NEW = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

  test("comes back if it is well formed, with answers and with problems; else there is a new one", async () => {
    for (const given of ["a", "01J9-x_y.z:/+=@~", "x".repeat(128)]) {
      expect(await idOf(given)).toBe(given);
      expect(await idOf(given, "/nowhere")).toBe(given);
    }
    for (const given of [undefined, "", "x".repeat(129), "a b", 'a"b', "a,b", "ä"])
      expect(await idOf(given)).toEqual(NEW);
    expect(await idOf()).not.toBe(await idOf());
  });

  test("goes to onError, with what becomes a 500 and what becomes a 503", async () => {
    for (const error of [new Error("the disk is full"), new StoreBusyError("locked")]) {
      const told: unknown[] = [];
      const store = failingStore(error);
      const service = await openService(store, { onError: (...given) => told.push(given) });
      store.failing = true;
      const request = requestFor("POST", "/invoices", { json: order() });
      const response = await service.handle(request);
      expect(told).toEqual([[error, request, response.headers.get("X-Request-Id")]]);
    }
  });
});

describe("what breaks inside", () => {
  const cause = new Error("SQLITE_IOERR at /srv/secret/invoices.db");

  test("is 500 internal_error: onError gets the cause and the request, the client neither", async () => {
    const store = failingStore(cause);
    const told: unknown[] = [];
    const service = await openService(store, { onError: (error, request) => told.push(error, request) });
    store.failing = true;
    const request = requestFor("POST", "/invoices", { json: order() });
    const response = await service.handle(request);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([500, "application/problem+json"]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "internal_error", status: 500 });
    expect(text + JSON.stringify([...response.headers])).not.toMatch(/SQLITE|secret|stack|\.ts/);
    expect(told).toEqual([cause, request]);
  });

  test("is 500 whatever is thrown: a text, nothing, an object that looks like a refusal", async () => {
    for (const thrown of ["text", undefined, null, { name: "Refusal", code: "invoice_paid", status: 409 }]) {
      const store = failingStore(thrown);
      const service = await openService(store);
      store.failing = true;
      expect((await service.call("POST /invoices", { json: order() })).status).toBe(500);
      expect(service.errors).toEqual([thrown]);
    }
  });

  test("is 503 where a store says busy in the midst of things", async () => {
    const store = failingStore(new StoreBusyError("locked by pid 4242"));
    const service = await openService(store);
    store.failing = true;
    const { status, body } = await service.call("POST /invoices", { json: order() });
    expect([status, body.code]).toEqual([503, "store_busy"]);
    expect(body.detail).not.toContain("4242");
  });

  test("is 503 where a store cannot say whether it was written", async () => {
    const store = failingStore(new OutcomeUnknownError("the answer of 10.0.0.7 was lost"));
    const service = await openService(store);
    store.failing = true;
    const { status, body } = await service.call("POST /invoices", { json: order() });
    expect([status, body.code]).toEqual([503, "outcome_unknown"]);
    expect(body.detail).toMatch(/same idempotency key/);
    expect(body.detail).not.toContain("10.0.0.7");
  });

  const reporterError = new Error("the log is full");
  // biome-ignore lint/suspicious/noThenProperty: what query builders give is a promise only in that it has this
  const thenable = { then: (_: unknown, reject: (error: Error) => void) => reject(reporterError) };
  test.each<[string, () => void]>([
    [
      "throws",
      () => {
        throw reporterError;
      },
    ],
    ["is async and rejects", async () => Promise.reject(reporterError)],
    ["gives a thenable that rejects", () => thenable],
  ])("is answered all the same when onError %s, and the process goes on", async (_, onError) => {
    const store = failingStore(cause);
    const { error } = console;
    const reported = new Promise<unknown[]>((resolve) => {
      console.error = (...values: unknown[]) => resolve(values);
    });
    try {
      const service = await openService(store, { onError });
      store.failing = true;
      const { status, body } = await service.call("POST /invoices", { json: order() });
      expect([status, body.code]).toEqual([500, "internal_error"]);
      expect(await reported).toEqual([reporterError, cause]);
    } finally {
      console.error = error;
    }
  });

  test("goes to console.error with the request's id where the host gave no onError", async () => {
    const reported: unknown[][] = [];
    const { error } = console;
    console.error = (...values: unknown[]) => void reported.push(values);
    try {
      const service = await openService();
      await service.invoicing.close();
      const handle = holdingToDocument(createHttpHandler(service.invoicing, { authenticate: principalOf }), "");
      const { status, headers } = await handle(requestFor("GET", "/company", {}));
      expect(status).toBe(500);
      const closed = expect.objectContaining({ message: expect.stringContaining("closed") });
      expect(reported).toEqual([[`request ${headers.get("X-Request-Id")}:`, closed]]);
    } finally {
      console.error = error;
    }
  });
});

describe("a body that the host has read already", () => {
  test.each([
    ["was consumed", (request: Request) => request.text()],
    ["is being read", async (request: Request) => request.body?.getReader()],
  ])("and that %s is 500, and onError gets an error that says what to do", async (_, spoil) => {
    const service = await openService();
    const request = requestFor("POST", "/invoices", { json: order() });
    await spoil(request);
    const response = await service.handle(request);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    expect([response.status, code]).toEqual([500, "internal_error"]);
    expect(detail).toMatch(/^Other code on the server, such as a body parser, read the body .* must mount the handler/);
    expect(service.errors).toHaveLength(1);
    expect(service.errors[0]).toBeInstanceOf(TypeError);
    expect(String(service.errors[0])).toContain("mount the handler before the body parser");
  });

  const CANCELLATION = JSON.stringify({ reason: "Ordered twice" });

  test.each([
    ["an empty stream", new Blob([]).stream()],
    ["nothing", null],
  ])("and of which its adapter leaves %s is 500: a cancellation would lose its reason", async (_, body) => {
    const service = await openService();
    const { id } = await service.issue();
    const before = await booksOf(service);
    const headers = { Authorization: "Bearer acme", "Content-Type": "application/json" };
    const declared = { ...headers, "Content-Length": `${CANCELLATION.length}` };
    const init = { method: "POST", headers: declared, body, duplex: "half" };
    const response = await service.handle(new Request(`${ORIGIN}/invoices/${id}/cancel`, init as RequestInit));
    expect(response.status).toBe(500);
    expect(service.errors.map(String)).toEqual([expect.stringMatching(/^TypeError: the request's body was read/)]);
    expect(await booksOf(service)).toBe(before);
  });

  test("is no matter where the endpoint takes none, or the key is refused first", async () => {
    const service = await openService();
    const request = requestFor("POST", "/invoices", { key: null, json: order() });
    await request.text();
    expect((await service.handle(request)).status).toBe(401);
    expect(service.errors).toEqual([]);
  });
});
