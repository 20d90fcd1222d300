import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { field, fillOrder, pressIssue, showClient, TYPED } from "./order-keys.ts";

const name = (page: Page) => page.getByRole("combobox", { name: "Name" });
const options = (page: Page) => page.getByRole("listbox", { name: "Saved clients" }).getByRole("option");

const KUNDIN = {
  "/clientName": "Kundin AG",
  "/clientCountry": "DE",
  "/clientVatNumber": "DE999999026",
  "/isCompany": "yes",
  "/clientAddress/city": "Köln",
  "/clientAddress/region": "NRW",
  "/supply": "services",
};

async function saveClient({ page, panel }: Desk, fields: object): Promise<string> {
  const id = randomUUID();
  const data = { revision: randomUUID(), replaces: [""], fields, vatCheck: null };
  expect((await page.request.put(`${panel}/calls/clients/${id}`, { data })).status()).toBe(200);
  return id;
}

test("a saved client is picked with the keyboard, and fills its fields and no others", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, open, company } = desk;
  await saveClient(desk, KUNDIN);
  await saveClient(desk, { "/clientName": "Kundin Nord", "/clientCountry": "DE", "/clientAddress/city": "Kiel" });
  await open("/new");
  await fillOrder(page, { ...TYPED, note: "Thank you" });
  await field(page, "Street").fill("Old street");
  await page.getByRole("button", { name: "Other client" }).click();
  const found = page.waitForResponse(/\/clients\?search=kund&/);
  await name(page).pressSequentially("kund");
  await (await found).finished();
  await expect.poll(() => options(page).allInnerTexts()).toHaveLength(3);
  expect((await options(page).first().innerText()).split(/\s*\n\s*/)).toEqual([
    "Kundin AG",
    "Köln, Germany, DE999999026",
  ]);
  await expect.poll(() => options(page).last().innerText()).toBe("New client");
  await name(page).press("ArrowDown");
  expect(await options(page).first().getAttribute("aria-selected")).toBe("true");
  await name(page).press("Enter");
  await page.locator(".client-card").getByText("Köln, Germany").waitFor();
  expect(await field(page, "Street").inputValue()).toBe("");
  expect(await field(page, "Description", 1).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await field(page, "Region").isVisible()).toBe(true);
  expect(await options(page).count()).toBe(0);
  expect(await company.get(await pressIssue(page))).toMatchObject({
    clientName: "Kundin AG",
    clientVatNumber: "DE999999026",
    supply: "services",
    note: "Thank you",
    clientAddress: { city: "Köln", region: "NRW" },
  });
});

