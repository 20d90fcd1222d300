import fc from "fast-check";
import { expect, test } from "vitest";
import { roundDecimals } from "../../src/domain/money/minor-units.ts";
import { tries } from "../support/tries.ts";
import { booksOf, openService, requestFor, type Sent, type Service } from "./client.ts";
import { faultsAs } from "./documented.ts";
import { anyCall, CALL_FOR_EACH_DOOR, type Call } from "./fuzz-calls.ts";

/** More rounds by a variable, for a longer look. */
const ROUNDS = Number(process.env["FAKTURA_FUZZ_ROUNDS"] ?? tries(1000, 8));

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  malformed_json: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  body_too_large: 413,
  unsupported_media_type: 415,
  route_not_found: 404,
  company_not_found: 404,
  invoice_not_found: 404,
  method_not_allowed: 405,
  invoice_paid: 409,
  request_invalid: 422,
  idempotency_key_reused: 422,
  client_country_required: 422,
  company_not_vat_registered: 422,
  vat_number_invalid: 422,
  vat_rate_unknown: 422,
  tax_rate_conflict: 422,
  amount_out_of_range: 422,
  invoice_cancelled: 409,
  payment_exceeds_amount_due: 422,
  refund_exceeds_amount_paid: 422,
  credit_exceeds_invoice: 422,
  credit_note_not_found: 404,
  einvoice_incomplete: 422,
};

/** What the document calls the bodies of requests that create something. */
function bodyOf({ url }: Request): string {
  if (url.endsWith("/payments")) return "PaymentRequest";
  return url.endsWith("/credit-notes") ? "CreditOrder" : "InvoiceOrder";
}

/** The books of every company that the calls have a key for. */
async function allBooks(service: Service): Promise<string> {
  const books = await Promise.all(["acme", "plain", "small", "ghost"].map((id) => booksOf(service, id)));
  return books.join("\n");
}

/** What the Fetch API itself refuses to send cannot reach the service. */
function requestOrNone({ method, path, key, headers, body }: Call): Request | undefined {
  const sent: Sent = { key, ...(/^(GET|HEAD)$/i.test(method) ? {} : body), headers: { ...body.headers, ...headers } };
  try {
    return requestFor(method, path, sent);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Sends a request, and holds what is true of any answer. Gives the code of a refusal, the status of a success. */
async function answerTo(request: Request, service: Service): Promise<string> {
  const before = await allBooks(service);
  const sent = request.clone();
  const response = await service.handle(request);
  const text = await response.text();
  expect(service.errors).toEqual([]);
  expect(response.status).toBeLessThan(500);
  const isFile = /\/documents\//.test(request.url) && (response.ok || response.status === 304);
  expect(response.headers.get("Cache-Control")).toBe(isFile ? "private, no-cache" : "no-store");
  if (isFile) {
    expect(await allBooks(service)).toBe(before);
    return String(response.status);
  }
  if (response.ok) {
    expect(response.headers.get("Content-Type")).toBe("application/json");
    if (response.status === 201) {
      const body = bodyOf(request);
      const rounded = JSON.parse(await sent.text(), (_, value) =>
        typeof value === "number" ? roundDecimals(value) : value,
      );
      expect(faultsAs(body, rounded), `what the document says of ${body}`).toEqual([]);
      const { id, payments } = JSON.parse(text) as { id: string; payments?: { id: string }[] };
      const created = payments === undefined ? id : payments.at(-1)!.id;
      const replayed = response.headers.get("Idempotency-Replayed") === "true";
      expect([before.includes(created), (await allBooks(service)).includes(created)]).toEqual([replayed, true]);
    }
    return String(response.status);
  }
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const { type, title, status, detail, code } = JSON.parse(text) as Record<string, unknown>;
  expect(status).toBe(response.status);
  expect(STATUS_OF_CODE[String(code)], `status of ${code}`).toBe(response.status);
  expect([type, title, detail].map((member) => typeof member)).toEqual(["string", "string", "string"]);
  expect(await allBooks(service)).toBe(before);
  return String(code);
}

// A service that only ever met closed doors would prove little.
test.each(Object.entries(CALL_FOR_EACH_DOOR))("among the calls is one that is answered with %s", async (door, call) => {
  const service = await openService(undefined, { extended: true });
  const { id } = await service.issue();
  expect(await answerTo(requestOrNone({ ...call, path: call.path.replace("ID", id) })!, service)).toBe(door);
});

test("whatever is thrown at it, the service never breaks, and a refusal changes nothing", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 8 }), async (calls) => {
      const service = await openService(undefined, { extended: true });
      const { id } = await service.issue();
      for (const call of calls) {
        const request = requestOrNone({ ...call, path: call.path.replace("ID", id) });
        if (request === undefined) continue;
        const answer = await answerTo(request, service);
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
      }
    }),
    { numRuns: ROUNDS, examples: [[Object.values(CALL_FOR_EACH_DOOR)]] },
  );
  expect([...seen.keys()]).toEqual(expect.arrayContaining(Object.keys(CALL_FOR_EACH_DOOR)));
});
