import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { NOON } from "./panel-host.ts";
import { tableRows } from "./shown.ts";

const dialog = (page: Page) => page.locator("dialog.reminder");
const send = (page: Page) => dialog(page).getByRole("button", { name: "Send reminder" });

/** An invoice to a company of 238 EUR that was due three days ago. */
async function issueOverdue({ company }: Desk): Promise<string> {
  const client = { isCompany: true, clientEmail: "late@client.example" };
  return (await company.issue(order({ ...client, dueDate: "2026-11-17" }))).id;
}

/** Says that the first reminder went by post, and goes on to a day after it. */
async function remindOnce({ page, panel, host }: Desk & { host: { clock: { set(now: string): void } } }, id: string) {
  const { reminder } = await (await page.request.get(`${panel}/calls/invoices/${id}/reminder`)).json();
  const shown = { on: reminder.on, level: reminder.level, total: reminder.total, previous: 0 };
  const data = { id: crypto.randomUUID(), to: "by post", shown };
  await page.request.post(`${panel}/calls/invoices/${id}/reminders`, { data });
  host.clock.set("2026-12-07T12:00:00.000Z");
  await page.context().clock.setFixedTime("2026-12-07T12:00:00.000Z");
}

describe("a reminder", () => {
  test("is sent by one click on its open page, with its PDF, and then listed with day and level", async ({
    openDesk,
    host,
  }) => {
    const desk = await openDesk();
    const { page, open, panel } = desk;
    const id = await issueOverdue(desk);
    await open(`/invoices/${id}?remind`);
    await dialog(page).getByRole("heading", { name: "Payment reminder for INV-202611-0001", level: 2 }).waitFor();
    expect((await dialog(page).locator("form > .amounts").innerText()).replaceAll(/\s+/g, " ")).toBe(
      "Overdue since 17 Nov 2026 €238.00 To be paid by 30 Nov 2026 €238.00",
    );
    await dialog(page).getByText("A first reminder claims neither").waitFor();
    expect(await dialog(page).getByLabel("To", { exact: true }).inputValue()).toBe("late@client.example");
    expect(await dialog(page).getByLabel("Text", { exact: true }).inputValue()).toMatch(
      /was due on 17\sNovember\s2026/,
    );
    await dialog(page).getByText("Show the page that is sent").click();
    expect(await dialog(page).locator("h1").innerText()).toBe("Payment reminder INV-202611-0001");
    await dialog(page).getByLabel("Text", { exact: true }).fill("Please pay.");
    await send(page).click();
    await page.getByText("The e-mail to late@client.example was sent.").waitFor();
    const [email] = host.emails.filter(({ to }) => to === "late@client.example");
    expect(email).toMatchObject({ text: "Please pay.", subject: expect.stringContaining("Payment reminder") });
    expect(email!.attachments).toHaveLength(2);
    expect(await tableRows(page.locator(".reminders tbody tr"))).toEqual([
      ["20 Nov 2026", "Payment reminder late@client.example", "€238.00"],
    ]);
    expect(page.url(), "so that loading it again asks nothing").toBe(`${panel}/invoices/${id}`);
    expect(await page.locator(".history li").last().innerText()).toMatch(/Reminder late@client\.example/);
  });

  test("claims by the base rate of the settings, and without one names the rate alone", async ({ openDesk, host }) => {
    const desk = await openDesk();
    const { page, open } = desk;
    const id = await issueOverdue(desk);
    await remindOnce({ ...desk, host }, id);
    await open(`/invoices/${id}`);
    await page.getByRole("button", { name: "Remind" }).click();
    await dialog(page).getByText("names the rate of interest in words").waitFor();
    const sums = async () => (await dialog(page).locator("form > .amounts").innerText()).replaceAll(/\s+/g, " ");
    expect(await sums()).toBe(
      "Overdue since 17 Nov 2026 €238.00 Compensation for recovery costs €40.00 To be paid by 17 Dec 2026 €278.00",
    );
    await dialog(page).getByRole("link", { name: "Open the settings" }).click();
    const section = page.getByRole("region", { name: "Reminders" });
    await section.getByText("9 percentage points a year above the base rate and €40.00").waitFor();
    expect(await section.getByLabel("Holds from").evaluate((one) => one === document.activeElement)).toBe(true);
    await section.getByRole("button", { name: "Add rate" }).click();
    await section.getByText("Enter a day.").waitFor();
    await section.getByLabel("Holds from").fill("2026-07-01");
    await section.getByLabel("Percent").fill("1.27");
    await section.getByRole("button", { name: "Add rate" }).click();
    await section.getByText("It applies to new reminders.").waitFor();
    expect(await tableRows(section.locator("tbody tr"))).toEqual([["1 Jul 2026", "1.27%", "Remove"]]);
    await open(`/invoices/${id}?remind`);
    await dialog(page).waitFor();
    // 20 days at 10.27 %: 238 * 0.1027 * 20 / 365 = 1.339
    expect(await sums()).toMatch(/Interest, 18 Nov.*7 Dec 2026 €1\.34 Compensation .* €40\.00 .* €279\.34$/);
  });

  test("is not offered of what is not due, nor to somebody who only reads", async ({ openDesk, host }) => {
    host.clock.set(NOON);
    const desk = await openDesk();
    const { page, company, open } = desk;
    const { id } = await company.issue(order({ dueDate: "2026-11-20" }));
    await open(`/invoices/${id}?remind`);
    await page.getByText("Nothing of this invoice is overdue").waitFor();
    expect([await dialog(page).count(), await page.getByRole("button", { name: "Remind" }).count()]).toEqual([0, 0]);
    const reader = await openDesk({ lacking: ["issue"] });
    await reader.open(`/invoices/${await issueOverdue(reader)}?remind`);
    expect(await dialog(reader.page).count()).toBe(0);
  });

  test("that goes by post is marked as sent, and law that nobody has read claims nothing until it is confirmed", async ({
    openDesk,
    host,
  }) => {
    const profile = { country: "PL", vatNumber: "PL5260001246", defaultCurrency: "EUR" } as const;
    const desk = await openDesk({ profile });
    const { page, open } = desk;
    const id = await issueOverdue(desk);
    await remindOnce({ ...desk, host }, id);
    await open(`/invoices/${id}?remind`);
    await dialog(page).getByText("confirm in the settings that the law").waitFor();
    await open("/settings");
    await page.getByLabel("I have checked that this law applies.").check();
    await page.getByText("It applies to new reminders.").waitFor();
    await open(`/invoices/${id}?remind`);
    await dialog(page).getByText("Compensation for recovery costs").first().waitFor();
    await dialog(page).getByRole("button", { name: "Mark as sent by post" }).click();
    await page.getByText("Marked as sent.").waitFor();
    expect(await tableRows(page.locator(".reminders tbody tr"))).toMatchObject([
      ["20 Nov 2026", "Payment reminder by post", "€238.00"],
      ["7 Dec 2026", "Second reminder by post", "€278.00"],
    ]);
  });
});
