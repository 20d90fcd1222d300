import type { CompanyProfile } from "faktura";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { png } from "../pdf/images.ts";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save settings" });
const said = (page: Page, text: string) => page.locator(".saving").getByText(text).waitFor();
const field = (page: Page, pointer: string) => page.locator(`form.settings [name="${pointer}"]`);
const section = (page: Page, name: string) => page.getByRole("region", { name });

type Everything<Value> = Value extends object ? { readonly [Name in keyof Value]-?: Everything<Value[Name]> } : Value;

const ADDRESS = {
  line1: "Wall 1",
  line2: "Yard 2",
  line3: "Door 3",
  postalCode: "10115",
  city: "Berlin",
  region: "BE",
};

/** A profile with each property that a profile can have. Breaks and spaces are what other programs may have stored. */
const EVERYTHING = {
  name: "Firma\nHandels GmbH ",
  country: "DE",
  tradingName: "Firma",
  address: ADDRESS,
  email: "a@firma.example",
  vatRegistered: true,
  ossRegistered: true,
  cashAccounting: false,
  exemptionNote: "Small\r\nbusiness",
  vatNumber: "DE136695976",
  taxNumber: "12/345/67890",
  registrationNumber: "HRB 1",
  registrationScheme: "0002",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  accountName: "Holder",
  creditorId: "DE98ZZZ09999999999",
  paymentTerms: "14 days\nor 30",
  legalNote: "Court\n\nManager",
  requires: "en16931",
  timeZone: "Europe/Berlin",
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
  creditNotePrefix: "CN",
  language: "de",
  identifiers: [{ scheme: "0088", id: "4012345000009" }],
  registrations: [
    { country: "AT", vatNumber: "ATU13585627", since: "2026-01-01", until: "2026-12-31", establishment: true },
  ],
  ossSchemes: ["union"],
  supply: "goods",
  businessProcess: "B1",
  series: { Nord: { prefix: "N" } },
  latePayment: { penalties: "9 %", recoveryFee: "40", discount: "None" },
  electronicAddress: { scheme: "9930", id: "DE136695976" },
  contact: { name: "Sales", phone: "030 1234", email: "sales@firma.example" },
  taxRepresentative: { name: "Agent", vatNumber: "FR40303265045", country: "FR", address: ADDRESS },
  accounts: [{ account: "123-4567", bic: "SE:BANKGIRO", name: "Holder", currency: "SEK" }],
  national: { fr: { vatOnDebits: true } },
  smallEnterprise: { number: "DE123456789-EX" },
} as const satisfies Everything<Omit<CompanyProfile, "accounts" | "national" | "smallEnterprise">> &
  Pick<CompanyProfile, "accounts" | "national" | "smallEnterprise">;

