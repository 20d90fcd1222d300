import { readFileSync } from "node:fs";
import type { InvoiceOrder } from "faktura";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { tableRows } from "./shown.ts";

const rowsOf = (page: Page, name: string) => tableRows(page.getByRole("table", { name }).locator("tbody tr, tfoot tr"));

async function issueEach({ company }: Desk, orders: readonly Partial<InvoiceOrder>[]): Promise<void> {
  await company.issueMany(orders.map((changes) => order(changes)));
}

test("the returns of a period are tables and files, with the amounts that the library reports", async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page, open, company, profile } = desk;
  const invoice = await company.issue(order());
  await company.saveProfile({ ...profile, ossRegistered: true });
  await issueEach(desk, [
    { clientCountry: "FI", supply: "goods" },
    { clientCountry: "FR", supply: "goods" },
    { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" },
    { clientCountry: "CH", supply: "goods" },
    { clientCountry: "CH" },
  ]);
  await company.credit(invoice.id, { reason: "x", lines: [{ line: 1, netAmount: 50 }] });
  await open("/returns");
  await page.getByRole("heading", { level: 1, name: "VAT returns: Q3 2026" }).waitFor(); // the last one that is over
  await page.getByText("Nothing to declare for this period.").waitFor();
  await page.getByRole("combobox", { name: "Period" }).selectOption({ label: "November 2026" });
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("heading", { level: 1, name: "VAT returns: November 2026" }).waitFor();
  expect(await rowsOf(page, "VAT return")).toEqual([["Taxed", "19%", "€150.00", "€28.50"]]);
  expect(await rowsOf(page, "OSS return")).toEqual([
    ["Q4 2026", "Finland", "Goods", "25.5%", "€200.00", "€51.00"],
    ["Q4 2026", "France", "Goods", "20%", "€200.00", "€40.00"],
    ["Total", "", "", "", "€400.00", "€91.00"],
  ]);
  expect(await rowsOf(page, "Recapitulative statement")).toEqual([["FR40303265045", "Services", "S", "€200.00"]]);
  expect(await rowsOf(page, "Exports of goods")).toEqual([["Switzerland", "€200.00"]]);
  expect((await rowsOf(page, "To decide by hand"))[0]!.slice(0, 2)).toEqual(["INV-202611-0006", "20 Nov 2026"]);
  await page.getByRole("region", { name: "Consumers in other member states" }).getByText("€400.00").waitFor();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as CSV OSS return" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("OSS return 2026-11-01 2026-11-30.csv");
  expect(readFileSync(await file.path(), "utf8").split("\r\n")[1]).toBe(
    '"2026-Q4","FI","Goods","25.5","200.00","51.00","EUR"',
  );
  await page.getByRole("link", { name: "December 2026" }).click();
  await page.getByRole("heading", { level: 1, name: "December 2026" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "November 2026" }).waitFor();
});

test("a month is with the accountant in three clicks, after what the archive lacks was said", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/invoices");
  await page.getByRole("link", { name: "Accounting" }).click();
  const section = page.getByRole("region", { name: "For the accountant" });
  await section.getByRole("combobox", { name: "Archive of" }).selectOption({ label: "November 2026" });
  await company.issue(order());
  await section.getByRole("button", { name: "Check and download" }).click();
  await section.getByText("No accounts are entered in the settings").waitFor();
  const download = page.waitForEvent("download");
  await section.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("For the accountant 2026-11-01 2026-11-30.zip");
});

test("accounts are entered in the settings, a wrong one at its field, and are on the rows of the archive", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  await company.issue(order());
  await open("/settings");
  const section = page.getByRole("region", { name: "Accounts for the accountant" });
  const row = section.getByRole("group", { name: "Sales" }).getByRole("group", { name: "Row 2" });
  await row.getByRole("combobox", { name: "Section of the VAT report" }).selectOption("VAT return");
  await row.getByRole("combobox", { name: "VAT category" }).selectOption("Taxed");
  await row.getByRole("combobox", { name: "VAT treatment" }).selectOption("Domestic");
  await row.getByLabel("Rate in %").fill("nineteen");
  await row.getByLabel("Account").fill("8400");
  await section.getByLabel("Number of the adviser").fill("29098");
  await section.getByLabel("Number of the company there").fill("55003");
  const save = section.getByRole("button", { name: "Save accounts" });
  await save.click();
  await row.locator("[aria-invalid]").waitFor();
  expect(await row.locator("[aria-invalid]").inputValue()).toBe("nineteen");
  await row.getByLabel("Rate in %").fill("19");
  await save.click();
  await section.getByText("Saved.").waitFor();
  await open("/settings");
  await section.getByLabel("Number of the adviser").waitFor();
  const first = section.getByRole("group", { name: "Sales" }).getByRole("group", { name: "Row 1" });
  const [kept, category] = [first.getByLabel("Section"), first.getByLabel("VAT category")];
  expect([await kept.inputValue(), await category.inputValue()]).toEqual(["domestic", "S"]);
  await open("/returns");
  const accountant = page.getByRole("region", { name: "For the accountant" });
  await accountant.getByRole("combobox", { name: "Archive of" }).selectOption({ label: "November 2026" });
  const download = page.waitForEvent("download");
  await accountant.getByRole("button", { name: "Check and download" }).click();
  const files = unzipSync(readFileSync(await (await download).path()));
  expect(Object.keys(files)).toContain("EXTF_Buchungsstapel_2026-11-01_2026-11-30.csv");
});

