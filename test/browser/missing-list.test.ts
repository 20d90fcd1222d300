import { expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { germanProfile } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, openSection, pressIssue, TYPED } from "./order-keys.ts";

test("what is missing is listed while typing, and each entry leads to its field", async ({ openDesk }) => {
  const { page, open } = await openDesk({ profile: germanProfile({ iban: FIRMA.iban! }) });
  await open("/new");
  const list = page.getByRole("region", { name: "Is anything missing?" });
  const entries = () => list.locator("li:visible").allInnerTexts();
  const lacking = ["Client's name", "Client's country", "Client type", "Line 1, description"];
  expect(await entries()).toEqual([
    ...[...lacking, "Line 1, unit price", "Line 1, supply type"],
    ...["Company profile, address, street", "Company profile, address, city"],
  ]);
  await list.getByRole("button", { name: "Supply type" }).press("Enter");
  expect(await field(page, "Supply type", 1).evaluate((one) => one === document.activeElement)).toBe(true);
  await fillOrder(page, { ...TYPED, clientIs: "Company", supply: "Services" });
  expect(await entries()).toEqual([
    ...["Client's address, street", "Client's address, city"],
    ...["Company profile, address, street", "Company profile, address, city"],
  ]);
  const peppol = list.locator("details").filter({ hasText: "Peppol" });
  expect(await peppol.innerText()).toMatch(/^Peppol 6 details missing/);
  await peppol.locator("summary").click();
  await peppol.getByRole("button", { name: "Client's electronic address" }).click();
  expect(await field(page, "Address scheme").evaluate((one) => one === document.activeElement)).toBe(true);

  await list.getByRole("link", { name: "Company profile, address, city" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-address-city");
  await open("/drafts"); // leaving has saved what was typed
  await page.getByRole("link", { name: "Exemple SARL" }).waitFor();
});

test("nothing is missing in the end, and the invoice is saved for XRechnung and Peppol", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ profile: FIRMA });
  await open("/new");
  await fillOrder(page, { ...TYPED, clientIs: "Company", supply: "Services", vatNumber: "DE999999026" });
  await page.getByText("More about the client").click();
  await openSection(page, "References and note");
  await openSection(page, "Dates and payment");
  for (const [label, text] of [
    ...[
      ["Street", "Domplatz 4"],
      ["Postal code", "50667"],
      ["City", "Köln"],
      ["Client's reference", "4711"],
    ],
    ...[
      ["Address, second line", "Hof 2"],
      ["Region", "NRW"],
      ["E-mail", "a@b.example"],
      ["Client number", "K-7"],
    ],
    ...[
      ["Registration number", "HRB 7"],
      ["Payment terms", "14 days"],
      ["Electronic address", "DE999999026"],
    ],
  ] as const) {
    await field(page, label!).fill(text!);
  }
  await field(page, "Address scheme").selectOption("9930");
  const list = page.getByRole("region", { name: "Is anything missing?" });
  for (const text of ["The invoice has what the law asks for", "XRechnung: complete", "Peppol: complete"]) {
    await list.getByText(text).waitFor();
  }
  const { id, ...invoice } = await company.get(await pressIssue(page));
  expect(invoice).toMatchObject({
    clientAddress: { line1: "Domplatz 4", line2: "Hof 2", postalCode: "50667", city: "Köln", region: "NRW" },
    clientEmail: "a@b.example",
    clientNumber: "K-7",
    clientRegistrationNumber: "HRB 7",
    paymentTerms: "14 days",
    clientElectronicAddress: { scheme: "9930", id: "DE999999026" },
  });
  expect(await page.locator(".files").getByRole("link").count()).toBe(7);
  await open(`/new?copy=${id}`);
  await list.getByText("XRechnung: complete").waitFor();
  expect(await field(page, "Client number").inputValue()).toBe("K-7");
});

test("client and supply must be chosen, and what is sold is remembered unless it was not stated", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  for (const label of ["Client type", "Supply type"]) {
    await field(page, label).selectOption("");
    await page.getByRole("button", { name: "Review invoice" }).click();
    expect(await field(page, label).evaluate((one) => one === document.activeElement)).toBe(true);
    await field(page, label).selectOption({ label: "Not stated" });
  }
  const unstated = await company.get(await pressIssue(page));
  expect([unstated.isCompany, unstated.supply]).toEqual([undefined, undefined]);
  await open("/new");
  expect(await field(page, "Supply type").inputValue()).toBe("");
  await fillOrder(page, { ...TYPED, supply: "Goods" });
  expect((await company.get(await pressIssue(page))).supply).toBe("goods");
  await open("/new");
  expect(await field(page, "Supply type").inputValue()).toBe("goods");
});
