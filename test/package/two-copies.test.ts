/**
 * Goal: a host with two copies of the package, as in a monorepo or after `jest.resetModules`, has the same refusals,
 * statuses and errors as one with a single copy.
 * Method: real builds, loaded beside the sources: one of this version, one of a later version with a refusal more. What
 * one copy throws goes through the faces of the other.
 */
import { tracingChannel } from "node:diagnostics_channel";
import * as own from "faktura";
import { storeContract } from "faktura/contract";
import { createHttpHandler, SCOPES } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { loadOtherCopy, type OtherCopy } from "../support/other-copy.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

const other = await loadOtherCopy("this");
const later = await loadOtherCopy("later");

const refusalOf = ({ faktura }: OtherCopy, code: string) =>
  new faktura.Refusal(code as own.RefusalCode, "No.", [{ pointer: "/items", detail: "is required" }]);

/** A company of which every call fails with this error. */
const failing = (error: unknown) => ({ company: () => ({ list: () => Promise.reject(error) }) as never });

/** The response of this handler to `GET /invoices`. */
async function listed(http: OtherCopy["http"], invoicing: Pick<own.Invoicing, "company">): Promise<Response> {
  const principal = { companyId: "acme", scopes: http.SCOPES };
  const handle = http.createHttpHandler(invoicing, { authenticate: () => principal, onError: () => undefined });
  return handle(new Request("http://localhost/invoices", { headers: { Authorization: "Bearer secret" } }));
}

const HTTP = { createHttpHandler, SCOPES } as OtherCopy["http"];

test("isRefusal recognises refusals of another copy, and those with one code", () => {
  const refusal = refusalOf(other, "invoice_paid");
  expect(own.isRefusal(refusal)).toBe(true);
  expect(own.isRefusal(refusal, "invoice_paid")).toBe(true);
  expect(own.isRefusal(refusal, "invoice_cancelled")).toBe(false);
  expect(other.faktura.isRefusal(new own.Refusal("invoice_paid", "No."))).toBe(true);
  expect(own.isRefusal(refusalOf(later, "books_archived"))).toBe(true);
  const [theirs, ours] = [Object.getPrototypeOf(refusal), own.Refusal.prototype];
  expect(theirs, "two classes").not.toBe(ours);
});

test("instanceof recognises refusals and store errors of another copy, each by its own class", () => {
  const { Refusal, StoreBusyError, StoreUnavailableError, OutcomeUnknownError } = own;
  const ours = { Refusal, StoreBusyError, StoreUnavailableError, OutcomeUnknownError };
  const NAMES = Object.keys(ours) as (keyof typeof ours)[];
  for (const name of NAMES) {
    const error = name === "Refusal" ? refusalOf(other, "invoice_paid") : new other.faktura[name]("No.");
    expect(
      NAMES.filter((each) => error instanceof ours[each]),
      name,
    ).toEqual([name]);
    expect({ ...error, name: error.name, message: error.message } instanceof ours[name], "the same fields").toBe(false);
  }
  class OwnBusyError extends own.StoreBusyError {}
  expect(new OwnBusyError("No.") instanceof own.StoreBusyError).toBe(true);
  expect(new own.StoreBusyError("No.") instanceof OwnBusyError).toBe(false);
  expect(new other.faktura.StoreBusyError("No.") instanceof OwnBusyError).toBe(false);
  for (const value of [null, undefined, "x", 1, {}]) expect(value instanceof own.Refusal).toBe(false);
});

test("every error says in its brand what it is, with a version", () => {
  const brandOf = (error: object) => Reflect.get(error, Symbol.for("faktura.error"));
  expect(brandOf(new own.Refusal("invoice_paid", "No."))).toEqual({ version: 1, is: "Refusal", about: "state" });
  expect(brandOf(new own.StoreBusyError("No."))).toEqual({ version: 1, is: "StoreBusyError" });
});

