import { beforeEach, describe, expect, test } from "vitest";
import { booksOf, openService, type Service } from "./client.ts";

describe("the body of POST /invoices/{id}/cancel", () => {
  let service: Service;
  let path: string;
  beforeEach(async () => {
    service = await openService();
    path = `POST /invoices/${(await service.issue()).id}/cancel`;
  });

  test.each([
    ["may be missing", {}],
    ["may be missing though a media type is given", { headers: { "Content-Type": "application/json" } }],
    ["may be empty, whatever its media type", { headers: { "Content-Type": "text/plain" }, raw: "" }],
    ["may be an empty object", { json: {} }],
  ])("%s", async (_, sent) => {
    const { status, body } = await service.call(path, sent);
    expect([status, body.status]).toEqual([200, "CANCELLED"]);
    expect(body).toMatchObject({ cancelledAt: "2026-11-20T09:30:00.000Z", amountDue: 0 });
    expect(body).not.toHaveProperty("cancellationReason");
  });

  test("may give a reason, which is kept", async () => {
    const { body } = await service.call(path, { json: { reason: "Ordered twice" } });
    expect(body["cancellationReason"]).toBe("Ordered twice");
    const { body: again } = await service.call(path, { json: { reason: "Something else" } });
    expect(again).toEqual(body);
  });

  test.each([
    ["of another media type is 415", { raw: "reason=typo", headers: { "Content-Type": "text/plain" } }, 415],
    ["without a media type is 415", { raw: new Uint8Array([123, 125]) }, 415],
    ["that is no JSON is 400", { raw: "typo", headers: { "Content-Type": "application/json" } }, 400],
    ["of blanks is 400", { raw: " ", headers: { "Content-Type": "application/json" } }, 400],
    ["that is too large is 413", { json: { reason: "x".repeat(2 ** 20) } }, 413],
    ["that is too large and no JSON is 415", { raw: "x".repeat(2 ** 21), headers: { "Content-Type": "a/b" } }, 415],
    ["with a reason of the wrong type is 422", { json: { reason: 1 } }, 422],
    ["with a blank reason is 422", { json: { reason: " " } }, 422],
    ["with a misspelt field is 422", { json: { raeson: "typo" } }, 422],
    ["that is a list is 422", { json: [] }, 422],
    ["that is null is 422", { json: null }, 422],
  ])("%s, and nothing is cancelled", async (_, sent, expected) => {
    const before = await booksOf(service);
    expect((await service.call(path, sent)).status).toBe(expected);
    expect(await booksOf(service)).toBe(before);
  });
});
