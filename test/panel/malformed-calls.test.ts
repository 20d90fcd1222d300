import { randomUUID } from "node:crypto";
import { apiKeys, createInvoicing } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { describe, expect, test, vi } from "vitest";
import { DOCUMENT_ALLOWANCE, DOCUMENT_CHARGE, LINE, ORDER } from "../../src/fields/order.ts";
import { PROFILE } from "../../src/fields/profile.ts";
import { PANEL_CALLS } from "../../src/panel/server/panel-calls.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { PANEL_STORES } from "../support/panel-stores.ts";

/** What JSON can be where something else is expected. */
const MALFORMED: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e300, "", "x", "\0", "\ud800", "2026-02-30", "x".repeat(5000)],
  ...[[], [null], [[]], [0], ["x"], ["\0"], [{}], [{ x: null }], {}, { x: null }, { 0: {} }],
];

/** A value and everything in it, each once replaced by each malformed value. */
function* malformed(value: unknown): Generator<unknown> {
  yield* MALFORMED;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of malformed(part)) {
      yield Array.isArray(value)
        ? value.map((one, at) => (`${at}` === key ? changed : one))
        : { ...value, [key]: changed };
    }
  }
}

/** An object with each field that it can have, so that each of them is once malformed. */
const withAll = (fields: object, given: object) => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])),
  ...given,
});

const ITEM = { description: "Chair", quantity: 1, unitPrice: 100, supply: "goods" };

const SALE = withAll(ORDER, {
  ...order(),
  supplyDate: "2026-11-20",
  items: [withAll(LINE, ITEM)],
  allowances: [withAll(DOCUMENT_ALLOWANCE, { amount: 1, reason: "x" })],
  charges: [withAll(DOCUMENT_CHARGE, { amount: 1, reason: "x" })],
});

const SHOWN = { vatTreatment: "domestic", subtotal: 100, taxTotal: 19, total: 119 };
const RECORD = { revision: randomUUID(), replaces: [""], fields: { "/clientName": "x", "/description": "x" } };
const VAT_CHECK = { vatNumber: "x", status: "valid", checkedAt: "2026-11-20T12:00:00.000Z", consultationNumber: "x" };
const CREDIT = { reason: "x", lines: [{ line: 1, quantity: 1, netAmount: 1 }], allowances: [{}], charges: [{}] };
const EMAIL = { id: randomUUID(), to: "a@b.example", subject: "x", text: "x", files: ["pdf"] };
const SENT = { id: randomUUID(), to: "x" };
const PORTAL = { portal: "KSEF", number: "x", on: "2026-11-20", replaces: "x" };

/** A new id with each call, because a draft that was issued is not looked at again. */
const NEW_DRAFT = randomUUID();

const WHOLE_ORDER = { ...order(), supplyDate: "2026-11-20", allowances: [{}], charges: [{}], placeOfSupply: "DE" };

const REMINDER = { on: "2026-11-20", level: 1, total: 238, previous: 0 };

const PLAN = {
  ...{ months: 1, day: 31, next: "2026-12-31", until: "2027-12-31", result: "issue" },
  ...{ anchor: "2026-11-20", dueDays: 14, fields: RECORD.fields, revision: randomUUID(), replaces: "" },
};
const IMPORT = { text: "Name,Country\nA,DE\n", known: "skip", isPreview: false };
const ACCOUNTS = {
  sales: [{ account: "8400", taxRate: 19, treatment: "domestic" }],
  payments: [{ account: "1200", method: "x" }],
  debtors: { first: "10000" },
};

/** The calls that have a body, and a body of each. */
const BODIES: Readonly<Record<string, unknown>> = {
  // Each field of an order is malformed below, because issuing begins with the same preview.
  "POST /preview": { order: WHOLE_ORDER },
  "POST /preview/draft": { order: WHOLE_ORDER },
  "POST /invoices": { order: SALE, shown: SHOWN, accepted: [], draftId: NEW_DRAFT },
  "PUT /drafts/UUID": { ...RECORD, total: { amount: 1, currency: "EUR" } },
  "PUT /clients/UUID": { ...RECORD, vatCheck: VAT_CHECK },
  "PUT /articles/UUID": RECORD,
  "PUT /recurring/UUID": { ...PLAN, order: SALE },
  "POST /recurring/UUID/state": { revision: randomUUID(), state: "paused" },
  "PUT /quotes/UUID": {
    order: SALE,
    fields: RECORD.fields,
    validUntil: "2026-12-20",
    revision: randomUUID(),
    replaces: "",
  },
  "POST /quotes/UUID/draft": {},
  "POST /quotes/UUID/emails": EMAIL,
  "POST /quotes/UUID/sendings": SENT,
  "POST /clients/import": IMPORT,
  "POST /articles/import": { ...IMPORT, text: "Description,Price\nA,1\n" },
  "PUT /settings/accounts": { accounts: ACCOUNTS },
  "POST /audit": { note: "x" },
  "POST /vat-checks": { vatNumber: "x", country: "DE" },
  "PUT /settings/payment-terms": { days: 14, discount: { percent: 2, days: 7 } },
  "PUT /settings/late-payment": { baseRates: [{ on: "2026-07-01", percent: 1 }], isLawChecked: false },
  "PUT /settings": { profile: withAll(PROFILE, germanProfile()), replaces: "x" },
  "PUT /settings/logo": "x",
  "POST /settings/api-keys": { name: "x", scopes: ["read:company"], expiresAt: "" },
  "POST /start/decided/INVOICE": {},
  "POST /invoices/INVOICE/payments": withAll(
    { amount: 0, paidOn: 0, method: 0, reference: 0, exchangeRate: 0 },
    { amount: 1, exchangeRate: { rate: 1, date: "2026-11-20", source: "x" } },
  ),
  "POST /invoices/INVOICE/payments/x/reversal": { reason: "x" },
  "POST /invoices/INVOICE/credit-preview": CREDIT,
  "POST /invoices/INVOICE/credit-notes": CREDIT,
  "POST /invoices/INVOICE/portal-numbers": PORTAL,
  "POST /credit-notes/INVOICE/portal-numbers": PORTAL,
  "POST /invoices/INVOICE/cancel": { reason: "x" },
  "POST /invoices/INVOICE/write-off": { reason: "x", on: "2026-11-20" },
  "POST /invoices/INVOICE/sendings": SENT,
  "POST /credit-notes/INVOICE/sendings": SENT,
  "POST /invoices/INVOICE/emails": EMAIL,
  "POST /invoices/INVOICE/reminders": { ...SENT, shown: REMINDER },
  "POST /invoices/INVOICE/reminders/email": { ...EMAIL, shown: REMINDER },
  "POST /credit-notes/INVOICE/emails": EMAIL,
};

