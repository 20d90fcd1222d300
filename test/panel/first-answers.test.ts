import { type Company, createInvoicing, type Invoice } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelOptions, type PanelSession, panelTables } from "faktura/panel";
import { expect, test, vi } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

interface PageData {
  readonly frame: Record<string, unknown>;
  readonly texts: Record<string, string>;
  readonly answers: Record<string, unknown>;
}

async function openPanel({ session, ...options }: Partial<PanelOptions> & { session?: Partial<PanelSession> } = {}) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const authenticate = () => ({ companies: ["acme", "new"], actor: "tester", can: ALL_RIGHTS, ...session });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store), ...options });
  const ask = (path: string, init?: RequestInit) => panel(new Request(`http://panel.test/panel${path}`, init));
  const dataOf = async (path: string) => {
    const html = await (await ask(path)).text();
    const [, json = ""] = /<script type="application\/json" id="panel-data">(.*?)<\/script>/s.exec(html)!;
    return { json, ...(JSON.parse(json) as PageData) };
  };
  return { company, ask, dataOf };
}

/** The answers of every page, beside those that its frame needs. */
test.each([
  ["/acme", ["/start"]],
  ["/acme/invoices?status=open&search=", ["/invoices?status=open", "/open-sums"]],
  ["/acme/credit-notes", ["/credit-notes"]],
  ["/acme/year?year=2024", ["/years/2024"]],
  ["/acme/returns?period=2024-Q4", ["/returns?from=2024-10-01&to=2024-12-31"]],
  ["/acme/audit", ["/audit"]],
  ["/acme/new", []],
  ["/acme/drafts?page=2", ["/drafts?page=2"]],
  ["/acme/clients", ["/clients"]],
  ["/acme/articles?search=a", ["/articles?search=a"]],
  ["/acme/settings", ["/settings"]],
  ["/acme/nowhere", []],
])("the HTML of %s has the answers to its first calls", async (path, keys) => {
  const { ask, dataOf } = await openPanel();
  const { answers } = await dataOf(path);
  expect(Object.keys(answers).sort()).toEqual([...keys, "/companies", "/profile", "/rates"].sort());
  for (const [key, answer] of Object.entries(answers)) {
    // The time that the start page gives may differ.
    expect(await (await ask(`/acme/calls${key}`)).json()).toEqual(answer);
  }
});

test("the HTML of an invoice has the invoice, and no text in it ends the element", async () => {
  const { company, dataOf } = await openPanel();
  const clientName = "</script><script>alert(1)</script>";
  const { id } = await company.issue(order({ clientCountry: "CH", clientName }));
  const { json, answers } = await dataOf(`/acme/invoices/${id}`);
  expect((answers[`/invoices/${id}`] as { invoice: Invoice }).invoice.clientName).toBe(clientName);
  expect((await dataOf(`/acme/new?copy=${id}`)).answers).toHaveProperty([`/invoices/${id}/terms`], {});
  expect(json).not.toContain("<");
});

test("a call that is refused is left out, and the page is still there", async () => {
  const { dataOf, ask } = await openPanel();
  expect(Object.keys((await dataOf("/acme/invoices/unknown")).answers)).not.toContain("/invoices/unknown");
  expect((await ask("/acme/invoices?page=1&page=2")).status).toBe(200);
});

test("a session without a right does not get its answers", async () => {
  const can = { issue: false, settings: false, keys: false };
  const { ask } = await openPanel({ session: { can } });
  expect((await ask("/acme/settings")).status).toBe(403);
});

test("the session names the user, the way out and the language of the pages", async () => {
  const signOut = { url: "/logout", method: "POST" } as const;
  const { ask, dataOf } = await openPanel({ session: { user: "Jane", signOut, language: "fr" } });
  expect((await dataOf("/acme")).frame).toMatchObject({ user: "Jane", signOut, isLanguageGiven: true });
  expect(await (await ask("/acme", { headers: { Cookie: "panel_language=de" } })).text()).toContain('<html lang="fr">');
});

test.each([
  [{ user: "" }],
  [{ user: 7 }],
  [{ signOut: "/logout" }],
  [{ signOut: { url: "//evil.test", method: "GET" } }],
  [{ signOut: { url: "/\n/evil.test", method: "GET" } }],
  [{ signOut: { url: "https://app.test/logout", method: "POST" } }],
  [{ signOut: { url: "javascript:alert(1)", method: "GET" } }],
  [{ language: "it" }],
])("a session with %j is a mistake of the host", async (session) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { ask } = await openPanel({ session: session as Partial<PanelSession> });
  expect((await ask("/acme")).status).toBe(500);
  expect(log.mock.calls).toEqual([[expect.any(TypeError)]]);
  log.mockRestore();
});

