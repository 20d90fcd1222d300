import { apiKeys } from "faktura";
import { SCOPES } from "faktura/http";
import { describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { openService } from "./client.ts";

const CALLS = [
  { request: "GET /company", scope: "read:company", status: 200 },
  { request: "GET /invoices", scope: "read:invoices", status: 200 },
  { request: "POST /invoices", scope: "write:invoices", status: 201, json: order() },
] as const;

describe.each(STORES)("$name store", ({ open }) => {
  async function openKeyed() {
    const store = await open();
    const keys = apiKeys(store);
    const service = await openService(store, { authenticate: keys.authenticate });
    const close = async () => {
      await keys.close();
      await service.invoicing.close();
    };
    return { store, keys, service, close };
  }

  test("a key opens what its scopes say, and nothing else", async () => {
    const { keys, service, close } = await openKeyed();
    for (const scope of SCOPES) {
      const { apiKey } = await keys.create("acme", { scopes: [scope, "the host's own"] });
      for (const { request, status, ...call } of CALLS) {
        const { body, ...answer } = await service.call(request, { key: apiKey, ...call });
        if (call.scope === scope) expect(answer.status, request).toBe(status);
        else expect([answer.status, body.code], request).toEqual([403, "insufficient_scope"]);
      }
    }
    await close();
  });

  test("a key that was revoked, has expired, or is mistyped is 401, and says nothing more", async () => {
    const { keys, service, close } = await openKeyed();
    const { apiKey, id } = await keys.create("acme", { scopes: SCOPES });
    expect((await service.call("GET /company", { key: apiKey })).status).toBe(200);
    const unknown = await service.call("GET /company", { key: "unknown" });
    const mistyped = await service.call("GET /company", { key: `${apiKey}x` });
    await keys.revoke("acme", id);
    const revoked = await service.call("GET /company", { key: apiKey });
    for (const { status, body } of [unknown, mistyped, revoked]) {
      expect(status).toBe(401);
      expect(body).toEqual(unknown.body);
    }
    await close();
  });

  test("the books tell which key has issued an invoice", async () => {
    const { store, keys, service, close } = await openKeyed();
    const { apiKey, id } = await keys.create("acme", { scopes: SCOPES });
    const { status } = await service.call("POST /invoices", { key: apiKey, json: order() });
    expect(status).toBe(201);
    const [invoice] = await store.journal.invoicesAfter("acme", 0, 1);
    expect(invoice?.actor).toBe(`api-key:${id}`);
    await close();
  });

  test("a company's key finds nothing of another's", async () => {
    const { keys, service, close } = await openKeyed();
    const [acme, plain] = [
      await keys.create("acme", { scopes: SCOPES }),
      await keys.create("plain", { scopes: SCOPES }),
    ];
    const { body } = await service.call("POST /invoices", { key: acme.apiKey, json: order() });
    const found = await service.call(`GET /invoices/${body.id}`, { key: plain.apiKey });
    expect([found.status, found.body.code]).toEqual([404, "invoice_not_found"]);
    expect((await service.call("GET /invoices", { key: plain.apiKey })).body["total"]).toBe(0);
    await close();
  });
});
