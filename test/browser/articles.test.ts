import { expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, openDetails, openSection, pressIssue, TYPED } from "./order-keys.ts";
import { shownAnswer } from "./shown.ts";

test("an article is created, changed, found by its number, and deleted", async ({ openDesk }) => {
  const { page, open } = await openDesk({ profile: FIRMA });
  await open("/articles");
  await page.getByText("No articles yet.").waitFor();
  await page.getByRole("link", { name: "New article" }).click();
  const form = page.locator("form.kept");
  await form.getByLabel("Description").fill("Book");
  await form.getByLabel(/^Price, EUR/).fill("40");
  await form.getByLabel("VAT rate, Germany").selectOption({ label: "7% reduced" });
  await form.getByLabel(/^Our article number/).fill("B-7");
  await form.getByRole("button", { name: "Save article" }).click();
  await form.getByText("The article is saved.").waitFor();
  await page.reload();
  await form.getByLabel(/^Unit/).fill("piece");
  await form.getByRole("button", { name: "Save article" }).click();
  await form.getByText("The article is saved.").waitFor();
  await open("/articles?search=b-7");
  await page.getByText("1 article", { exact: true }).waitFor();
  expect(await page.getByRole("row").last().innerText()).toMatch(/Book\s+B-7\s+€40.00 \/ piece/);
  await page.getByRole("link", { name: "Book" }).click();
  await form.getByRole("button", { name: "Delete article" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete article" }).click();
  await page.getByText("0 articles").waitFor();
});

test("a rate of a scheme is offered last to articles, and to lines only if their article has it", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk({ profile: FIRMA });
  await open("/articles/new");
  const form = page.locator("form.kept");
  const rate = form.getByLabel("VAT rate, Germany");
  expect(await rate.locator("option").allInnerTexts()).toEqual([
    ...["Standard rate", "7% reduced", "0% zero rate", "7.8% special scheme", "5.5% special scheme"],
  ]);
  await form.getByLabel("Description").fill("Milk");
  await form.getByLabel(/^Price, EUR/).fill("100");
  await rate.selectOption({ label: "7.8% special scheme" });
  await form.getByRole("button", { name: "Save article" }).click();
  await form.getByText("The article is saved.").waitFor();
  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [] });
  const description = field(page, "Description", 1);
  await description.focus();
  await page.getByRole("listbox", { name: "Articles" }).getByRole("option").waitFor();
  await description.press("ArrowDown");
  await description.press("Enter");
  await page.locator('input[name="/items/0/quantity"]:focus').waitFor(); // the article is loaded first
  await field(page, "Quantity", 1).fill("1");
  expect(await field(page, "VAT rate", 1).locator("option:checked").innerText()).toBe("7.8% special scheme");
  expect((await shownAnswer(page)).breakdown).toEqual([["Taxed", "7.8%", "€100.00", "€7.80"]]);
  expect(await company.get(await pressIssue(page))).toMatchObject({ total: 107.8, items: [{ taxRate: 7.8 }] });
});

test("a line is kept as an article, which is offered and fills a line of a later invoice", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ profile: FIRMA });
  await open("/new");
  const book = { description: "Book", quantity: "3", unit: "piece", unitPrice: "42,80", vatRate: "7% reduced" };
  await fillOrder(page, { ...TYPED, prices: "Gross, including VAT", supply: "Goods", lines: [book] });
  await openDetails(page.getByRole("group", { name: "Line 1" }));
  await page.getByRole("button", { name: "Save as article" }).click();
  await page.locator(".answer").getByText("The article is saved.").waitFor();

  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [] });
  const description = field(page, "Description", 1);
  await description.focus();
  const option = page.getByRole("listbox", { name: "Articles" }).getByRole("option");
  await option.waitFor();
  expect(await option.innerText()).toMatch(/^Book\s+€42.80 \/ piece$/);
  await description.press("ArrowDown");
  await description.press("Enter");
  await page.locator('input[name="/items/0/quantity"]:focus').waitFor(); // the article is loaded first
  expect(await field(page, "Unit", 1).inputValue()).toBe("piece");
  expect(await page.locator(".line .more").isVisible()).toBe(false);
  // The first price decides whether the invoice has gross prices.
  expect((await shownAnswer(page)).amounts).toEqual({ Net: "€40.00", VAT: "€2.80", Total: "€42.80" });
  await openSection(page, "Currency, prices and language");
  expect(await field(page, "Prices").inputValue()).toBe("gross");
  expect(await company.get(await pressIssue(page))).toMatchObject({
    ...{ supply: "goods", total: 42.8 },
    items: [{ description: "Book", unit: "piece", unitPriceGross: 42.8, taxRate: 7 }],
  });
});

test("an article's price in euros is not taken for one in dollars", async ({ openDesk }) => {
  const { page, open } = await openDesk({ profile: FIRMA });
  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [{ description: "Lamp", unitPrice: "10" }] });
  await openDetails(page.getByRole("group", { name: "Line 1" }));
  await page.getByRole("button", { name: "Save as article" }).click();
  await page.locator(".answer").getByText("The article is saved.").waitFor();
  await open("/new");
  await openSection(page, "Currency, prices and language");
  await field(page, "Currency").selectOption("USD");
  await field(page, "Description", 1).pressSequentially("la");
  await page.getByRole("listbox", { name: "Articles" }).getByRole("option").click();
  await page.locator('input[name="/items/0/quantity"]:focus').waitFor(); // the article is loaded first
  expect(await field(page, "Description", 1).inputValue()).toBe("Lamp");
  expect(await field(page, "Net price, USD", 1).inputValue()).toBe("");
});
