import { type Principal, SCOPES } from "faktura/http";
import { expect, test } from "vitest";
import { openService, type Sent } from "./client.ts";

/** The sentence that a client reads. */
async function detailOf(request: string, sent?: Sent): Promise<string> {
  const { call } = await openService();
  return (await call(request, sent)).body.detail;
}

test("an unknown key is to be looked at, and how to send one is said where none came", async () => {
  expect(await detailOf("GET /company", { key: '"acme"' })).toMatch(/check that it is complete, with no quotes/);
  for (const Authorization of ["acme", "Basic YWNtZTo=", "Bearer", "Bearer Bearer acme"]) {
    expect(await detailOf("GET /company", { key: null, headers: { Authorization } })).toBe(
      "Send the header `Authorization: Bearer <API key>`.",
    );
  }
});

test.each([
  ["GET /invoice", "did you mean /invoices?"],
  ["GET /company/", "did you mean /company?"],
  ["GET /Invoices", "did you mean /invoices?"],
  ["POST /invoices/17/cancle", "did you mean /invoices/17/cancel?"],
  ["GET /", "the endpoints are /company, /vat-suggestion, /invoices, /invoices/{id}, /invoices/{id}/cancel."],
])("the answer to %s names the path that was meant, or else all paths", async (request, hint) => {
  expect(await detailOf(request)).toMatch(/^There is no endpoint \/.*; /);
  expect((await detailOf(request)).endsWith(hint)).toBe(true);
});

const ID = "0193e4a0-7a5f-7c3e-9f6d-0123456789ab";
const UNSERVED = "which the handler serves only with extended: true";
const SERVED_EXTENDED = "the handler serves it only with extended: true.";

// biome-ignore format: a table
const PATHS: readonly [request: string, hint: string, withExtended: string][] = [
  [`POST /invoices/${ID}/payments`, SERVED_EXTENDED, ""],
  [`POST /invoices/${ID}/credit-notes`, SERVED_EXTENDED, ""],
  ["GET /credit-notes", SERVED_EXTENDED, ""],
  [`GET /invoices/${ID}/documents/ubl`, SERVED_EXTENDED, ""],
  [`POST /invoices/${ID}/payment`, `did you mean /invoices/${ID}/payments, ${UNSERVED}?`, `did you mean /invoices/${ID}/payments?`],
  [`POST /invoices/${ID}/pay`, `did you mean /invoices/${ID}/payments, ${UNSERVED}?`, `did you mean /invoices/${ID}/payments?`],
  [`POST /invoices/${ID}/refunds`, `did you mean /invoices/${ID}/credit-notes, ${UNSERVED}?`, `did you mean /invoices/${ID}/credit-notes?`],
  [`POST /invoices/${ID}/credit`, `did you mean /invoices/${ID}/credit-notes, ${UNSERVED}?`, `did you mean /invoices/${ID}/credit-notes?`],
  [`POST /invoices/${ID}/creditNotes`, `did you mean /invoices/${ID}/credit-notes, ${UNSERVED}?`, `did you mean /invoices/${ID}/credit-notes?`],
  [`GET /invoices/${ID}/pdf`, `did you mean /invoices/${ID}/documents/pdf, ${UNSERVED}?`, `did you mean /invoices/${ID}/documents/pdf?`],
  ["GET /credit_notes", `did you mean /credit-notes, ${UNSERVED}?`, "did you mean /credit-notes?"],
  ["POST /payments", `did you mean /invoices/{id}/payments, ${UNSERVED}?`, "did you mean /invoices/{id}/payments?"],
  [`GET /invoice/${ID}`, `did you mean /invoices/${ID}?`, `did you mean /invoices/${ID}?`],
  ["GET /vat_suggestion", "did you mean /vat-suggestion?", "did you mean /vat-suggestion?"],
  [`POST /invoices/${ID}/cancell`, `did you mean /invoices/${ID}/cancel?`, `did you mean /invoices/${ID}/cancel?`],
];

test.each(PATHS)(
  "the answer to %s says which endpoint was meant, and when it is served",
  async (request, hint, extended) => {
    expect(await detailOf(request)).toMatch(/^There is no endpoint \/.*; /);
    expect((await detailOf(request)).endsWith(`; ${hint}`)).toBe(true);
    const { call } = await openService(undefined, { extended: true });
    const { status, body } = await call(request);
    if (extended === "") expect([status, body.code]).not.toEqual([404, "route_not_found"]);
    else expect(body.detail.endsWith(`; ${extended}`)).toBe(true);
  },
);

test.each(["payments", "void", "finalize", "pay", "send", "lines", "delete", "mark-as-paid", "close", "archive", "x"])(
  "POST to /%s of an invoice is never told to cancel it",
  async (last) => {
    for (const id of ["17", ID]) {
      expect(await detailOf(`POST /invoices/${id}/${last}`)).not.toContain("/cancel?");
    }
  },
);

test.each<[string, BodyInit, RegExp]>([
  ["nothing", "", /^The body is empty; send a JSON object\.$/],
  ["a comma too many", '{"clientName":"x",}', /^The body is not valid JSON in UTF-8: .*JSON.*\.$/],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /: it contains bytes that are not UTF-8\.$/],
])("the answer to a body of %s says what is wrong with it", async (_, raw, detail) => {
  const headers = { "Content-Type": "application/json" };
  expect(await detailOf("POST /invoices", { headers, raw })).toMatch(detail);
});

test("the answer to an invoice's number in place of its id explains the difference", async () => {
  expect(await detailOf("GET /invoices/INV-202611-0001")).toMatch(/Use the invoice's id field, not its number/);
});

test("a misspelt scope is named beside the one that it was meant to be", async () => {
  expect(await detailOf("GET /invoices", { key: "acme:read:invoice" })).toBe(
    "The API key lacks the scope read:invoices; it has read:invoice, which is not a scope.",
  );
  for (const others of ["read:company", "write:invoices", "write:invoices+read:company+audit"]) {
    expect(await detailOf("GET /invoices", { key: `acme:${others}` })).toBe(
      "The API key lacks the scope read:invoices; use a key that has it.",
    );
  }
});

test.each<[string, unknown]>([
  ["true", true],
  ["a text of scopes", { companyId: "acme", scopes: SCOPES.join(" ") }],
  ["scopes that are no texts", { companyId: "acme", scopes: [null] }],
  ["no company", { company: "acme", scopes: SCOPES }],
])(
  "authenticate that returns %s is a mistake of the host's: 500, and onError gets an error that says what to return",
  async (_, given) => {
    const told: unknown[] = [];
    const authenticate = () => given as Principal;
    const { call } = await openService(undefined, { authenticate, onError: (error) => told.push(error) });
    expect((await call("GET /company")).status).toBe(500);
    expect(told).toEqual([expect.objectContaining({ message: expect.stringMatching(/^authenticate must return \{/) })]);
    expect(told[0]).toBeInstanceOf(TypeError);
  },
);
