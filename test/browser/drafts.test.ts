import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { textsOf } from "./catalogues.ts";
import {
  acceptWarnings,
  confirmIssue,
  field,
  fillOrder,
  openDetails,
  openReview,
  openSection,
  pressIssue,
  showClient,
  TYPED,
} from "./order-keys.ts";
import { shownAnswer, tableRows } from "./shown.ts";

const saved = (page: Page) => page.getByText("The draft is saved.");
const issueButton = (page: Page) => page.getByRole("button", { name: "Issue invoice" });
const problem = (page: Page) => page.locator(".review [role=alert]");

test("Enter in any field opens the review at most, and a second Enter does nothing", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  const { dates, references, money } = (await textsOf(page)).newInvoice;
  for (const title of [dates, references, money]) await openSection(page, title);
  const names = await page
    .locator("form.draft :is(input, select):visible:not(.line *)") // those of a line lead to the next field
    .evaluateAll((all) => all.map((one) => one.id));
  expect(names.length).toBeGreaterThan(20);
  for (const id of names) {
    const isChoice = await page.locator(`#${id}`).evaluate((one) => one.tagName === "SELECT");
    await page.locator(`#${id}`).press("Enter");
    if (isChoice) {
      await page.keyboard.press("Escape"); // its list
      continue;
    }
    await page.locator(".review article").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.goBack();
    await page.locator("form.draft").waitFor();
  }
  expect((await company.list()).total).toBe(0);
});

test("the review shows what will be printed, and each warning is accepted by itself", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await company.issue(order());
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "France", vatNumber: "FR41303265045" }); // its checksum is wrong
  await openReview(page);
  const printed = (await page.locator(".review article").innerText()).replaceAll(/\s+/g, " ");
  for (const text of ["Invoice Draft", "Preview, not issued", "Exemple SARL", "20 November 2026", "€200.00"]) {
    expect(printed).toContain(text);
  }
  expect(await page.locator("form.draft").isVisible()).toBe(false);
  const boxes = page.getByRole("checkbox");
  const count = await boxes.count();
  expect(count).toBeGreaterThan(1);
  for (let accepted = 0; accepted < count; accepted += 1) {
    await issueButton(page).click();
    expect(await problem(page).innerText()).toBe("Accept each warning first.");
    expect(await boxes.nth(accepted).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
  }
  expect((await company.list()).total).toBe(1);

  await page.getByRole("button", { name: "Back to the draft" }).click();
  expect(await field(page, "Name").inputValue()).toBe("Exemple SARL");
  expect((await company.get(await pressIssue(page))).invoiceNumber).toBe("INV-202611-0002");
});

