import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { OTHER_PATH } from "./panel-host.ts";

const navigationOf = (page: Page) => page.locator(".top > nav a").allInnerTexts();

const TABS = ["Overview", "Invoices", "New invoice", "Clients and articles", "Accounting", "Settings"];
const ALL = [...TABS, "Invoices", "Drafts", "Quotes", "Recurring invoices", "Credit notes"];
const READABLE = ["Overview", "Invoices", "Accounting", "Invoices", "Credit notes"];

describe("what the session may not do", () => {
  test("is not shown to somebody who only reads", async ({ openDesk }) => {
    const desk = await openDesk({ lacking: ["issue", "settings", "keys"] });
    const { page, open, company } = desk;
    await open();
    expect(await navigationOf(page)).toEqual(READABLE);
    expect(await page.locator(".empty a").count()).toBe(0);
    const { id } = await company.issue(order());
    await company.recordPayment(id, { amount: 1 });
    await open(`/invoices/${id}`);
    const actions = page.locator("section.actions");
    expect(await actions.locator("form, dialog").count()).toBe(0);
    expect(await actions.locator("button").allInnerTexts()).toEqual(["Print"]);
    expect(await page.locator('main a[href*="/new"], .menu, .action-bar button').count()).toBe(0);
    expect(await page.locator('a[href*="/settings"]').count()).toBe(0);
    expect(await actions.getByRole("link", { name: "PDF", exact: true }).count()).toBe(1);
    for (const path of ["/new", "/drafts", "/clients", "/articles", "/settings"]) {
      const answer = await page.goto(desk.panel + path);
      expect([path, answer!.status()]).toEqual([path, 403]);
      expect(await page.locator("body").innerText()).toBe("You may not do this here.");
    }
  });

  test("is shown to somebody who may do everything", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    const { id } = await company.issue(order());
    await open(`/invoices/${id}`);
    expect(await navigationOf(page)).toEqual(ALL);
    expect(await page.locator("section.actions form").count()).toBeGreaterThan(1);
    expect(await page.locator(".menu button").count()).toBeGreaterThan(1);
    expect(await page.locator('a[href*="/settings"]').count()).toBeGreaterThan(1);
  });

  test("keys: the settings have no section for them", async ({ openDesk }) => {
    const { page, open } = await openDesk({ lacking: ["keys"] });
    await open("/settings");
    expect(await page.getByRole("heading", { name: "Logo" }).count()).toBe(1);
    expect(await page.getByRole("heading", { name: "API keys" }).count()).toBe(0);
  });

  test("settings: what is missing in an invoice is named, but is no link to them", async ({ openDesk }) => {
    const { page, open } = await openDesk({ lacking: ["settings"], profile: { iban: undefined, address: undefined } });
    await open("/new");
    await page.locator(".missing li").first().waitFor();
    expect(await page.locator('a[href*="/settings"]').count()).toBe(0);
  });
});

describe("below another path", () => {
  test("pages, calls, links and the chosen language work", async ({ openDesk, host }) => {
    const { page, companyId, company, requests } = await openDesk();
    const { id, invoiceNumber } = await company.issue(order());
    await page.goto(`${host.origin}${OTHER_PATH}`);
    expect(page.url()).toBe(`${host.origin}${OTHER_PATH}/${companyId}`);
    await page.getByRole("link", { name: "Invoices" }).click();
    await page.getByRole("link", { name: invoiceNumber }).click();
    await page.waitForURL(`${host.origin}${OTHER_PATH}/${companyId}/invoices/${id}`);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await page.locator("#language").selectOption("de");
    await page.getByRole("heading", { name: "Einstellungen", level: 1 }).waitFor();
    const paths = requests.map((request) => new URL(request.split(" ")[1]!).pathname);
    expect(paths.filter((path) => !path.startsWith(OTHER_PATH))).toEqual([]);
    const cookies = await page.context().cookies(`${host.origin}${OTHER_PATH}`);
    expect(cookies.find(({ name }) => name === "panel_language")).toMatchObject({ value: "de", path: OTHER_PATH });
  });

  test("the list of companies leads there too", async ({ openDesk, host }) => {
    const other = await host.found({ name: "Other Ltd" });
    const { page, companyId } = await openDesk({ others: [other] });
    await page.goto(`${host.origin}${OTHER_PATH}/${companyId}`);
    await page.locator(".company summary").click();
    await page.getByRole("link", { name: "Other Ltd" }).click();
    await page.waitForURL(`${host.origin}${OTHER_PATH}/${other.companyId}`);
  });
});
