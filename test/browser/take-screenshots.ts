/** Takes the pictures of the panel that stand in the docs: `npm run screenshots`. The day and the books are fixed. */
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import type { BrowserContextOptions, Page } from "playwright-core";
import { DEMO_KEYS, DEMO_SESSION } from "../../docs/examples/demo-companies.ts";
import { renderDocument } from "../../docs/examples/render-pdf.ts";
import { seedDemo } from "../../docs/examples/seed-demo.ts";
import { launchChromium } from "./chromium.ts";
import { field, fillOrder, openReview } from "./order-keys.ts";

const TODAY = new Date("2026-11-20T09:30:00.000Z");
const IMAGES = join(import.meta.dirname, "../../docs/images");
const WIDE = { width: 1200, height: 800 };
const SMALL = { width: 360, height: 760 };

const file = join(mkdtempSync(join(tmpdir(), "faktura-screenshots-")), "invoices.db");
const [store, clock] = [await openSqliteStore(file), { now: () => TODAY }];
const invoicing = createInvoicing({ store, clock });
const handle = createHttpHandler(invoicing, { authenticate: (apiKey) => DEMO_KEYS.get(apiKey) });
await seedDemo({ store, invoicing, handle, today: TODAY });
const panel = createPanel(invoicing, {
  authenticate: () => DEMO_SESSION,
  hostNames: ["localhost"],
  render: renderDocument,
  tables: panelTables(store),
});
const server = createServer(getRequestListener(panel)).listen(0, "127.0.0.1");
await once(server, "listening");
const base = `http://localhost:${(server.address() as { port: number }).port}/panel/firma`;
const browser = await launchChromium();

await take("new-invoice", "/new", { viewport: { width: 1200, height: 940 } }, typeOrder);
await take("new-invoice-small", "/new", { viewport: SMALL, colorScheme: "dark" }, typeOrder);
await take("review", "/new", { viewport: { width: 1200, height: 940 } }, reviewOrder);
await take("invoices", "/invoices?from=2026-09-01&to=2026-10-31", { viewport: WIDE }, async () => {});
await take("invoice", "/invoices", { viewport: WIDE }, openPaidInvoice);
await take("year", "/year", { viewport: { width: 1200, height: 2090 } }, async () => {});

await browser.close();
server.closeAllConnections();
server.close();
await invoicing.close();

async function take(name: string, path: string, options: BrowserContextOptions, act: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin", ...options });
  await context.clock.setFixedTime(TODAY);
  const page = await context.newPage();
  await page.goto(base + path);
  await page.locator("main h1").waitFor();
  await act(page);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  await context.close();
  console.log(`${name}.png`);
}

async function typeOrder(page: Page): Promise<void> {
  await fillOrder(page, {
    clientName: "Exemple SARL",
    country: "France",
    vatNumber: "FR66999999014",
    clientIs: "Company",
    supply: "Services",
    lines: [{ description: "Consulting", quantity: "2", unitPrice: "100" }],
  });
  await page.getByText("€200.00").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

async function reviewOrder(page: Page): Promise<void> {
  await typeOrder(page);
  for (const [label, text] of [
    ["Street", "1 rue Neuve"],
    ["Postal code", "75001"],
    ["City", "Paris"],
  ] as const) {
    await field(page, label).fill(text);
  }
  await openReview(page);
}

async function openPaidInvoice(page: Page): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: "Paid" }).filter({ hasText: "Kundin AG" }).first();
  await row.getByRole("link").click();
  await page.locator("article").waitFor();
}