describe("the profile", () => {
  test("that is saved as it is stays as it is, and changes are saved with it", async ({ openDesk }) => {
    const { page, open, company, profile } = await openDesk({ profile: FIRMA });
    await open("/settings");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect(await company.profile()).toEqual(profile);

    await field(page, "/contact/phone").fill("");
    await field(page, "/tradingName").fill("  Firma Nord ");
    await field(page, "/cashAccounting").selectOption({ label: "Yes" });
    await field(page, "/requires").selectOption({ label: "XRechnung" });
    await field(page, "/ossSchemes").selectOption(["Union", "Import (IOSS)"]);
    await field(page, "/legalNote").fill("Amtsgericht\nGeschäftsführung");
    await said(page, "Not saved yet.");
    await save(page).click();
    await said(page, "The settings are saved.");
    const { phone: _, ...contact } = profile.contact!;
    expect(await company.profile()).toEqual({
      ...profile,
      contact,
      tradingName: "Firma Nord",
      cashAccounting: true,
      requires: "xrechnung",
      ossSchemes: ["union", "import"],
      legalNote: "Amtsgericht\nGeschäftsführung",
    });
  });

  test("that has everything loses nothing when it is saved unchanged, also what a field cannot show", async ({
    openDesk,
  }) => {
    const { page, open, company, profile } = await openDesk({ profile: EVERYTHING });
    expect(profile).toEqual(EVERYTHING);
    await open("/settings");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect(await company.profile()).toEqual(EVERYTHING);

    await field(page, "/name").fill("Firma Nord");
    await field(page, "/taxRepresentative/address/line2").fill("Floor 3");
    await save(page).click();
    await said(page, "The settings are saved.");
    const { address, ...representative } = EVERYTHING.taxRepresentative;
    expect(await company.profile()).toEqual({
      ...EVERYTHING,
      name: "Firma Nord",
      taxRepresentative: { ...representative, address: { ...address, line2: "Floor 3" } },
    });
  });

  test("takes the states that exempt a small enterprise, and says at its own row what is wrong with one", async ({
    openDesk,
  }) => {
    const france = { FR: { note: "art. 293 B\ndu CGI" } };
    const smallEnterprise = { number: "DE123456789-EX", states: france };
    const unregistered = { ...FIRMA, vatRegistered: false, ossRegistered: false, cashAccounting: false };
    const { page, open, company, profile } = await openDesk({ profile: { ...unregistered, smallEnterprise } });
    await open("/settings");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect(await company.profile()).toEqual(profile);
    await field(page, "/smallEnterprise/states/1/state").selectOption("CH");
    await field(page, "/smallEnterprise/states/1/note").fill("Regime forfettario");
    await save(page).click();
    await page.locator("#field-smallEnterprise-states-1-state[aria-invalid]").waitFor();
    await field(page, "/smallEnterprise/states/1/state").selectOption("IT");
    await save(page).click();
    await said(page, "The settings are saved.");
    const states = { ...france, IT: { note: "Regime forfettario" } };
    expect(await company.profile()).toEqual({ ...profile, smallEnterprise: { ...smallEnterprise, states } });
    for (const index of [0, 1]) {
      await field(page, `/smallEnterprise/states/${index}/state`).selectOption("");
      await field(page, `/smallEnterprise/states/${index}/note`).fill("");
    }
    await save(page).click();
    await said(page, "The settings are saved.");
    expect(await company.profile()).toEqual({ ...profile, smallEnterprise: { number: "DE123456789-EX" } });
  });

  test("takes more accounts and numbers, and says at its own row what is wrong with one", async ({ openDesk }) => {
    const accounts = [{ iban: "DE02120300000000202051", currency: "EUR" }];
    const { page, open, company, profile } = await openDesk({ profile: { ...FIRMA, accounts } });
    await open("/settings");
    await field(page, "/accounts/0/iban").fill("");
    await field(page, "/accounts/0/currency").selectOption("");
    await field(page, "/accounts/1/iban").fill("DE1");
    await field(page, "/accounts/1/currency").selectOption("USD");
    await save(page).click();
    await page.locator("#field-accounts-1-iban[aria-invalid]").waitFor();
    await field(page, "/accounts/1/iban").fill("FR1420041010050500013M02606");
    await page.getByText("Other numbers of the company").click();
    await field(page, "/identifiers/0/id").fill("4012345000009");
    await field(page, "/identifiers/0/scheme").selectOption("0088");
    await page.getByText("Further VAT registrations").click();
    await field(page, "/registrations/0/country").selectOption("PL");
    await field(page, "/registrations/0/vatNumber").fill("PL1");
    await save(page).click();
    await page.locator("#field-registrations-0-vatNumber[aria-invalid]").waitFor();
    await field(page, "/registrations/0/vatNumber").fill("PL8567346215");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect(await company.profile()).toEqual({
      ...profile,
      accounts: [{ iban: "FR1420041010050500013M02606", currency: "USD" }],
      identifiers: [{ scheme: "0088", id: "4012345000009" }],
      registrations: [{ country: "PL", vatNumber: "PL8567346215" }],
    });
    // The rows show what is stored, and one more.
    expect(await field(page, "/accounts/0/iban").inputValue()).toBe("FR1420041010050500013M02606");
    expect(await field(page, "/accounts/1/iban").inputValue()).toBe("");
    expect(await field(page, "/identifiers/1/id").count()).toBe(1);
    await field(page, "/accounts/0/iban").fill("");
    await field(page, "/accounts/0/currency").selectOption("");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect((await company.profile())?.accounts).toBeUndefined();
  });

  test("says while a prefix is typed what the next number will be, and why it does not restart", async ({
    openDesk,
  }) => {
    const { page, open, company } = await openDesk();
    await company.issue(order());
    await open("/settings");
    const group = page.getByRole("group", { name: "Numbers of invoices" });
    for (const text of ["The last invoice is INV-202611-0001.", "never starts again"]) {
      expect(await group.innerText()).toContain(text);
    }
    await field(page, "/invoicePrefix").fill("NEW");
    expect(await group.innerText()).toContain("The next invoice will be NEW-202611-0002.");
    expect(await group.innerText()).toContain("The next credit note will be NEW-CN-202611-0001.");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect((await company.issue(order())).invoiceNumber).toBe("NEW-202611-0002");
  });

  test("is refused at its fields, and the focus goes to the first", async ({ openDesk }) => {
    const { page, open, company, profile } = await openDesk();
    await open("/settings");
    await field(page, "/iban").fill("DE00 1234");
    await field(page, "/bic").fill("1");
    await save(page).click();
    const faulty = page.locator("form.settings [aria-invalid]");
    await expect
      .poll(() => faulty.evaluateAll((all) => all.map((one) => one.id)))
      .toEqual([...["field-iban", "field-bic"]]);
    expect(await faulty.first().evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await company.profile()).toEqual(profile);
  });

  test("of two tabs is not overwritten by the later one", async ({ openDesk }) => {
    const { page, context, open, company } = await openDesk();
    const other = await context.newPage();
    await open("/settings");
    await open("/settings", other);
    for (const [tab, name] of [
      [page, "First"],
      [other, "Second"],
    ] as const) {
      await field(tab, "/tradingName").fill(name);
      await save(tab).click();
    }
    await other.getByRole("alert").getByText("changed in another tab").waitFor();
    expect((await company.profile()).tradingName).toBe("First");
  });

  test("keeps what was typed if the answer is lost, asks before leaving, and saves it again", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/settings");
    await field(page, "/tradingName").fill("Firma Nord");
    await page.route("**/calls/settings", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await save(page).click();
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await page.unroute("**/calls/settings");
    await save(page).click();
    await said(page, "The settings are saved.");
    expect((await company.profile()).tradingName).toBe("Firma Nord");
  });

  test("opens at the field that the address names", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    for (const id of ["field-iban", "field-taxRepresentative-name"]) {
      await open(`/settings#${id}`);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
    }
  });
});

