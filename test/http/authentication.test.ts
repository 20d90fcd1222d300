import { createInvoicing, type InvoicingEvent } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_SCOPES, booksOf, openService, requestFor } from "./client.ts";
import { holdingToDocument } from "./documented.ts";

const ENDPOINTS = [
  { scope: "read:company", request: () => "GET /company" },
  { scope: "read:company", request: () => "GET /vat-suggestion?clientCountry=DE" },
  { scope: "write:invoices", request: () => "POST /invoices", json: order() },
  { scope: "read:invoices", request: () => "GET /invoices" },
  { scope: "read:invoices", request: (id: string) => `GET /invoices/${id}` },
  { scope: "write:invoices", request: (id: string) => `POST /invoices/${id}/cancel` },
];

const SUBSETS = Array.from({ length: 2 ** ALL_SCOPES.length }, (_, bits) =>
  ALL_SCOPES.filter((_, index) => bits & (1 << index)),
);

test("each endpoint needs its own scope, whatever other scopes a key has", async () => {
  const service = await openService();
  let calls = 0;
  for (const scopes of SUBSETS) {
    for (const { scope, request, json } of ENDPOINTS) {
      const { id } = await service.issue();
      const before = await booksOf(service);
      const key = `acme:${scopes.join("+")}`;
      const { status, body } = await service.call(request(id), { key, ...(json === undefined ? {} : { json }) });
      if (scopes.includes(scope)) expect([status, request(id)]).toEqual([json ? 201 : 200, request(id)]);
      else {
        expect([status, body.code]).toEqual([403, "insufficient_scope"]);
        expect(body.detail).toContain(scope);
        expect(await booksOf(service)).toBe(before);
      }
      calls += 1;
    }
  }
  expect(calls).toBe(6 * 8);
});

test("unknown scopes neither grant nor deny anything", async () => {
  const service = await openService();
  expect((await service.call("GET /company", { key: "acme:admin+*" })).status).toBe(403);
  expect((await service.call("GET /company", { key: "acme:admin+read:company" })).status).toBe(200);
});

test.each([
  ["no header", undefined],
  ["an empty header", ""],
  ["a key without a scheme", "acme"],
  ["a scheme without a key", "Bearer"],
  ["a scheme and a space", "Bearer "],
  ["another scheme", "Basic YWNtZTo="],
  ["a scheme that begins alike", "Bearerer acme"],
  ["two words for a key", "Bearer acme plain"],
  ["a key that is not known", "Bearer nobody"],
  ["a key of non-ASCII letters", "Bearer ÄÖÜ"],
])("%s is 401 with WWW-Authenticate: Bearer", async (_, authorization) => {
  const service = await openService();
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const answer = await service.call("GET /company", { key: null, headers });
  expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
  expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
});

test.each(["Bearer acme", "bearer acme", "BEARER acme", "Bearer   acme", " Bearer acme "])(
  "%j is a key, whatever the case of the scheme",
  async (authorization) => {
    const service = await openService();
    const { status } = await service.call("GET /company", { key: null, headers: { Authorization: authorization } });
    expect(status).toBe(200);
  },
);

describe("the host's authenticate", () => {
  test("gets the bare key and the request, and may take its time", async () => {
    const asked: string[] = [];
    const service = await openService(undefined, {
      authenticate: async (apiKey, request) => {
        asked.push(apiKey, new URL(request.url).pathname);
        await Promise.resolve();
        return { companyId: "acme", scopes: ["read:company"] };
      },
    });
    expect((await service.call("GET /company", { key: "any" })).status).toBe(200);
    expect(asked).toEqual(["any", "/company"]);
  });

  test("answers null, at once or later, for 401", async () => {
    for (const authenticate of [() => null, async () => null]) {
      const service = await openService(undefined, { authenticate });
      expect((await service.call("GET /company")).status).toBe(401);
    }
  });

  test("is not asked before the route and the method are right", async () => {
    let asked = 0;
    const service = await openService(undefined, {
      authenticate: () => {
        asked += 1;
        return null;
      },
    });
    await service.call("GET /nowhere");
    await service.call("PUT /invoices");
    expect(asked).toBe(0);
  });

  test("that throws or rejects is 500: onError gets the error, and the client learns nothing of it", async () => {
    const cause = new Error("connection to keys-db:5432 refused for user root");
    const throwing = () => {
      throw cause;
    };
    for (const authenticate of [throwing, async () => throwing()]) {
      const service = await openService(undefined, { authenticate });
      const { status, body } = await service.call("GET /company");
      expect([status, body.code]).toEqual([500, "internal_error"]);
      expect(JSON.stringify(body)).not.toMatch(/keys-db|root|refused/);
      expect(service.errors).toEqual([cause]);
    }
  });

  test("that returns no company is 500: no company's books are opened", async () => {
    const service = await openService(undefined, { authenticate: () => ({ companyId: "", scopes: ALL_SCOPES }) });
    expect((await service.call("GET /company")).status).toBe(500);
    expect(service.errors).toHaveLength(1);
  });

  test("may return null for the actor, as a database does, which means none", async () => {
    const authenticate = () => ({ companyId: "acme", scopes: ALL_SCOPES, actor: null as never });
    const { issue, store } = await openService(undefined, { authenticate });
    await issue();
    expect((await store.journal.invoicesAfter("acme", 0, 1))[0]?.actor).toBeNull();
  });

  test("names an actor, which onEvent gets", async () => {
    const told: InvoicingEvent[] = [];
    const invoicing = createInvoicing({ store: memoryStore(), onEvent: (event) => told.push(event) });
    await invoicing.company("acme").saveProfile(germanProfile());
    const authenticate = () => ({ companyId: "acme", scopes: ALL_SCOPES, actor: "panel:anna" });
    const handle = holdingToDocument(createHttpHandler(invoicing, { authenticate }), "");
    await handle(requestFor("POST", "/invoices", { json: order() }));
    expect(told).toMatchObject([{ type: "invoice.issued", companyId: "acme", actor: "panel:anna" }]);
  });

  test("must be there when the handler is made", async () => {
    const { invoicing } = await openService();
    const options = {} as Parameters<typeof createHttpHandler>[1];
    expect(() => createHttpHandler(invoicing, options)).toThrow(TypeError);
  });
});
