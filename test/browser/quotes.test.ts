import { expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { test } from "./browser-test.ts";
import { fillOrder, TYPED } from "./order-keys.ts";
import { sidewaysFaults } from "./shown.ts";

test("a draft is saved as a quote, which never looks like an invoice, and becomes a draft with one click", async ({
  openDesk,
}) => {
  const { page, open } = await openDesk({ profile: FIRMA });
  await open("/new");
  await fillOrder(page, TYPED);
  await page.getByRole("button", { name: "Save as quote" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save as quote" }).click();
  await page.waitForURL(/\/quotes\/.+$/);
  const article = page.locator("article.invoice");
  expect(await article.innerText()).toMatch(/Angebot Q-\d{4}-0001[\s\S]+keine Rechnung/);
  expect(await page.locator(".how-to-pay").count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await sidewaysFaults(page)).toEqual([]);
  await open("/quotes");
  expect(await page.getByRole("row").last().innerText()).toMatch(/Q-\d{4}-0001[\s\S]+Open/);
  expect(await sidewaysFaults(page)).toEqual([]);
  await page.getByRole("link", { name: /^Q-/ }).click();
  await page.getByRole("button", { name: "Make the invoice’s draft" }).click();
  await page.waitForURL(/\/drafts\/.+$/);
  await page.getByRole("heading", { name: "New invoice" }).waitFor();
  await open("/quotes");
  await page.getByRole("link", { name: /^Q-/ }).click();
  await page.getByRole("button", { name: "Delete quote" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep quote" }).click();
  await page.getByRole("button", { name: "Delete quote" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete quote" }).click();
  await page.getByText("No quotes.").waitFor();
  await open("/drafts");
  expect(await page.getByRole("row").count(), "its draft stays").toBe(2);
});