test("a logo is chosen, shown and removed, and an image that cannot be drawn is refused", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/settings");
  const logo = section(page, "Logo");
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    logo.getByLabel("Choose an image").setInputFiles({ name, mimeType, buffer });
  await choose("logo.svg", "image/svg+xml", Buffer.from("<svg/>"));
  await logo.getByRole("alert").getByText("must be a PNG or JPEG image").waitFor();
  await choose("logo.png", "image/png", Buffer.from(png()));
  await logo.getByText("The logo is saved.").waitFor();
  expect(await logo.getByRole("img").evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await logo.getByRole("button", { name: "Remove logo" }).click();
  await logo.getByText("No logo.").waitFor();
});

test("an API key is shown once, can be copied, and is revoked after a question", async ({ openDesk }) => {
  const { page, context, open } = await openDesk();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("/settings");
  const keys = section(page, "API keys");
  await keys.getByLabel("Name").fill("Web shop");
  await keys.getByLabel("issue invoices").uncheck();
  await keys.getByRole("button", { name: "Create key" }).click();
  const key = await keys.locator("code").innerText();
  await keys.getByRole("button", { name: "Copy key" }).click();
  await keys.getByText("The key is copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await keys.getByRole("row").last().innerText()).toMatch(/Web shop.*read the company.*Never.*Valid/s);
  await open("/settings");
  expect(await page.locator("main").innerText()).not.toContain(key);

  await keys.getByRole("button", { name: "Revoke Web shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep key" }).click();
  await keys.getByRole("button", { name: "Revoke Web shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await keys.getByText("Web shop was revoked.").waitFor();
  expect(await keys.getByRole("row").last().innerText()).toContain("Revoked on");
});
