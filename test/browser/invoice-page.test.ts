import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import type { Desk } from "./browser-test.ts";
import { test } from "./browser-test.ts";
import { pressAction } from "./order-keys.ts";
import { tableRows } from "./shown.ts";

const amountField = (page: Page) => page.getByLabel("Amount, EUR");
const payButton = (page: Page) => page.getByRole("button", { name: "Record payment" });
const menu = (page: Page) => page.locator(".menu > summary");
const inMenu = (page: Page, name: string) => page.locator(".menu").getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const problem = (page: Page) => page.locator(".actions .problem");
const due = (page: Page) => page.locator(".due strong").innerText();
const isFocused = (one: Element) => one === document.activeElement;

/** Opens the page of an invoice of 238.00 that the API issued just now. */
async function openInvoice({ api, open }: Desk): Promise<string> {
  const { id } = await api("POST /invoices", order());
  await open(`/invoices/${id}`);
  return id;
}

/** Opens it with the form for a payment. */
async function openPayment(desk: Desk): Promise<string> {
  const id = await openInvoice(desk);
  await pressAction(desk.page, "Record payment");
  return id;
}

describe("a write-off", () => {
  test("of what is due marks the invoice, and leaves its payment to be recorded", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    const form = page.getByRole("form", { name: "Write off" });
    await pressAction(page, "Write off");
    await form.getByLabel("Lost on").fill("2026-11-19");
    await form.getByLabel("Reason").fill("Insolvent");
    await form.getByRole("button", { name: "Write off" }).click();
    await problem(page).getByText("the issue date of the invoice").waitFor();
    await form.getByLabel("Lost on").fill("2026-11-20");
    await form.getByRole("button", { name: "Write off" }).click();
    await page.getByText("€238.00 were written off.").waitFor();
    expect(await page.locator(".balance .status").allInnerTexts()).toEqual(["Written off"]);
    expect(await page.locator(".history li").last().innerText()).toMatch(/20 Nov 2026.*Written off Insolvent/s);
    expect([await due(page), await form.count()]).toEqual(["€238.00", 0]);
    await menu(page).click();
    expect(await page.locator(".menu").getByRole("button").allInnerTexts()).not.toContain("Write off");
    expect(await company.get(id)).toMatchObject({ writtenOffOn: "2026-11-20", writeOffReason: "Insolvent" });
    await desk.open("/invoices?status=open");
    await page.getByText("INV-202611-0001").waitFor({ state: "detached" });
  });
});

describe("a payment", () => {
  test("of a part leaves the rest due, and the rest makes it paid", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page } = desk;
    const id = await openPayment(desk);
    expect(await amountField(page).inputValue()).toBe("238");
    await amountField(page).fill("100.50");
    await page.getByLabel("Paid on").fill("2026-11-19");
    await page.getByLabel("Method").fill("bank transfer");
    await payButton(page).click();
    await page.getByText("Payment of €100.50 recorded.").waitFor();
    expect(await due(page)).toBe("€137.50");
    expect(await page.locator("form.payment").count()).toBe(0);
    expect(await tableRows(page.locator(".payments tbody tr"))).toEqual([
      ["19 Nov 2026", "bank transfer Reverse", "€100.50"],
    ]);

    await payButton(page).click();
    expect(await amountField(page).evaluate(isFocused)).toBe(true);
    await amountField(page).fill("137.5");
    await payButton(page).click();
    await page.getByText("Payment of €137.50 recorded.").waitFor();
    expect(await due(page)).toBe("€0.00");
    expect(await payButton(page).count()).toBe(0);
    expect(await desk.company.get(id)).toMatchObject({ status: "PAID", amountPaid: 238, payments: [{}, {}] });
  });

  test("above what is due is refused at its field", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openPayment(desk);
    await amountField(page).fill("238.01");
    await payButton(page).click();
    await expect.poll(() => amountField(page).getAttribute("aria-invalid")).toBe("true");
    expect(await amountField(page).evaluate(isFocused)).toBe(true);
    expect(await page.locator(".payment .fault").first().innerText()).not.toBe("");
    expect(await problem(page).innerText()).toBe("The payment exceeds the amount due.");
    expect((await company.get(id)).payments).toEqual([]);
  });

  test("needs its button, an amount above zero, and a day that has come", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openPayment(desk);
    await page.getByLabel("Method").press("Enter");
    await amountField(page).press("Enter");
    await company.recordPayment(id, { amount: 100 });
    for (const amount of ["-5", "0"]) {
      await amountField(page).fill(amount);
      await payButton(page).click();
      await page.locator(".payment .fault").getByText("Enter an amount above zero.").waitFor();
    }
    await amountField(page).fill("5");
    await page.getByLabel("Paid on").fill("2062-11-19");
    await payButton(page).click();
    await page.locator(".payment .fault").getByText("This day is in the future.").waitFor();
    expect((await company.get(id)).payments).toMatchObject([{ amount: 100 }]);
  });

  test("pressed twice is one, and a second press does not pay the rest", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openPayment(desk);
    await amountField(page).fill("100");
    await payButton(page).dblclick();
    await page.getByText("Payment of €100.00 recorded.").waitFor();
    if ((await amountField(page).count()) === 0) await payButton(page).click();
    await payButton(page).click();
    expect(await amountField(page).evaluate(isFocused)).toBe(true);
    expect((await company.get(id)).payments).toHaveLength(1);
  });

  test("whose answer was lost is recorded once, though it is sent again", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openPayment(desk);
    await page.route(
      "**/payments",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await amountField(page).fill("100");
    await payButton(page).click();
    await problem(page).getByText("cannot be reached").waitFor();
    await payButton(page).click();
    await page.getByText("Payment of €100.00 recorded.").waitFor();
    expect(await due(page)).toBe("€138.00");
    expect((await company.get(id)).payments).toHaveLength(1);
  });
});

