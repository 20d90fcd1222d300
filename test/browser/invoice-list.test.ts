import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { LONG_NAME } from "./panel-pages.ts";
import { tableRows } from "./shown.ts";

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
    await page.getByLabel("Status").selectOption({ label: "Open" });
    await page.getByLabel("From").fill("2026-11-21");
    await page.getByLabel("To").fill("2026-11-22");
    await show(page);
    await page.getByText("3 invoices").waitFor();
    expect(await counters(page)).toEqual([9, 8, 7]);

    await page.reload();
    expect(await counters(page)).toEqual([9, 8, 7]);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-11-21");
    expect(await page.getByLabel("Status").inputValue()).toBe("open");
    await page.goBack();
    expect(await counters(page)).toEqual([6, 5, 4]);
    expect(await page.getByLabel("Status").inputValue()).toBe("cancelled");
  });

  test("says so where a period ends before it begins", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("?from=2026-11-22&to=2026-11-20");
    expect(await page.getByRole("alert").innerText()).toContain("Beginning must not be after the end.");
    expect(await page.getByLabel("From").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#from-fault").innerText()).not.toBe("");
    expect(await page.getByLabel("To").getAttribute("aria-invalid")).toBe(null);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-11-22");
  });

  test("finds nothing where there is nothing, and says that too", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open();
    expect(await page.getByRole("status").innerText()).toBe("0 invoices");
    expect(await page.locator(".list, .paging").count()).toBe(0);
    expect(await page.locator(".empty").innerText()).toBe("No invoices yet. Write a new invoice");
    await page.getByLabel("Status").selectOption({ label: "Overdue" });
    await show(page);
    await page.getByText("No invoice matches this filter.").waitFor();
    await page.getByRole("link", { name: "Clear the filter" }).click();
    await page.getByText("No invoices yet.").waitFor();
  });

  test("searches with Enter, and keeps the search in the address and in the file", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const names = ["Autohaus Müller GmbH", "Łódź Sp. z o.o.", "شركة الاختبار", LONG_NAME];
    await company.issueMany(names.map((clientName, place) => order({ clientName, reference: `R-${place}` })));
    await open();
    const search = page.locator("#search");
    for (const [text, found] of [
      ["łód", [2]],
      ["muller", [1]],
      ["شركة", [3]],
      ["müller", [1]],
      ["R-3", [4]],
      ["0001", [1]],
    ] as const) {
      await search.fill(text);
      await search.press("Enter");
      await expect.poll(() => counters(page)).toEqual(found);
      await page.getByRole("status").getByText("1 invoice", { exact: true }).waitFor();
      expect(await search.inputValue()).toBe(text);
    }
    await search.fill("238.00");
    await search.press("Enter");
    await expect.poll(() => counters(page)).toEqual([4, 3, 2, 1]);
    await search.fill("&");
    await search.press("Enter");
    await page.getByRole("alert").getByText("Search needs a letter or a digit.").waitFor();
    await page.goBack();
    await page.goBack();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8").split("\r\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual(['\uFEFF"Invoice number"', '"INV-202611-0001"', ""]);
    await page.goBack();
    await expect.poll(() => counters(page)).toEqual([4]);
    expect(await search.inputValue()).toBe("R-3");
    await open(`?client=${encodeURIComponent("Auto")}`);
    expect([await search.inputValue(), await counters(page)]).toEqual(["Auto", [1]]);
  });
});

test("a CSV file is as numbers are written in the user's region, until the user chooses otherwise", async ({
  openDesk,
}) => {
  const { page, company, open } = await openDesk({ context: { locale: "de-DE" } });
  await company.issue(order());
  const saved = async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Als CSV speichern" }).click();
    return readFileSync(await (await download).path(), "utf8").split("\r\n")[1];
  };
  await open();
  expect(await saved()).toContain(';"200,00";"38,00";"238,00";');
  const choice = page.getByLabel("Zahlen in CSV-Dateien");
  await choice.selectOption("point");
  expect(await saved()).toContain(',"200.00","38.00","238.00",');
  await open("/returns?period=2026-Q4");
  expect(await choice.inputValue()).toBe("point");
});

test("what is not there keeps the navigation", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  for (const path of ["/invoices/none", "/nonsense", "/drafts/00000000-0000-4000-8000-000000000000", "/new/nonsense"]) {
    await open(path);
    await page.getByRole("heading", { name: "This page cannot be shown" }).waitFor();
    expect(await page.getByRole("alert").innerText(), path).not.toBe("");
    expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link").count(), path).toBe(6);
  }
});

