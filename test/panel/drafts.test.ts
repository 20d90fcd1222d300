import { randomUUID } from "node:crypto";
import { createInvoicing, type InvoiceOrder } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { draftsIn } from "../../src/panel/server/records/drafts.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

const SALE = { ...order(), supplyDate: "2026-11-20" };
const SHOWN = { vatTreatment: "domestic", subtotal: 200, taxTotal: 38, total: 238 };
const EMPTY_PREVIEW = { formats: [], warnings: [], unprintable: [] };
const FIELDS = { "/clientName": "Kundin", "/items/0/quantity": "1,234" };

/** The panel of two companies, with drafts in the file of their invoices. */
async function openPanel(file = freshFile(), maxDrafts?: number) {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const store = await openSqliteStore(file);
  const tables = panelTables(store);
  const invoicing = createInvoicing({ store, clock });
  for (const id of ["acme", "other"]) await invoicing.company(id).saveProfile(germanProfile());
  const session = { companies: ["acme", "other"], actor: "tester", can: ALL_RIGHTS };
  const panel = createPanel(invoicing, {
    authenticate: () => session,
    hostNames: ["panel.test"],
    render: () => new Uint8Array(),
    maxDrafts,
    tables,
  });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const sent = { headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await panel(new Request(`http://panel.test/panel/acme/calls${path}`, { method, ...sent }));
    return { status: answer.status, body: await answer.json() };
  };
  const save = async (id: string, replaces: readonly string[], fields: object = FIELDS) => {
    const revision = randomUUID();
    return { revision, ...(await call("PUT", `/drafts/${id}`, { revision, replaces, fields })) };
  };
  const issue = (draftId: string, changes: Partial<InvoiceOrder> = {}) =>
    call("POST", "/invoices", { order: { ...SALE, ...changes }, shown: SHOWN, accepted: [], draftId });
  const close = async () => {
    await invoicing.close();
  };
  return { call, save, issue, close, drafts: draftsIn(tables), clock, company: invoicing.company("acme") };
}

