import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { browserTest, type Desk, test } from "./browser-test.ts";

/** The pages, each with what it shows; without those whose figures the HTML does not wait for. */
const PAGES: readonly (readonly [path: (desk: Desk) => Promise<string> | string, content: string])[] = [
  [() => "", ".start .decisions"],
  [() => "/invoices", "table.invoices"],
  [() => "/invoices?search=INV&status=", "table.invoices"],
  [invoicePath, ".invoice"],
  [() => "/credit-notes", "form.filter"],
  [() => "/new", "form.draft"],
  [() => "/drafts", "h1"],
  [() => "/clients", "h1"],
  [clientPath, "form.kept"],
  [() => "/articles", "h1"],
  [() => "/audit", "h1"],
  [() => "/settings", "form.settings"],
];

test("each page shows its content with one answer of the server, the HTML, once its files are kept", async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page, company, open, panel } = desk;
  await company.issue(order());
  await open();
  const paths = await Promise.all(PAGES.map(async ([path, content]) => ({ path: await path(desk), content })));
  // Until its content is shown, a page gets no answer to a call.
  let isShown = Promise.resolve();
  await page.route("**/calls/**", async (route) => {
    await isShown;
    await route.continue();
  });
  for (const { path, content } of paths) {
    let show = () => {};
    isShown = new Promise<void>((resolve) => {
      show = resolve;
    });
    await page.goto(panel + path);
    await page.locator(`main ${content}`).first().waitFor();
    expect(await page.locator("main .problem:not(:empty)").count(), path).toBe(0);
    show();
  }
});

async function invoicePath({ company }: Desk): Promise<string> {
  return `/invoices/${(await company.list({ limit: 1 })).data[0]!.id}`;
}

async function clientPath({ page, panel }: Desk): Promise<string> {
  const id = randomUUID();
  const fields = { "/clientName": "Client", "/clientCountry": "FR" };
  await page.request.put(`${panel}/calls/clients/${id}`, {
    data: { revision: randomUUID(), replaces: [""], fields, vatCheck: null },
  });
  return `/clients/${id}`;
}

test("what came with the HTML is used once, and a later look asks the server", async ({ openDesk }) => {
  const { page, open, requests } = await openDesk();
  await open("/audit");
  expect(requests.filter((request) => request.endsWith("/calls/audit"))).toEqual([]);
  await page.getByRole("button", { name: "Check the books now" }).click();
  await page.getByRole("heading", { name: "The books are in order." }).waitFor();
  expect(requests.filter((request) => request.endsWith("/calls/audit"))).not.toEqual([]);
});

test("there are at most six tabs, and the page's own tab has links to its pages", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/credit-notes");
  const tabs = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await tabs.count()).toBeLessThanOrEqual(6);
  expect(await page.locator(".top a[aria-current]").allInnerTexts()).toEqual(["Invoices", "Credit notes"]);
  await page.getByRole("navigation", { name: "Invoices" }).getByRole("link", { name: "Drafts" }).click();
  await page.getByRole("heading", { name: "Drafts" }).waitFor();
  expect(await page.locator(".top a[aria-current]").allInnerTexts()).toEqual(["Invoices", "Drafts"]);
});

/** A host with a theme, a user and its own texts, and one company without a profile. */
const hostTest = browserTest.extend<{ readonly address: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  address: async ({}, use) => {
    const store = memoryStore();
    const invoicing = createInvoicing({ store });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="16"/></svg>';
    const panel = createPanel(invoicing, {
      authenticate: () => ({
        ...{ companies: ["acme"], actor: "jane", can: ALL_RIGHTS },
        ...{ user: "Jane Doe", signOut: { url: "/logout", method: "POST" }, language: "de" },
      }),
      tables: panelTables(store),
      theme: { name: "Acme Books", logo: { type: "image/svg+xml", bytes: Buffer.from(svg) }, home: "/app" },
      texts: { de: { "frame.start": "Mein Überblick" } },
    });
    const listener = getRequestListener((request) => {
      const { pathname } = new URL(request.url);
      return pathname.startsWith("/panel") ? panel(request) : new Response(`${request.method} ${pathname}`);
    });
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    await use(`http://localhost:${(server.address() as { port: number }).port}`);
    server.closeAllConnections();
    server.close();
    await invoicing.close();
  },
});

hostTest(
  "a company without a profile begins with its form, and then the panel opens as the host shows it",
  async ({ browser, address }) => {
    const page = await browser.newPage();
    await page.goto(`${address}/panel`);
    await page.getByRole("heading", { name: "Ihr Unternehmen", exact: true }).waitFor();
    expect(await page.locator(".top").count()).toBe(0);
    const { name, vatNumber } = germanProfile();
    await page.locator('[name="/name"]').fill(name);
    await page.locator('[name="/vatNumber"]').fill(vatNumber!);
    await page.getByRole("button", { name: "Einstellungen speichern" }).click();
    await page.getByRole("heading", { name: "Übersicht" }).waitFor();
    expect(await page.locator(".top > nav a").first().innerText()).toBe("Mein Überblick");
    expect(await page.locator(".user bdi").innerText()).toBe("Jane Doe");
    expect(await page.locator("#language").count()).toBe(0);
    const logo = page.locator(".product img");
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32);
    expect(await page.locator(".product a").getAttribute("href")).toBe("/app");
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.getByText("POST /logout").waitFor();
    await page.close();
  },
);
