import {
  createInvoicing,
  OutcomeUnknownError,
  REFUSAL_CODES,
  Refusal,
  StoreBusyError,
  StoreUnavailableError,
} from "faktura";
import { createHttpHandler, problemOf, SCOPES } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect, onTestFinished, test, vi } from "vitest";
import { texts } from "../../src/languages/en/panel-texts.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

/** Cancels the only invoice of a company, through the endpoints and through the panel. */
async function openBoth() {
  const store = memoryStore();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const { id, total } = await acme.issue(order());
  const reported: unknown[] = [];
  const endpoints = createHttpHandler(invoicing, {
    authenticate: () => ({ companyId: "acme", scopes: SCOPES }),
    onError: (error) => reported.push(error),
  });
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
    tables: panelTables(store),
  });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const headers = { "Content-Type": "application/json", Authorization: "Bearer key" };
  const sent = { method: "POST", headers, body: "{}" };
  const answerOf = async (response: Response) => {
    const { code, errors = [], detail, message = detail } = await response.json();
    const retryAfter = response.headers.get("Retry-After");
    const cacheControl = response.headers.get("Cache-Control");
    return { status: response.status, code, errors, message, retryAfter, cacheControl };
  };
  return {
    acme,
    id,
    total,
    reported,
    logged: () => log.mock.calls.map(([error]) => error),
    failWith: (error: unknown) => {
      store.transaction = () => Promise.reject(error);
    },
    cancelOnBoth: async () => ({
      endpoint: await answerOf(await endpoints(new Request(`http://host.test/invoices/${id}/cancel`, sent))),
      page: await answerOf(await panel(new Request(`http://host.test/panel/acme/calls/invoices/${id}/cancel`, sent))),
    }),
  };
}

const ERRORS = [
  ...REFUSAL_CODES.map((code) => new Refusal(code, "It was refused.", [{ pointer: "/reason", detail: "is wrong" }])),
  new StoreBusyError("locked"),
  new StoreUnavailableError("10.0.0.7 is down"),
  new OutcomeUnknownError("the answer of 10.0.0.7 was lost"),
];

test.each(ERRORS.map((error) => [error.code, error] as const))(
  "%s has the same status, code and headers from the endpoints and the panel, and from problemOf",
  async (code, error) => {
    const { failWith, cancelOnBoth, reported, logged } = await openBoth();
    failWith(error);
    const { endpoint, page } = await cancelOnBoth();
    expect(page).toEqual(endpoint);
    expect(endpoint.code).toBe(code);
    const { status, headers, problem } = problemOf(error)!;
    expect([problem.status, problem.code, problem.detail]).toEqual([status, code, endpoint.message]);
    expect([status, headers["Retry-After"] ?? null]).toEqual([endpoint.status, endpoint.retryAfter]);
    expect(reported).toEqual(status === 503 ? [error] : []);
    expect(logged()).toEqual(reported);
  },
);

test("an unexpected error is 500 internal_error on both, and problemOf does not know it", async () => {
  const error = new Error("SQLITE_IOERR at /srv/secret/invoices.db");
  const { failWith, cancelOnBoth, reported, logged } = await openBoth();
  failWith(error);
  const { endpoint, page } = await cancelOnBoth();
  expect([endpoint, page]).toMatchObject(Array(2).fill({ status: 500, code: "internal_error", errors: [] }));
  expect(page.message).not.toContain("secret");
  expect([problemOf(error), reported, logged()]).toEqual([undefined, [error], [error]]);
});

test("a paid invoice is not cancelled: 409 invoice_paid on both", async () => {
  const { acme, id, total, cancelOnBoth } = await openBoth();
  await acme.recordPayment(id, { amount: total, paidOn: "2026-11-20" });
  const { endpoint, page } = await cancelOnBoth();
  expect(endpoint).toMatchObject({ status: 409, code: "invoice_paid" });
  expect(page).toEqual(endpoint);
});

test.each(["store_busy", "store_unavailable", "outcome_unknown", "internal_error", ...REFUSAL_CODES])(
  "the pages have a text of their own for %s",
  (code) => {
    expect({ ...texts.refusals, ...texts.failures }).toHaveProperty(code);
  },
);
