import type { CompanyProfile, InvoiceOrder } from "faktura";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import type { Desk } from "./browser-test.ts";
import { test } from "./browser-test.ts";
import { pressAction } from "./order-keys.ts";
import { tableRows } from "./shown.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Credit / });
const openButton = (page: Page) => page.locator(".menu button", { hasText: "Credit invoice" });
const reviewButton = (page: Page) => dialog(page).getByRole("button", { name: "Review the credit note" });
const issueButton = (page: Page) => page.locator(".review").getByRole("button", { name: "Issue credit note" });
const problem = (page: Page) => page.locator(".review .problem");
const line = (page: Page, number: number) => dialog(page).getByRole("group", { name: `Line ${number}` });
const isFocused = (one: Element) => one === document.activeElement;

/** Chairs for 240.00 and a delivery for 30.00, with VAT at 19 %: 321.30. */
const CHAIRS: Partial<InvoiceOrder> = {
  items: [
    { description: "Chair", quantity: 3, unitPrice: 80, unit: "piece" },
    { description: "Delivery", quantity: 1, unitPrice: 30 },
  ],
};

async function openInvoice({ api, open }: Desk, changes: Partial<InvoiceOrder> = CHAIRS): Promise<string> {
  const { id } = await api("POST /invoices", order(changes));
  await open(`/invoices/${id}`);
  return id;
}

async function askForCredit(page: Page, reason = "Damaged"): Promise<void> {
  await pressAction(page, "Credit invoice");
  await dialog(page).getByLabel("Reason").fill(reason);
}

/** Reviews the credit note, and issues it. */
async function issueReviewed(page: Page): Promise<void> {
  await reviewButton(page).click();
  await issueButton(page).click();
}

/** Enters what is credited of a line: a quantity, or an amount after switching to it. */
async function enterAmount(page: Page, number: number, amount: string, by = "Net amount"): Promise<void> {
  await line(page, number).getByLabel("Credit this line by").selectOption({ label: by });
  await line(page, number).getByLabel(`${by}, of`).fill(amount);
}

async function askForLines(page: Page): Promise<void> {
  await askForCredit(page);
  await dialog(page).getByLabel("Single lines").check();
}

describe("a credit", () => {
  test("by line is issued, named on the invoice, printed, and listed", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company, open } = desk;
    const id = await openInvoice(desk);
    await askForLines(page);
    await line(page, 1).getByLabel("Quantity, of 3 piece").fill("1");
    await enterAmount(page, 2, "10");
    await reviewButton(page).click();
    const review = page.locator(".review");
    await review.getByRole("heading", { name: "Issue this credit note?" }).waitFor();
    expect(await page.locator("h1").evaluate(isFocused)).toBe(true);
    expect(await review.locator(".mark").innerText()).toBe("Preview, not issued");
    for (const text of ["Credit note Draft", "Reason: Damaged", "€107.10"]) {
      expect(await review.locator("article").innerText()).toContain(text);
    }
    expect(await review.locator(".actions").innerText()).toContain("Exemple SARL gets a credit note of €107.10.");
    expect((await review.locator(".actions .amounts").innerText()).replaceAll(/\s+/g, " ")).toBe(
      "Due now €321.30 Due afterwards €214.20",
    );
    expect((await company.get(id)).creditNotes, "nothing is issued yet").toEqual([]);
    await page.goBack();
    expect(await line(page, 1).getByLabel("Quantity, of 3 piece").inputValue()).toBe("1");
    await issueReviewed(page);
    await page.getByText("INV-CN-202611-0001 for €107.10 was issued. Send it to the client.").waitFor();
    expect(await tableRows(page.locator(".credit-notes tbody tr"))).toEqual([["INV-CN-202611-0001", "€107.10"]]);
    expect(await page.locator(".due strong").innerText()).toBe("€214.20");

    await page.locator(".credit-notes").getByRole("link", { name: "INV-CN-202611-0001" }).click();
    await page.getByRole("heading", { level: 1, name: /INV-CN-202611-0001/ }).waitFor();
    const printed = (await page.locator("article.invoice").innerText()).replaceAll(/\s+/g, " ");
    for (const text of ["INV-202611-0001, 20 November 2026", "Damaged", "Chair", "1 piece", "€107.10", "DE136695976"]) {
      expect(printed).toContain(text);
    }
    expect(printed).not.toContain("Please pay");
    await open("/credit-notes");
    expect(await page.getByRole("status").innerText()).toBe("1 credit note");
    const [row] = await tableRows(page.locator(".list tbody tr"));
    expect(row).toEqual(["INV-CN-202611-0001", "Exemple SARL", "20 Nov 2026", "INV-202611-0001", "€107.10"]);
    await open();
    expect(await page.locator(".list tbody tr").first().innerText()).toContain("€107.10 credited");
    expect(await company.get(id)).toMatchObject({ creditedTotal: 107.1, creditNotes: [{ total: 107.1 }] });
  });

  test("without lines is of all that is left, and then nothing can be credited", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await company.credit(id, { reason: "earlier", lines: [{ line: 2 }] });
    await askForCredit(page, "Order withdrawn");
    expect(await dialog(page).getByText("Everything that is left: €321.30").count()).toBe(1);
    expect(await line(page, 1).isVisible()).toBe(false);
    await page.keyboard.press("Enter"); // in a field
    await page.keyboard.press("Enter");
    expect((await company.get(id)).creditNotes).toHaveLength(1);
    await reviewButton(page).press("Enter");
    await issueButton(page).press("Enter");
    await page.getByText("INV-CN-202611-0002 for €285.60 was issued.").waitFor();
    expect(await company.get(id)).toMatchObject({ creditedTotal: 321.3, amountDue: 0, status: "SENT" });
    expect(await openButton(page).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Payments and corrections" }).evaluate(isFocused)).toBe(true);
  });

  test("of single lines needs one, so that nobody credits everything by leaving them empty", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await askForLines(page);
    await reviewButton(page).click();
    await dialog(page).getByText("Enter a quantity or an amount for at least one line.").waitFor();
    expect(await line(page, 1).getByLabel("Quantity, of").evaluate(isFocused)).toBe(true);
    expect((await company.get(id)).creditNotes).toEqual([]);
  });

  test("of a line is by quantity or by amount, and what was typed for lines does not hinder a whole one", async ({
    openDesk,
  }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await askForLines(page);
    await line(page, 1).getByLabel("Quantity, of").fill("1,234");
    await dialog(page).getByLabel("Everything that is left").check();
    await issueReviewed(page);
    await page.getByText(/^INV-CN-202611-0001 for .* was issued\./).waitFor();
    expect((await company.get(id)).creditNotes).toHaveLength(1);
  });

  test("of more than is left is refused at its field, in the open dialog", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await askForLines(page);
    await enterAmount(page, 2, "30.01");
    const amount = line(page, 2).getByLabel("Net amount, of €30.00");
    await reviewButton(page).click();
    await expect.poll(() => amount.getAttribute("aria-invalid")).toBe("true");
    expect(await amount.evaluate(isFocused)).toBe(true);
    expect(await line(page, 2).locator(".fault").last().innerText()).toContain("what is left");
    await amount.fill("30");
    await issueReviewed(page);
    await page.getByText(/^INV-CN-202611-0001 for .* was issued\./).waitFor();
    expect((await company.get(id)).creditNotes).toHaveLength(1);
  });

  test("whose answer was lost is issued once, though it is sent again", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await page.route(
      "**/credit-notes",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await askForLines(page);
    await line(page, 1).getByLabel("Quantity, of").fill("1");
    await issueReviewed(page);
    await problem(page).getByText("cannot be reached").waitFor();
    await issueButton(page).click();
    await page.getByText(/^INV-CN-202611-0001 for .* was issued\./).waitFor();
    expect((await company.get(id)).creditNotes).toHaveLength(1);
  });

  test("of gross prices is by gross amount", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk, {
      prices: "gross",
      items: [{ description: "Cup", quantity: 3, unitPrice: 19.99 }],
    });
    await askForLines(page);
    await enterAmount(page, 1, "20", "Gross amount");
    await issueReviewed(page);
    await page.getByText(/^INV-CN-202611-0001 for .* was issued\./).waitFor();
    expect(await company.get(id)).toMatchObject({ creditedTotal: 20 });
  });
});

