import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createInvoicing,
  OutcomeUnknownError,
  REFUSAL_CODES,
  Refusal,
  type RefusalCode,
  StoreBusyError,
  StoreUnavailableError,
} from "faktura";
import { createHttpHandler, problemOf, SCOPES } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Texts } from "../../src/languages/en/later-panel-texts.ts";
import { PANEL_TEXTS } from "../../src/languages/generated/panel-texts.ts";
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

/** Every code with which the panel's server fails a call or an occurrence, as its source has it. */
function codesOfServer(): string[] {
  const folder = join(import.meta.dirname, "../../src/panel/server");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const found = files.flatMap((file) => {
    const source = readFileSync(join(folder, file), "utf8");
    const called = source.matchAll(/(?:\bfailed\(\s*\d+,\s*|new Failed\(|[{ ]code: )["`]([^"`]+)["`]/g);
    const tables = [...source.matchAll(/const (?:FAILURES|REFUSALS)\b[^{]*\{(.*?)\n\}/gs)].map(([, rows]) => rows!);
    return [...[...called].map(([, code]) => code!), ...tables.flatMap((rows) => rows.match(/\w+(?=: ")/g)!)];
  });
  return [...new Set(found.flatMap((code) => ["client", "article"].map((kind) => code.replace(/\$\{kind\}/, kind))))];
}

test.each(["store_busy", "store_unavailable", "outcome_unknown", ...REFUSAL_CODES, ...codesOfServer()])(
  "the pages have a text of their own for %s, in each language",
  (code) => {
    const said = Object.values(PANEL_TEXTS).map(
      ({ refusals, failures }: Texts) => ({ ...refusals, ...failures })[code as RefusalCode],
    );
    expect(said).not.toContain(undefined);
    expect(new Set(said).size).toBe(said.length);
  },
);

test("what the server fails with is read from its source", () => {
  const codes = codesOfServer();
  for (const code of ["draft_issued", "not_allowed", "new_warning", "article_changed", "import_empty", "logo_size"]) {
    expect(codes).toContain(code);
  }
});
