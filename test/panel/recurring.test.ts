import { randomUUID } from "node:crypto";
import { createInvoicing, type InvoicingStore } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { PANEL_STORES } from "../support/panel-stores.ts";

const ITEMS = [{ description: "Hosting {month} {year}, {quarter}", quantity: 1, unitPrice: 100 }];

const PLAN = {
  order: order({ items: ITEMS, clientCountry: "DE", clientLanguage: "de", supplyDate: "2026-11-30" }),
  fields: { "/clientName": "Kundin", "/supplyDate": "2026-11-30", "/items/0/description": "Hosting {month}" },
  anchor: "2026-11-30",
  dueDays: 14,
  months: 1,
  day: 31,
  next: "2026-12-31",
  until: null as string | null,
  result: "issue",
};

/** The books of acme and globex, and a panel on them; `panels` are as many on the same store. */
async function openBooks(store: InvoicingStore) {
  const clock = new TestClock("2026-11-30T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  for (const id of ["acme", "globex"]) await invoicing.company(id).saveProfile(germanProfile());
  const another = () =>
    createPanel(invoicing, {
      authenticate: () => ({ companies: ["acme", "globex"], actor: "jane", can: ALL_RIGHTS }),
      tables: panelTables(store),
      maxDrafts: 3,
    });
  const panel = another();
  const call = async (method: string, path: string, body?: object, company = "acme") => {
    const request = {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    };
    const answer = await panel(new Request(`http://panel.test/panel/${company}/calls${path}`, request));
    return { status: answer.status, body: await answer.json() };
  };
  const keep = async (changes: object = {}, company = "acme", id = randomUUID(), replaces = "") => {
    const revision = randomUUID();
    const saved = { ...PLAN, ...changes, revision, replaces: [replaces] };
    return { id, revision, ...(await call("PUT", `/recurring/${id}`, saved, company)) };
  };
  const issued = async (company = "acme") => {
    const { data } = await invoicing.company(company).list({ limit: 100 });
    return data.toReversed();
  };
  return { store, clock, invoicing, panel, another, call, keep, issued };
}

describe.each(PANEL_STORES)("recurring invoices on $name", ({ open }) => {
  test("are issued once for each month that was missed, in order, each with its own period and the day of the run", async () => {
    const { clock, invoicing, panel, another, call, keep, issued } = await openBooks(await open());
    expect((await keep()).status).toBe(200);
    expect((await keep({ result: "draft", day: 5, next: "2026-12-05" }, "globex")).status).toBe(200);
    expect(await panel.runDue(), "before the first day").toEqual({ issued: [], drafted: [], failed: [] });
    clock.set("2027-03-02T12:00:00.000Z");
    const runs = await Promise.all([panel, another(), panel].map((each) => each.runDue()));
    expect(runs.flatMap(({ failed }) => failed)).toEqual([]);
    const days = runs.flatMap((run) => run.issued.map(({ day }) => day)).sort();
    expect(days).toEqual(["2026-12-31", "2027-01-31", "2027-02-28"]);
    expect(runs.flatMap((run) => run.drafted)).toHaveLength(3);
    const invoices = await issued();
    expect(invoices.map(({ items }) => items[0]!.description)).toEqual([
      ...["Hosting Dezember 2026, Q4", "Hosting Januar 2027, Q1", "Hosting Februar 2027, Q1"],
    ]);
    expect(invoices.map(({ taxPointDate }) => taxPointDate)).toEqual(["2026-12-31", "2027-01-31", "2027-02-28"]);
    expect(new Set(invoices.map(({ issueDate, dueDate }) => `${issueDate} ${dueDate}`))).toEqual(
      new Set(["2027-03-02 2027-03-16"]),
    );
    expect((await panel.runDue()).issued, "a second run").toEqual([]);
    const { data } = (await call("GET", "/recurring")).body;
    expect(data).toMatchObject([{ next: "2027-03-31", state: "active", last: { kind: "issued", day: "2027-02-28" } }]);
    const drafts = (await call("GET", "/drafts", undefined, "globex")).body.data;
    expect(drafts).toHaveLength(3);
    const draft = (await call("GET", `/drafts/${drafts[0].id}`, undefined, "globex")).body;
    expect(draft.fields["/items/0/description"]).toMatch(/^Hosting (?:Dezember|Januar|Februar)$/);
    await invoicing.close();
  });
});

describe("a recurring invoice", () => {
  const open = async () => openBooks(await PANEL_STORES[0]!.open());

  test("that fails is shown, stops no other company, and is issued by the next run after it was corrected", async () => {
    const { clock, panel, call, keep, issued, invoicing } = await open();
    const kept = await keep();
    await keep({}, "globex");
    const profile = germanProfile();
    const items = [{ ...ITEMS[0]!, vatRates: { DE: 7 } }];
    await keep({ order: { ...PLAN.order, items } }, "acme", kept.id, kept.revision);
    // A profile that says how numbers of other sellers begin is not needed: without VAT, 7% cannot be charged.
    const { vatNumber: _, ...unregistered } = profile;
    await invoicing.company("acme").saveProfile({ ...unregistered, vatRegistered: false });
    clock.set("2026-12-31T12:00:00.000Z");
    const first = await panel.runDue();
    expect(first.issued.map(({ companyId }) => companyId)).toEqual(["globex"]);
    expect(first.failed).toMatchObject([{ companyId: "acme", recurringId: kept.id, day: "2026-12-31" }]);
    expect(first.failed[0]!.reason).not.toBe("");
    const { data } = (await call("GET", "/recurring")).body;
    expect(data).toMatchObject([{ next: "2026-12-31", last: { kind: "failed", code: first.failed[0]!.code } }]);
    await invoicing.company("acme").saveProfile(profile);
    clock.set("2027-01-01T12:00:00.000Z");
    expect((await panel.runDue()).issued).toMatchObject([{ day: "2026-12-31" }]);
    expect(await issued()).toMatchObject([{ issueDate: "2027-01-01", taxPointDate: "2026-12-31" }]);
  });

  test("ends after its last day, and makes up for nothing that was due while it was paused", async () => {
    const { clock, panel, call, keep, issued } = await open();
    const { id } = await keep({ until: "2027-04-30" });
    const set = (state: string) => call("POST", `/recurring/${id}/state`, { state, revision: randomUUID() });
    expect((await set("paused")).status).toBe(200);
    clock.set("2027-03-02T12:00:00.000Z");
    expect((await panel.runDue()).issued).toEqual([]);
    expect((await set("active")).status).toBe(200);
    expect((await panel.runDue()).issued).toEqual([]);
    clock.set("2027-06-02T12:00:00.000Z");
    expect((await panel.runDue()).issued.map(({ day }) => day)).toEqual(["2027-03-31", "2027-04-30"]);
    expect((await call("GET", "/recurring")).body.data).toMatchObject([{ state: "ended" }]);
    expect(await issued()).toHaveLength(2);
  });

  test("that was deleted issues nothing more, and what it has issued stays", async () => {
    const { clock, panel, call, keep, issued } = await open();
    const [{ id }, other] = [await keep({}), await keep({})];
    clock.set("2026-12-31T12:00:00.000Z");
    const { length } = (await panel.runDue()).issued;
    expect(length).toBeGreaterThan(0);
    for (const _ of [1, 2]) expect(await call("DELETE", `/recurring/${id}`)).toEqual({ status: 200, body: {} });
    expect((await call("GET", `/recurring/${id}`)).status).toBe(404);
    expect((await call("GET", "/recurring")).body.data).toMatchObject([{ id: other.id }]);
    expect(await issued()).toHaveLength(length);
    clock.set("2027-01-31T12:00:00.000Z");
    const ids = (await panel.runDue()).issued.map(({ recurringId }) => recurringId);
    expect(new Set(ids)).toEqual(new Set([other.id]));
  });

  test("that is continued only after its last day has ended, and issues nothing", async () => {
    const { clock, panel, call, keep, issued } = await open();
    const { id } = await keep({ until: "2027-01-31" });
    const set = (state: string) => call("POST", `/recurring/${id}/state`, { state, revision: randomUUID() });
    await set("paused");
    clock.set("2027-06-02T12:00:00.000Z");
    expect((await set("active")).status).toBe(200);
    clock.set("2027-07-02T12:00:00.000Z");
    expect((await panel.runDue()).issued).toEqual([]);
    expect(await issued()).toEqual([]);
    expect((await call("GET", "/recurring")).body.data).toMatchObject([{ state: "ended" }]);
  });

  test("that cannot be read stops no other one of its company, and is named", async () => {
    const { clock, panel, keep, store, call } = await open();
    const [broken, kept] = [await keep(), await keep()];
    const tables = panelTables(store);
    const record = await tables.find("acme", "recurring", broken.id);
    await tables.save("acme", { ...record!, sortKey: "2026-12-01", content: "{" });
    clock.set("2026-12-31T12:00:00.000Z");
    const { issued, failed } = await panel.runDue();
    expect(issued).toMatchObject([{ recurringId: kept.id }]);
    expect(failed).toMatchObject([{ companyId: "acme", recurringId: broken.id, code: "internal_error" }]);
    for (const content of ["{", "{}", "null"]) {
      await tables.save("acme", { ...record!, content });
      const unreadable = { status: 409, body: { code: "recurring_unreadable" } };
      expect(await call("GET", `/recurring/${broken.id}`)).toMatchObject(unreadable);
      const paused = { revision: randomUUID(), state: "paused" };
      expect(await call("POST", `/recurring/${broken.id}/state`, paused)).toMatchObject(unreadable);
      expect((await tables.find("acme", "recurring", broken.id))!.content).toBe(content);
    }
  });

  test("that was issued before the process ended, and then moved to a later day, is not issued again, and the later one is", async () => {
    const { store, clock, panel, call, keep, issued, invoicing } = await open();
    const kept = await keep();
    clock.set("2026-12-31T12:00:00.000Z");
    const tables = panelTables(store);
    // The process ends after it has issued: nothing more is saved.
    const dying = createPanel(invoicing, {
      authenticate: () => null,
      tables: {
        ...tables,
        save: async (...args) =>
          args[1].kind === "recurring" ? Promise.reject(new Error("gone")) : tables.save(...args),
      },
    });
    expect((await dying.runDue()).failed).toMatchObject([{ companyId: "acme", code: "internal_error" }]);
    expect(await issued()).toHaveLength(1);
    const items = [{ ...ITEMS[0]!, unitPrice: 500 }];
    const edit = { next: "2027-01-15", day: 15, order: { ...PLAN.order, items } };
    expect((await keep(edit, "acme", kept.id, kept.revision)).status).toBe(200);
    clock.set("2027-01-15T12:00:00.000Z");
    await panel.runDue();
    expect((await issued()).map(({ subtotal }) => subtotal)).toEqual([100, 500]);
    expect((await call("GET", "/recurring")).body.data).toMatchObject([{ next: "2027-02-15" }]);
  });

  test("is refused if nothing could be issued from it, and where another tab changed it", async () => {
    const { keep, call } = await open();
    const refused = async (changes: object) => (await keep(changes)).body;
    expect(await refused({ next: "2026-11-01" })).toMatchObject({ errors: [{ pointer: "/next" }] });
    expect(await refused({ until: "2026-12-01" })).toMatchObject({ errors: [{ pointer: "/until" }] });
    const exchangeRate = { rate: 1.1, date: "2026-11-30", source: "ECB" };
    expect(await refused({ order: { ...PLAN.order, exchangeRate } })).toMatchObject({
      errors: [{ pointer: "/result" }],
    });
    expect(await refused({ order: { ...PLAN.order, items: [] } })).toMatchObject({ code: "request_invalid" });
    expect((await call("GET", "/recurring")).body.total).toBe(0);
    const { id, revision } = await keep();
    expect((await keep({}, "acme", id, randomUUID())).status).toBe(409);
    expect((await keep({}, "acme", id, revision)).status).toBe(200);
  });

  test("can be run only up to a valid instant", async () => {
    const { panel } = await open();
    await expect(panel.runDue({ now: "2026" as never })).rejects.toThrow(TypeError);
  });
});