test("what was paid too much is refunded, once", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, company, open } = desk;
  const id = await openInvoice(desk);
  await company.recordPayment(id, { amount: 321.3 });
  await company.credit(id, { reason: "returned", lines: [{ line: 1, quantity: 1 }] });
  await open(`/invoices/${id}`);
  const refund = page.getByRole("form", { name: "Record a refund" });
  await page.locator(".action-bar").getByRole("button", { name: "Record refund" }).click();
  expect(await refund.getByLabel("Amount, EUR").inputValue()).toBe("95.2");
  await refund.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("Refund of €95.20 recorded.").waitFor();
  expect(await refund.count()).toBe(0);
  expect(await company.get(id)).toMatchObject({ amountPaid: 226.1, amountDue: 0, status: "PAID" });
});

test("a cancelled invoice cannot be credited, but what was paid of it can be refunded", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, company, open } = desk;
  const id = await openInvoice(desk);
  await company.recordPayment(id, { amount: 100 });
  await company.cancel(id);
  await open(`/invoices/${id}`);
  expect(await openButton(page).count()).toBe(0);
  await page.getByRole("button", { name: "Record refund" }).click();
  await page.locator("form.payment").getByRole("button", { name: "Record refund" }).click();
  await page.getByText("Refund of €100.00 recorded.").waitFor();
  expect(await company.get(id)).toMatchObject({ status: "CANCELLED", amountPaid: 0 });
});

test.for<[Partial<CompanyProfile>, Partial<InvoiceOrder>, string]>([
  [{ language: undefined }, {}, "Rechnungskorrektur"],
  [{ language: "en" }, {}, "Credit note"],
  [{ language: "de-CH", country: "CH", vatNumber: "CHE123456789MWST" }, { clientCountry: "CH" }, "Rechnungskorrektur"],
  [{ language: undefined, country: "FR", vatNumber: "FR40303265045" }, { clientCountry: "FR" }, "Avoir"],
  [{ language: "fr" }, { selfBilled: true }, "Avoir"],
  [{ language: "fi" }, {}, "Hyvityslasku"],
])("a credit note of %j and %j is titled %s", async ([profile, changes, title], { openDesk }) => {
  const { page, company, open } = await openDesk({ profile });
  const { id } = await company.issue(order(changes));
  const creditNote = await company.credit(id, { reason: "x" });
  await open(`/credit-notes/${creditNote.id}`);
  expect(await page.locator("h1").innerText()).toBe(`${title} ${creditNote.creditNoteNumber}`);
});
