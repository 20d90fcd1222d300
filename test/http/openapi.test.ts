import { REFUSAL_CODES } from "faktura";
import { openApiDocument, SCOPES } from "faktura/http";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { openService } from "./client.ts";
import { type ApiDocument, apiDocument, faultsAs, sixDocument } from "./documented.ts";

const FAULTS = ["unauthenticated", "insufficient_scope"];
const BODY_FAULTS = [...FAULTS, "unsupported_media_type", "body_too_large", "malformed_json"];
const SERVER_FAULTS = ["internal_error", "store_busy", "store_unavailable", "outcome_unknown"];

type Endpoint = readonly [request: string, scope: string, status: string, codes: readonly string[]];

/** The specification's endpoints once more, by hand: scope, statuses of success, and every code of failure. */
const SIX: readonly Endpoint[] = [
  ["get /company", "read:company", "200", [...FAULTS, "request_invalid", "company_not_found"]],
  [
    "get /vat-suggestion",
    "read:company",
    "200",
    [
      ...FAULTS,
      ...["request_invalid", "company_not_found", "client_country_required", "vat_number_invalid", "vat_rate_unknown"],
      "vat_rate_unlawful",
    ],
  ],
  [
    "post /invoices",
    "write:invoices",
    "201",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "idempotency_key_reused", "company_not_found", "client_country_required"],
      ...["company_not_vat_registered", "vat_number_invalid", "vat_rate_unknown", "vat_rate_unlawful"],
      "tax_rate_conflict",
      ...["amount_out_of_range", "einvoice_incomplete", "vat_number_unverified", "clock_out_of_step"],
    ],
  ],
  ["get /invoices", "read:invoices", "200", [...FAULTS, "request_invalid"]],
  ["get /invoices/{id}", "read:invoices", "200", [...FAULTS, "request_invalid", "invoice_not_found"]],
  [
    "post /invoices/{id}/cancel",
    "write:invoices",
    "200",
    [...BODY_FAULTS, "request_invalid", "invoice_not_found", "invoice_paid", "clock_out_of_step"],
  ],
];

