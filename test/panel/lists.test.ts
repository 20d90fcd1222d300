import { randomUUID } from "node:crypto";
import { type CreditNoteOrder, createInvoicing, type InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { describe, expect, test } from "vitest";
import type { InvoiceList, OpenSums, PanelStart, SearchResults, StartVat } from "../../src/panel/wire.ts";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { PANEL_STORES } from "../support/panel-stores.ts";

const TODAY = "2026-11-20";

/** The panel of one company. */
async function openPanel(open = async () => memoryStore() as Awaited<ReturnType<(typeof PANEL_STORES)[0]["open"]>>) {
  const store = await open();
  const clock = new TestClock(`${TODAY}T12:00:00.000Z`);
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  let can = ALL_RIGHTS;
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can }),
    tables: panelTables(store),
    send: () => undefined,
  });
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return panel(new Request(`http://panel.test/panel/acme/calls${path}`, sent));
  };
  const get = async <Answer>(path: string) => (await (await ask("GET", path)).json()) as Answer;
  const lose = (right: "issue") => {
    can = { ...can, [right]: false };
  };
  return { acme, ask, get, clock, lose, close: () => invoicing.close() };
}

const line = (unitPrice: number) => [{ description: "Work", quantity: 1, unitPrice }];

describe.each(PANEL_STORES)("the lists on $name", ({ open }) => {
  test("are sorted by each column, in both directions, over all pages", async () => {
    const { acme, get, close } = await openPanel(open);
    const orders: Partial<InvoiceOrder>[] = [
      { clientName: "Zeta", items: line(30), dueDate: "2026-11-10" },
      { clientName: "Älpha", items: line(10), dueDate: "2026-12-24" },
      { clientName: "beta", items: line(40), dueDate: "2026-10-01" },
      { clientName: "Beta 10", items: line(20) },
    ];
    await acme.issueMany([
      ...oneTo(20).map(() => order({ clientName: "Gamma", items: line(25) })),
      ...orders.map(order),
    ]);
    const numbers = async (query: string) => {
      const { data } = await get<InvoiceList>(`/invoices?${query}`);
      return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    };
    expect((await numbers("sort=number")).slice(0, 3)).toEqual([1, 2, 3]);
    expect(await numbers("sort=number&page=2")).toEqual([21, 22, 23, 24]);
    expect(await numbers("sort=-number")).toEqual(await numbers(""));
    expect((await numbers("sort=client")).slice(0, 4)).toEqual([22, 23, 24, 1]);
    expect((await numbers("sort=-client")).slice(0, 3)).toEqual([21, 20, 19]);
    expect((await numbers("sort=amount")).slice(0, 3)).toEqual([22, 24, 1]);
    expect((await numbers("sort=-amount")).slice(0, 3)).toEqual([23, 21, 20]);
    expect((await numbers("sort=-overdue")).slice(0, 4)).toEqual([23, 21, 22, 24]);
    expect(await numbers("sort=-overdue&status=overdue")).toEqual([23, 21]);
    expect((await numbers("sort=date")).slice(0, 2)).toEqual([1, 2]);
    expect(await numbers("sort=nonsense")).toEqual(await numbers(""));
    const { data } = await get<InvoiceList>("/invoices?sort=-overdue");
    expect(data.slice(0, 3).map(({ daysOverdue }) => daysOverdue)).toEqual([50, 10, 0]);
    await close();
  });

  test("a search finds invoices, credit notes, drafts, clients and articles", async () => {
    const { acme, ask, get, lose, close } = await openPanel(open);
    const invoice = await acme.issue(order({ clientName: "Autohaus Müller", items: line(50) }));
    await acme.issue(order({ clientName: "Somebody else" }));
    const { id } = await acme.credit(invoice.id, { reason: "returned" });
    const put = (path: string, body: object) =>
      ask("PUT", `${path}/${randomUUID()}`, { revision: randomUUID(), replaces: [""], ...body });
    await put("/clients", { fields: { "/clientName": "Müller AG", "/clientCountry": "DE" }, vatCheck: null });
    await put("/articles", { fields: { "/description": "Müllers Mühle", "/sku": "M-1" } });
    await put("/drafts", { fields: { "/clientName": "Müller", "/items/0/description": "Winter tyres" }, total: null });
    await put("/drafts", { fields: { "/clientName": "Schmidt", "/items/0/quantity": "77" }, total: null });
    const found = await get<SearchResults>(`/search?q=${encodeURIComponent(" MULLER ")}`);
    expect(found).toMatchObject({
      invoices: { total: 1, data: [{ id: invoice.id, state: "credited" }] },
      creditNotes: { total: 1, data: [{ id, clientName: "Autohaus Müller" }] },
      drafts: { total: 1, data: [{ clientName: "Müller" }] },
      clients: { total: 1, data: [{ name: "Müller AG" }] },
      articles: { total: 1, data: [{ fields: { "/sku": "M-1" } }] },
    });
    const totals = async (text: string) => {
      const lists = await get<SearchResults>(`/search?q=${encodeURIComponent(text)}`);
      return Object.values(lists).map((list) => list?.total ?? null);
    };
    expect(await totals("muller tyres")).toEqual([0, 0, 1, 0, 0]);
    expect(await totals(invoice.invoiceNumber)).toEqual([1, 1, 0, 0, 0]);
    expect(await totals("77")).toEqual([0, 0, 0, 0, 0]);
    for (const nothing of ["", "  ", "&", "%"]) expect(await totals(nothing), nothing).toEqual([0, 0, 0, 0, 0]);
    lose("issue");
    expect(await totals("muller")).toEqual([1, 1, null, null, null]);
    await close();
  });

  test("say what is open by days overdue, the oldest first, and what was not sent", async () => {
    const { acme, ask, get, clock, close } = await openPanel(open);
    clock.set("2026-06-01T12:00:00.000Z");
    const dues = ["2026-11-19", "2026-10-21", "2026-10-20", "2026-09-20", "2026-08-21", "2026-11-20", "2026-06-02"];
    const issued = await acme.issueMany(
      dues.map((dueDate, place) => order({ dueDate, items: line(100 * (place + 1)) })),
    );
    await acme.writeOff(issued[6]!.id, { reason: "insolvent", on: "2026-06-01" });
    const retention = { reason: "warranty", amount: 119, dueOn: "2027-01-01" };
    const kept = await acme.issue(order({ dueDate: "2026-11-01", items: line(100), retentions: [retention] }));
    const part = await acme.issue(order({ dueDate: "2026-11-01", items: line(1000), retentions: [retention] }));
    clock.set(`${TODAY}T12:00:00.000Z`);
    const sums = await get<OpenSums>("/open-sums");
    expect(sums.ageing).toEqual([{ currency: "EUR", amounts: [714 + 119 + 119, 119 + 238 + 1071, 357, 476, 595] }]);
    expect(sums.open).toEqual({ count: 8, sums: [{ currency: "EUR", amount: 2618 + 1190 - 119 - 119 + 238 }] });
    expect(sums.overdue.count).toBe(6);
    const sending = { id: randomUUID(), to: "by post" };
    await ask("POST", `/invoices/${issued[0]!.id}/sendings`, sending);
    const { reminder } = await get<{ reminder: { on: string; level: number; total: number } }>(
      `/invoices/${issued[4]!.id}/reminder`,
    );
    const shown = { on: reminder.on, level: reminder.level, total: reminder.total, previous: 0 };
    expect((await ask("POST", `/invoices/${issued[4]!.id}/reminders`, { ...sending, shown })).status).toBe(200);
    const start = await get<PanelStart>("/start");
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    const [one, two, three, four, five, six] = ids(issued);
    expect(ids(start.oldest)).toEqual([five, four, three, two, part.id, one, kept.id, six]);
    expect(start.oldest[0]).toMatchObject({ daysOverdue: 91, reminders: 1, remindedOn: TODAY });
    expect(start.oldest[1]).toMatchObject({ daysOverdue: 61, reminders: 0, remindedOn: null });
    expect(start.unreminded).toEqual({ data: [], total: 0, isAtLeast: false });
    expect(ids(start.unsent.data)).not.toContain(one);
    expect(start.unsent.total).toBe(6);
    await acme.issueMany(oneTo(12).map(() => order({ dueDate: "2026-11-10" })));
    const { oldest, unreminded } = await get<PanelStart>("/start");
    expect([oldest.length, unreminded.total, unreminded.data.length]).toEqual([10, 8, 5]);
    await close();
  });
});

