/** Goal: many lines are typed, moved and pasted quickly, with the keyboard and with the pointer, and nothing of them is lost. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { oneTo } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { field, fillOrder, openDetails, pressIssue, TYPED } from "./order-keys.ts";

/** A draft with as many lines. */
async function openDraftOf({ page, panel, open }: Desk, count: number): Promise<void> {
  const id = randomUUID();
  const lines = oneTo(count).flatMap((number) => {
    const texts = { description: `Part ${number}`, quantity: "2", unitPrice: "12.50", supply: "goods" };
    return Object.entries(texts).map(([name, text]) => [`/items/${number - 1}/${name}`, text]);
  });
  const fields = { "/clientName": "Kundin", "/clientCountry": "DE", "/isCompany": "no", ...Object.fromEntries(lines) };
  const data = { revision: randomUUID(), replaces: [""], fields };
  expect((await page.request.put(`${panel}/calls/drafts/${id}`, { data })).status()).toBe(200);
  await open(`/drafts/${id}`);
  await page.locator(".answer .amounts").waitFor();
}

const descriptions = (page: Page) =>
  page.locator(".line textarea").evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));

async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await field(page, "Description", 1).evaluate(
    (one, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      one.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    rows.map((cells) => cells.join("\t")).join("\r\n"),
  );
}

test("300 lines have at most 40 elements each, and what few lines have is there once it is opened", async ({
  openDesk,
}) => {
  const desk = await openDesk({ context: { viewport: { width: 1440, height: 900 } } });
  await openDraftOf(desk, 300);
  const { page } = desk;
  expect(await page.locator(".order-lines *").count()).toBeLessThan(300 * 40);
  expect(await page.locator(".line select").count()).toBe(0);
  await field(page, "Description", 300).focus();
  expect(await field(page, "Supply type", 300).inputValue()).toBe("goods");
  await openDetails(page.getByRole("group", { name: "Line 300", exact: true }));
  await field(page, "Discount", 300).fill("50");
  await page.getByRole("group", { name: "Line 300", exact: true }).getByRole("button", { name: /^More/ }).click();
  expect(await page.locator(".more").count()).toBe(0);
  await expect.poll(() => page.locator(".line output").nth(299).innerText()).toBe("€12.50");
});

describe("with the keyboard", () => {
  test("Enter goes from field to field, to the next line, and from the last one to a new one", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [TYPED.lines[0], { description: "Travel" }] });
    await field(page, "Quantity", 1).press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await field(page, "Description", 2).evaluate((one) => one === document.activeElement)).toBe(true);
    await field(page, "Net price", 2).fill("7");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Hotel");
    expect(await descriptions(page)).toEqual(["Consulting", "Travel", "Hotel"]);
    expect(await field(page, "Supply type", 3).inputValue()).toBe("unstated");
  });

  test("Alt and an arrow move a line with all that it has, and say so", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, {
      ...TYPED,
      lines: [
        { ...TYPED.lines[0], discount: "10" },
        { description: "Travel", unitPrice: "7" },
      ],
    });
    await field(page, "Net price", 2).press("Alt+ArrowUp");
    expect(await field(page, "Net price", 1).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole("status").getByText("Line 2 is now line 1.").waitFor();
    expect(await descriptions(page)).toEqual(["Travel", "Consulting"]);
    await page.keyboard.press("Alt+ArrowUp"); // it is the first already
    const { items } = await company.get(await pressIssue(page));
    expect(items).toMatchObject([{ description: "Travel" }, { description: "Consulting", discount: { percent: 10 } }]);
  });
});

test("the pointer moves a line by its number", async ({ openDesk }) => {
  const desk = await openDesk({ context: { viewport: { width: 1440, height: 900 } } });
  await openDraftOf(desk, 4);
  const { page } = desk;
  await page.locator(".line-number").first().hover();
  await page.mouse.down();
  const { x, y, height } = (await page.locator(".line").nth(2).boundingBox())!;
  await page.mouse.move(x + 5, y + height - 3, { steps: 3 });
  await page.mouse.up();
  expect(await descriptions(page)).toEqual(["Part 2", "Part 3", "Part 1", "Part 4"]);
});

