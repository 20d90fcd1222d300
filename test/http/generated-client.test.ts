import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { toNodeHandler } from "faktura/node";
import createClient, { type Client } from "openapi-fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openService, type Service } from "./client.ts";
import type { components, paths } from "./generated/openapi-types.ts";

/**
 * Goal: the OpenAPI document is good for clients that are not ours.
 * Method: `openapi-typescript` makes types of it (docs/examples/generate-clients.ts), `openapi-fetch` calls the endpoints,
 * over a socket. `npm run types:examples` compiles the calls with the types.
 */
const TYPES = join(import.meta.dirname, "generated/openapi-types.ts");

const KEY = { Authorization: "Bearer acme" };
const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];

let service: Service;
let server: Server;
let client: Client<paths>;
beforeAll(async () => {
  service = await openService(undefined, { basePath: "/accounting", extended: true });
  server = createServer(toNodeHandler(service.handle)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounting`;
  client = createClient<paths>({ baseUrl, headers: KEY });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.invoicing.close();
});

test("the types that openapi-typescript makes of the document leave nothing open", () => {
  expect(readFileSync(TYPES, "utf8")).not.toMatch(/: unknown;(?<!\[name: string\]: unknown;)|\bany\b(?= *[;[|])/);
});

test("profile and suggestion come as the types say", async () => {
  const { data: company } = await client.GET("/company");
  expect([company?.name, company?.address?.city]).toEqual(["Firma GmbH", undefined]);
  const query = { clientCountry: "FI", isCompany: false, supply: "digital" } as const;
  const { data: suggestion } = await client.GET("/vat-suggestion", { params: { query } });
  const treatment: "oss" | undefined = suggestion?.treatment === "oss" ? suggestion.treatment : undefined;
  expect([treatment, suggestion?.rate, suggestion?.warnings.map(({ code }) => code)]).toEqual(["oss", 25.5, []]);
});

test("an invoice is issued, repeated, found, listed and cancelled", async () => {
  const call = {
    params: { header: { "Idempotency-Key": "order-1" } },
    body: { clientName: "Exemple SARL", clientCountry: "FR", clientVatNumber: "FR40303265045", items },
  };
  const { data: invoice, response } = await client.POST("/invoices", call);
  expect([response.status, invoice?.vatBreakdown[0]?.category, invoice?.total]).toEqual([201, "AE", 200]);
  const path = { id: invoice!.id };
  expect(response.headers.get("Location")).toBe(`/accounting/invoices/${path.id}`);
  expect((await client.POST("/invoices", call)).data).toEqual(invoice);

  const { data: found } = await client.GET("/invoices/{id}", { params: { path } });
  expect([found?.payments.map(({ amount }) => amount), found?.seller.country]).toEqual([[], "DE"]);
  const { data: page } = await client.GET("/invoices", { params: { query: { status: "SENT", limit: 5 } } });
  expect([page?.total, page?.data[0]?.invoiceNumber]).toEqual([1, invoice?.invoiceNumber]);

  const { data: bare } = await client.POST("/invoices/{id}/cancel", { params: { path } });
  expect([bare?.status, bare?.cancelledAt?.slice(0, 10)]).toEqual(["CANCELLED", "2026-11-20"]);
  const cancelled = await client.POST("/invoices/{id}/cancel", { params: { path }, body: { reason: "Ordered twice" } });
  expect(cancelled.data?.cancellationReason).toBeUndefined();
});

test("an invoice is paid, credited and refunded, and the credit note is found and listed", async () => {
  const order = { clientName: "Beispiel AG", clientCountry: "DE", items };
  const { data: invoice } = await client.POST("/invoices", { body: order });
  const path = { id: invoice!.id };
  const header = { "Idempotency-Key": "payment-1" };
  const { data: paid } = await client.POST("/invoices/{id}/payments", {
    params: { path, header },
    body: { amount: 238 },
  });
  expect([paid?.status, paid?.payments.length]).toEqual(["PAID", 1]);

  const body = { reason: "returned", lines: [{ line: 1, quantity: 1 }] };
  const { data: creditNote, response } = await client.POST("/invoices/{id}/credit-notes", { params: { path }, body });
  const type: "381" | "261" | "262" | "396" | "502" | "503" | undefined = creditNote?.documentType;
  expect([response.status, creditNote?.total, creditNote?.items[0]?.line, type]).toEqual([201, 119, 1, "381"]);
  expect(response.headers.get("Location")).toBe(`/accounting/credit-notes/${creditNote?.id}`);

  const found = await client.GET("/credit-notes/{id}", { params: { path: { id: creditNote!.id } } });
  expect(found.data).toEqual(creditNote);
  const { data: page } = await client.GET("/credit-notes", { params: { query: { invoiceId: path.id, limit: 5 } } });
  expect([page?.total, page?.data[0]?.creditNoteNumber]).toEqual([1, creditNote?.creditNoteNumber]);
  const { data: refunded } = await client.POST("/invoices/{id}/payments", { params: { path }, body: { amount: -119 } });
  expect([refunded?.amountPaid, refunded?.creditedTotal, refunded?.creditNotes[0]?.total]).toEqual([119, 119, 119]);
});

test("an invoice is read as a file", async () => {
  const { data: invoice } = await client.POST("/invoices", { body: { ...order, clientVatNumber: "FR40303265045" } });
  const params = { path: { id: invoice!.id }, query: { profile: "en16931" as const } };
  const { data: xml, response } = await client.GET("/invoices/{id}/documents/ubl", { params, parseAs: "text" });
  expect(xml).toContain(`<cbc:ID>${invoice!.invoiceNumber}</cbc:ID>`);
  const header = { "If-None-Match": response.headers.get("ETag")! };
  const again = await client.GET("/invoices/{id}/documents/ubl", { params: { ...params, header }, parseAs: "text" });
  expect(again.response.status).toBe(304);
});

test("a refusal is a problem whose code can be decided by", async () => {
  const { data, error } = await client.POST("/invoices", { body: { clientName: "A", clientCountry: "FR", items: [] } });
  expect([data, error?.status, error?.errors?.[0]?.pointer]).toEqual([undefined, 422, "/items"]);
  const isInvalid: boolean = error?.code === "request_invalid";
  // @ts-expect-error: a code that there is not
  const isOther: boolean = error?.code === "request_wrong";
  expect([isInvalid, isOther]).toEqual([true, false]);
  const { error: unknown } = await client.GET("/invoices/{id}", { params: { path: { id: "1" } } });
  expect([unknown?.code, unknown?.title]).toEqual(["invoice_not_found", "No such invoice"]);
  const { error: locked } = await client.GET("/company", { headers: { Authorization: null } });
  expect(locked?.code).toBe("unauthenticated");
});

type InvoiceOrder = components["schemas"]["InvoiceOrder"];
const order = { clientName: "Exemple SARL", clientCountry: "FR", items };
const CALLS_THAT_THE_TYPES_STOP: readonly [
  what: string,
  status: number,
  call: () => Promise<{ response: Response }>,
][] = [
  // openapi-fetch passes over fields that are too many, unless the body is held to its type.
  // @ts-expect-error
  ["a misspelt field", 422, () => client.POST("/invoices", { body: { ...order, taxrate: 7 } satisfies InvoiceOrder })],
  // @ts-expect-error
  ["no client's name", 422, () => client.POST("/invoices", { body: { clientCountry: "FR", items } })],
  // @ts-expect-error
  ["an item without a price", 422, () => client.POST("/invoices", { body: { ...order, items: [{ quantity: 1 }] } })],
  // @ts-expect-error
  ["no body", 415, () => client.POST("/invoices")],
  // @ts-expect-error
  ["a status that there is not", 422, () => client.GET("/invoices", { params: { query: { status: "OPEN" } } })],
  // @ts-expect-error
  ["a page that is no number", 422, () => client.GET("/invoices", { params: { query: { page: "first" } } })],
  // @ts-expect-error
  ["an unknown parameter", 422, () => client.GET("/invoices", { params: { query: { state: "SENT" } } })],
  // @ts-expect-error
  ["no country to suggest for", 422, () => client.GET("/vat-suggestion", { params: { query: {} } })],
  // @ts-expect-error
  ["no id", 404, () => client.GET("/invoices/{id}")],
  [
    "a credit without a reason",
    422,
    // @ts-expect-error
    () => client.POST("/invoices/{id}/credit-notes", { params: { path: { id: "1" } }, body: {} }),
  ],
  // @ts-expect-error
  ["an unknown path", 404, () => client.GET("/invoice")],
  // @ts-expect-error
  ["a method that the path lacks", 405, () => client.DELETE("/invoices/{id}", { params: { path: { id: "1" } } })],
];

test.each(CALLS_THAT_THE_TYPES_STOP)(
  "%s is stopped by the types, and by the service with %i",
  async (_, status, call) => {
    expect((await call()).response.status).toBe(status);
  },
);
