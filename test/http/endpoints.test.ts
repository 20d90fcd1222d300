import { beforeEach, describe, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { openService, type Service } from "./client.ts";

describe.each(STORES)("six endpoints on $name", ({ open }) => {
  let service: Service;
  beforeEach(async () => {
    service = await openService(await open());
    return () => service.invoicing.close();
  });

  test("GET /company reads the profile and nothing else", async () => {
    const { status, body } = await service.call("GET /company", { key: "acme:read:company" });
    expect(status).toBe(200);
    expect(body).toEqual(germanProfile());
    expect(Object.keys(body)).toEqual([
      ...["name", "country", "vatRegistered", "ossRegistered", "defaultCurrency", "invoicePrefix", "vatNumber"],
    ]);
  });

  test.each([
    ["not VAT-registered", "small", { clientCountry: "FI" }, 0, "Steuerfrei für Kleinunternehmer"],
    ["domestic", "acme", { clientCountry: "DE" }, 19, ""],
    ["intra-EU B2B", "acme", { clientCountry: "FR", clientVatNumber: "FR40303265045" }, 0, "Reverse charge"],
    ["intra-EU B2C with OSS", "acme", { clientCountry: "FI" }, 25.5, ""],
    ["intra-EU B2C without OSS", "plain", { clientCountry: "FI" }, 19, ""],
    ["outside the EU", "acme", { clientCountry: "US" }, 0, "Export"],
  ])("%s: the suggestion and the invoice of %s agree", async (_, key, client, rate, note) => {
    const suggestion = await service.call(`GET /vat-suggestion?${new URLSearchParams(client)}`, { key });
    expect(suggestion.status).toBe(200);
    expect(suggestion.body).toMatchObject({ rate, vatNote: expect.stringMatching(note === "" ? /^$/ : `^${note}`) });
    expect(suggestion.body["reason"]).not.toBe("");

    const invoice = await service.issue({ ...client, autoVat: true }, key);
    expect(invoice).toMatchObject({ taxRate: rate, total: 200 + 2 * rate, status: "SENT" });
    expect(invoice).toMatchObject({ vatNote: suggestion.body.vatNote, vatReason: suggestion.body["reason"] });
    expect(invoice.items.map(({ taxRate }) => taxRate)).toEqual([rate]);
  });

  test.each([
    ["DE", "DE:7,FR:5.5", 7, "S"],
    ["FR", "DE:7,FR:5.5", 5.5, "S"],
    ["FI", "DE:7,FR:5.5", 25.5, "S"],
    ["IE", "IE:0", 0, "Z"],
  ])("to %s with the rates %s: the suggestion and the invoice agree", async (clientCountry, text, rate, category) => {
    const query = new URLSearchParams({ clientCountry, vatRates: text });
    const suggestion = await service.call(`GET /vat-suggestion?${query}`);
    expect([suggestion.status, suggestion.body]).toMatchObject([200, { rate, category }]);
    const vatRates = Object.fromEntries(text.split(",").map((pair) => [pair.slice(0, 2), Number(pair.slice(3))]));
    const items = [{ description: "Book", quantity: 1, unitPrice: 100, vatRates }];
    const invoice = await service.issue({ clientCountry, items });
    expect(invoice).toMatchObject({ taxRate: rate, total: 100 + rate, vatReason: suggestion.body["reason"] });
    expect(invoice.items[0]).not.toHaveProperty("vatRates");
  });

  test("the place of a service decides the suggestion and the invoice alike, and is answered", async () => {
    const suggestion = await service.call("GET /vat-suggestion?clientCountry=US&placeOfSupply=DE");
    expect(suggestion.body).toMatchObject({ treatment: "domestic", rate: 19, warnings: [] });
    const invoice = await service.issue({ clientCountry: "US", placeOfSupply: "DE" });
    expect(invoice).toMatchObject({
      placeOfSupply: "DE",
      vatTreatment: "domestic",
      vatReason: suggestion.body["reason"],
    });
    const { status, body } = await service.call("GET /vat-suggestion?clientCountry=US&placeOfSupply=EL");
    expect([status, body.code, body.errors]).toMatchObject([
      ...[422, "request_invalid", [{ parameter: "placeOfSupply", detail: expect.stringContaining("use GR") }]],
    ]);
  });

  test("a suggestion issues nothing and bills nothing", async () => {
    await service.call("GET /vat-suggestion?clientCountry=FI&isCompany=true");
    expect((await service.call("GET /invoices")).body.total).toBe(0);
    expect(await service.store.billing.pending("acme")).toEqual([]);
  });

  test("POST /invoices answers 201 with the invoice, and bills it once", async () => {
    const { status, headers, body } = await service.call("POST /invoices", {
      key: "acme:write:invoices",
      json: order(),
    });
    expect([status, headers.get("Location")]).toEqual([201, `/invoices/${body.id}`]);
    expect(body).toMatchObject({ invoiceNumber: "INV-202611-0001", taxRate: 19, total: 238, vatNote: "" });
    expect(body.items).toEqual([
      { description: "Consulting", quantity: 2, unitPrice: 100, taxRate: 19, vatCategory: "S", netAmount: 200 },
    ]);
    const events = await service.store.billing.pending("acme");
    expect(events.map(({ invoiceId }) => invoiceId)).toEqual([body.id]);
  });

  test("the header rate is the rate all lines share, and 0 where they differ", async () => {
    const line = { description: "Work", quantity: 1, unitPrice: 100 };
    const shared = await service.issue({ autoVat: false, taxRate: 7, items: [line, line] });
    expect([shared.taxRate, shared.total]).toEqual([7, 214]);
    const mixed = await service.issue({ autoVat: false, taxRate: 7, items: [line, { ...line, taxRate: 19 }] });
    expect([mixed.taxRate, mixed.total]).toEqual([0, 226]);
    expect(mixed.items.map(({ taxRate }) => taxRate)).toEqual([7, 19]);
  });

  test("GET /invoices/{id} reads an invoice with its items and payments", async () => {
    const { id } = await service.issue();
    const path = `GET /invoices/${id}`;
    expect((await service.call(path, { key: "acme:read:invoices" })).body).toMatchObject({ id, payments: [] });
    await service.invoicing.company("acme").recordPayment(id, { amount: 38, paidOn: "2026-11-19" });
    await service.invoicing.company("acme").recordPayment(id, { amount: 200, method: "card", reference: "tx-1" });
    const { body } = await service.call(path);
    expect(body).toMatchObject({ status: "PAID", amountPaid: 238, amountDue: 0 });
    expect(body.payments).toMatchObject([
      { amount: 38, paidOn: "2026-11-19", method: null, reference: null },
      { amount: 200, paidOn: "2026-11-20", method: "card", reference: "tx-1" },
    ]);
    expect(body.items).toHaveLength(1);
  });

  test("a cancelled invoice keeps its number, and the next one follows it", async () => {
    const first = await service.issue();
    const { status, body } = await service.call(`POST /invoices/${first.id}/cancel`, { key: "acme:write:invoices" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "CANCELLED", invoiceNumber: "INV-202611-0001", amountDue: 0 });
    expect((await service.issue()).invoiceNumber).toBe("INV-202611-0002");
    expect((await service.call("GET /invoices")).body.data.map(({ status }) => status)).toEqual(["SENT", "CANCELLED"]);
  });

  test("a paid invoice is not cancelled: 409 invoice_paid", async () => {
    const { id, total } = await service.issue();
    await service.invoicing.company("acme").recordPayment(id, { amount: total });
    const { status, body } = await service.call(`POST /invoices/${id}/cancel`);
    expect([status, body.code]).toEqual([409, "invoice_paid"]);
    expect((await service.call(`GET /invoices/${id}`)).body.status).toBe("PAID");
  });

  test("an invoice cannot be deleted: 405, and it is still there", async () => {
    const { id } = await service.issue();
    const { status, headers } = await service.call(`DELETE /invoices/${id}`);
    expect([status, headers.get("Allow")]).toEqual([405, "GET"]);
    expect((await service.call(`GET /invoices/${id}`)).status).toBe(200);
  });

  test("a manual rate above 0 is refused when the company is not VAT-registered: 422, and nothing is issued", async () => {
    for (const autoVat of [true, false]) {
      const { status, body } = await service.call("POST /invoices", {
        key: "small",
        json: order({ autoVat, taxRate: 19 }),
      });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, "company_not_vat_registered", "/taxRate"]);
    }
    expect((await service.issue({ taxRate: 0 }, "small")).invoiceNumber).toBe("SM-202611-0001");
  });
});