test("a description of several lines is printed as such", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await field(page, "Description", 1).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("in October");
  expect((await company.get(await pressIssue(page))).items[0]?.description).toBe("Consulting\nin October");
  expect(await page.locator("article .lines tbody th").innerText()).toBe("Consulting\nin October");
});

test("a heading is above its line while it is typed and on the page, with a subtotal, also on a duplicate", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [TYPED.lines[0], { description: "Travel", unitPrice: "7" }] });
  const second = page.getByRole("group", { name: "Line 2" });
  await openDetails(second);
  await field(page, "Heading above", 2).fill("Expenses");
  await second.getByRole("button", { name: /^More/ }).click();
  expect(await page.locator(".line .above").allInnerTexts()).toEqual(["Expenses"]);
  await page.getByText("The draft is saved.").waitFor();
  await page.reload();
  await second.getByText("Expenses").waitFor();
  const id = await pressIssue(page);
  const { items } = await company.get(id);
  expect(items.map(({ heading }) => heading)).toEqual([undefined, "Expenses"]);
  expect(await page.locator("article .lines .group-row").allInnerTexts()).toEqual(["Expenses", "Subtotal\t7.00"]);
  await open(`/new?copy=${id}`);
  await second.getByText("Expenses").waitFor();
});

describe("rows of a spreadsheet", () => {
  const ROWS = [
    ["Description", "Quantity", "Unit", "Price", "VAT"],
    ["Book", "2", "piece", "1.234,50 €", "7%"],
    ['"Chair\nof ""oak"""', "", "", "80", ""],
    ["Lamp", "0,5", "", "€12.50", "19"],
  ];

  test("become lines, in place of an empty one", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [] });
    await paste(page, ROWS);
    await page.getByRole("status").getByText("Lines pasted: 3.").waitFor();
    expect((await company.get(await pressIssue(page))).items).toMatchObject([
      { description: "Book", quantity: 2, unit: "piece", unitPrice: 1234.5, taxRate: 7 },
      { description: 'Chair\nof "oak"', quantity: 1, unitPrice: 80, taxRate: 19 },
      { description: "Lamp", quantity: 0.5, unitPrice: 12.5, taxRate: 19 },
    ]);
  });

  test("are refused as a whole, and each says why", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await paste(page, [
      ...ROWS,
      ["Cup", "1,234", "", "5"],
      ["Cup", "1", "", ""],
      ["Cup", "1", "", "5", "8"],
      ["Cup", "1"],
    ]);
    expect(await page.locator(".order-lines [role=alert] li").allInnerTexts()).toEqual([
      "Row 5: “1,234” can mean two numbers. Write 1234 or 1.2340.",
      "Row 6: The price is missing.",
      "Row 7: “8” is no VAT rate of this sale.",
      "Row 8: Its cells must be description, quantity, unit, price and, if wanted, VAT rate.",
    ]);
    expect(await descriptions(page)).toEqual(["Consulting"]);
  });
});

test("a text that is too long stays as it is, and the field says by how much", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await field(page, "Description", 1).fill("x".repeat(4012));
  const fault = page.locator("#field-items-0-description-fault");
  expect(await fault.innerText()).toBe("Too long by 12: at most 4,000 characters.");
  await page.getByRole("button", { name: "Review invoice" }).click();
  expect(await field(page, "Description", 1).evaluate((one) => one === document.activeElement)).toBe(true);
  await field(page, "Description", 1).fill("x".repeat(4000));
  expect(await fault.innerText()).toBe("");
});

test("a character that no font can print is named at its field while it is typed, also where the line hides it", async ({
  openDesk,
}) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await field(page, "Description", 1).fill("Tea 茶");
  const fault = page.locator("#field-items-0-description-fault");
  await fault.getByText("Cannot be printed: 茶. Write it otherwise.").waitFor();
  expect(await field(page, "Description", 1).getAttribute("aria-invalid")).toBe("true");
  expect(await field(page, "Description", 1).evaluate((one) => one === document.activeElement)).toBe(true);
  await field(page, "Description", 1).fill("Tea");
  await expect.poll(() => fault.innerText()).toBe("");
  const line = page.getByRole("group", { name: "Line 1" });
  await openDetails(line);
  await field(page, "Our article number", 1).fill("茶");
  await line.getByRole("button", { name: /^More/ }).click();
  await page.locator("#field-items-0-sku-fault").getByText("Cannot be printed: 茶.").waitFor();
});
