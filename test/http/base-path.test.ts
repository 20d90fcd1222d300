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

test.each(["/company", "/api", "/api/", "/apicompany", "/api2/company", "/x/api/company", "/API/company"])(
  "with basePath /api, %s is 404",
  async (path) => {
    const service = await openService(undefined, { basePath: "/api" });
    const { status, body } = await service.call(`GET ${path}`);
    expect([status, body.code]).toEqual([404, "route_not_found"]);
  },
);

test.each(["a", "api/", "http://localhost/api", "?x", "#b", "/a?x", "/a#b", "/a?"])(
  "basePath %j, which is no path from the root, is a TypeError when the handler is made",
  async (basePath) => {
    const { invoicing } = await openService();
    expect(() => createHttpHandler(invoicing, { authenticate: () => null, basePath })).toThrow(TypeError);
  },
);
