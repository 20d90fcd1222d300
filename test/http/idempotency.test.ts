import { beforeEach, describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { booksOf, openService, type Service } from "./client.ts";

describe.each(STORES)("the Idempotency-Key header on $name", ({ open }) => {
  let service: Service;
  beforeEach(async () => {
    service = await openService(await open());
    return () => service.invoicing.close();
  });

  const post = (idempotencyKey: string, json: unknown = order(), key = "acme") =>
    service.call("POST /invoices", { key, headers: { "Idempotency-Key": idempotencyKey }, json });

  test("a repeat answers as the first did, 201 and Location included, and says that it is one", async () => {
    const first = await post("order-1");
    const before = await booksOf(service);
    const second = await post("order-1");
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.has("Idempotency-Replayed")).toBe(false);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect((await service.call(`GET ${second.headers.get("Location")}`)).body.id).toBe(first.body.id);
    expect(await booksOf(service)).toBe(before);
  });

  test("a repeat whose JSON is written differently is the same request", async () => {
    const { id } = (await post("order-1")).body;
    const reversed = Object.fromEntries(Object.entries(order()).reverse());
    const repeat = await post("order-1", reversed);
    expect([repeat.body.id, repeat.headers.get("Idempotency-Replayed")]).toEqual([id, "true"]);
  });

  test("a repeat answers as issued, though the invoice is cancelled by now", async () => {
    const { id } = (await post("order-1")).body;
    await service.call(`POST /invoices/${id}/cancel`);
    expect((await post("order-1")).body).toMatchObject({ id, status: "SENT", cancelledAt: null });
    expect((await service.call(`GET /invoices/${id}`)).body.status).toBe("CANCELLED");
  });

  test("a key used for another order is 422 idempotency_key_reused, and nothing is issued", async () => {
    await post("order-1");
    const before = await booksOf(service);
    const { status, body } = await post("order-1", order({ clientName: "Someone else" }));
    expect([status, body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(body.errors).toMatchObject([{ parameter: "Idempotency-Key" }]);
    expect(await booksOf(service)).toBe(before);
  });

  test("a key whose order was refused is free still", async () => {
    expect((await post("order-1", order({ taxRate: 7 }))).status).toBe(422);
    const { status, headers } = await post("order-1", order());
    expect([status, headers.has("Idempotency-Replayed")]).toEqual([201, false]);
  });

  test("keys are each company's own", async () => {
    const [ours, theirs] = [await post("order-1"), await post("order-1", order(), "plain")];
    expect([theirs.status, theirs.headers.has("Idempotency-Replayed")]).toEqual([201, false]);
    expect(theirs.body.id).not.toBe(ours.body.id);
  });

  test("two at once under one key issue one invoice", async () => {
    const [one, other] = await Promise.all([post("order-1"), post("order-1")]);
    expect(one.body).toEqual(other.body);
    expect((await service.call("GET /invoices")).body.total).toBe(1);
  });
});

test.each([
  ["empty", ""],
  ["longer than 255 characters", "k".repeat(256)],
  ["with a space in it", "order 1"],
  ["not ASCII", "rechnung-ü"],
])("a key that is %s is 422 and named", async (_, idempotencyKey) => {
  const service = await openService();
  const headers = { "Idempotency-Key": idempotencyKey };
  const { status, body } = await service.call("POST /invoices", { headers, json: order() });
  expect([status, body.code]).toEqual([422, "request_invalid"]);
  expect(body.errors).toMatchObject([{ parameter: "Idempotency-Key" }]);
  expect((await service.call("GET /invoices")).body.total).toBe(0);
});

test("a key of 255 visible ASCII characters is taken", async () => {
  const service = await openService();
  const headers = { "Idempotency-Key": `!~${"k".repeat(253)}` };
  expect((await service.call("POST /invoices", { headers, json: order() })).status).toBe(201);
});