test("in French, a sum of net amounts is not called TTC, and a colon follows a space", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ context: { locale: "fr" } });
  const goods = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
  await company.issueMany([order({ ...goods, supply: "goods" }), order({ ...goods, supply: "services" })]);
  await open("/returns?period=2026-Q4");
  await page.getByRole("heading", { level: 1, name: "Déclarations de TVA : 4e trimestre 2026" }).waitFor();
  expect((await rowsOf(page, "État récapitulatif")).at(-1)![0]).toBe("Total");
});

test("missing rates are asked for as people type them, and convert what the documents state", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, open } = desk;
  await issueEach(desk, [{ clientCountry: "FI", supply: "goods", currency: "USD" }]);
  await open("/returns?period=2026-Q4");
  expect((await rowsOf(page, "OSS return"))[0]!.slice(-2)).toEqual(["US$200.00", "US$51.00"]);
  await page.getByText("Sales in USD are not counted, because a rate is missing.").waitFor();
  await page.getByLabel("USD for one euro on 31 Dec 2026").fill("1,25");
  await page.getByLabel("USD for one euro, for the OSS limit").fill("1.6");
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("cell", { name: "€160.00" }).waitFor();
  const [row] = await rowsOf(page, "OSS return");
  expect(row!.slice(-2).map((cell) => cell.split(/\s*\n\s*/))).toEqual([
    ["€160.00", "issued as US$200.00"],
    ["€40.80", "issued as US$51.00"],
  ]);
  await page.getByRole("region", { name: "Consumers in other member states" }).getByText("€125.00").waitFor();
  expect(await page.getByLabel("USD for one euro on 31 Dec 2026").inputValue()).toBe("1,25");
  await open("/returns?period=2026-Q4&rate.USD.2026-Q4=1.234.5");
  await page.getByText("Enter a number above 0.").waitFor();
});

test("a small enterprise sees its turnover by state, the limit of the Union, and the rate of the year that is missing", async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page, open, company, profile } = desk;
  const states = { FR: { note: "art. 293 B du CGI" } };
  await company.saveProfile({ ...profile, vatRegistered: false, ossRegistered: false, smallEnterprise: { states } });
  const items = [{ description: "Bowls", quantity: 1, unitPrice: 60_000 }];
  await issueEach(desk, [
    { clientCountry: "FR", supply: "goods", items },
    { supply: "goods", items },
    { supply: "goods", currency: "SEK" },
  ]);
  await open("/returns?period=2026-Q4");
  const rows = await rowsOf(page, "Turnover of a small enterprise");
  expect(rows.filter(([, net]) => net !== "€0.00")).toEqual([
    ["Germany", "€60,000.00"],
    ["France", "€60,000.00"],
    ["Total", "€120,000.00"],
  ]);
  expect(rows).toHaveLength(28);
  await page.getByRole("alert").getByText("You passed it on 20 Nov 2026").waitFor();
  await page.getByRole("textbox", { name: "SEK for one euro on 1 Jan 2026" }).fill("10");
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByText("you sold €120,020.00 this year").waitFor();
});

test("what was recorded after the day of filing is listed separately", async ({ openDesk, host }) => {
  const { page, open, company } = await openDesk();
  await company.issue(order());
  host.clock.set("2026-12-05T12:00:00.000Z");
  await company.issue(order({ supplyDate: "2026-11-30" }));
  await open("/returns?period=2026-11");
  await page.getByLabel("As of").fill("2026-12-01");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("heading", { name: "Recorded later, not included" }).waitFor();
  expect(await rowsOf(page, "VAT return")).toEqual([["Taxed", "19%", "€200.00", "€38.00"]]);
  expect((await rowsOf(page, "Recorded later"))[0]!.slice(0, 4)).toEqual([
    ...["INV-202612-0002", "VAT return", "Q4 2026", "5 Dec 2026"],
  ]);
});

test("an invalid period shows the last quarter", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  for (const period of ["2026-13", "2026-Q5", "0000"]) {
    await open(`/returns?period=${period}`);
    await page.getByRole("heading", { level: 1, name: "VAT returns: Q3 2026" }).waitFor();
  }
});
