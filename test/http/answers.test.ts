import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openService, type Sent } from "./client.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const REQUESTS: readonly [status: number, request: string, sent?: Sent][] = [
  [200, "GET /company"],
  [200, "GET /vat-suggestion?clientCountry=FI"],
  [201, "POST /invoices", { json: order() }],
  [200, "GET /invoices"],
  [200, "GET /invoices/ID"],
  [200, "POST /invoices/ID/cancel"],
  [400, "POST /invoices", { headers: JSON_TYPE, raw: "{" }],
  [401, "GET /invoices", { key: null }],
  [403, "GET /invoices", { key: "acme:read:company" }],
  [404, "GET /invoices/nobody"],
  [404, "GET /nowhere"],
  [405, "DELETE /invoices/ID"],
  [413, "POST /invoices", { headers: JSON_TYPE, raw: " ".repeat(2 ** 20 + 1) }],
  [415, "POST /invoices", { raw: "{}" }],
  [422, "POST /invoices", { json: {} }],
];

test.each(REQUESTS)("%i for %s is kept by no cache", async (status, request, sent) => {
  const service = await openService();
  const { id } = await service.issue();
  const answer = await service.call(request.replace("ID", id), sent);
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([status, "no-store"]);
});

test("500 and 503 are kept by no cache either", async () => {
  const service = await openService();
  await service.issue();
  service.clock.set("2026-11-10T00:00:00.000Z");
  const busy = await service.call("POST /invoices", { json: order() });
  expect([busy.status, busy.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
  await service.invoicing.close();
  const broken = await service.call("GET /company");
  expect([broken.status, broken.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
});
