import { beforeEach, expect, test } from "vitest";
import { openService, type Service } from "./client.ts";

let service: Service;
beforeEach(async () => {
  service = await openService();
});

async function faultOf(request: string) {
  const { status, body } = await service.call(request);
  return [status, body.code, body.errors?.map(({ parameter }) => parameter)];
}

test.each([
  ["page=0", "page"],
  ["page=-1", "page"],
  ["page=1.5", "page"],
  ["page=one", "page"],
  ["page=", "page"],
  ["page=99999999999999999999", "page"],
  ["limit=0", "limit"],
  ["limit=-5", "limit"],
  ["limit=101", "limit"],
  ["limit=1e1", "limit"],
  ["limit=0x10", "limit"],
  ["limit=+5", "limit"],
  ["status=sent", "status"],
  ["status=DRAFT", "status"],
  ["status=", "status"],
  ["from=2026-02-30", "from"],
  ["from=2026-1-1", "from"],
  ["from=20-11-2026", "from"],
  ["to=2026-11-20T00:00:00Z", "to"],
  ["to=%00", "to"],
  ["from=2026-11-21&to=2026-11-20", "from"],
  ["page=1&page=2", "page"],
  ["status=SENT&status=SENT", "status"],
  ["__proto__=1", "__proto__"],
  ["constructor=1", "constructor"],
])("GET /invoices?%s is 422 and names the parameter %s", async (query, parameter) => {
  expect(await faultOf(`GET /invoices?${query}`)).toEqual([422, "request_invalid", [parameter]]);
});

// biome-ignore format: a table
test.each([
  ["7", "request_invalid", "vatRates", "must be territories with their rates, such as DE:7,FR:5.5"],
  ["", "request_invalid", "vatRates", "must be territories with their rates, such as DE:7,FR:5.5"],
  ["DE:seven", "request_invalid", "vatRates", "must be territories with their rates, such as DE:7,FR:5.5"],
  ["DE:7;FR:5.5", "request_invalid", "vatRates", "must be territories with their rates, such as DE:7,FR:5.5"],
  ["DE:-7", "request_invalid", "vatRates", "must be territories with their rates, such as DE:7,FR:5.5"],
  ["DE:7,DE:19", "request_invalid", "vatRates", "names DE twice"],
  ["DE:700", "request_invalid", "vatRates.DE", "must be at most 100"],
  ["MC:5.5", "request_invalid", "vatRates.MC", "is charged as FR; state its rate under FR"],
  ["__proto__:7", "request_invalid", "vatRates.__proto__", "is not allowed as a key; rename it"],
  ["DE:8", "vat_rate_unlawful", "vatRates.DE", "is 8, but the lawful rates in Germany on 2026-11-20 are 19, 7.8, 7, 5.5, 0"],
])("GET /vat-suggestion with the rates %j is refused as %s by %s", async (text, code, parameter, detail) => {
  const query = new URLSearchParams({ clientCountry: "DE", vatRates: text });
  const { status, body } = await service.call(`GET /vat-suggestion?${query}`);
  expect([status, body.code, body.errors]).toEqual([422, code, [{ parameter, detail }]]);
});

test("every faulty parameter is named", async () => {
  expect(await faultOf("GET /invoices?page=0&limit=0&status=x&from=y")).toEqual([
    ...[422, "request_invalid", ["status", "from", "page", "limit"]],
  ]);
});

test.each([
  ["GET /invoices?stauts=SENT", "status"],
  ["GET /invoices?Limit=5", "limit"],
  ["GET /vat-suggestion?clientCountry=DE&clientVatNr=1", "clientVatNumber"],
  ["GET /vat-suggestion?country=DE&clientcountry=DE", "clientCountry"],
])("%s is refused by name, and %s suggested", async (request, meant) => {
  const { status, body } = await service.call(request);
  expect([status, body.code]).toEqual([422, "request_invalid"]);
  expect(body.errors?.map(({ detail }) => detail).join()).toContain(`did you mean ${meant}?`);
});

test.each(["GET /company?x=1", "GET /invoices/1?expand=payments", "POST /invoices/1/cancel?reason=typo"])(
  "%s is refused: the endpoint takes no parameters",
  async (request) => {
    const [status, code, parameters] = await faultOf(request);
    expect([status, code, parameters]).toEqual([422, "request_invalid", [request.split(/[?=]/)[1]]]);
  },
);

test("parameters on POST /invoices are refused, and nothing is issued", async () => {
  const json = { clientName: "A", clientCountry: "DE", items: [{ description: "B", quantity: 1, unitPrice: 1 }] };
  const { status, body } = await service.call("POST /invoices?dryRun=true", { json });
  expect([status, body.errors?.[0]?.parameter]).toEqual([422, "dryRun"]);
  expect((await service.call("GET /invoices")).body.total).toBe(0);
});

test.each([
  ["", [422, "client_country_required", ["clientCountry"]]],
  ["?isCompany=true", [422, "client_country_required", ["clientCountry"]]],
  ["?clientCountry=", [422, "request_invalid", ["clientCountry"]]],
  ["?clientCountry=de", [422, "request_invalid", ["clientCountry"]]],
  ["?clientCountry=EL", [422, "request_invalid", ["clientCountry"]]],
  ["?clientCountry=DE&isCompany=yes", [422, "request_invalid", ["isCompany"]]],
  ["?clientCountry=DE&isCompany=1", [422, "request_invalid", ["isCompany"]]],
  ["?clientCountry=DE&isCompany=", [422, "request_invalid", ["isCompany"]]],
  ["?clientCountry=DE&clientCountry=FR", [422, "request_invalid", ["clientCountry"]]],
  ["?clientCountry=FR&clientVatNumber=FR1", [422, "vat_number_invalid", ["clientVatNumber"]]],
  ["?clientCountry=FR&clientVatNumber=GB980780684", [422, "vat_number_invalid", ["clientVatNumber"]]],
])("GET /vat-suggestion%s answers %j", async (query, expected) => {
  expect(await faultOf(`GET /vat-suggestion${query}`)).toEqual(expected);
});

test("isCompany is read as the boolean that it says", async () => {
  const reason = async (isCompany: boolean) =>
    (await service.call(`GET /vat-suggestion?clientCountry=FI&isCompany=${isCompany}`)).body["reason"];
  expect(await reason(true)).toContain("a company in Finland without a VAT number");
  expect(await reason(false)).toContain("to a consumer");
});

test.each([
  "1",
  "%2F",
  "..%2Fcompany",
  "a%2Fb%2Fcancel",
  "%",
  "%zz",
  "%E0%A4%A",
  "100%25",
  "%00",
  "%0D%0A",
  "%F0%9F%92%A9",
  "__proto__",
  "null",
  "' OR 1=1 --",
  "x".repeat(5000),
])("the unknown id %j is 404 invoice_not_found for reading and for cancelling", async (id) => {
  await service.issue();
  expect(await faultOf(`GET /invoices/${id}`)).toEqual([404, "invoice_not_found", undefined]);
  expect(await faultOf(`POST /invoices/${id}/cancel`)).toEqual([404, "invoice_not_found", undefined]);
});

test("an id is found however it is percent-encoded", async () => {
  const { id } = await service.issue();
  const encoded = [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  expect((await service.call(`GET /invoices/${encoded}`)).body.id).toBe(id);
});