test("sums are those of all open invoices, however many there are", async () => {
  const { acme, get, close } = await openPanel();
  for (let batch = 0; batch < 3; batch += 1) {
    await acme.issueMany(oneTo(1000).map(() => order({ items: line(1), dueDate: "2026-11-01" })));
  }
  const sum = { count: 3000, sums: [{ currency: "EUR", amount: 3570 }] };
  expect(await get<OpenSums>("/open-sums")).toMatchObject({ open: sum, overdue: sum });
  await close();
});

test("a search finds the oldest of many credit notes, and one that was issued since", async () => {
  const { acme, get, close } = await openPanel();
  const note = (clientName: string): CreditNoteOrder => ({
    ...{ clientName, reason: "Bonus", clientCountry: "DE", supply: "services", items: line(1) },
    correctedInvoices: [{ number: "OLD-1", issueDate: "2026-01-01" }],
  });
  const found = async (text: string) => (await get<SearchResults>(`/search?q=${text}`)).creditNotes;
  await acme.issueCreditNote(note("Oldest"));
  for (const place of oneTo(1100)) await acme.issueCreditNote(note(`Client ${place}`));
  expect(await found("oldest")).toMatchObject({ total: 1, data: [{ clientName: "Oldest" }], isAtLeast: false });
  await acme.issueCreditNote(note("Newest"));
  expect(await found("newest")).toMatchObject({ total: 1, data: [{ clientName: "Newest" }] });
  const { total, data } = await found("bonus");
  expect([total, data[0]?.clientName, data[1]?.clientName]).toEqual([1102, "Newest", "Client 1100"]);
  await close();
});

test("the sales of twelve months are net, less credit notes, by the months of the company", async () => {
  const { acme, get, clock, close } = await openPanel();
  clock.set("2025-11-30T12:00:00.000Z");
  await acme.issue(order());
  clock.set("2025-12-01T12:00:00.000Z");
  const early = await acme.issue(order());
  clock.set(`${TODAY}T12:00:00.000Z`);
  await acme.issueMany([order(), order({ clientCountry: "US", currency: "USD" })]);
  await acme.credit(early.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
  const days = "from=2026-10-01&to=2026-12-31&ossFrom=2026-10-01&ossTo=2026-12-31";
  const { sales } = await get<StartVat>(`/start/vat?${days}`);
  expect(sales.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
  expect(sales[0]!.months.map(({ month }) => month)).toEqual([
    ...["2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05"],
    ...["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"],
  ]);
  expect(sales[0]!.months.map(({ net }) => net)).toEqual([200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150]);
  await close();
});
