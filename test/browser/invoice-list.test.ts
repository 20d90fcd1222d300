import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";

const DAYS = ["2026-11-20", "2026-11-21", "2026-11-22"];

/** The counters of the invoices on the page, from the top. */
async function counters(page: Page): Promise<number[]> {
  await page.getByRole("status").waitFor();
  const numbers = await page.locator(".list tbody th a").allInnerTexts();
  return numbers.map((number) => Number(number.slice(-4)));
}

const show = async (page: Page) => {
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/status=/);
};

describe("the filter", () => {
  test("filters by status and by period, and keeps the filter in the address", async ({ openDesk, host }) => {
    const { page, company, open } = await openDesk();
    for (const day of DAYS) {
      host.clock.set(`${day}T12:00:00.000Z`);
      for (const { id } of await company.issueMany([order(), order(), order()])) {
        if (day === DAYS[1]) await company.cancel(id);
      }
    }
    await open();
    expect(await counters(page)).toEqual(oneTo(9).reverse());
    await page.getByLabel("Status").selectOption({ label: "Cancelled" });
    await show(page);
    expect(await counters(page)).toEqual([6, 5, 4]);
    await page.getByLabel("Status").selectOption({ label: "Sent" });
    await page.getByLabel("From").fill("2026-11-21");
    await page.getByLabel("To").fill("2026-11-22");
    await show(page);
    await page.getByText("3 invoices").waitFor();
    expect(await counters(page)).toEqual([9, 8, 7]);

    await page.reload();
    expect(await counters(page)).toEqual([9, 8, 7]);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-11-21");
    expect(await page.getByLabel("Status").inputValue()).toBe("SENT");
    await page.goBack();
    expect(await counters(page)).toEqual([6, 5, 4]);
    expect(await page.getByLabel("Status").inputValue()).toBe("CANCELLED");
  });

  test("says so where a period ends before it begins", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("?from=2026-11-22&to=2026-11-20");
    expect(await page.getByRole("alert").innerText()).toContain("Beginning must not be after the end.");
    expect(await page.getByLabel("From").inputValue()).toBe("2026-11-22");
  });

  test("finds nothing where there is nothing, and says that too", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open();
    expect(await page.getByRole("status").innerText()).toBe("0 invoices");
    expect(await page.locator(".list").count()).toBe(0);
    expect(await page.locator(".paging").innerText()).toBe("Page 1 of 1");
  });

  test("of a page that is no number is refused in words", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("?page=two");
    expect(await page.getByRole("alert").innerText()).toContain("Page must be a finite number.");
  });
});

test("a page that takes its time says that it is loading", async ({ openDesk }) => {
  const { page, panel } = await openDesk();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/calls/invoices?*", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(panel);
  await page.getByRole("status").getByText("Loading…").waitFor();
  answer();
  await page.getByRole("status").getByText("0 invoices").waitFor();
  expect(await page.getByText("Loading…").count()).toBe(0);
});

test("the list goes from page to page, and to an invoice and back", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await company.issueMany(oneTo(45).map(() => order()));
  await open("?status=SENT");
  expect(await counters(page)).toEqual(oneTo(45).reverse().slice(0, 20));
  for (const first of [25, 5]) {
    await page.getByRole("link", { name: "Older" }).click();
    await expect.poll(async () => (await counters(page))[0]).toBe(first);
  }
  expect(await counters(page)).toEqual([5, 4, 3, 2, 1]);
  expect(await page.getByRole("link", { name: "Older" }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe("?status=SENT&page=3");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect.poll(async () => (await counters(page))[0]).toBe(25);

  await page.getByRole("link", { name: "INV-202611-0025" }).click();
  await page.getByRole("heading", { name: "Invoice INV-202611-0025" }).waitFor();
  await page.goBack();
  await expect.poll(async () => (await counters(page))[0]).toBe(25);
});

test("a page beyond the end is empty, and leads back to the last one", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await company.issueMany(oneTo(3).map(() => order()));
  await open("?page=9");
  expect(await page.locator(".paging").innerText()).toContain("Page 9 does not exist");
  await page.getByRole("link", { name: "Newer" }).click();
  await page.waitForURL(/page=1$/);
  expect(await counters(page)).toEqual([3, 2, 1]);
});

test("each row shows the day, the client, the treatment, the total and the status", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  const { id } = await company.issue(order({ clientCountry: "FI", clientName: "Matti" }));
  await company.recordPayment(id, { amount: 251 });
  await open();
  const row = page.locator(".list tbody tr");
  expect((await row.innerText()).split(/\s*[\t\n]+\s*/)).toEqual([
    ...["INV-202611-0001", "20 Nov 2026", "Matti", "Finland", "OSS, rate of the client's country"],
    ...["€251.00 ", "Paid"].map((text) => text.trim()),
  ]);
});