test("a page that takes its time says that it is loading", async ({ openDesk }) => {
  const { page, panel } = await openDesk();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/assets/*settings-page*", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${panel}/settings`);
  await page.getByRole("status").getByText("Loading…").waitFor();
  answer();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  expect(await page.getByText("Loading…").count()).toBe(0);
});

test("the list goes from page to page, and to an invoice and back", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await company.issueMany(oneTo(45).map(() => order()));
  await open("?status=open");
  expect(await counters(page)).toEqual(oneTo(45).reverse().slice(0, 20));
  for (const first of [25, 5]) {
    await page.getByRole("link", { name: "Older" }).click();
    await expect.poll(async () => (await counters(page))[0]).toBe(first);
  }
  expect(await counters(page)).toEqual([5, 4, 3, 2, 1]);
  expect(await page.getByRole("link", { name: "Older" }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe("?status=open&page=3");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect.poll(async () => (await counters(page))[0]).toBe(25);

  await page.getByRole("link", { name: "INV-202611-0025" }).click();
  await page.getByRole("heading", { name: "Invoice INV-202611-0025" }).waitFor();
  await page.goBack();
  await expect.poll(async () => (await counters(page))[0]).toBe(25);
});

test("a list that is not read to its end says so, and goes on", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await company.issueMany(oneTo(110).map(() => order()));
  await open("?status=issued");
  await page.getByRole("status").getByText("100+ invoices").waitFor();
  expect(await page.locator(".paging span").innerText()).toBe("Page 1");
  await open("?status=issued&page=5");
  await page.getByRole("link", { name: "Older" }).click();
  await expect.poll(async () => (await counters(page))[0]).toBe(10);
  await page.getByRole("status").getByText("110 invoices").waitFor();
  expect(await page.locator(".paging span").innerText()).toBe("Page 6 of 6");
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

test("each row shows the client, the days, the total, what is open and the status", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  const abroad = { clientCountry: "FI", clientName: "Matti" };
  const paid = await company.issue(order(abroad));
  await company.recordPayment(paid.id, { amount: 251 });
  await company.credit(paid.id, { reason: "returned", lines: [{ line: 1, netAmount: 100 }] });
  const part = await company.issue(order({ dueDate: "2026-11-19" }));
  await company.recordPayment(part.id, { amount: 38 });
  await company.issue(order({ dueDate: "2026-11-19" }));
  await open();
  const rows = await tableRows(page.locator(".list tbody tr"));
  expect(rows.map((row) => row.slice(1).map((cell) => cell.split(/\s*\n\s*/)))).toEqual([
    [
      ["INV-202611-0003"],
      ["Exemple SARL", "Germany"],
      ["20 Nov 2026"],
      ["19 Nov 2026", "1 day overdue"],
      ["€238.00"],
      ["€238.00"],
      ["Issued", "Overdue", "Remind", "INV-202611-0003"],
    ],
    [
      ["INV-202611-0002"],
      ["Exemple SARL", "Germany"],
      ["20 Nov 2026"],
      ["19 Nov 2026", "1 day overdue"],
      ["€238.00"],
      ["€200.00"],
      ["Partly paid", "Overdue", "Remind", "INV-202611-0002"],
    ],
    [
      ...[["INV-202611-0001"], ["Matti", "Finland"], ["20 Nov 2026"], ["–"], ["€251.00", "€125.50 credited"]],
      ...[["€0.00", "€125.50 to refund"], ["Paid"]],
    ],
  ]);
});

test("a row is a link as a whole, and what is in it stays what it is", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  const { id } = await company.issue(order({ dueDate: "2026-11-19" }));
  await open();
  await page.getByRole("cell", { name: "Exemple SARL" }).click({ force: true }); // the link lies above it
  await page.waitForURL(new RegExp(`/invoices/${id}$`));
  await open();
  // Before the click, because the page takes this out of its address at once.
  const reminding = page.waitForURL(new RegExp(`/invoices/${id}\\?remind$`));
  await page.getByRole("link", { name: "Remind INV-202611-0001" }).click();
  await reminding;
  await open();
  await page.getByRole("checkbox", { name: "Choose INV-202611-0001" }).check();
  await page.getByText("1 invoice chosen").waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/invoices$/);
});