test("a slow answer to an earlier pick does not replace the client that was picked last", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, open } = desk;
  const earlier = await saveClient(desk, KUNDIN);
  await saveClient(desk, { "/clientName": "Nord AG", "/clientCountry": "DE", "/clientAddress/city": "Kiel" });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/calls/clients/${earlier}`, (route) => held.then(() => route.continue()));
  await open("/new");
  await name(page).fill("kund");
  await options(page).first().click();
  await name(page).fill("nord"); // takes the first pick back
  await options(page).getByText("Nord AG").click();
  await expect.poll(() => field(page, "City").inputValue()).toBe("Kiel");
  const answered = page.waitForResponse((response) => response.url().endsWith(earlier));
  answer();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // after what the answer set off
  expect(await field(page, "City").inputValue()).toBe("Kiel");
});

test("a client is saved from an order, once for its name in a country", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, { ...TYPED, clientIs: "Company" });
  const save = async () => {
    await showClient(page);
    await page.getByRole("button", { name: "Save client" }).click();
    await page.getByText("The client is saved.").waitFor();
  };
  await save();
  await showClient(page);
  await field(page, "City").fill("Paris");
  await page.getByText("The draft is saved.").waitFor();
  await page.reload();
  await save();
  await open("/clients?search=exemple");
  await page.getByText("1 client").waitFor();
  expect(await page.getByRole("row").last().innerText()).toMatch(/Exemple SARL\s+Paris/);
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "France", clientIs: "Company" });
  await save(); // another client
  await open("/clients?search=exemple");
  await page.getByText("2 clients").waitFor();
});

test("a client is created, checked, changed, linked with its invoices, and deleted", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await company.issue(order({ clientName: "Kundin AG" }));
  await company.issue(order());
  await open("/clients");
  await page.getByRole("link", { name: "New client" }).click();
  const form = page.locator("form.kept");
  await form.getByLabel(/^Name/).fill("Kundin AG");
  await form.getByLabel(/^Country/).selectOption("DE");
  await form.getByLabel(/^Client type/).selectOption("yes");
  await form.getByLabel(/^VAT number/).fill("DE 999 999 026");
  await form.getByRole("button", { name: "Check VAT number" }).click();
  await form.getByText("The VAT number is well formed (20 Nov 2026").first().waitFor();
  await form.getByRole("button", { name: "Save client" }).click();
  await form.getByText("The client is saved.").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Kundin AG" }).waitFor();
  await form.getByText("The VAT number is well formed").first().waitFor();
  await form.getByLabel(/^VAT number/).fill("DE999999018"); // the check was of another number
  expect(await form.getByText("The VAT number is well formed").count()).toBe(0);
  await form.getByRole("button", { name: "Save client" }).click();
  await form.getByText("The client is saved.").waitFor();
  await page.getByRole("link", { name: "Invoices of this client" }).click();
  await page.getByText("1 invoice").first().waitFor();
  await open("/clients");
  await page.getByRole("link", { name: "Kundin AG", exact: true }).click();
  await form.getByRole("button", { name: "Delete client" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete client" }).click();
  await page.getByText("0 clients").waitFor();
  expect((await company.list()).total).toBe(2);
});

test("a client of two tabs is not overwritten, and leaving unsaved work asks", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, context, open } = desk;
  const id = await saveClient(desk, KUNDIN);
  const other = await context.newPage();
  await open(`/clients/${id}`);
  await open(`/clients/${id}`, other);
  for (const [tab, city] of [
    [page, "Bonn"],
    [other, "Kiel"],
  ] as const) {
    await tab.getByLabel(/^City/).fill(city);
    await tab.getByRole("button", { name: "Save client" }).click();
  }
  await other.getByRole("alert").getByText("in another tab").waitFor();
  const asked = other.waitForEvent("dialog");
  await other.close({ runBeforeUnload: true });
  await (await asked).accept();
  await page.reload();
  expect(await page.getByLabel(/^City/).inputValue()).toBe("Bonn");
});

test("Enter on a name that no saved client has shows the fields of a new one", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await name(page).fill("Nobody");
  await name(page).press("Enter");
  await page.locator('[name="/clientCountry"]:focus').waitFor();
  expect(await name(page).inputValue()).toBe("Nobody");
  expect(await page.locator(".review").count()).toBe(0);
});

test("the register is asked beside the VAT number of an invoice once it is left, and forgotten while it changes", async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page, open } = desk;
  await open("/new");
  await showClient(page);
  await field(page, "Country").selectOption("DE");
  const number = field(page, "VAT number");
  await number.fill("DE999999027");
  await number.press("Tab");
  await page.getByText("This is not a VAT number of this country").first().waitFor();
  await number.pressSequentially("x");
  expect(await page.getByText("This is not a VAT number of this country").count()).toBe(0);
  await number.fill("DE 999 999 026");
  await number.press("Tab");
  const hint = page.locator("#field-clientVatNumber-hint");
  await expect.poll(() => hint.innerText()).toMatch(/^The VAT number is well formed/);
  await name(page).fill("Kundin AG");
  await field(page, "Client type").selectOption("yes");
  await field(page, "City").fill("Köln");
  await page.getByRole("button", { name: "Save client" }).click();
  await page.getByText("The client is saved.").waitFor();
  await open("/clients?search=kundin");
  expect(await page.getByRole("row").last().innerText()).toContain("The VAT number is well formed");
});

test("two clients become one, with what was said before, and the other is deleted", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, open } = desk;
  const id = await saveClient(desk, KUNDIN);
  const double = { ...KUNDIN, "/clientName": "Kundin", "/clientVatNumber": "", "/clientEmail": "kim@kundin.example" };
  await saveClient(desk, { ...double, "/clientAddress/city": "Bonn", "/clientAddress/line1": "Hafen 1" });
  await open(`/clients/${id}`);
  await page.getByRole("button", { name: "Merge with another client" }).click();
  const dialog = page.getByRole("dialog", { name: "Make one client of two" });
  await dialog.getByRole("combobox").fill("kundin");
  await dialog.getByRole("option").click();
  await dialog.getByText("Kundin AG stays as it is, and also gets: E-mail (kim@kundin.example).").waitFor();
  const lost = "Name (Kundin), City (Bonn), and Street (Hafen 1)";
  const told = await dialog.getByRole("status").innerText();
  for (const part of ["Kundin is deleted", "City (Bonn)", "Street (Hafen 1)"]) expect(told, lost).toContain(part);
  await dialog.getByRole("radio").nth(1).check();
  await dialog.getByText("Kundin stays as it is, and also gets: VAT number (DE999999026).").waitFor();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await page.getByRole("heading", { name: "Kundin", exact: true }).waitFor();
  expect(await page.locator('[name="/clientVatNumber"]').inputValue()).toBe("DE999999026");
  expect(await page.locator('[name="/clientAddress/city"]').inputValue()).toBe("Bonn");
  await open("/clients");
  await page.getByText("1 client", { exact: true }).waitFor();
});

test("a file of Windows is imported after its faults are corrected, and skips what is saved", async ({ openDesk }) => {
  const desk = await openDesk();
  const { page, open } = desk;
  await saveClient(desk, KUNDIN);
  await open("/clients");
  await page.getByRole("link", { name: "Import from CSV" }).click();
  const choose = async (text: string) => {
    const buffer = Buffer.from(text, "latin1");
    await page.getByLabel("File").setInputFiles({ name: "kunden.csv", mimeType: "text/csv", buffer });
  };
  const rows = "Firma;Ort;Land;Fax\r\nKundin AG;Köln;Deutschland;\r\nBäcker;Düren;";
  await choose(`${rows}Atlantis;1`);
  await page.getByText("Land: “Atlantis” is no country.").waitFor();
  await page.getByText("Columns that are not read: Fax.").waitFor();
  await choose(`${rows}Deutschland;1`);
  await page.getByText("New: 1. Saved already: 1. With a fault: 0.").waitFor();
  await page.getByRole("button", { name: "Import 1" }).click();
  await page.getByText("Imported. New: 1.").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.getByText("2 clients").waitFor();
  expect(await page.getByRole("row").nth(1).innerText()).toMatch(/Bäcker\s+Düren/);
});