describe("over HTTP", () => {
  test.each(own.REFUSAL_CODES)("%s of another copy has the answer of this one's", async (code) => {
    const [theirs, ours] = [
      await listed(HTTP, failing(refusalOf(other, code))),
      await listed(HTTP, failing(refusalOf({ ...other, faktura: own }, code))),
    ];
    expect([theirs.status, await theirs.json(), theirs.headers.get("Retry-After")]).toEqual([
      ours.status,
      await ours.json(),
      ours.headers.get("Retry-After"),
    ]);
    expect(ours.status).toBeLessThan(504);
    expect(ours.status).not.toBe(500);
  });

  test.each(["StoreBusyError", "StoreUnavailableError", "OutcomeUnknownError"] as const)(
    "%s of another copy is a 503 with its code",
    async (name) => {
      const error = new other.faktura[name]("No.");
      const response = await listed(HTTP, failing(error));
      expect([response.status, await response.json()]).toMatchObject([503, { code: error.code }]);
    },
  );

  test("a refusal that only a later version knows keeps its code, its fields and the status that its version gives it", async () => {
    const refusal = refusalOf(later, "books_archived");
    expect((await listed(HTTP, failing(refusal))).status).toBe(409);
    expect(await (await listed(HTTP, failing(refusal))).json()).toEqual({
      type: "urn:problem-type:faktura:books_archived",
      title: "The request was refused",
      status: 409,
      detail: "No.",
      code: "books_archived",
      errors: [{ pointer: "/items", detail: "is required" }],
    });
  });

  test("an unknown company is 404, whichever copy made the books and whichever serves them", async () => {
    const theirs = other.faktura.createInvoicing({ store: other.memory.memoryStore() });
    expect((await listed(HTTP, theirs)).status).toBe(200);
    const principal = { companyId: "acme", scopes: SCOPES };
    for (const http of [HTTP, other.http]) {
      const handle = http.createHttpHandler(theirs, { authenticate: () => principal });
      const request = new Request("http://localhost/company", { headers: { Authorization: "Bearer secret" } });
      expect((await handle(request)).status).toBe(404);
    }
  });
});

test("the panel shows a refusal of another copy as its own", async () => {
  const store = other.memory.memoryStore();
  const panel = createPanel(other.faktura.createInvoicing({ store }) as own.Invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
    hostNames: ["panel.test"],
    render: () => new Uint8Array(),
    tables: panelTables(memoryStore()),
  });
  const response = await panel(new Request("http://panel.test/panel/acme/calls/invoices/none"));
  expect([response.status, await response.json()]).toMatchObject([404, { code: "invoice_not_found" }]);
});

/** This copy's books on a store of another copy, of which every transaction fails with this error once it has the lock. */
async function openFailing(error: unknown) {
  const store = other.memory.memoryStore();
  const acme = own.createInvoicing({ store: store as own.InvoicingStore }).company("acme");
  await acme.saveProfile(germanProfile());
  const { transaction } = store;
  const transactions = vi.spyOn(store, "transaction").mockImplementation(
    (companyId, work) =>
      transaction.call(store, companyId, async (ports) => {
        await work(ports);
        throw error;
      }) as never,
  );
  return { acme, transactions };
}

test("the queue gives up all that waits after a store error of another copy, instead of trying each", async () => {
  const { acme, transactions } = await openFailing(new other.faktura.StoreUnavailableError("down"));
  const calls = await Promise.allSettled([1, 2, 3, 4].map(() => acme.issue(order())));
  expect(calls.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(transactions).toHaveBeenCalledTimes(1);
});

test("a refusal of another copy is traced as refused, with its code", async () => {
  const { acme } = await openFailing(refusalOf(other, "clock_out_of_step"));
  const outcomes: unknown[] = [];
  const traced = tracingChannel<unknown, own.TracedCall>("faktura:call");
  const handlers = { error: ({ outcome, code }: own.TracedCall) => void outcomes.push([outcome, code]) };
  traced.subscribe(handlers as never);
  onTestFinished(() => traced.unsubscribe(handlers as never));
  await expect(acme.issue(order())).rejects.toBeInstanceOf(own.Refusal);
  expect(outcomes).toEqual([["refused", "clock_out_of_step"]]);
});

describe("the contract of this copy, on a store of another one", () => {
  storeContract({ test, open: async () => other.memory.memoryStore() as own.InvoicingStore });
});
