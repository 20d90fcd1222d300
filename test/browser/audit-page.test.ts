import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { connectRaw } from "../support/stores.ts";
import { test } from "./browser-test.ts";

const button = (page: Page) => page.getByRole("button", { name: "Check the books now" });
const verdict = (page: Page) => page.locator(".verdict");
const note = (page: Page) => page.locator(".audit > section p > code");

describe("the audit of a company's books", () => {
  test("says in words that they are in order, until when, and gives a note that a later one is compared with", async ({
    openDesk,
    host,
  }) => {
    const { page, company, open, context } = await openDesk({ context: { timezoneId: "UTC" } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await company.issue(order());
    await open("/audit");
    await page.locator(".empty").getByText("The books have not been checked yet.").waitFor();
    await button(page).dblclick();
    await page.getByRole("heading", { name: "The books are in order." }).waitFor();
    const text = await verdict(page).innerText();
    expect(text).toContain("Last checked on 20 Nov 2026");
    expect(text).toContain("1 invoice, and everything recorded about them, are as they were written.");
    const first = await note(page).innerText();
    expect(first).toMatch(/^1:[\da-f]{64}$/);
    await page.getByRole("button", { name: "Copy the note" }).click();
    await page.getByText("The note was copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

    host.clock.set("2026-11-21T12:00:00.000Z");
    await company.issue(order());
    await page.reload();
    expect(await note(page).innerText()).toBe(first);
    await button(page).click();
    await verdict(page).getByText("Compared with the check of 20 Nov 2026").waitFor();
    const field = page.getByLabel("Note of an earlier check");
    await field.fill("not a note");
    await field.press("Enter");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill(` ${first} `);
    await field.press("Enter");
    await verdict(page).getByText("Compared with the note that you entered.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe(null);
  });

  test("goes on when its answer was lost, and an offline page says that it asked nobody", async ({ openDesk }) => {
    const { page, company, open } = await openDesk({ mayErr: true });
    await company.issue(order());
    await open("/audit");
    await page.context().setOffline(true);
    await button(page).click();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await page.locator(".empty").waitFor();
    await page.context().setOffline(false);
    await page.route(
      "**/calls/audit",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await button(page).click();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "The books are in order." }).waitFor();
  });

  test("shows in another tab how far it is, and the verdict when it has ended", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    await company.issue(order());
    let isRunning = true;
    // The first status comes with the page, the others by calls.
    await page.route("**/audit", async (route) => {
      const response = await route.fetch();
      const running = isRunning ? '"running":{"read":1200,"total":4800}' : '"running":null';
      await route.fulfill({ response, body: (await response.text()).replace('"running":null', running) });
    });
    await open("/audit");
    await page.getByText("1,200 of 4,800 entries").waitFor();
    expect(await button(page).getAttribute("aria-disabled")).toBe("true");
    isRunning = false;
    await page.locator(".empty").waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(0);
  });

  // Last, because it removes a safeguard of the file in which all companies of these tests are.
  test("says what a finding means, which invoices it concerns and what to do next", async ({ openDesk, host }) => {
    const { page, company, open } = await openDesk();
    const invoices = await company.issueMany([order(), order(), order()]);
    await open("/audit");
    await button(page).click();
    await page.getByRole("heading", { name: "The books are in order." }).waitFor();
    const database = connectRaw(host.file);
    database.exec("DROP TRIGGER faktura_invoices_issued");
    database
      .prepare(`UPDATE faktura_invoices SET document = replace(document, '"total":238', '"total":239') WHERE id = ?`)
      .run(invoices[1]!.id);
    database.close();
    await button(page).click();
    await page.getByRole("heading", { name: "The books are not in order." }).waitFor();
    const totals = page.locator(".findings > li").filter({ hasText: "The amounts of an invoice do not add up." });
    expect(await totals.getByRole("link").allInnerTexts()).toEqual(["INV-202611-0002"]);
    await page.getByText("A safeguard of the database is missing").waitFor();
    await verdict(page).getByText("Compared with the check of 20 Nov 2026").waitFor();
    expect(await note(page).count()).toBe(0);
    expect(await page.getByRole("region", { name: "What to do next" }).getByRole("listitem").count()).toBe(5);
    expect(await totals.getByText("totals_mismatch").isVisible()).toBe(false);
    await totals.getByRole("link").click();
    await page.getByText("1 invoice", { exact: true }).waitFor();
  });
});
