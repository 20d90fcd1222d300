/**
 * Question: how long do the pages of the panel wait for the server in books of 20,000 invoices?
 * Method: a year of invoices for clients at home, businesses and consumers of other member states and a client of a third
 * country, of which every second one is paid, in a SQLite file. Each page's HTML is asked for, which has the answers to its
 * first calls, and the calls for which the HTML of large books does not wait. The first time is a figure of its own, because it computes what later ones find, as does the first time after
 * one more invoice. Then each page is asked for several times: the figure is the median, and the worst is in the name,
 * beside the time of the processor, which other programs on the machine change little.
 *
 *     npm run bench -- panel-pages
 */
import { join } from "node:path";
import { type Company, createInvoicing, type InvoiceOrder, type InvoicingStore } from "faktura";
import { createPanel, type PanelHandler, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { answer, progress } from "./question.ts";
import type { Finding, Measurement, Scale } from "./report.ts";
import { median, ORDER, PROFILE, temporaryFolder } from "./workload.ts";

const TARGET_MS = 300;
const READS = 9;
const DAYS = 365;
const FIRST_DAY = Date.UTC(2025, 11, 1, 12);

const PAGES = [
  "",
  "/invoices",
  "/invoices?search=gmbh",
  "/credit-notes",
  "/year?year=2026",
  "/returns?period=2026-Q3",
  "/returns?period=2026",
  "/search?q=gmbh",
  "/audit",
  "/new",
  "/drafts",
  "/recurring",
  "/quotes",
  "/clients",
  "/articles",
  "/settings",
];

/** What the HTML of large books does not wait for. */
const CALLS = [
  "/calls/years/2026",
  "/calls/returns?from=2026-07-01&to=2026-09-30",
  "/calls/start/vat?from=2026-10-01&to=2026-12-31&ossFrom=2026-10-01&ossTo=2026-12-31",
];

/** The clients in turn: a business and a consumer of another member state, one at home, and one outside the Union. */
const CLIENTS: readonly Partial<InvoiceOrder>[] = [
  {},
  {
    clientVatNumber: undefined,
    clientCountry: "AT",
    clientName: "Erika Beispiel",
    supply: "digital",
    isCompany: false,
  },
  { clientVatNumber: undefined, clientCountry: "DE", clientName: "Muster GmbH" },
  { clientVatNumber: undefined, clientCountry: "CH", clientName: "Beispiel AG", isCompany: true },
];

await answer(async (scale: Scale) => {
  const count = scale === "short" ? 2000 : 20_000;
  const store = await openSqliteStore(join(temporaryFolder(), "books.db"));
  const company = await fill(store, count);
  for (let step = 1; step > 0; ) step = await store.search.index("firma");
  const invoicing = createInvoicing({ store, clock: clockOf(() => DAYS) });
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: true } }),
    tables: panelTables(store),
  });
  const rows: Measurement[] = [{ name: "a page in 300 ms", figure: TARGET_MS, ratio: 1 }];
  const add = (name: string, figure: number) =>
    rows.push({ name, figure, ratio: figure / TARGET_MS, target: { atMost: 1 } });
  const addFirst = (name: string, { ms, processorMs }: Cost) =>
    add(`${name}, processor ${Math.round(processorMs)} ms`, ms);
  for (const page of [...PAGES, ...CALLS]) {
    progress(`reading ${page}`);
    const name = `\`${page === "" ? "/" : page}\``;
    addFirst(`${name}, the first time`, await costOf(panel, page));
    await settle(panel);
    await company.issue(ORDER);
    addFirst(`${name}, the first time after an invoice`, await costOf(panel, page));
    await settle(panel);
    const costs: Cost[] = [];
    for (let read = 0; read < READS; read += 1) costs.push(await costOf(panel, page));
    const [times, processor] = [costs.map(({ ms }) => ms), costs.map(({ processorMs }) => processorMs)];
    const worst = `worst ${Math.round(Math.max(...times))} ms`;
    add(`${name}, ${worst}, processor ${Math.round(median(processor))} ms`, median(times));
  }
  await invoicing.close();
  const title = `pages of the panel with ${count.toLocaleString("en")} invoices, SQLite`;
  return [{ title, durability: SQLITE_DURABILITY, unit: "ms", rows, rounds: READS } satisfies Finding];
});

/** Noon of the day that is so many days after the first one. */
function clockOf(day: () => number) {
  return { now: () => new Date(FIRST_DAY + day() * 86_400_000) };
}

/** Issues the invoices, as many each day. Returns the company on the day after the last one. */
async function fill(store: InvoicingStore, count: number): Promise<Company> {
  let day = 0;
  const company = createInvoicing({ store, clock: clockOf(() => day) }).company("firma");
  await company.saveProfile(PROFILE);
  let issued = 0;
  for (; day < DAYS; day += 1) {
    if (day % 30 === 0) progress(`issued ${issued} of ${count}`);
    const orders: InvoiceOrder[] = [];
    for (; issued < Math.round(((day + 1) * count) / DAYS); issued += 1) {
      orders.push({ ...ORDER, ...CLIENTS[issued % CLIENTS.length], reference: `order ${issued}` } as InvoiceOrder);
    }
    for await (const invoice of company.issueAll(orders, { idempotencyKey: `day-${day}` })) {
      if (Number(invoice.reference?.slice("order ".length)) % 2 === 0) {
        await company.recordPayment(invoice.id, { amount: invoice.total });
      }
    }
  }
  return company;
}

/** Waits for the figures that the HTML of a page did not wait for. */
async function settle(panel: PanelHandler): Promise<void> {
  for (const call of CALLS) await costOf(panel, call);
  await costOf(panel, "/calls/returns?from=2026-01-01&to=2026-12-31");
}

/** How long an answer takes, and how much of the processor: other programs on the machine only change the first. */
interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

/** Until the whole answer is there. */
async function costOf(panel: PanelHandler, page: string): Promise<Cost> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const response = await panel(new Request(`https://app.example.com/panel/firma${page}`));
  await response.text();
  if (response.status !== 200) throw new Error(`${page} is answered with ${response.status}`);
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, processorMs: (user + system) / 1000 };
}