describe("a draft", () => {
  test("is kept as it was typed, listed, and found again after a restart", async () => {
    const [file, id, later] = [freshFile(), randomUUID(), randomUUID()];
    const first = await openPanel(file);
    expect((await first.save(id, [""])).status).toBe(200);
    first.clock.set("2026-11-20T13:00:00.000Z");
    await first.save(later, [""], {});
    await first.close();

    const { call, close, drafts } = await openPanel(file);
    expect((await call("GET", `/drafts/${id}`)).body).toMatchObject({ id, fields: FIELDS });
    expect((await call("GET", "/drafts")).body.data).toMatchObject([
      { id: later, clientName: "" },
      { id, clientName: "Kundin", savedAt: "2026-11-20T12:00:00.000Z" },
    ]);
    expect((await drafts.first("other", 1)).total).toBe(0);
    await call("DELETE", `/drafts/${id}`);
    expect(await call("GET", `/drafts/${id}`)).toMatchObject({ status: 404, body: { code: "draft_not_found" } });
    await close();
  });

  test("is saved only over a revision that the page knows", async () => {
    const { call, save, close } = await openPanel();
    const id = randomUUID();
    const [first, twice] = [await save(id, [""]), await save(id, [""])];
    expect([first.status, twice.status, twice.body.code]).toEqual([200, 409, "draft_changed"]);
    const second = await save(id, [randomUUID(), first.revision]);
    expect([second.status, (await save(id, [first.revision])).status]).toEqual([200, 409]);
    await call("DELETE", `/drafts/${id}`);
    expect((await save(id, [second.revision])).status).toBe(409);
    expect((await call("GET", "/drafts")).body.data).toEqual([]);
    await close();
  });

  test("becomes one invoice, is gone then, and says which invoice it is", async () => {
    const { call, save, issue, drafts, company, close } = await openPanel();
    const id = randomUUID();
    const { revision } = await save(id, [""]);
    const issued = await issue(id);
    expect(issued.status).toBe(201);
    expect((await issue(id)).body).toEqual(issued.body);
    const said = { code: "draft_issued", invoice: { id: issued.body.id, invoiceNumber: "INV-202611-0001" } };
    expect(await issue(id, { clientName: "Another" })).toMatchObject({ status: 409, body: said });
    expect(await save(id, [revision])).toMatchObject({ status: 409, body: said });
    expect((await call("GET", "/drafts")).body.data).toEqual([]);

    // As if the process had ended before it removed the draft.
    await drafts.save("acme", { id, revision, savedAt: "2026-11-20T12:00:00.000Z", fields: {}, total: null }, [""]);
    expect(await call("GET", `/drafts/${id}`)).toMatchObject({ status: 409, body: said });
    expect((await drafts.first("acme", 1)).total).toBe(0);
    expect((await company.list()).total).toBe(1);
    await close();
  });

  test("that two tabs issue at once becomes one invoice, also if they differ", async () => {
    const { issue, company, close } = await openPanel();
    const [same, edited] = [randomUUID(), randomUUID()];
    const answers = await Promise.all([issue(same), issue(same)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const others = await Promise.all([issue(edited), issue(edited, { note: "x" })]);
    expect(others.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await company.list()).total).toBe(2);
    expect((await company.audit()).findings).toEqual([]);
    await close();
  });
});

describe("a company's drafts", () => {
  test("are listed page by page, however long they are", async () => {
    const { call, save, clock, close } = await openPanel();
    const ids = Array.from({ length: 21 }, () => randomUUID());
    for (const [place, id] of ids.entries()) {
      clock.set(`2026-11-20T12:00:${String(place).padStart(2, "0")}.000Z`);
      await save(id, [""], { "/clientName": `Kundin ${place} ${"x".repeat(4000)}`, "/note": "x".repeat(900_000) });
    }
    const page = async (query: string) => {
      const { data, ...rest } = (await call("GET", `/drafts${query}`)).body;
      return { ids: data.map(({ id }: { id: string }) => id), size: JSON.stringify(data).length, ...rest };
    };
    const [first, second] = [await page(""), await page("?page=2")];
    expect(first).toMatchObject({ ids: ids.slice(1).reverse(), page: 1, limit: 20, total: 21 });
    expect(second).toMatchObject({ ids: ids.slice(0, 1), page: 2, total: 21 });
    expect(first.size).toBeLessThan(20_000);
    await close();
  });

  test("are at most as many as the host allows, also if they are saved at once", async () => {
    const { call, save, close } = await openPanel(freshFile(), 3);
    const saves = await Promise.all(Array.from({ length: 8 }, () => save(randomUUID(), [""])));
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422, 422, 422]);
    const refused = saves.find(({ status }) => status === 422)!;
    const message = "This draft is not saved: the company has 3 drafts, and may have no more. Discard some of them.";
    expect(refused.body).toEqual({ code: "drafts_full", message, errors: [] });
    const [kept] = (await call("GET", "/drafts")).body.data;
    const { revision } = (await call("GET", `/drafts/${kept.id}`)).body;
    expect((await save(kept.id, ["", revision])).status, "a draft that is there is saved on").toBe(200);
    await call("DELETE", `/drafts/${kept.id}`);
    expect((await save(randomUUID(), [""])).status).toBe(200);
    await close();
  });
});

describe("a preview", () => {
  test("is the invoice that is issued next, and writes nothing", async () => {
    const { call, issue, company, close } = await openPanel();
    for (const number of ["INV-202611-0001", "INV-202611-0002"]) {
      const {
        body: { invoice: preview },
      } = await call("POST", "/preview", { order: SALE });
      expect((await call("POST", "/preview/draft", { order: SALE })).body).toEqual(EMPTY_PREVIEW);
      const { id: _, issuedAt: __, invoiceNumber, ...issued } = (await issue(randomUUID())).body;
      expect(invoiceNumber).toBe(number);
      expect(preview).toEqual({ numberPattern: "INV-202611-####", ...issued });
    }
    expect((await company.list()).total).toBe(2);
    await close();
  });

  test("is refused like issuing while the server's clock is behind the last invoice's day", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const { call, issue, clock, close } = await openPanel();
    clock.set("2026-11-25T12:00:00.000Z");
    expect((await issue(randomUUID())).status).toBe(201);
    clock.set("2026-11-20T12:00:00.000Z");
    const refused = await call("POST", "/preview", { order: SALE });
    expect(refused).toMatchObject({ status: 503, body: { code: "clock_out_of_step" } });
    expect(refused.body).toEqual((await issue(randomUUID())).body);
    await close();
  });

  test("is refused as issuing would be", async () => {
    const { call, close } = await openPanel();
    const refused = await call("POST", "/preview", { order: { ...SALE, clientName: "" } });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "request_invalid", errors: [{ pointer: "/clientName" }] },
    });
    await close();
  });
});
