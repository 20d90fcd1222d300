import type { InvoiceOrder } from "faktura";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { acceptWarnings, fillOrder, openReview, openSection, TYPED } from "./order-keys.ts";
import { REFUSED } from "./panel-host.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Send / });
const openEmail = (page: Page) => page.getByRole("button", { name: /by e-mail$/ });
const send = (page: Page) => dialog(page).getByRole("button", { name: "Send e-mail" });
const isFocused = (one: Element) => one === document.activeElement;

describe("after issuing", () => {
  test("a page confirms the number, with the focus on it, and offers the PDF first, then the e-mail", async ({
    openDesk,
  }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await openReview(page);
    await acceptWarnings(page);
    await page.getByRole("button", { name: "Issue invoice" }).click();
    const heading = page.getByRole("heading", { name: "INV-202611-0001 is issued" });
    await heading.waitFor();
    expect(await heading.evaluate(isFocused)).toBe(true);
    const actions = page.locator(".actions a.button, .actions button").filter({ visible: true });
    expect((await actions.allInnerTexts()).slice(0, 2)).toEqual(["Save PDF", "Send by e-mail"]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Save PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("INV-202611-0001.pdf");
    await page.getByRole("link", { name: "Open the invoice" }).click();
    await page.locator(".balance").waitFor();
    expect((await company.list()).total).toBe(1);
  });

  test("an e-mail is read and edited before it is sent, with the chosen files, and then the invoice is sent", async ({
    openDesk,
    host,
  }) => {
    const { page, open, company } = await openDesk();
    const client = { clientEmail: "buy@exemple.example", clientContact: { name: "Marie" } };
    const { id } = await company.issue(order({ ...client, dueDate: "2026-12-01" }));
    await open();
    expect(await page.locator(".list tbody .status").innerText()).toBe("Issued");
    await open(`/invoices/${id}?issued`);
    await openEmail(page).click();
    expect(await dialog(page).getByLabel("To").inputValue()).toBe("buy@exemple.example");
    const subject = "Invoice INV-202611-0001 from Firma GmbH";
    expect(await dialog(page).getByLabel("Subject").inputValue()).toBe(subject);
    expect(await dialog(page).getByLabel("Text").inputValue()).toBe(
      "Hello Marie,\n\nPlease find attached: Invoice INV-202611-0001, €238.00.\n\nPlease pay €238.00 by 1 Dec 2026.\n\nKind regards\nFirma GmbH",
    );
    await dialog(page).getByLabel("To").fill("nobody");
    await send(page).click();
    await dialog(page).getByText("This is not an e-mail address.").waitFor();
    await dialog(page).getByLabel("To").fill(REFUSED);
    await send(page).click();
    await dialog(page).getByText("The e-mail was not sent").waitFor();
    await dialog(page).getByLabel("To").fill("accounts@exemple.example");
    await dialog(page).getByLabel("Text").fill("As agreed.");
    await dialog(page).getByLabel("EN 16931 (UBL)").check();
    await send(page).click();
    await page.getByText("The e-mail to accounts@exemple.example was sent.").waitFor();
    const sent = host.emails.filter(({ to }) => to === "accounts@exemple.example");
    expect(sent).toMatchObject([{ subject, text: "As agreed." }]);
    expect(sent[0]!.attachments.map(({ filename }) => filename)).toEqual([
      "INV-202611-0001.pdf",
      "INV-202611-0001.xml",
    ]);
    expect(Buffer.from(sent[0]!.attachments[0]!.content).toString("latin1", 0, 8)).toBe("%PDF-1.7");
    await page.getByText("Sent to accounts@exemple.example on 20 Nov 2026").waitFor();
    await open(`/invoices/${id}`);
    expect(await page.locator(".balance .status").innerText()).toBe("Sent");
    expect(await page.locator(".history li").allInnerTexts()).toEqual([
      expect.stringMatching(/Issued/),
      expect.stringMatching(/Sent accounts@exemple\.example/),
    ]);
    await open("?status=sent");
    expect(await page.locator(".list tbody .status").innerText()).toBe("Sent");
    expect(await page.getByLabel("Status").locator("option:checked").innerText()).toBe("Sent");
    await open("?status=issued");
    expect(await page.locator(".list tbody tr").count()).toBe(0);
  });

  test("an e-mail without a subject or a text is refused at these fields", async ({ openDesk, host }) => {
    const { page, open, company } = await openDesk();
    const { id } = await company.issue(order({ clientEmail: "blank@exemple.example" }));
    await open(`/invoices/${id}?issued`);
    await openEmail(page).click();
    await dialog(page).getByLabel("Subject").fill(" ");
    await dialog(page).getByLabel("Text").fill("");
    await send(page).click();
    await dialog(page).getByText("Enter a subject.").waitFor();
    expect(await dialog(page).locator(".fault:visible").allInnerTexts()).toEqual(["Enter a subject.", "Enter a text."]);
    expect(await dialog(page).getByLabel("Subject").evaluate(isFocused)).toBe(true);
    expect(host.emails.filter(({ to }) => to === "blank@exemple.example")).toEqual([]);
    await dialog(page).getByLabel("Subject").fill("Your invoice");
    await dialog(page).getByLabel("Text").fill("Hello");
    await send(page).click();
    await page.getByText("The e-mail to blank@exemple.example was sent.").waitFor();
  });

  test("an e-mail does not ask for a payment by a day that is over, nor for one that the seller collects", async ({
    openDesk,
  }) => {
    const { page, open, company } = await openDesk();
    const textOf = async (changes: Partial<InvoiceOrder>) => {
      const { id } = await company.issue(order(changes));
      await open(`/invoices/${id}?issued`);
      await openEmail(page).click();
      return dialog(page).getByLabel("Text").inputValue();
    };
    const late = await textOf({ dueDate: "2026-11-17" });
    expect(late).toContain("€238.00 was due on 17 Nov 2026. Please pay it now if you have not done so yet.");
    expect(late).not.toContain("by 17 Nov");
    expect(await textOf({ dueDate: "2026-11-20" })).toContain("Please pay €238.00 by 20 Nov 2026.");
    expect(await textOf({ prepaidAmount: 238, dueDate: "2026-11-17" })).not.toMatch(/due|pay/);
    const payment = { means: "59", mandateReference: "M1", debitedAccount: "DE89370400440532013000" };
    expect(await textOf({ payment, dueDate: "2026-12-01" })).not.toMatch(/due|pay/);
  });

  test("a credit note is sent too, and who sends by post says so", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    const { id } = await company.issue(order());
    const creditNote = await company.credit(id, { reason: "x" });
    await open(`/credit-notes/${creditNote.id}`);
    await page.getByText("Mark as sent", { exact: true }).first().click();
    await page.getByLabel("To whom, or how").fill("by post");
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await page.getByText("Marked as sent.").waitFor();
    await page.getByText(/^Sent on 20 Nov 2026, .*: by post$/).waitFor();
    await openEmail(page).click();
    await dialog(page).getByLabel("To").fill("a@b.example");
    await send(page).click();
    await page.getByText("The e-mail to a@b.example was sent.").waitFor();
  });

  test("a session that may only read sees what was sent, and sends nothing", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ lacking: ["issue"] });
    const { id } = await company.issue(order());
    await open(`/invoices/${id}`);
    expect(await openEmail(page).count()).toBe(0);
    expect(await page.getByText("Mark as sent").count()).toBe(0);
  });
});

