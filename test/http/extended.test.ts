import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { beforeEach, describe, expect, test } from "vitest";
import { STORES } from "../support/stores.ts";
import { booksOf, openService, type Service } from "./client.ts";

const reason = "returned";
const unknown = "019aa000-0000-7000-8000-000000000000";

describe.each(STORES)("the extended endpoints on $name", ({ open }) => {
  let service: Service;
  beforeEach(async () => {
    service = await openService(await open(), { extended: true });
    return () => service.invoicing.close();
  });

  const post = (path: string, json: unknown, idempotencyKey?: string, key = "acme:write:invoices") => {
    const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
    return service.call(`POST ${path}`, { key, headers, json });
  };
  const get = (path: string) => service.call(`GET ${path}`, { key: "acme:read:invoices" });

  test("a credit note is issued, found under its Location, and listed", async () => {
    const { id, invoiceNumber } = await service.issue();
    const { status, headers, body } = await post(`/invoices/${id}/credit-notes`, {
      reason,
      lines: [{ line: 1, quantity: 1 }],
    });
    expect([status, headers.get("Location")]).toEqual([201, `/credit-notes/${body.id}`]);
    expect(body).toMatchObject({ creditNoteNumber: "INV-CN-202611-0001", total: 119, corrects: { invoiceNumber } });
    expect((await get(headers.get("Location")!)).body).toEqual(body);
    const rest = await post(`/invoices/${id}/credit-notes`, { reason });
    expect((await get("/credit-notes?limit=1")).body).toEqual({ data: [rest.body], page: 1, limit: 1, total: 2 });
    expect((await get(`/credit-notes?invoiceId=${unknown}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await get("/credit-notes?from=2026-11-21")).body).toMatchObject({ data: [], total: 0 });
    const { body: invoice } = await get(`/invoices/${id}`);
    expect(invoice).toMatchObject({ creditedTotal: 238, amountDue: 0, status: "SENT" });
    expect(invoice["creditNotes"]).toMatchObject([
      { id: body.id, total: 119 },
      { id: rest.body.id, total: 119 },
    ]);
  });

  test("an invoice is written off, once", async () => {
    const { id } = await service.issue();
    const lost = { reason: "insolvent", on: "2026-11-20" };
    const { status, body } = await post(`/invoices/${id}/write-off`, lost);
    expect([status, body]).toMatchObject([200, { status: "SENT", writtenOffOn: lost.on, writeOffReason: lost.reason }]);
    expect((await post(`/invoices/${id}/write-off`, lost)).body).toEqual(body);
    expect((await get("/invoices?due=true")).body).toMatchObject({ total: 0 });
    const other = await post(`/invoices/${id}/write-off`, { ...lost, reason: "fled" });
    expect([other.status, other.body["code"]]).toEqual([409, "write_off_refused"]);
  });

  test("previews of an invoice and of a credit note are what is issued then, and write nothing", async () => {
    const { id } = await service.issue();
    const before = await booksOf(service);
    const json = { clientName: "A", clientCountry: "DE", items: [{ description: "B", quantity: 1, unitPrice: 10 }] };
    const shown = await post("/invoices/preview", json, undefined, "acme:read:company");
    expect([shown.status, shown.body["numberPattern"]]).toEqual([200, "INV-202611-####"]);
    const credit = await post(`/invoices/${id}/credit-notes/preview`, { reason }, undefined, "acme:read:invoices");
    expect([credit.status, credit.body["invoice"]]).toMatchObject([200, { id, amountDue: 0, creditedTotal: 238 }]);
    expect(await booksOf(service)).toBe(before);
    const { id: _, invoiceNumber, issuedAt, ...issued } = (await post("/invoices", json)).body;
    expect(shown.body).toEqual({ numberPattern: "INV-202611-####", ...issued });
    const {
      id: __,
      creditNoteNumber,
      issuedAt: ___,
      ...note
    } = (await post(`/invoices/${id}/credit-notes`, { reason })).body;
    expect(credit.body["creditNote"]).toEqual({ numberPattern: "INV-CN-202611-####", ...note });
  });

  test("a credit note without one invoice is issued once with its key", async () => {
    const order = {
      ...{ reason, clientName: "A", clientCountry: "DE", correctedInvoices: [{ number: "2025-17" }] },
      items: [{ description: "B", quantity: 1, unitPrice: 10 }],
    };
    const { status, headers, body } = await post("/credit-notes", order, "bonus-1");
    expect([status, headers.get("Location")]).toEqual([201, `/credit-notes/${body.id}`]);
    expect((await get(`/credit-notes/${body.id}`)).body).toEqual(body);
    const again = await post("/credit-notes", order, "bonus-1");
    expect([again.status, again.headers.get("Idempotency-Replayed"), again.body]).toEqual([201, "true", body]);
    const { correctedInvoices: _, ...unnamed } = order;
    const refused = await post("/credit-notes", unnamed);
    expect([refused.status, refused.body.code]).toEqual([422, "request_invalid"]);
    expect((await post("/credit-notes", order, undefined, "acme:read:invoices")).status).toBe(403);
  });

  test("a preview asks the register only with verify=true, and refuses any other value", async () => {
    const json = { clientName: "A", clientCountry: "DE", items: [{ description: "B", quantity: 1, unitPrice: 10 }] };
    const preview = (query: string) => post(`/invoices/preview${query}`, json, undefined, "acme:read:company");
    for (const query of ["", "?verify=true", "?verify=false"]) expect((await preview(query)).status).toBe(200);
    for (const query of ["?verify=yes", "?verify=", "?verfy=true", "?verify=true&verify=true"]) {
      const { status, body } = await preview(query);
      expect([status, body.code], query).toEqual([422, "request_invalid"]);
      expect(body.errors, query).toMatchObject([{ parameter: query.includes("verfy") ? "verfy" : "verify" }]);
    }
  });

  test("payments and refunds answer with the invoice", async () => {
    const { id } = await service.issue();
    const paid = await post(`/invoices/${id}/payments`, { amount: 238, method: "card" });
    expect([paid.status, paid.headers.get("Location"), paid.body.status]).toEqual([201, `/invoices/${id}`, "PAID"]);
    const refunded = await post(`/invoices/${id}/payments`, { amount: -38 });
    expect(refunded.body).toMatchObject({ status: "SENT", amountPaid: 200, amountDue: 38 });
    expect(refunded.body.payments.map(({ amount }) => amount)).toEqual([238, -38]);
    expect((await get(`/invoices/${id}`)).body).toEqual(refunded.body);
  });

  test("a portal's number is recorded once, of an invoice and of its credit note", async () => {
    const { id } = await service.issue();
    const { body: note } = await post(`/invoices/${id}/credit-notes`, { reason });
    const request = { portal: "sdi", number: "1" };
    const recorded = await post(`/invoices/${id}/portal-numbers`, request);
    expect([recorded.status, recorded.body["portalNumbers"]]).toEqual([200, [request]]);
    const before = await booksOf(service);
    expect((await post(`/invoices/${id}/portal-numbers`, request)).body).toEqual(recorded.body);
    expect(await booksOf(service)).toEqual(before);
    expect((await get(`/invoices/${id}`)).body).toEqual(recorded.body);
    const other = await post(`/invoices/${id}/portal-numbers`, { portal: "sdi", number: "2" });
    expect([other.status, other.body.code, other.body.errors]).toEqual([
      422,
      "request_invalid",
      [{ pointer: "/replaces", detail: expect.stringContaining('must be "1", the number of "') }],
    ]);
    const ofNote = await post(`/credit-notes/${note.id}/portal-numbers`, { portal: "sdi", number: "2" });
    expect(ofNote.status).toBe(200);
    expect(ofNote.body).toMatchObject({ portalNumbers: [{ portal: "sdi", number: "2" }] });
    expect(ofNote.body).toMatchObject({ correctedPortalNumbers: [request] });
    expect((await get(`/credit-notes/${note.id}`)).body).toEqual(ofNote.body);
    for (const path of [`/invoices/${unknown}`, `/credit-notes/${id}`]) {
      expect((await post(`${path}/portal-numbers`, request)).status).toBe(404);
    }
    expect((await post(`/invoices/${id}/portal-numbers`, request, undefined, "acme:read:invoices")).status).toBe(403);
  });

  test("a portal's refusal is recorded once, of an invoice and of its credit note", async () => {
    const { id } = await service.issue();
    const { body: note } = await post(`/invoices/${id}/credit-notes`, { reason });
    const request = { portal: "sdi", code: "00404", on: "2026-11-20" };
    const refusal = { ...request, id: expect.any(String), ofCancellation: false };
    const recorded = await post(`/invoices/${id}/portal-refusals`, request);
    expect([recorded.status, recorded.body["portalRefusals"]]).toEqual([200, [refusal]]);
    const before = await booksOf(service);
    expect((await post(`/invoices/${id}/portal-refusals`, request)).body).toEqual(recorded.body);
    const faulty = await post(`/invoices/${id}/portal-refusals`, { ...request, on: "today" });
    expect([faulty.status, faulty.body.code]).toEqual([422, "request_invalid"]);
    expect(await booksOf(service)).toEqual(before);
    const ofNote = await post(`/credit-notes/${note.id}/portal-refusals`, request);
    expect([ofNote.status, ofNote.body["portalRefusals"]]).toEqual([200, [refusal]]);
    expect((await get(`/credit-notes/${note.id}`)).body).toEqual(ofNote.body);
    for (const path of [`/invoices/${unknown}`, `/credit-notes/${id}`])
      expect((await post(`${path}/portal-refusals`, request)).status).toBe(404);
  });

  test("the answer to a DELETE of a credit note says what to do instead", async () => {
    const { status, body } = await service.call(`DELETE /credit-notes/${unknown}`);
    const step = "Credit notes are never deleted or cancelled: issue an invoice for what one credited too much.";
    expect([status, body.detail]).toEqual([405, `Use GET here. ${step}`]);
  });

  test("a repeat writes nothing and says that it is one", async () => {
    const { id } = await service.issue();
    const pay = () => post(`/invoices/${id}/payments`, { amount: 100 }, "pay-1");
    const credit = () =>
      post(`/invoices/${id}/credit-notes`, { reason, lines: [{ line: 1, netAmount: 10 }] }, "credit-1");
    for (const call of [pay, credit]) {
      const first = await call();
      const before = await booksOf(service);
      const second = await call();
      expect([first.status, second.status]).toEqual([201, 201]);
      expect([first, second].map(({ headers }) => headers.get("Idempotency-Replayed"))).toEqual([null, "true"]);
      expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
      expect(second.body).toEqual(first.body);
      expect(await booksOf(service)).toBe(before);
    }
    const reused = await post(`/invoices/${id}/payments`, { amount: 1 }, "credit-1");
    expect([reused.status, reused.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("each refusal has its status, and writes nothing", async () => {
    const { id } = await service.issue();
    const { id: cancelled } = await service.issue();
    await post(`/invoices/${cancelled}/cancel`, {});
    await post(`/invoices/${id}/payments`, { amount: 100 });
    const before = await booksOf(service);
    const [credits, payments] = [`/invoices/${id}/credit-notes`, `/invoices/${id}/payments`];
    const refusals: [path: string, json: unknown, status: number, code: string][] = [
      [credits, {}, 422, "request_invalid"],
      [credits, { reason, line: 1 }, 422, "request_invalid"],
      [credits, { reason, lines: [{ line: 2 }] }, 422, "request_invalid"],
      [`/invoices/${unknown}/credit-notes`, { reason }, 404, "invoice_not_found"],
      [credits, { reason, lines: [{ line: 1, netAmount: 0.001 }] }, 422, "amount_out_of_range"],
      [`/invoices/${cancelled}/credit-notes`, { reason }, 409, "invoice_cancelled"],
      [credits, { reason, lines: [{ line: 1, quantity: 3 }] }, 422, "credit_exceeds_invoice"],
      [payments, { amount: 0 }, 422, "request_invalid"],
      [`/invoices/${unknown}/payments`, { amount: 1 }, 404, "invoice_not_found"],
      [payments, { amount: 0.001 }, 422, "amount_out_of_range"],
      [`/invoices/${cancelled}/payments`, { amount: 1 }, 409, "invoice_cancelled"],
      [payments, { amount: 138.01 }, 422, "payment_exceeds_amount_due"],
      [payments, { amount: -100.01 }, 422, "refund_exceeds_amount_paid"],
    ];
    for (const [path, json, status, code] of refusals) {
      const { status: answered, body } = await post(path, json);
      expect([answered, body.code], JSON.stringify([path, json])).toEqual([status, code]);
    }
    expect([(await get(`/credit-notes/${id}`)).status, (await get(`/credit-notes/${unknown}`)).body.code]).toEqual([
      404,
      "credit_note_not_found",
    ]);
    expect(await booksOf(service)).toBe(before);
  });
});

test("the Location is below the base path, however the invoice's id is spelt", async () => {
  const service = await openService(undefined, { extended: true, basePath: "/invoices/x/credit-notes" });
  const { invoicing, call } = service;
  const { id } = await invoicing
    .company("acme")
    .issue({ clientName: "A", clientCountry: "DE", items: [{ description: "B", quantity: 1, unitPrice: 10 }] });
  const spelt = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const { headers, body } = await call(`POST /invoices/x/credit-notes/invoices/${spelt}/credit-notes`, {
    json: { reason },
  });
  expect(headers.get("Location")).toBe(`/invoices/x/credit-notes/credit-notes/${body.id}`);
  expect((await call(`GET ${headers.get("Location")}`)).body).toEqual(body);
  await invoicing.close();
});

test.each([
  ["POST", "/invoices/preview", "read:company"],
  ["POST", "/invoices/{id}/credit-notes/preview", "read:invoices"],
  ["POST", "/invoices/{id}/credit-notes", "write:invoices"],
  ["GET", "/credit-notes", "read:invoices"],
  ["POST", "/credit-notes", "write:invoices"],
  ["GET", "/credit-notes/{id}", "read:invoices"],
  ["POST", "/invoices/{id}/payments", "write:invoices"],
  ["GET", "/invoices/{id}/documents/ubl", "read:invoices"],
  ["GET", "/invoices/{id}/documents/pdf", "read:invoices"],
  ["GET", "/credit-notes/{id}/documents/cii", "read:invoices"],
])("%s %s needs its scope, and is only there if the handler is extended", async (method, template, scope) => {
  const path = template.replace("{id}", unknown);
  const extended = await openService(undefined, { extended: true, renderPdf: () => new Uint8Array() });
  const json = method === "POST" ? { json: { reason, amount: 1 } } : {};
  const others = ["read:company", "write:invoices", "read:invoices"].filter((other) => other !== scope).join("+");
  const refused = await extended.call(`${method} ${path}`, { key: `acme:${others}`, ...json });
  expect([refused.status, refused.body.code]).toEqual([403, "insufficient_scope"]);
  const allowed = await extended.call(`${method} ${path}`, { key: `acme:${scope}`, ...json });
  expect(allowed.body.code).not.toBe("insufficient_scope");
  const deleted = await extended.call(`DELETE ${path}`);
  const allows = template === "/credit-notes" ? "POST, GET" : method;
  expect([deleted.status, deleted.headers.get("Allow")]).toEqual([405, allows]);
  for (const { call } of [await openService(), await openService(undefined, { extended: false })]) {
    const missing = await call(`${method} ${path}`, json);
    expect([missing.status, missing.body.code]).toEqual([404, "route_not_found"]);
    expect(missing.body.detail).not.toContain("credit-notes,");
  }
});

test("extended is true or false, and nothing else", () => {
  const invoicing = createInvoicing({ store: memoryStore() });
  for (const extended of ["true", 1, null]) {
    const options = { authenticate: () => null, extended: extended as unknown as boolean };
    expect(() => createHttpHandler(invoicing, options)).toThrow(/^extended must be true or false, not /);
  }
});
