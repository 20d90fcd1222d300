/**
 * Goal: reading all invoices of a list looks for them once, not again for every hundred, and counts nothing; so does the
 * panel's file of a list.
 * Method: all statements are recorded. Those that look for invoices are counted.
 */
import { createInvoicing, type InvoicingStore } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { listeningConnection, listeningPool, type Sent } from "./listening.ts";

const LOOKUPS = [
  { client: "Kunde" },
  { client: "Кунде" },
  { reference: "R-1" },
  { series: "EU" },
  { dueBefore: "2027-01-01" },
  { dueBefore: "2027-01-01", due: true },
  { due: true },
  { client: "Kunde", dueBefore: "2027-01-01" },
] as const;

const file = freshFile();

const DATABASES = [
  { name: "SQLite", open: async (sent: Sent[]) => sqliteStore(() => listeningConnection(file, sent)) },
  ...onPostgres({
    name: "PostgreSQL",
    open: async (sent: Sent[]): Promise<InvoicingStore> => {
      const schema = await freshSchema();
      await migratePostgres(pool, { schema, panel: true });
      return postgresStore(listeningPool(sent), { schema });
    },
  }),
];

describe.each(DATABASES)("$name", ({ open }) => {
  const sent: Sent[] = [];
  let invoicing: ReturnType<typeof createInvoicing>;
  let store: InvoicingStore;
  beforeAll(async () => {
    store = await open(sent);
    invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile({ series: { EU: { prefix: "EU" } } }));
    const due = { reference: "R-1", dueDate: "2026-12-24", series: "EU" } as const;
    const orders = oneTo(110).flatMap(() => [
      order({ ...due, clientName: "Kunde" }),
      order({ ...due, clientName: "кунде" }),
      order({ ...due, clientName: "Kunde" }),
      order({ clientName: "Somebody" }),
    ]);
    for (let from = 0; from < orders.length; from += 100) await acme.issueMany(orders.slice(from, from + 100));
  });
  afterAll(() => invoicing.close());

  const found = () =>
    sent.filter(({ text }) => /^\s*WITH\b.*\bfound\b|^SELECT (?:CAST\()?id\b.*_search_terms/s.test(text));

  const counts = () =>
    sent.flatMap(({ text }) => (/count\(\*\)/.test(text) && text.includes("faktura_invoices") ? [text] : []));

  test.each(LOOKUPS)("all invoices of %o", async (filter) => {
    const acme = invoicing.company("acme");
    const { total } = await acme.list(filter);
    expect(total).toBeGreaterThan(100);
    sent.length = 0;
    const ids = new Set<string>();
    for await (const { id } of acme.listAll(filter)) ids.add(id);
    expect(ids.size).toBe(total);
    expect(found().length).toBeLessThanOrEqual(1); // SQLite reads what is due along an index, without looking for it first
    expect(counts()).toEqual([]);
  });

  test("an invoice that stops matching while others are read is left out, and the rest are still read", async () => {
    const acme = invoicing.company("acme");
    const all = acme.listAll({ dueBefore: "2027-01-01", status: "SENT" })[Symbol.asyncIterator]();
    const { total, data } = await acme.list({ dueBefore: "2027-01-01", status: "SENT", page: 2, limit: 100 });
    await all.next();
    for (const { id } of data) await acme.cancel(id);
    let rest = 1;
    while (!(await all.next()).done) rest += 1;
    expect(rest).toBe(total - 100);
  });

  test("the panel's files and filtered lists", async () => {
    const later = createInvoicing({ store, clock: new TestClock("2027-01-20T12:00:00Z") });
    const panel = createPanel(later, {
      authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
      hostNames: ["panel.test"],
      render: () => new Uint8Array(),
      tables: panelTables(store),
    });
    const ask = (path: string) => panel(new Request(`http://panel.test/panel/acme/calls/${path}`));
    for (const query of ["client=Kunde", "search=R-1&status=open", "status=overdue"]) {
      sent.length = 0;
      expect((await (await ask(`invoices.csv?${query}`)).text()).split("\r\n").length).toBeGreaterThan(200);
      const isSearch = query.includes("search");
      expect(found().filter(({ values }) => !values.includes(1) && !values.includes("1")).length, query).toBe(1);
      if (!isSearch) expect(counts()).toEqual([]);
    }
    sent.length = 0;
    expect(await (await ask("invoices?status=overdue")).json()).toMatchObject({ limit: 20 });
    expect(found().length).toBe(1);
    sent.length = 0;
    await ask("years/2026");
    expect(counts()).toEqual([]);
  });
});