describe("payment terms", () => {
  test("of the company fill the due date, those of the client before them, and a typed date stays", async ({
    openDesk,
  }) => {
    const { page, open } = await openDesk();
    await open("/settings");
    await page.getByLabel("Days after the date of the invoice").fill("900");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Enter a whole number of days from 0 to 365.").waitFor();
    await page.getByLabel("Days after the date of the invoice").fill("14");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings are saved.").waitFor();
    await open("/new");
    const due = page.locator("[name='/dueDate']");
    await fillOrder(page, TYPED);
    expect(await due.inputValue()).toBe("2026-12-04");
    await page.locator("[name='/paymentDays']").evaluate((field: HTMLInputElement) => (field.value = "30"));
    await fillOrder(page, { clientName: "Exemple" });
    expect(await due.inputValue()).toBe("2026-12-20");
    await openSection(page, "Dates and payment");
    await due.fill("2027-01-15");
    await fillOrder(page, { clientName: "Exemple SARL" });
    expect(await due.inputValue()).toBe("2027-01-15");
  });

  test("are 30 days unless the company says otherwise, and an offered cash discount is on each new invoice", async ({
    openDesk,
  }) => {
    const { page, open, company, panel } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    expect(await page.locator("[name='/dueDate']").inputValue()).toBe("2026-12-20");
    await open("/settings");
    const section = page.getByRole("group", { name: "When invoices are due" });
    const save = page.getByRole("button", { name: "Save settings" });
    expect(await section.getByLabel("Days after the date of the invoice").inputValue()).toBe("30");
    await section.getByLabel("Cash discount, percent").fill("2");
    await save.click();
    await section.getByText("Enter a percentage above 0 and the days, or neither.").waitFor();
    await section.getByLabel("Cash discount, within days").fill("10");
    await section.getByLabel("Days after the date of the invoice").fill("");
    await save.click();
    await page.getByText("The settings are saved.").waitFor();
    await open("/new");
    await fillOrder(page, TYPED);
    expect(await page.locator("[name='/dueDate']").inputValue()).toBe("");
    await openReview(page);
    await acceptWarnings(page);
    expect(await page.locator("article .how-to-pay").innerText()).toMatch(
      /Cash discount\s+2% \(.*30\s+November\s+2026\)/,
    );
    await page.getByRole("button", { name: "Issue invoice" }).click();
    await page.getByRole("heading", { name: "INV-202611-0001 is issued" }).waitFor();
    const { data } = await company.list();
    expect(data[0]).toMatchObject({ cashDiscounts: [{ percent: 2, days: 10 }] });
    const email = await page.request.get(`${panel}/calls/invoices/${data[0]!.id}/email`);
    expect((await email.json()).text).toContain("If you pay by 30 Nov 2026, you may deduct a cash discount of 2%.");
    await open(`/new?copy=${data[0]!.id}`);
    expect(await page.locator("[name='/cashDiscounts/0/days']").inputValue()).toBe("10");
  });

  test("in words on the profile leave the due date empty until the settings state days", async ({ openDesk }) => {
    const { page, open } = await openDesk({ profile: { paymentTerms: "Within 14 days" } });
    await open("/new");
    await fillOrder(page, TYPED);
    expect(await page.locator("[name='/dueDate']").inputValue()).toBe("");
  });

  test("make what is open and overdue the first that the list says", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await company.issueMany([order({ dueDate: "2026-11-19" }), order({ dueDate: "2026-12-01" })]);
    await open();
    expect(await page.locator(".open-sums a").allInnerTexts()).toEqual([
      expect.stringMatching(/Open\s+€476\.00\s+2 invoices/),
      expect.stringMatching(/Overdue\s+€238\.00\s+1 invoice$/),
    ]);
    await page.locator("[data-sum=overdue]").click();
    await page.locator(".list tbody tr").waitFor();
    expect(await page.locator(".list tbody tr").count()).toBe(1);
  });
});

test("a payment recorded by mistake is reversed with a reason, and both stay in sight", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue(order());
  await company.recordPayment(id, { amount: 238, paidOn: "2026-11-18", method: "cash" });
  await open(`/invoices/${id}`);
  await page.getByRole("button", { name: "Reverse the payment of €238.00 on 18 Nov 2026" }).click();
  const question = page.getByRole("dialog", { name: "Reverse the payment of €238.00 on 18 Nov 2026?" });
  await question.getByLabel("Reason").fill("Another client’s");
  await question.getByRole("button", { name: "Reverse payment" }).click();
  await page.getByText("The payment of €238.00 was reversed.").waitFor();
  const rows = await page.locator(".payments tbody tr").allInnerTexts();
  expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
    "18 Nov 2026 cash Reversed €238.00",
    "18 Nov 2026 Counter-entry: Another client’s -€238.00",
  ]);
  expect(await page.locator(".due strong").innerText()).toBe("€238.00");
  expect(await page.locator(".payments button").count()).toBe(0);
  expect(await company.get(id)).toMatchObject({ status: "SENT", amountPaid: 0, payments: [{}, { amount: -238 }] });
});