test("the heads of the columns sort the list, and keep its filter", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  const items = (unitPrice: number) => [{ description: "x", quantity: 1, unitPrice }];
  await company.issue(order({ clientName: "Beta", items: items(30) }));
  await company.issue(order({ clientName: "Alpha", items: items(20), dueDate: "2026-10-01" }));
  await company.issue(order({ clientName: "Gamma", items: items(10), dueDate: "2026-11-01" }));
  await open("?status=open");
  const sorted = async (column: string, direction: string) => {
    await page.getByRole("columnheader", { name: column }).getByRole("link").click();
    await page.locator(`th[aria-sort="${direction}"]`, { hasText: column }).waitFor();
    return counters(page);
  };
  expect(await sorted("Client", "ascending")).toEqual([2, 1, 3]);
  expect(await sorted("Client", "descending")).toEqual([3, 1, 2]);
  expect(await sorted("Due", "descending")).toEqual([2, 3, 1]);
  expect(await sorted("Total", "descending")).toEqual([1, 2, 3]);
  expect(new URL(page.url()).search).toBe("?status=open&sort=-amount");
  expect(await page.getByLabel("Status").inputValue()).toBe("open");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByLabel("Sort by").selectOption({ label: "Number, ascending" });
  await show(page);
  expect(await counters(page)).toEqual([1, 2, 3]);
});

test("several invoices are marked as paid and reminded, with a line for each", async ({ openDesk, host }) => {
  const { page, company, open } = await openDesk();
  const late = { dueDate: "2026-11-19", isCompany: true };
  const [one, two, three] = await company.issueMany([
    order({ ...late, clientEmail: "buy@client.example" }),
    order(late),
    order({ ...late, clientEmail: "refused@firma.example" }),
  ]);
  await open();
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByText("3 invoices chosen").waitFor();
  const archive = await page.getByRole("link", { name: "Download" }).getAttribute("href");
  expect(archive).toBe(
    `/panel/${new URL(page.url()).pathname.split("/")[2]}/calls/invoices.zip?${[three, two, one].map((each) => `id=${each!.id}`).join("&")}`,
  );
  await page.getByRole("button", { name: "Send reminder" }).click();
  const sent = host.emails.length;
  const question = page.getByRole("group", { name: "Send reminder" });
  await question.getByRole("button", { name: "Send reminder" }).click();
  const lines = page.locator(".outcomes li");
  await lines.nth(2).waitFor();
  expect(await lines.allInnerTexts()).toEqual([
    expect.stringMatching(/^INV-202611-0003 .*not sent/),
    "INV-202611-0002 has no e-mail address here. Open the reminder.",
    "INV-202611-0001 reminder sent to buy@client.example",
  ]);
  expect(host.emails.length).toBe(sent + 1);
  await page.getByRole("checkbox", { name: "Choose INV-202611-0001" }).check();
  await page.getByRole("checkbox", { name: "Choose INV-202611-0002" }).check();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByRole("group", { name: "Mark as paid" }).getByRole("button", { name: "Mark as paid" }).click();
  await expect
    .poll(() => lines.allInnerTexts())
    .toEqual(["INV-202611-0002 €238.00 recorded as paid", "INV-202611-0001 €238.00 recorded as paid"]);
  const { payments } = await company.get(one!.id);
  expect(payments).toMatchObject([{ amount: 238, paidOn: "2026-11-20" }]);
  await expect.poll(() => page.locator('.status[data-state="paid"]').count()).toBe(2);
});

test("somebody who may only read chooses invoices to download", async ({ openDesk }) => {
  const { page, company, open } = await openDesk({ lacking: ["issue"] });
  await company.issue(order({ dueDate: "2026-11-19" }));
  await open();
  expect(await page.getByRole("link", { name: "Remind" }).count()).toBe(0);
  await page.getByRole("checkbox", { name: "Choose INV-202611-0001" }).check();
  await page.getByRole("link", { name: "Download" }).waitFor();
  expect(await page.locator(".chosen button").count()).toBe(0);
});

test("credit notes are filtered by their invoice and by days, and saved as a file", async ({ openDesk, host }) => {
  const { page, company, open } = await openDesk();
  const [one, two] = await company.issueMany([order(), order()]);
  await company.credit(one!.id, { reason: "a", lines: [{ line: 1, netAmount: 1 }] });
  host.clock.set("2026-12-01T12:00:00.000Z");
  await company.credit(two!.id, { reason: "b" });
  await open("/credit-notes");
  expect(await page.getByRole("status").innerText()).toBe("2 credit notes");
  await page.getByLabel("Invoice number").fill("inv-202611-0001");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("1 credit note").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as CSV" }).click();
  expect(readFileSync(await (await download).path(), "utf8").split("\r\n")).toHaveLength(3);
  await page.getByRole("link", { name: "Clear the filter" }).click();
  await page.getByLabel("From").fill("2026-12-01");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("1 credit note").waitFor();
  expect(await counters(page)).toEqual([2]);
});
