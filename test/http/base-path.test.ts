import { createHttpHandler } from "faktura/http";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openService } from "./client.ts";

test.each([undefined, "", "/", "/api", "/api/", "/api/v1/accounting", "/api/v1/accounting/", "/büro", "/a b/"])(
  "basePath %j is the prefix of every path, and Location leads back to the invoice",
  async (basePath) => {
    const service = await openService(undefined, { basePath });
    const prefix = encodeURI(basePath ?? "").replace(/\/$/, "");
    const { headers, body } = await service.call(`POST ${prefix}/invoices`, { json: order() });
    expect(headers.get("Location")).toBe(`${prefix}/invoices/${body.id}`);
    const found = await service.call(`GET ${headers.get("Location")}`);
    expect([found.status, found.body.id]).toEqual([200, body.id]);
    for (const path of ["/company", "/vat-suggestion?clientCountry=DE", "/invoices"]) {
      expect((await service.call(`GET ${prefix}${path}`)).status).toBe(200);
    }
    expect((await service.call(`POST ${prefix}/invoices/${body.id}/cancel`)).status).toBe(200);
  },
);

test("the case of percent-encoding in a path makes no difference", async () => {
  const { invoicing } = await openService();
  const authenticate = () => ({ companyId: "acme", scopes: ["read:company"] as const });
  const handle = createHttpHandler(invoicing, { authenticate, basePath: "/büro" });
  for (const path of ["/b%C3%BCro/company", "/b%c3%bcro/company"]) {
    const request = new Request(`http://localhost${path}`, { headers: { Authorization: "Bearer acme" } });
    expect((await handle(request)).status, path).toBe(200);
  }
});

test.each(["/company", "/api", "/api/", "/apicompany", "/api2/company", "/x/api/company", "/API/company"])(
  "with basePath /api, %s is 404",
  async (path) => {
    const service = await openService(undefined, { basePath: "/api" });
    const { status, body } = await service.call(`GET ${path}`);
    expect([status, body.code]).toEqual([404, "route_not_found"]);
  },
);

test.each([
  ["/", "/accounting", ""],
  ["", "/api/accounting/", ""],
  ["/accounting", "/api/accounting", "/accounting"],
  ["/accounting", "/", "/accounting"],
  ["/büro", "/a b/büro", "/b%C3%BCro"],
])(
  "with basePath %j and publicBasePath %j, the handler serves paths below the one, and Location is below the other",
  async (basePath, publicBasePath, received) => {
    const service = await openService(undefined, { basePath, publicBasePath, extended: true });
    const { headers, body } = await service.call(`POST ${received}/invoices`, { json: order() });
    const atClient = encodeURI(publicBasePath).replace(/\/$/, "");
    expect(headers.get("Location")).toBe(`${atClient}/invoices/${body.id}`);
    const json = { reason: "Returned" };
    const note = await service.call(`POST ${received}/invoices/${body.id}/credit-notes`, { json });
    expect(note.headers.get("Location")).toBe(`${atClient}/credit-notes/${note.body.id}`);
    const { body: paid } = await service.call(`POST ${received}/invoices`, { json: order() });
    const payment = await service.call(`POST ${received}/invoices/${paid.id}/payments`, { json: { amount: 1 } });
    expect(payment.headers.get("Location")).toBe(`${atClient}/invoices/${paid.id}`);
  },
);

const STRIPPED = (...paths: string[]) => `If a proxy or the framework removes the prefix, pass ${paths.join(", ")} to`;

test.each([
  ["/accounting", "/invoices", STRIPPED('basePath: "/"', 'publicBasePath: "/accounting"')],
  ["/api/accounting", "/invoices/17/cancel", STRIPPED('basePath: "/"', 'publicBasePath: "/api/accounting"')],
  ["/api/accounting", "/accounting/company", STRIPPED('basePath: "/accounting"', 'publicBasePath: "/api/accounting"')],
  [
    "/accounting",
    "/api/accounting/invoices",
    'If your server has the endpoints below /api/accounting, pass basePath: "/api/accounting" to',
  ],
  [
    "",
    "/accounting/invoices/17",
    'If your server has the endpoints below /accounting, pass basePath: "/accounting" to',
  ],
])("with basePath %j, the 404 of %s says how to mount the handler", async (basePath, path, hint) => {
  const service = await openService(undefined, { basePath });
  for (const method of ["GET", "POST"]) {
    const { status, body } = await service.call(`${method} ${path}`);
    expect([status, body.code]).toEqual([404, "route_not_found"]);
    expect(body.detail).toContain(`${hint} createHttpHandler.`);
    expect(body.detail).toContain(basePath === "" ? `no endpoint ${path};` : `received the path ${path},`);
  }
});

test.each([
  ["/accounting", "/nowhere"],
  ["/accounting", "/"],
  ["/accounting", "/other/invoices"],
  ["/accounting", "/accounting/nowhere"],
  ["/accounting", `/${"x/".repeat(200)}invoices`],
  ["", "/invoices/17/company"],
  ["", "/credit-notes/17"],
])("with basePath %j, the 404 of %s says nothing about mounting", async (basePath, path) => {
  const { body } = await (await openService(undefined, { basePath })).call(`GET ${path}`);
  expect(body.code).toBe("route_not_found");
  expect(body.detail).not.toMatch(/createHttpHandler|received/);
});

test.each(["a", "api/", "http://a/api", "?x", "#b", "/a?x", "/a#b", "/a?", "//", "//api", "/\\api", "/x/..//api"])(
  "basePath or publicBasePath %j, which is no path from the root, is a TypeError when the handler is made",
  async (basePath) => {
    const { invoicing } = await openService();
    expect(() => createHttpHandler(invoicing, { authenticate: () => null, basePath })).toThrow(/^basePath must/);
    const options = { authenticate: () => null, publicBasePath: basePath };
    expect(() => createHttpHandler(invoicing, options)).toThrow(/^publicBasePath must/);
  },
);
