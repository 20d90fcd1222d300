/**
 * Goal: a company's key never reads, cancels, pays or even detects what another company has.
 * Method: companies whose ids and keys are taken for one another issue invoices under the same idempotency key. Each
 * asks, at every endpoint and in process, for what is in another's books, spoilt in any way; the answer is compared
 * with the one to the same question about something that does not exist. No books change.
 * Not covered: time. What is looked up is looked up by company and id together, so there is nothing to be slower at.
 */
import { type Company, createInvoicing, type Invoicing, type InvoicingStore, isRefusal } from "faktura";
import { createHttpHandler, type HttpHandler } from "faktura/http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_SCOPES, ORIGIN, openService } from "../http/client.ts";
import { apiDocument } from "../http/documented.ts";
import { traceOf } from "../service/books.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { tries } from "../support/tries.ts";
import { alikeTo, LOOK_ALIKES, spelling, stranger } from "./alike-names.ts";

/** What a stranger may have heard of: all of it is in some company's books, or could be. */
interface Heard {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly paymentId: string;
  readonly creditNoteId: string;
  readonly creditNoteNumber: string;
  readonly eventId: string;
  readonly companyId: string;
}

const UNKNOWN = {
  id: "019aa000-0000-7000-8000-000000000000",
  invoiceNumber: "INV-209901-9999",
  paymentId: "019aa000-0000-7000-8000-000000000001",
  creditNoteId: "019aa000-0000-7000-8000-000000000002",
  creditNoteNumber: "INV-CN-209901-9999",
  eventId: "invoice.issued:019aa000-0000-7000-8000-000000000000",
};
/** Hosts choose company ids, so the unknown id is one like the victim's. */
const unknownLike = ({ companyId }: Heard): Heard => ({ ...UNKNOWN, companyId: companyId.replace(/o/i, "z") });

const heard = fc.constantFrom<(keyof Heard)[]>(
  "id",
  "id",
  "id",
  "creditNoteId",
  "creditNoteId",
  "invoiceNumber",
  "creditNoteNumber",
  "paymentId",
  "eventId",
  "companyId",
);
/** Every path that takes an id, with its methods and one that it does not have. */
const targets = Object.keys(apiDocument.paths).filter((path) => path.includes("{id}"));
const question = fc.record({
  what: heard,
  spoilt: stranger,
  spelt: spelling,
  target: fc.constantFrom(...targets),
  method: fc.constantFrom("GET", "POST", "DELETE"),
  body: fc.constantFrom(null, "{}", '{"reason":"mine"}', '{"amount":1}'),
  asker: fc.nat(),
  victim: fc.nat(),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

interface Town {
  readonly store: InvoicingStore;
  readonly invoicing: Invoicing;
  readonly handle: HttpHandler;
  readonly errors: unknown[];
}

/** The keys are the companies' ids, in letters that a header can contain. */
const keyOf = (companyId: string) => Buffer.from(companyId).toString("base64url");

function townOn(store: InvoicingStore): Town {
  const invoicing = createInvoicing({ store });
  const errors: unknown[] = [];
  const authenticate = (key: string) => ({ companyId: Buffer.from(key, "base64url").toString(), scopes: ALL_SCOPES });
  const handle = createHttpHandler(invoicing, { authenticate, extended: true, onError: (error) => errors.push(error) });
  return { store, invoicing, handle, errors };
}

async function settle({ invoicing }: Town, companyId: string): Promise<Heard> {
  const company = invoicing.company(companyId);
  await company.saveProfile(germanProfile());
  const { id, invoiceNumber } = await company.issue(order({ note: `of ${companyId}` }), { idempotencyKey: "same" });
  const { payments } = await company.recordPayment(id, { amount: 1 });
  const lines = [{ line: 1, netAmount: 1 }];
  const { id: creditNoteId, creditNoteNumber } = await company.credit(id, { reason: "x", lines });
  const paymentId = payments[0]!.id;
  return { id, invoiceNumber, paymentId, creditNoteId, creditNoteNumber, eventId: `invoice.issued:${id}`, companyId };
}

/** Everything in an HTTP response, without the parts of an unknown path that it repeats. */
async function answerTo({ handle }: Town, companyId: string, path: string, { method, body }: Question) {
  const headers = { Authorization: `Bearer ${keyOf(companyId)}`, "X-Request-Id": "same" };
  const withBody = method !== "POST" || body === null ? {} : { body };
  const type = body === null ? {} : { "Content-Type": "application/json" };
  const request = new Request(ORIGIN + path, { method, headers: { ...headers, ...type }, ...withBody });
  const response = await handle(request);
  const text = await response.text();
  const echoes = text.includes('"route_not_found"');
  return { status: response.status, headers: [...response.headers], text: echoes ? "route_not_found" : text };
}

type Call = (company: Company, id: string) => Promise<unknown>;
const CALLS: readonly (readonly [code: string, call: Call])[] = [
  ["invoice_not_found", (company, id) => company.get(id)],
  ["invoice_not_found", (company, id) => company.cancel(id)],
  ["invoice_not_found", (company, id) => company.cancel(id, { reason: "mine" })],
  ["invoice_not_found", (company, id) => company.recordPayment(id, { amount: 1 })],
  ["invoice_not_found", (company, id) => company.recordPayment(id, { amount: 1 }, { idempotencyKey: "other" })],
  ["invoice_not_found", (company, id) => company.credit(id, { reason: "mine" })],
  ["credit_note_not_found", (company, id) => company.getCreditNote(id)],
  ["idempotency_key_reused", (company, id) => company.recordPayment(id, { amount: 1 }, { idempotencyKey: "same" })],
];

async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => "no refusal",
    (reason: unknown) => reason,
  );
  return isRefusal(error) ? { code: error.code, message: error.message, errors: error.errors } : error;
}