/** Paths and queries of the calls that have no body. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "GET /drafts": ["page", "limit"],
  "GET /search": ["q"],
  "GET /recurring": ["page", "limit"],
  "GET /quotes": ["page", "limit"],
  "GET /accountant": ["from", "to"],
  "GET /accountant.zip": ["from", "to"],
  "GET /invoices.zip": ["id"],
  "GET /clients.csv": ["decimal"],
  "GET /clients": ["search", "page", "limit"],
  "GET /articles": ["search", "page", "limit"],
  "GET /invoices": ["search", "client", "status", "from", "to", "page"],
  "GET /invoices.csv": ["search", "client", "status", "from", "to", "decimal"],
  "GET /credit-notes": ["invoice", "from", "to", "page"],
  "GET /credit-notes.csv": ["invoice", "from", "to", "decimal"],
  "GET /returns": ["from", "to", "asOf", "rate.SEK.2026-Q4", "threshold.USD"],
  "GET /returns/domestic.csv": ["from", "to", "asOf", "decimal"],
  "GET /start/vat": ["from", "to", "ossFrom", "ossTo", "again"],
};

const TEXTS = [
  "",
  "\0",
  "\ud800".toWellFormed(),
  "x",
  "'",
  "%",
  "-1",
  "0",
  "1e9",
  "9".repeat(400),
  "2026-02-30",
  "é".repeat(300),
];

describe.each(PANEL_STORES)("on $name, no call of the panel answers 500", ({ name, open }) => {
  async function openPanel() {
    const store = await open();
    const clock = new TestClock("2026-11-20T12:00:00.000Z");
    const invoicing = createInvoicing({ store, clock });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    const { id } = await acme.issue(order());
    const options = {
      tables: panelTables(store),
      render: () => new Uint8Array(),
      send: () => {},
      apiKeys: apiKeys(store),
    };
    const session = { companies: ["acme"], actor: "tester", can: ALL_RIGHTS };
    const panel = createPanel(invoicing, { ...options, authenticate: () => session });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const troubles: string[] = [];
    /** Sends a call, and notes if it fails on the server, or if what it refuses as malformed does not name the field. */
    const send = async (method: string, path: string, body?: unknown) => {
      const sent = method === "GET" ? {} : { body: (JSON.stringify(body) ?? "null").replace(NEW_DRAFT, randomUUID()) };
      const headers = { "Content-Type": "application/json" };
      const answer = await panel(
        new Request(`http://panel.test/panel/acme/calls${path}`, { method, headers, ...sent }),
      );
      const text = await answer.text();
      const isNamed = answer.status !== 400 || JSON.parse(text).errors.length > 0;
      if (answer.status >= 500 || !isNamed) {
        troubles.push(`${method} ${path} ${sent.body?.slice(0, 300)}: ${answer.status} ${logged.mock.lastCall?.[0]}`);
      }
    };
    return { send, troubles, id };
  }

  // Orders are checked before a store is asked, so that one store is enough for their many fields.
  const bodies = Object.entries(BODIES).filter(([, body]) => name === "memory" || !("order" in Object(body)));

  test.each(bodies)("to a malformed body: %s", async (call, body) => {
    const { send, troubles, id } = await openPanel();
    const [method, path] = call.split(" ") as [string, string];
    for (const changed of malformed(body)) {
      await send(method, path.replace("UUID", randomUUID()).replace("INVOICE", id), changed);
    }
    expect(troubles).toEqual([]);
  });

  test.each(Object.entries(QUERIES))("to a malformed query: %s", async (call, names) => {
    const { send, troubles } = await openPanel();
    for (const name of names) {
      for (const text of TEXTS)
        await send("GET", `${call.slice("GET ".length)}?${new URLSearchParams({ [name]: text })}`);
    }
    expect(troubles).toEqual([]);
  });

  test("to a malformed path, whatever the call", async () => {
    const { send, troubles } = await openPanel();
    expect(PANEL_CALLS.length).toBeGreaterThan(50);
    for (const { method, path } of PANEL_CALLS) {
      for (const text of [...TEXTS.map(encodeURIComponent), "%", "%ff", randomUUID()]) {
        await send(method, path.replaceAll(/\{\w+\}/g, text), {});
      }
    }
    expect(troubles).toEqual([]);
  });
});

test("every call with a body is tried with malformed ones", () => {
  const changing = PANEL_CALLS.filter(({ method }) => method === "POST" || method === "PUT");
  const sampled = changing.map(({ method, path }) => {
    return `${method} ${path.replace("{part}", "x").replace("{uuid}", "UUID").replace("{id}", "INVOICE")}`;
  });
  expect(sampled.sort()).toEqual(Object.keys(BODIES).sort());
});
