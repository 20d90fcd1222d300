import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { type HostNumbers, type SqliteConnection, type SqliteStore, sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../../../support/fixtures.ts";
import { connectRaw, freshFile } from "../../../support/stores.ts";

/** The panel's own tables: a counter for each company, and the invoices that the panel issued itself. */
const PANEL_TABLES = `
CREATE TABLE panel_counters (company_id TEXT PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE panel_invoices (company_id TEXT, counter INTEGER, PRIMARY KEY (company_id, counter));
INSERT INTO panel_counters VALUES ('acme', 0), ('globex', 500)`;

const numbers: HostNumbers = (connection, companyId) => ({
  async lock() {
    const { last } = connection.prepare("SELECT last FROM panel_counters WHERE company_id = ?").get(companyId) as {
      last: number;
    };
    return { lastCounter: last, lastIssueDate: null, started: last > 0 };
  },
  async take(count) {
    connection.prepare("UPDATE panel_counters SET last = last + ? WHERE company_id = ?").run(count, companyId);
    const row = connection.prepare("SELECT last FROM panel_counters WHERE company_id = ?").get(companyId);
    return (row as { last: number }).last - count + 1;
  },
});

let panel: SqliteConnection;
let store: SqliteStore;
let invoicing: ReturnType<typeof createInvoicing>;
const clock = new TestClock("2026-11-20T09:30:00Z");

beforeEach(async () => {
  const path = freshFile();
  panel = connectRaw(path);
  panel.exec(`PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0; ${PANEL_TABLES}`);
  store = sqliteStore(() => connectRaw(path), { numbers });
  invoicing = createInvoicing({ store, clock });
  for (const companyId of ["acme", "globex"]) await invoicing.company(companyId).saveProfile(germanProfile());
});

afterEach(async () => {
  await invoicing.close();
  panel.close();
});

/**
 * Issues as the panel does, with its own statements and transaction, from the same counter. Retries while the library
 * holds the lock.
 */
async function issueInPanel(companyId: string): Promise<void> {
  while (!beginInPanel()) await nextTurn();
  panel.prepare("UPDATE panel_counters SET last = last + 1 WHERE company_id = ?").run(companyId);
  panel
    .prepare("INSERT INTO panel_invoices SELECT company_id, last FROM panel_counters WHERE company_id = ?")
    .run(companyId);
  panel.exec("COMMIT");
}

function beginInPanel(): boolean {
  try {
    panel.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (/locked/.test(String(error))) return false;
    throw error;
  }
}

async function countersOf(companyId: string) {
  const { invoices } = await store.reader.list(companyId, { page: 1, limit: 1000 });
  const rows = panel.prepare("SELECT counter FROM panel_invoices WHERE company_id = ?").all(companyId);
  const byNumber = (a: number, b: number) => a - b;
  return {
    ours: invoices.map(({ counter }) => counter).sort(byNumber),
    panels: (rows as { counter: number }[]).map(({ counter }) => counter).sort(byNumber),
  };
}

test("the panel and the library share one counter: no number is missing, and none is used twice", async () => {
  const acme = invoicing.company("acme");
  for (const turn of oneTo(20)) {
    const issued = Array.from({ length: turn % 4 }, () => acme.issue(order()));
    await Promise.all([...issued, issueInPanel("acme")]);
  }
  const { ours, panels } = await countersOf("acme");
  expect([ours.length, panels.length]).toEqual([30, 20]);
  expect([...ours, ...panels].sort((a, b) => a - b)).toEqual(oneTo(50));
});

test("numbering continues from a panel's existing counter, and dates never run backwards", async () => {
  const globex = invoicing.company("globex");
  const first = await globex.issue(order());
  await issueInPanel("globex");
  clock.set("2026-11-19T09:30:00Z");
  const second = await globex.issue(order());
  expect([first, second].map(({ invoiceNumber }) => invoiceNumber.slice(-4))).toEqual(["0501", "0503"]);
  expect(second.issueDate).toBe(first.issueDate);
  expect((await globex.list({ from: "2026-11-20", to: "2026-11-20" })).total).toBe(2);
});

test("a failed transaction returns its numbers to the panel's counter", async () => {
  await invoicing.company("acme").issue(order());
  const rejected = store.transaction("acme", async (ports) => {
    await ports.numbers.lock();
    expect(await ports.numbers.take(3)).toBe(2);
    throw new Error("the host changed its mind");
  });
  await expect(rejected).rejects.toThrow("the host changed its mind");
  await issueInPanel("acme");
  await invoicing.company("acme").issue(order());
  expect(await countersOf("acme")).toEqual({ ours: [1, 3], panels: [2] });
});

test("a refused order takes no number from the panel's counter", async () => {
  const refused = invoicing.company("acme").issue(order({ clientVatNumber: "FR123", clientCountry: "FR" }));
  await expect(refused).rejects.toMatchObject({ code: "vat_number_invalid" });
  await invoicing.company("acme").issue(order());
  expect((await countersOf("acme")).ours).toEqual([1]);
});

test("the database refuses a number that the library has used already, whatever the panel's counter says", async () => {
  await invoicing.company("acme").issue(order());
  panel.exec("UPDATE panel_counters SET last = 0");
  await expect(invoicing.company("acme").issue(order())).rejects.toThrow(/^faktura: an invoice must have/);
  expect((await countersOf("acme")).ours).toEqual([1]);
});

test("a counter whose number differs from what its lock reported is a mistake in the host's code, and nothing is written", async () => {
  const path = freshFile();
  const torn: HostNumbers = () => ({
    lock: async () => ({ lastCounter: 41, lastIssueDate: null, started: true }),
    take: async () => 43,
  });
  const tornStore = sqliteStore(() => connectRaw(path), { numbers: torn });
  const acme = createInvoicing({ store: tornStore, clock }).company("acme");
  await acme.saveProfile(germanProfile());
  const rejected = acme.issue(order(), { idempotencyKey: "key" });
  await expect(rejected).rejects.toThrow(TypeError);
  await expect(rejected).rejects.toThrow(/said that 42 comes next, but take\(\) returned 43/);
  expect((await acme.list()).total).toBe(0);
  expect(await tornStore.billing.pending("acme")).toEqual([]);
  expect(await tornStore.reader.findKey("acme", "key")).toBeUndefined();
  await tornStore.close();
});

test("numbering cannot be continued from elsewhere if the panel counts", async () => {
  const position = { lastCounter: 41, lastIssueDate: "2026-11-01" };
  await expect(invoicing.company("acme").continueNumbering(position)).rejects.toThrow(TypeError);
});