test("the balance says what is open, since when it is overdue, and what is to be refunded; the history says why", async ({
  openDesk,
}) => {
  const { page, company, open, panel } = await openDesk();
  const balance = page.locator(".balance");
  const history = async () => (await page.locator(".history li").allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
  const { id } = await company.issue(order({ dueDate: "2026-11-17" }));
  await open(`/invoices/${id}`);
  expect(await balance.locator(".status").allInnerTexts()).toEqual(["Issued", "Overdue"]);
  await balance.getByText("Due 17 Nov 2026, 3 days ago").waitFor();
  await pressAction(page, "Record payment");
  await amountField(page).fill("100");
  await payButton(page).click();
  await balance.getByText("€100.00 of €238.00 paid").waitFor();
  expect(await balance.locator(".status").allInnerTexts()).toEqual(["Partly paid", "Overdue"]);
  const note = await company.credit(id, { reason: "returned" });
  await page.reload();
  await balance.getByText("€100.00 to refund").waitFor();
  expect(await balance.locator(".status").allInnerTexts()).toEqual(["Paid"]);
  expect(await history()).toEqual([
    ["20 Nov 2026", "Issued", "€238.00"],
    ["20 Nov 2026", "Payment", "€100.00"],
    ["20 Nov 2026", `Credit note ${note.creditNoteNumber}`, "€238.00"],
  ]);
  expect(await page.locator(".history a").getAttribute("href")).toBe(
    new URL(`${panel}/credit-notes/${note.id}`).pathname,
  );
  const later = await company.issue(order({ dueDate: "2026-11-21" }));
  await open(`/invoices/${later.id}`);
  await balance.getByText("Due 21 Nov 2026, tomorrow").waitFor();
  expect(await balance.locator(".status").allInnerTexts()).toEqual(["Issued"]);
});

describe("a cancellation", () => {
  test("goes by the keyboard alone: Escape closes the dialog, Enter on the button cancels with the reason", async ({
    openDesk,
  }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    const openDialog = async () => {
      await menu(page).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape"); // closes the menu
      expect(await menu(page).evaluate(isFocused)).toBe(true);
      await page.keyboard.press("Enter");
      await inMenu(page, "Cancel invoice").focus();
      await page.keyboard.press("Enter");
    };
    await openDialog();
    expect(await dialog(page).evaluate((one) => one.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    expect(await dialog(page).count()).toBe(0);
    expect(await menu(page).evaluate(isFocused)).toBe(true);

    await openDialog();
    expect(await dialog(page).getByLabel("Reason").evaluate(isFocused)).toBe(true);
    await page.keyboard.type("Ordered twice");
    await page.keyboard.press("Enter"); // in a field, it cancels nothing
    expect((await company.get(id)).status).toBe("SENT");
    expect(await dialog(page).count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("INV-202611-0001 was cancelled. It keeps its number.").waitFor();
    expect(await page.locator("h1").innerText()).toBe("Invoice INV-202611-0001");
    expect(await page.locator("article .mark").innerText()).toBe("Cancelled");
    expect(await page.locator(".history li").last().innerText()).toMatch(/Cancelled Ordered twice/);
    expect(await menu(page).evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    expect([await inMenu(page, "Cancel invoice").count(), await inMenu(page, "Record payment").count()]).toEqual([
      0, 0,
    ]);
    expect(await company.get(id)).toMatchObject({ status: "CANCELLED", cancellationReason: "Ordered twice" });
  });

  test("needs no reason, and the dialog's other button keeps the invoice", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, company } = desk;
    const id = await openInvoice(desk);
    await company.recordPayment(id, { amount: 38 });
    await page.reload();
    await pressAction(page, "Cancel invoice");
    const effects = await dialog(page).getByRole("listitem").allInnerTexts();
    expect(effects).toContain("If your client already has the invoice, issue a credit note instead.");
    expect(effects).toContain("€38.00 were paid. Refund them and record the refund.");
    await dialog(page).getByRole("button", { name: "Keep invoice" }).click();
    expect((await company.get(id)).status).toBe("SENT");
    await pressAction(page, "Cancel invoice");
    await dialog(page).getByRole("button", { name: "Cancel invoice" }).click();
    await page.getByText("INV-202611-0001 was cancelled.").waitFor();
    expect(await page.locator("article .mark").innerText()).toBe("Cancelled");
  });

  test("is refused by the server where the invoice was paid in another tab meanwhile", async ({ openDesk }) => {
    const desk = await openDesk();
    const { page, context, company, open } = desk;
    const id = await openInvoice(desk);
    const other = await context.newPage();
    await open(`/invoices/${id}`, other);
    await pressAction(other, "Record payment");
    await payButton(other).click();
    await other.getByText("Payment of €238.00 recorded.").waitFor();

    await pressAction(page, "Cancel invoice");
    await dialog(page).getByRole("button", { name: "Cancel invoice" }).click();
    await problem(page).getByText("A paid invoice cannot be cancelled. Correct it with a credit note.").waitFor();
    expect((await company.get(id)).status).toBe("PAID");
  });
});

test("a paid invoice says why it cannot be cancelled, and a cancelled one takes no payment", async ({ openDesk }) => {
  const { page, api, company, open } = await openDesk();
  const [paid, cancelled] = [await api("POST /invoices", order()), await api("POST /invoices", order())];
  await company.recordPayment(paid.id, { amount: 238 });
  await company.cancel(cancelled.id);
  await open(`/invoices/${paid.id}`);
  await menu(page).click();
  expect(await page.locator(".menu .hint").innerText()).toMatch(
    /^A paid invoice cannot be cancelled\. .*credit note\.$/,
  );
  await page.locator("h1").click();
  expect(await page.locator(".menu > ul").isVisible()).toBe(false);
  await open(`/invoices/${cancelled.id}`);
  await menu(page).click();
  expect([await inMenu(page, "Record payment").count(), await inMenu(page, "Cancel invoice").count()]).toEqual([0, 0]);
});

test("one action is the main one: to send, then to record the payment, also at the bottom of a phone", async ({
  openDesk,
}) => {
  const { page, company, panel, open } = await openDesk({ context: { viewport: { width: 390, height: 700 } } });
  const items = Array.from({ length: 12 }, () => ({ description: "Consulting", quantity: 1, unitPrice: 10 }));
  const { id } = await company.issue(order({ items }));
  const main = page.locator(".action-bar .main");
  await open(`/invoices/${id}`);
  expect(await main.innerText()).toBe("Send by e-mail");
  await page.request.post(`${panel}/calls/invoices/${id}/sendings`, { data: { id: crypto.randomUUID(), to: "" } });
  await open(`/invoices/${id}`);
  expect(await main.innerText()).toBe("Record payment");
  const bottomOf = async () => {
    const { y, height } = (await page.locator(".action-bar").boundingBox())!;
    return Math.round(y + height);
  };
  expect(await bottomOf()).toBe(700);
  await main.click();
  expect(await amountField(page).evaluate(isFocused)).toBe(true);
  await payButton(page).click();
  await page.getByText("Payment of €142.80 recorded.").waitFor();
  expect(await main.count()).toBe(0);
});