/** What `extended: true` adds. */
const FURTHER: readonly Endpoint[] = [
  [
    "post /invoices/preview",
    "read:company",
    "200",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "company_not_found", "client_country_required", "company_not_vat_registered"],
      ...["vat_number_invalid", "vat_rate_unknown", "vat_rate_unlawful", "tax_rate_conflict", "amount_out_of_range"],
      ...["einvoice_incomplete", "vat_number_unverified", "clock_out_of_step"],
    ],
  ],
  [
    "post /invoices/{id}/credit-notes/preview",
    "read:invoices",
    "200",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "company_not_found", "invoice_not_found", "document_unreadable", "amount_out_of_range"],
      ...["invoice_cancelled", "credit_exceeds_invoice", "clock_out_of_step"],
    ],
  ],
  [
    "post /invoices/{id}/credit-notes",
    "write:invoices",
    "201",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "idempotency_key_reused", "company_not_found", "invoice_not_found", "document_unreadable"],
      ...["amount_out_of_range", "invoice_cancelled", "credit_exceeds_invoice", "clock_out_of_step"],
    ],
  ],
  [
    "post /credit-notes",
    "write:invoices",
    "201",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "idempotency_key_reused", "company_not_found", "document_unreadable"],
      ...["client_country_required", "company_not_vat_registered", "vat_number_invalid", "vat_rate_unknown"],
      ...["vat_rate_unlawful", "tax_rate_conflict", "amount_out_of_range", "einvoice_incomplete"],
      ...["vat_number_unverified", "invoice_cancelled", "credit_exceeds_invoice", "clock_out_of_step"],
    ],
  ],
  ["get /credit-notes", "read:invoices", "200", [...FAULTS, "request_invalid"]],
  ["get /credit-notes/{id}", "read:invoices", "200", [...FAULTS, "request_invalid", "credit_note_not_found"]],
  [
    "post /invoices/{id}/payments",
    "write:invoices",
    "201",
    [
      ...BODY_FAULTS,
      ...["request_invalid", "idempotency_key_reused", "company_not_found", "invoice_not_found"],
      ...[
        "amount_out_of_range",
        "invoice_cancelled",
        "payment_exceeds_amount_due",
        "credit_exceeds_invoice",
        "document_unreadable",
        "refund_exceeds_amount_paid",
      ],
      "clock_out_of_step",
    ],
  ],
  [
    "post /invoices/{id}/write-off",
    "write:invoices",
    "200",
    [
      ...BODY_FAULTS,
      "request_invalid",
      "invoice_not_found",
      "document_unreadable",
      "invoice_cancelled",
      "write_off_refused",
    ],
  ],
  [
    "post /invoices/{id}/portal-numbers",
    "write:invoices",
    "200",
    [...BODY_FAULTS, "request_invalid", "invoice_not_found"],
  ],
  [
    "post /credit-notes/{id}/portal-numbers",
    "write:invoices",
    "200",
    [...BODY_FAULTS, "request_invalid", "credit_note_not_found"],
  ],
  [
    "post /invoices/{id}/portal-refusals",
    "write:invoices",
    "200",
    [...BODY_FAULTS, "request_invalid", "invoice_not_found"],
  ],
  [
    "post /credit-notes/{id}/portal-refusals",
    "write:invoices",
    "200",
    [...BODY_FAULTS, "request_invalid", "credit_note_not_found"],
  ],
  ...["ubl", "cii", "fatturapa", "ksef", "pdf"].flatMap((format): Endpoint[] => [
    [
      `get /invoices/{id}/documents/${format}`,
      "read:invoices",
      "200",
      [...FAULTS, "request_invalid", "invoice_not_found", "einvoice_incomplete"],
    ],
    [
      `get /credit-notes/{id}/documents/${format}`,
      "read:invoices",
      "200",
      [...FAULTS, "request_invalid", "credit_note_not_found", "einvoice_incomplete"],
    ],
  ]),
];
const ENDPOINTS = [...SIX, ...FURTHER];

const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ request: `${method} ${path}`, operation })),
  );
const operations = operationsOf(apiDocument);

test.each([
  ["the six endpoints", sixDocument, SIX],
  ["all endpoints, if it is extended", apiDocument, ENDPOINTS],
])("the document is OpenAPI 3.1 with a title, a version and %s", (_, document, endpoints) => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const requests = operationsOf(document).map(({ request }) => request);
  expect(requests.sort()).toEqual(endpoints.map(([request]) => request).sort());
});

test("the six endpoints are documented alike in both", () => {
  expect(apiDocument.paths).toMatchObject(sixDocument.paths);
  expect(apiDocument.components.schemas).toMatchObject(sixDocument.components.schemas);
});

test("operationIds are unique", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ENDPOINTS.length);
});

test.each(ENDPOINTS)("%s documents its scope %s, its success %s and its codes", (request, scope, success, codes) => {
  const { operation } = operations.find((candidate) => candidate.request === request)!;
  expect(SCOPES).toContain(scope);
  expect(operation.security).toEqual([{ apiKey: [scope] }]);
  const documented = Object.entries(operation.responses);
  expect(documented.map(([status]) => status).filter((status) => status < "300")).toEqual([success]);
  const failures = documented.filter(([status]) => status >= "400");
  const named = failures.flatMap(([, { description }]) => description.match(/(?<=`)\w+(?=`)/g) ?? []);
  expect(named.sort()).toEqual([...codes, ...SERVER_FAULTS].sort());
  for (const [, { content }] of failures) expect(Object.keys(content!)).toEqual(["application/problem+json"]);
});