test("a host's own texts replace those of the pages in their language", async () => {
  const texts = { en: { "frame.start": "Home", "frame.tabs.books": "Taxes" } };
  const { dataOf } = await openPanel({ texts });
  expect((await dataOf("/acme")).texts).toEqual(texts.en);
});

test.each([
  [{ it: { "frame.start": "Inizio" } }],
  [{ en: { "frame.begin": "Home" } }],
  [{ en: { frame: "Home" } }],
  [{ en: { "frame.start": 7 } }],
  [{ en: { "server.title": "Books" } }],
  [{ en: { "words.invoiceCount.one": "one" } }],
  [{ en: { "constructor.name": "x" } }],
  ["en"],
])("own texts %j are refused when the panel is created", async (texts) => {
  await expect(openPanel({ texts: texts as NonNullable<PanelOptions["texts"]> })).rejects.toThrow(TypeError);
});

test("a company without a profile gets one by its settings", async () => {
  const { ask, dataOf } = await openPanel();
  expect((await dataOf("/new")).answers).toEqual({});
  expect((await ask("/new/calls/profile")).status).toBe(404);
  const settings = (await (await ask("/new/calls/settings")).json()) as { revision: string };
  expect(settings.revision).toBe("");
  const save = (replaces: string, name: string) =>
    ask("/new/calls/settings", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ profile: germanProfile({ name }), replaces }),
    });
  expect((await save("other", "First")).status).toBe(409);
  expect((await save("", "First")).status).toBe(200);
  expect((await save("", "Second")).status).toBe(409);
  expect(await (await ask("/new/calls/profile")).json()).toMatchObject({ profile: { name: "First" } });
});

/** A panel on a day that the test changes, of a company with one invoice. */
async function datedPanel() {
  const clock = { now: () => new Date("2026-11-20T12:00:00Z") };
  const store = memoryStore();
  const invoicing = createInvoicing({ store, clock });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const invoice = await company.issue(order({ dueDate: "2026-11-20" }));
  const authenticate = () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store) });
  const call = async (path: string) => (await panel(new Request(`http://panel.test/panel/acme/calls${path}`))).text();
  return { clock, company, invoice, call };
}

test("what clients owe is read once for the lists and the start page until the books or the day change", async () => {
  const { clock, company, invoice, call } = await datedPanel();
  const reads = vi.spyOn(Object.getPrototypeOf(company) as Company, "listEntries");
  const debts = async () => {
    const answers = await Promise.all(["/open-sums", "/start", "/open-sums"].map(call));
    const [sums, start, again] = answers.map((answer) => JSON.parse(answer));
    expect(again).toEqual(sums);
    expect(start).toMatchObject(sums);
    return [reads.mock.calls.length, sums.open.sums[0].amount, sums.overdue.count, start.oldest[0].amountDue];
  };
  const { total } = invoice;
  expect(await debts()).toEqual([1, total, 0, total]);
  expect(await debts()).toEqual([1, total, 0, total]);
  await company.recordPayment(invoice.id, { amount: 1 });
  expect(await debts()).toEqual([2, total - 1, 0, total - 1]);
  clock.now = () => new Date("2026-11-21T12:00:00Z");
  expect(await debts()).toEqual([3, total - 1, 1, total - 1]);
});

test("the figures of a year are computed once until the books, the profile or the day change", async () => {
  const { clock, company, invoice, call } = await datedPanel();
  const reports = vi.spyOn(Object.getPrototypeOf(company) as Company, "vatReport");
  const years = async () => {
    const [first, second] = await Promise.all([1, 2].map(() => call("/years/2026")));
    expect(second).toBe(first);
    return [reports.mock.calls.length, JSON.parse(first!).currencies[0].sum.count];
  };
  expect(await years()).toEqual([1, 1]);
  expect(await years()).toEqual([1, 1]);
  await company.recordPayment(invoice.id, { amount: 1 });
  expect(await years()).toEqual([2, 1]);
  await company.issue(order());
  expect(await years()).toEqual([3, 2]);
  await company.saveProfile({ ...germanProfile(), name: "Neu GmbH" });
  expect(await years()).toEqual([4, 2]);
  clock.now = () => new Date("2026-11-21T12:00:00Z");
  expect(await years()).toEqual([5, 2]);
});
