import { readFileSync } from "node:fs";
import { toCii, toUbl } from "faktura/einvoice";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ORDER, SELLER } from "../einvoice/complete.ts";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, openSection, pressIssue, TYPED } from "./order-keys.ts";

const files = (page: Page) => page.locator(".files");

/** Presses the button, and gives the name and the content of the file that is saved. */
async function saved(page: Page, label: string): Promise<[name: string, content: string]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    files(page).getByRole("link", { name: label }).click(),
  ]);
  return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
}

test("an invoice and a credit note are saved as files under their numbers", async ({ openDesk }) => {
  const { page, company, open } = await openDesk({ profile: { ...SELLER, invoicePrefix: "A/B" } });
  const invoice = await company.issue(ORDER);
  const creditNote = await company.credit(invoice.id, { reason: "Returned" });
  for (const [path, document, name] of [
    [`/invoices/${invoice.id}`, invoice, "A-B-202611-0001.xml"],
    [`/credit-notes/${creditNote.id}`, creditNote, "A-B-CN-202611-0001.xml"],
  ] as const) {
    await open(path);
    expect(await files(page).getByRole("listitem").allInnerTexts()).toEqual([
      ...[
        "PDF",
        "XRechnung (UBL)",
        "XRechnung (CII)",
        "Peppol (UBL)",
        "Peppol (CII)",
        "EN 16931 (UBL)",
        "EN 16931 (CII)",
      ],
      "Print",
    ]);
    expect(await saved(page, "XRechnung (UBL)")).toEqual([name, toUbl(document, { profile: "xrechnung" })]);
    expect(await saved(page, "Peppol (UBL)")).toEqual([name, toUbl(document, { profile: "peppol" })]);
    expect(await saved(page, "EN 16931 (UBL)")).toEqual([name, toUbl(document)]);
    expect(await saved(page, "EN 16931 (CII)")).toEqual([name, toCii(document)]);
    const [pdf, content] = await saved(page, "PDF");
    expect([pdf, content.startsWith("%PDF-1.7")]).toEqual([name.replace(".xml", ".pdf"), true]);
  }
});

test("what a file lacks is listed in words, with what to do", async ({ openDesk }) => {
  const { page, api, company, open } = await openDesk();
  const { id } = await api("POST /invoices", order({ clientCountry: "FR", clientVatNumber: "FR40303265045" }));
  await open(`/invoices/${id}`);
  const peppol = files(page).getByRole("listitem").filter({ hasText: "Peppol (UBL)" });
  expect(await peppol.innerText()).toMatch(/^Peppol \(UBL\)\s+3 details missing$/);
  await peppol.locator("summary").click();
  expect(await peppol.locator("dt").allInnerTexts()).toEqual([
    ...["Client's reference", "Client's electronic address", "Company profile, electronic address"],
  ]);
  expect(await peppol.locator("dd").allInnerTexts()).toEqual([
    "Peppol needs it. State it on the invoice.",
    "Peppol needs it. State it on the invoice.",
    "Peppol needs it. Add it to the company profile.",
  ]);
  expect(await peppol.locator("p").innerText()).toMatch(
    /^An issued invoice cannot be changed\. Credit it, and issue it/,
  );
  expect(await files(page).getByText("XRechnung (UBL)").locator("small").innerText()).toMatch(/^\d+ details missing$/);
  const buttons = files(page).locator("a.button");
  expect(await buttons.allInnerTexts()).toEqual(["PDF", "EN 16931 (UBL)", "EN 16931 (CII)"]);

  await company.saveProfile({ ...(await company.profile()), electronicAddress: SELLER.electronicAddress! });
  await open(`/invoices/${id}`);
  await peppol.locator("summary").click();
  expect((await peppol.locator("dd").allInnerTexts()).map((text) => text.endsWith("The profile has it now."))).toEqual([
    ...[false, false, true],
  ]);
});

test("each gap that belongs to the profile leads to its field on the settings page", async ({ openDesk }) => {
  const { page, company, open } = await openDesk({ profile: { iban: undefined } });
  const { id } = await company.issue(order());
  await open(`/invoices/${id}`);
  const list = files(page).getByRole("listitem").filter({ hasText: "XRechnung (UBL)" });
  await list.locator("summary").click();
  const links = list.locator("dt").getByRole("link");
  const ofProfile = (await list.locator("dt").allInnerTexts()).filter((text) => text.startsWith("Company profile"));
  expect(ofProfile.length).toBeGreaterThan(3);
  expect(await links.allInnerTexts()).toEqual(ofProfile);
  const ids = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).hash.slice(1)));
  await links.filter({ hasText: "city" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-address-city");
  for (const one of ids) {
    await page.evaluate((hash) => (location.hash = hash), one);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(new RegExp(`^${one}(?:-|$)`));
  }
});

test("an invoice typed with its client's reference and address is saved for Peppol", async ({ openDesk }) => {
  const { page, company, open } = await openDesk({ profile: SELLER });
  await open("/new");
  await fillOrder(page, TYPED);
  await openFurtherFields(page);
  await openSection(page, "References and note");
  await field(page, "Address scheme").selectOption("9930");
  for (const [label, text] of [
    ["Client's reference", "Order 7"],
    ["Electronic address", "DE811125440"],
    ["Street", "Platz 1"],
    ["Postal code", "53113"],
    ["City", "Bonn"],
  ] as const) {
    await field(page, label).fill(text);
  }
  const invoice = await company.get(await pressIssue(page));
  expect(invoice).toMatchObject({
    buyerReference: "Order 7",
    clientElectronicAddress: { scheme: "9930", id: "DE811125440" },
  });
  expect((await saved(page, "Peppol (UBL)"))[1]).toBe(toUbl(invoice, { profile: "peppol" }));
  expect((await saved(page, "XRechnung (UBL)"))[1]).toBe(toUbl(invoice, { profile: "xrechnung" }));
});

test("an electronic address without its scheme is refused at that field", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await openFurtherFields(page);
  await field(page, "Electronic address").fill("DE811125440");
  await page.getByRole("button", { name: "Review invoice" }).click();
  await expect.poll(() => field(page, "Address scheme").getAttribute("aria-invalid")).toBe("true");
  expect((await company.list()).total).toBe(0);
});

test("a file that there is not, or whose document is another company's, is not found", async ({ openDesk }) => {
  const [desk, other] = [await openDesk(), await openDesk()];
  const own = await desk.api("POST /invoices", order());
  const others = await other.api("POST /invoices", order());
  const status = async (path: string) => (await desk.page.request.get(`${desk.panel}/calls${path}`)).status();
  expect(await status(`/invoices/${own.id}/files/en16931.ubl`)).toBe(200);
  for (const path of [`/invoices/${own.id}/files/toString`, `/invoices/${others.id}/files/en16931.ubl`]) {
    expect(await status(path), path).toBe(404);
  }
  expect(await status(`/invoices/${own.id}/files/peppol.ubl`)).toBe(422);
});

/** Opens the client's fields that few invoices need. */
async function openFurtherFields(page: Page): Promise<void> {
  await page.locator(".party summary").click();
}