describe("a draft is saved on the server", () => {
  test("and continues where it was left, with every line and every text", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    const lines = [{ ...TYPED.lines[0], quantity: "1,234" }, { description: "Travel", unitPrice: "12,50" }, {}];
    await fillOrder(page, { ...TYPED, prices: "Gross, including VAT", lines });
    await page.getByRole("button", { name: "Remove line 3" }).click();
    await open("/drafts"); // at once, so that the page saves while it is left
    await page.getByRole("link", { name: "Exemple SARL" }).click();
    expect(await field(page, "Quantity", 1).inputValue()).toBe("1,234");
    expect(await page.locator(".understood").allInnerTexts()).toContain("= €12.50");
    expect(await page.getByRole("group", { name: /^Line/ }).count()).toBe(2);
    expect(await page.locator(".answer .unfinished").innerText()).toContain("line 1");

    await field(page, "Quantity", 1).fill("2");
    expect((await shownAnswer(page)).amounts["Total"]).toBe("€212.50");
    await page.getByRole("button", { name: "Remove line 1" }).click();
    expect(await field(page, "Description", 1).inputValue()).toBe("Travel");
    expect(await company.get(await pressIssue(page))).toMatchObject({
      total: 12.5,
      items: [{ description: "Travel" }],
    });
    await open("/drafts");
    await page.getByText("No drafts.").waitFor();
  });

  test("and its row shows the date of supply and the total, if it has them", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await saved(page).waitFor();
    await open("/new");
    await fillOrder(page, { clientName: "Kundin" });
    await openSection(page, "Dates and payment");
    await field(page, "Date of supply").fill("");
    await saved(page).waitFor();
    await open("/drafts");
    const rows = await tableRows(page.locator(".drafts tbody tr"));
    // Saved in the same instant, so in either order.
    expect(rows.map(([name, day, , total]) => [name, day, total]).sort()).toEqual([
      ["Exemple SARL", "20 Nov 2026", "€238.00"],
      ["Kundin", "–", "–"],
    ]);
  });

  test("and can be discarded, after a question", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, { clientName: "Kundin" });
    await saved(page).waitFor();
    await open("/drafts");
    await page.getByRole("button", { name: "Discard Kundin" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Keep draft" }).click();
    await page.getByRole("button", { name: "Discard Kundin" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await page.getByText("No drafts.").waitFor();
    expect(await page.getByRole("heading", { name: "Drafts" }).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
  });

  test("and so is a large one when the page is left", async ({ openDesk }) => {
    const { page, open, panel } = await openDesk();
    const id = randomUUID();
    const lines = oneTo(17).map((number) => [`/items/${number - 1}/description`, "x".repeat(4000)]);
    const data = { revision: randomUUID(), replaces: [""], fields: Object.fromEntries(lines) };
    await page.request.put(`${panel}/calls/drafts/${id}`, { data });
    await open(`/drafts/${id}`);
    await field(page, "Name").fill("Kundin");
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    await saved(page).waitFor();
    expect(await page.locator(".answer [role=alert]").innerText()).toBe("");
  });

  test("and if it cannot be, leaving the page asks", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await page.route("**/calls/drafts/*", (route) => route.abort("connectionreset"));
    await field(page, "Name").pressSequentially("K");
    await page.locator(".answer [role=alert]").getByText("cannot be reached").waitFor();
    await page.getByText("The draft is not saved.").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    expect(await field(page, "Name").inputValue()).toBe("K");
  });
});

describe("what was typed just before the page is loaded again", () => {
  test("is in the form, of a new draft and of a saved one", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await field(page, "Name").fill("Kundin");
    await page.reload();
    expect(await field(page, "Name").inputValue()).toBe("Kundin");
    await field(page, "Name").fill("Kundin GmbH");
    await saved(page).waitFor();
    await field(page, "Name").fill("Kundin AG");
    await page.reload();
    expect(await field(page, "Name").inputValue()).toBe("Kundin AG");
    await open("/drafts");
    expect(await page.locator(".drafts tbody tr").count()).toBe(1);
    await page.getByRole("link", { name: "Kundin AG" }).waitFor();
  });

  test("is in the form also if it could not be saved, and is saved then", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await field(page, "Name").fill("Kundin");
    await saved(page).waitFor();
    await page.evaluate(() => {
      const own = window.fetch;
      window.fetch = (address, call) => (call?.method === "PUT" ? Promise.reject(new TypeError()) : own(address, call));
    });
    await field(page, "Name").fill("Kundin AG");
    await page.getByText("The draft is not saved.").waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    expect(await field(page, "Name").inputValue()).toBe("Kundin AG");
    await saved(page).waitFor();
    await open("/drafts");
    await page.getByRole("link", { name: "Kundin AG" }).waitFor();
  });
});