/** Expects that `asker` cannot distinguish what `victim` has from what does not exist. */
async function expectNothingSeen(town: Town, asker: string, victim: Heard, asked: Question): Promise<void> {
  const theirs = asked.spoilt(victim[asked.what]);
  const unknown = asked.spoilt(unknownLike(victim)[asked.what]);
  const pathOf = (id: string) => asked.target.replace("{id}", () => asked.spelt(id));
  const answer = await answerTo(town, asker, pathOf(theirs), asked);
  expect(answer).toEqual(await answerTo(town, asker, pathOf(unknown), asked));
  expect(town.errors).toEqual([]);
  const company = town.invoicing.company(asker);
  const refusals = (id: string) => Promise.all(CALLS.map(([, call]) => refusalOf(call(company, id))));
  const refused = await refusals(theirs);
  expect(refused).toEqual(await refusals(unknown));
  expect(refused).toMatchObject(CALLS.map(([code]) => ({ code })));
}

let towns = 0;
const companyIds = fc.stringMatching(/^[a-z0-9]{1,8}$/).chain((name) => {
  towns += 1;
  return alikeTo(`co${towns}${name}x`);
});

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("what another company has looks like what does not exist, at every endpoint and in process", async () => {
    const town = townOn(await open());
    const check = async (ids: readonly string[], questions: readonly Question[]) => {
      const folk = await Promise.all(ids.map((companyId) => settle(town, companyId)));
      const traces = () => Promise.all(ids.map((companyId) => traceOf(town.store, companyId)));
      const before = await traces();
      for (const asked of questions) {
        const asker = ids[asked.asker % ids.length]!;
        const others = folk.filter(({ companyId }) => companyId !== asker);
        await expectNothingSeen(town, asker, others[asked.victim % others.length]!, asked);
      }
      expect(await traces()).toEqual(before);
      for (const { companyId, id } of folk) {
        const { data, total } = await town.invoicing.company(companyId).list();
        expect({ total, data }).toMatchObject({ total: 1, data: [{ id, note: `of ${companyId}` }] });
      }
    };
    const questions = fc.array(question, { minLength: 4, maxLength: 10 });
    await fc.assert(fc.asyncProperty(companyIds, questions, check), { numRuns: tries(20) });
    await town.store.close();
  });
});

test("a key that is similar to another one grants nothing", async () => {
  const key = "key-of-acme-1";
  const principal = { companyId: "acme", scopes: ALL_SCOPES };
  const authenticate = (given: string) => (given === key ? principal : null);
  const { handle } = await openService(undefined, { authenticate });
  const ask = async (given: string) => {
    const headers = { Authorization: `Bearer ${given}`, "X-Request-Id": "same" };
    const response = await handle(new Request(`${ORIGIN}/company`, { headers }));
    return [response.status, [...response.headers], await response.text()];
  };
  const unknown = await ask("nobody");
  const sendable = LOOK_ALIKES.map((change) => change(key)).filter((given) => /^[\x21-\xff]+$/.test(given));
  expect(sendable.length).toBeGreaterThan(20);
  for (const given of sendable) expect(await ask(given), given).toEqual(unknown);
  expect((await ask(key))[0]).toBe(200);
});