test.each([
  ["ubl", ["en16931", "peppol", "xrechnung", "ctc-fr", "cius-ro", "hr-cius"], "application/xml"],
  ["cii", ["en16931", "peppol", "xrechnung", "factur-x", "ctc-fr"], "application/xml"],
  ["pdf", ["factur-x", "ctc-fr"], "application/pdf"],
])("files in %s document their profiles, and that they are not sent again", (format, profiles, mediaType) => {
  for (const owner of ["invoices", "credit-notes"]) {
    const { operation } = operations.find(({ request }) => request === `get /${owner}/{id}/documents/${format}`)!;
    const parameters = Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema]));
    expect(parameters["profile"]).toMatchObject({ enum: profiles });
    const language = format === "pdf" ? ["language"] : [];
    expect(Object.keys(parameters)).toEqual(["id", "profile", ...language, "If-None-Match"]);
    expect(Object.keys(operation.responses["200"]!.content!)).toEqual([mediaType]);
    expect(operation.responses["304"]).toMatchObject({ headers: { ETag: { required: true } } });
  }
});

test.each([
  ["six endpoints", sixDocument],
  ["all endpoints", apiDocument],
])("every $ref leads somewhere, and every component is used, in the document of %s", (_, document) => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
  expect(references.length).toBeGreaterThan(20);
  for (const target of references) {
    const steps = target.split("/");
    const found = steps.slice(1).reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document);
    expect([steps[0], found], target).toEqual(["#", expect.any(Object)]);
  }
  const named = new Set(references.map((target) => target.split("/").at(-1)));
  expect([...named].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

test("the security scheme is a bearer key, and every operation names it", () => {
  expect(apiDocument.components.securitySchemes).toMatchObject({ apiKey: { type: "http", scheme: "bearer" } });
});

test("path parameters are declared and required, and so is what the specification requires", () => {
  for (const { request, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(
      request.includes("{id}") ? [["id", true]] : [],
    );
  }
  const parametersOf = (request: string) =>
    operations.find((candidate) => candidate.request === request)!.operation.parameters;
  const required = parametersOf("get /vat-suggestion").filter((parameter) => parameter.required);
  expect(required.map(({ name }) => name)).toEqual(["clientCountry"]);
  expect(parametersOf("get /invoices").map(({ name }) => name)).toEqual([
    "status",
    "from",
    "to",
    "reference",
    "client",
    "search",
    "series",
    "dueBefore",
    "due",
    "overdue",
    "after",
    "page",
    "limit",
  ]);
  expect(parametersOf("post /invoices").map((parameter) => [parameter.name, parameter.in])).toEqual([
    ["Idempotency-Key", "header"],
  ]);
});

test("defaults and the possible values of fields are in the document, for generated clients", () => {
  const list = operations.find(({ request }) => request === "get /invoices")!.operation.parameters;
  expect(list.map(({ name, schema }) => [name, (schema as { default?: unknown }).default])).toEqual([
    ...["status", "from", "to", "reference", "client", "search", "series", "dueBefore", "due", "overdue", "after"].map(
      (name) => [name, undefined],
    ),
    ...[
      ["page", 1],
      ["limit", 20],
    ],
  ]);
  const propertiesOf = (name: string) => (apiDocument.components.schemas[name] as { properties: object }).properties;
  expect(propertiesOf("InvoiceOrder")).toMatchObject({
    clientName: { minLength: 1, maxLength: 200 },
    clientCountry: { pattern: "^[A-Z]{2}$" },
    currency: { pattern: "^[A-Z]{3}$" },
  });
  const profile = { invoicePrefix: { pattern: "^[A-Za-z0-9._/-]+$" }, timeZone: { examples: ["Europe/Berlin"] } };
  expect(propertiesOf("CompanyProfile")).toMatchObject(profile);
});

test("the server is where the host says it is", () => {
  const serverUrl = "https://api.example.com/accounting";
  expect(openApiDocument({ serverUrl })["servers"]).toEqual([{ url: serverUrl }]);
  expect(openApiDocument()).not.toHaveProperty("servers");
});

test("the document is plain JSON and no caller can spoil the next one", () => {
  expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(openApiDocument());
  Object.assign(openApiDocument()["paths"] as object, { "/spoilt": {} });
  expect(openApiDocument()["paths"]).not.toHaveProperty("/spoilt");
});

describe("the schemas", () => {
  test("take what the service takes, and refuse what it refuses", () => {
    expect(faultsAs("CompanyProfile", germanProfile())).toEqual([]);
    expect(faultsAs("InvoiceOrder", order({ autoVat: false, taxRate: 7 }))).toEqual([]);
    const { items: _, ...empty } = order();
    for (const wrong of [empty, { ...order(), taxrate: 7 }, { ...order(), clientCountry: "de" }, []]) {
      expect(faultsAs("InvoiceOrder", wrong)).not.toEqual([]);
    }
  });

  test("notice a field that an answer lacks, adds or mistypes", async () => {
    const service = await openService();
    const invoice = await service.issue();
    expect(faultsAs("Invoice", invoice)).toEqual([]);
    const { total: _, ...lacking } = invoice;
    for (const wrong of [lacking, { ...invoice, extra: 1 }, { ...invoice, total: "238" }]) {
      expect(faultsAs("Invoice", wrong)).not.toEqual([]);
    }
    const [item] = invoice.items;
    expect(faultsAs("Invoice", { ...invoice, items: [{ ...item, extra: 1 }] })).not.toEqual([]);
  });

  test("fit an invoice that has every optional field", async () => {
    const service = await openService();
    const address = { line1: "1 rue A", line2: "B", postalCode: "75001", city: "Paris", region: "IDF" };
    const seller = {
      vatNumber: "DE811125440",
      taxNumber: "1",
      registrationNumber: "HRB 1",
      iban: "DE02120300000000202051",
      bic: "BYLADEM1001",
      accountName: "A",
      creditorId: "DE98ZZZ09999999999",
      tradingName: "B",
      legalNote: "C",
      registrationScheme: "0002",
      electronicAddress: { scheme: "9930", id: "DE811125440" },
      contact: { name: "D", phone: "1", email: "d@example.com" },
      taxRepresentative: { name: "E", vatNumber: "FR40303265045", country: "FR", address },
      language: "de",
    };
    await service.invoicing.company("acme").saveProfile(
      germanProfile({
        ...seller,
        paymentTerms: "Net 30",
        address,
        email: "a@example.com",
        timeZone: "Europe/Berlin",
      }),
    );
    expect((await service.call("GET /company")).body).toMatchObject(seller);
    const texts = { buyerReference: "1", purchaseOrderReference: "2", reference: "3", note: "4", vatNote: "5" };
    const client = { clientVatNumber: "FR40303265045", clientEmail: "b@example.com", clientRegistrationNumber: "6" };
    const days = { supplyDate: "2026-11-01", dueDate: "2026-12-01" };
    const exchangeRate = { rate: 0.85, date: "2026-11-01", source: "ECB" };
    const items = [
      { description: "A", quantity: 1, unitPrice: 5, unit: "hour", taxRate: 19, vatCategory: "S" as const },
    ];
    const invoice = await service.issue({
      ...texts,
      ...client,
      ...days,
      items,
      clientAddress: address,
      clientCountry: "FR",
      autoVat: false,
      isCompany: true,
      supply: "services",
      currency: "USD",
      exchangeRate,
    });
    const converted = { exchangeRate, taxCurrency: "EUR", taxTotalInTaxCurrency: 0.81 };
    expect(invoice).toMatchObject({ ...texts, ...client, ...days, ...converted, seller });
    const warned = await service.issue({ clientCountry: "FR", clientVatNumber: "ATU37675002", isCompany: false });
    expect(warned.warnings.length).toBeGreaterThan(2);
  });
});

test("every refusal that travels over HTTP is one that the library declares", () => {
  const codes = new Set(ENDPOINTS.flatMap(([, , , named]) => named));
  const beyondHttp = REFUSAL_CODES.filter((code) => !codes.has(code));
  expect(beyondHttp).toEqual(["numbering_started"]);
});