describe("two tabs on one draft", () => {
  test("issue one invoice, and the second is told which", async ({ openDesk }) => {
    const { page, context, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await saved(page).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await openReview(other);
    await acceptWarnings(other);
    await field(page, "Name").fill("Another");
    await pressIssue(page);
    await issueButton(other).click();
    await problem(other).getByText("This draft was already issued.").waitFor();
    expect((await company.list()).total).toBe(1);
    await other.reload();
    await other.getByRole("heading", { name: "This draft is an invoice" }).waitFor();
    await other.getByRole("link", { name: "INV-202611-0001" }).click();
    await other.locator("article.invoice").waitFor();
  });

  test("do not overwrite each other", async ({ openDesk }) => {
    const { page, context, open } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await saved(page).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await showClient(other);
    await field(other, "Name").fill("Second");
    await saved(other).waitFor();
    await field(page, "Name").fill("First");
    await page.locator(".answer [role=alert]").getByText("in another tab").waitFor();
    await other.reload();
    expect(await field(other, "Name").inputValue()).toBe("Second");
    await page.getByRole("button", { name: "Save what is typed here as another draft" }).click();
    await page.waitForURL((url) => url.href !== other.url());
    expect(await field(page, "Name").inputValue()).toBe("First");
    await open("/drafts");
    expect((await page.locator(".drafts tbody th").allInnerTexts()).sort()).toEqual(["First", "Second"]);
  });

  test("and the second can take what the first saved", async ({ openDesk }) => {
    const { page, context, open } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await saved(page).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await showClient(other);
    await field(other, "Name").fill("Second");
    await saved(other).waitFor();
    await field(page, "Name").fill("First");
    await page.getByRole("button", { name: "Take the other version" }).click();
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Second");
  });
});

test("a duplicate is due by the client's own terms", async ({ openDesk }) => {
  const { page, panel, open, company } = await openDesk();
  const save = (fields: object) =>
    page.request.put(`${panel}/calls/clients/${randomUUID()}`, {
      data: { revision: randomUUID(), replaces: [""], fields, vatCheck: null },
    });
  await save({ "/clientName": "Kundin AG", "/clientCountry": "DE", "/paymentDays": "45" });
  await save({ "/clientName": "Kundin AG", "/clientCountry": "AT", "/paymentDays": "10" });
  const { id } = await company.issue(order({ clientName: "Kundin AG" }));
  await open(`/new?copy=${id}`);
  await page.locator("form.draft").waitFor();
  expect(await field(page, "Due date").inputValue()).toBe("2027-01-04");
});

test("a duplicate repeats an invoice, and says what it cannot repeat", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue(
    order({
      clientVatNumber: "DE136695976",
      isCompany: true,
      supply: "services",
      note: "Thank you",
      prices: "gross",
      clientAddress: { line1: "Domplatz 4", postalCode: "50667", city: "Köln" },
      buyerReference: "04011000-1",
      dueDate: "2026-12-04",
      purchaseOrderReference: "PO-7",
      clientTradingName: "Exemple",
      clientContact: { name: "Anna", email: "anna@example.com" },
      contractReference: "C-1",
      documentType: "326",
      period: { start: "2026-10-01", end: "2026-10-31" },
      items: [
        {
          ...{ sku: "A-1", standardId: { scheme: "0160", id: "4012345000009" }, buyerSku: "K-7", originCountry: "IT" },
          ...{ description: "Cup", quantity: 1.234, unit: "kg", unitPrice: 19.99, discount: { percent: 12.5 } },
        },
        {
          description: "Post",
          quantity: 1,
          unitPrice: 5,
          supply: "goods",
          discount: { amount: 1 },
          purchaseOrderLine: "10",
        },
      ],
    }),
  );
  await open(`/invoices/${id}`);
  await page.locator(".menu > summary").click();
  await page.getByRole("link", { name: "Duplicate invoice" }).click();
  await page.getByText("Not copied: the type of the invoice, the discount of line 2 and details of line 2.").waitFor();
  expect(await field(page, "Purchase order").inputValue()).toBe("");
  expect(await field(page, "Due date").inputValue()).toBe("2026-12-20"); // by the company's terms, from today
  await openDetails(page.getByRole("group", { name: "Line 2" }));
  await field(page, "Discount", 2).fill("20");
  await openReview(page);
  await acceptWarnings(page);
  const { items, ...invoice } = await company.get(await confirmIssue(page));
  expect(invoice).toMatchObject({
    invoiceNumber: "INV-202611-0002",
    clientVatNumber: "DE136695976",
    isCompany: true,
    supply: "services",
    note: "Thank you",
    buyerReference: "04011000-1",
    clientTradingName: "Exemple",
    clientContact: { name: "Anna", email: "anna@example.com" },
    contractReference: "C-1",
    documentType: "380",
    prices: "gross",
    taxPointDate: "2026-11-20",
    clientAddress: { line1: "Domplatz 4", postalCode: "50667", city: "Köln" },
  });
  expect(items).toMatchObject([
    {
      ...{ quantity: 1.234, unit: "kg", unitPriceGross: 19.99, discount: { percent: 12.5 } },
      ...{ sku: "A-1", standardId: { scheme: "0160", id: "4012345000009" }, buyerSku: "K-7", originCountry: "IT" },
    },
    { unitPriceGross: 5, supply: "goods", grossAmount: 4 },
  ]);
});
