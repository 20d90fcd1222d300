import { readFileSync } from "node:fs";
import { toFatturaPA } from "faktura/einvoice/it";
import { toKsef } from "faktura/einvoice/pl";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { nationalTexts as de } from "../../src/languages/de/national-texts.ts";
import { nationalTexts as fr } from "../../src/languages/fr/national-texts.ts";
import { ROME, SELLER } from "../einvoice/it/scenes.ts";
import { ORDER as POLISH_ORDER, SELLER as POLISH_SELLER } from "../einvoice/pl/scenes.ts";
import { test } from "./browser-test.ts";
import { fillOrder, openDetails, pressIssue, TYPED } from "./order-keys.ts";

const at = (page: Page, pointer: string) => page.locator(`[name="${pointer}"]`);
const names = (page: Page, within: string) =>
  page
    .locator(`${within} [name*="/national/"]`)
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name")!.replace(/.*\/national/, "")));
const isFocused = (one: Element) => one === document.activeElement;

const ITALIAN_CLIENT = {
  clientName: "Cliente Spa",
  country: "Italy",
  clientIs: "Company",
  vatNumber: "IT00488410010",
  supply: "Services",
} as const;

describe("the settings", () => {
  test("have the fields of the company's own state, and of the one that is chosen", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/settings");
    expect(await names(page, "form.settings")).toEqual([]);
    await at(page, "/country").selectOption("HR");
    expect(await names(page, "form.settings")).toEqual(["/hr/operator/name", "/hr/operator/oib", "/hr/register"]);
    await page.getByRole("group", { name: "Electronic invoices: Croatia" }).waitFor();
    await at(page, "/country").selectOption("FR");
    expect(await names(page, "form.settings")).toEqual(["/fr/vatOnDebits"]);
  });

  test("save texts, numbers, codes, yes and no, and keep what another state has", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({
      profile: {
        ...SELLER,
        national: { fr: { vatOnDebits: true }, it: { registration: { office: "RM", number: "1", capital: 2.5 } } },
      },
    });
    await open("/settings");
    await at(page, "/national/it/taxRegime").selectOption("RF17");
    await at(page, "/national/it/registration/office").fill("MI");
    expect(await at(page, "/national/it/registration/capital").inputValue()).toBe("2.5");
    await at(page, "/national/it/registration/capital").fill("10,000.50");
    await at(page, "/national/it/registration/soleShareholder").selectOption("no");
    await at(page, "/national/it/registration/inLiquidation").selectOption("yes");
    const save = page.getByRole("button", { name: "Save settings" });
    await save.click();
    await page.getByText("The settings are saved.").waitFor();
    const registration = { number: "1", office: "MI", capital: 10000.5, soleShareholder: false, inLiquidation: true };
    const fr = { vatOnDebits: true };
    expect((await company.profile()).national).toEqual({ fr, it: { taxRegime: "RF17", registration } });

    await at(page, "/national/it/registration/office").fill("Milano");
    await save.click();
    await page.getByText("2 capital letters").waitFor();
    expect(await at(page, "/national/it/registration/office").evaluate(isFocused)).toBe(true);
    for (const name of await names(page, "form.settings")) {
      const field = at(page, `/national${name}`);
      if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption("");
      else await field.fill("");
    }
    await save.click();
    await page.getByText("The settings are saved.").waitFor();
    expect((await company.profile()).national).toEqual({ fr });
  });
});

describe("a new invoice", () => {
  test("has the fields of the client, the order and each line, and a copy repeats them", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ profile: SELLER });
    await open("/new");
    await fillOrder(page, { ...ITALIAN_CLIENT, lines: TYPED.lines });
    await page.getByText("More about the client").click();
    await at(page, "/clientAddress/line1").fill(ROME.line1);
    await at(page, "/clientAddress/postalCode").fill(ROME.postalCode);
    await at(page, "/clientAddress/city").fill(ROME.city);
    await at(page, "/national/it/recipientCode").fill("ABC1234");
    const section = page.locator("details.section", { hasText: "Electronic invoices: Italy" });
    expect(await section.getAttribute("open")).toBeNull();
    await section.locator("summary").click();
    await at(page, "/national/it/documentType").selectOption("TD24");
    await at(page, "/national/it/deliveryNotes/0/number").fill("D 1");
    await at(page, "/national/it/deliveryNotes/0/date").fill("2026-11-18");
    await at(page, "/national/it/deliveryNotes/1/number").fill("D 2"); // another entry, as soon as one has something
    await at(page, "/national/it/deliveryNotes/1/date").fill("2026-11-19");
    await openDetails(page.getByRole("group", { name: "Line 1" }));
    await at(page, "/items/0/national/it/withheld").selectOption("no");
    await page.getByRole("button", { name: "Save client" }).click();
    await page.getByText("The client is saved.").waitFor();
    const { id, ...invoice } = await company.get(await pressIssue(page));
    expect(invoice.national).toEqual({
      it: {
        ...{ documentType: "TD24", recipientCode: "ABC1234" },
        deliveryNotes: [
          { number: "D 1", date: "2026-11-18" },
          { number: "D 2", date: "2026-11-19" },
        ],
      },
    });
    expect(invoice.items[0]!.national).toEqual({ it: { withheld: false } });

    await open(`/new?copy=${id}`);
    await page.getByText(/Not copied: .*Delivery note \(DDT\)/).waitFor();
    const copy = await company.get(await pressIssue(page));
    expect([copy.national, copy.items[0]!.national]).toEqual([
      { it: { recipientCode: "ABC1234" } },
      { it: { withheld: false } },
    ]);
    await open("/new");
    await page.locator(".party [role=combobox]").focus();
    await page.locator(".party [role=option]").first().click();
    await page.locator(".client-card").waitFor();
    expect(await at(page, "/national/it/recipientCode").inputValue()).toBe("ABC1234");
    expect(await at(page, "/national/it/documentType").inputValue()).toBe("");
  });

  test("of another state's company has none of them", async ({ openDesk }) => {
    const { page, open } = await openDesk({ profile: { country: "AT", vatNumber: "ATU13585627" } });
    await open("/new");
    expect(await names(page, "form.draft")).toEqual([]);
    expect(await page.locator("details.section").count()).toBe(6);
  });

  test("lists what FatturaPA needs, leads to each field, and saves the file", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ profile: SELLER });
    await open("/new");
    await fillOrder(page, { ...ITALIAN_CLIENT, lines: TYPED.lines });
    await page.getByText("More about the client").click();
    await at(page, "/national/it/recipientCode").fill("XXXXXXX");
    const group = page
      .getByRole("region", { name: "Is anything missing?" })
      .locator("details", { hasText: "FatturaPA" });
    const entries = group.getByRole("button");
    await expect.poll(() => entries.allInnerTexts()).toEqual(["Client's address, postal code", "Recipient code (SdI)"]);
    await page.getByText("More about the client").click();
    await entries.last().click();
    expect(await at(page, "/national/it/recipientCode").evaluate(isFocused)).toBe(true);
    await at(page, "/national/it/recipientCode").fill("");
    await at(page, "/clientAddress/line1").fill(ROME.line1);
    await at(page, "/clientAddress/postalCode").fill(ROME.postalCode);
    await at(page, "/clientAddress/city").fill(ROME.city);
    await page.getByText("FatturaPA: complete").waitFor();
    const invoice = await company.get(await pressIssue(page));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".files").getByRole("link", { name: "FatturaPA" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${invoice.invoiceNumber}.xml`);
    expect(readFileSync(await download.path(), "utf8")).toBe(toFatturaPA(invoice));
  });

  test("of a Croatian company leads to the operator in the settings, and to the class of each line", async ({
    openDesk,
  }) => {
    const { page, open, company } = await openDesk({ profile: { country: "HR", vatNumber: "HR33392005961" } });
    await open("/new");
    const client = {
      clientName: "Klijent",
      country: "Croatia",
      clientIs: "Company",
      vatNumber: "HR69435151530",
    } as const;
    await fillOrder(page, { ...client, supply: "Services", lines: TYPED.lines });
    const group = page.getByRole("region", { name: "Is anything missing?" }).locator("details", { hasText: "HR-CIUS" });
    await group.getByRole("button", { name: "classification" }).click();
    const code = at(page, "/items/0/classifications/0/code");
    expect(await code.evaluate(isFocused)).toBe(true);
    await code.fill("62.01.11");
    await expect.poll(() => group.getByRole("button", { name: "classification" }).count()).toBe(0);
    const { items } = await company.get(await pressIssue(page));
    expect(items[0]!.classifications).toEqual([{ code: "62.01.11", list: "CG" }]);
    await open("/new");
    await fillOrder(page, { ...client, supply: "Services", lines: TYPED.lines });
    await group.getByRole("link", { name: "Company profile, Operator's name" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-national-hr-operator-name");
  });
});

describe("a Polish company", () => {
  const number = "5261040828-20261120-0100001AF629-97";

  test("records the number of KSeF, which its credit note then states", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ profile: POLISH_SELLER });
    const invoice = await company.issue(POLISH_ORDER);
    const note = await company.credit(invoice.id, { reason: "Zwrot" });
    await open(`/credit-notes/${note.id}`);
    await page.locator(".files summary", { hasText: "KSeF" }).click();
    await page.getByText("Record it on the invoice's page.").waitFor();

    await open(`/invoices/${invoice.id}`);
    const field = page.getByLabel("Number in KSeF");
    await field.fill("1");
    const record = page.getByRole("button", { name: "Record number" });
    await record.click();
    await page.getByText(/number of KSeF with its check digits/).waitFor();
    expect(await field.evaluate(isFocused)).toBe(true);
    await field.fill(number);
    await record.click();
    await page.getByText(`The number ${number} is recorded.`).waitFor();
    expect(await record.count()).toBe(0);
    expect((await company.get(invoice.id)).portalNumbers).toEqual([{ portal: "ksef", number }]);
    await open(`/invoices/${invoice.id}`);
    await page.locator("dl.facts", { hasText: number }).waitFor();

    await open(`/credit-notes/${note.id}`);
    await page.getByLabel("Number in KSeF").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".files").getByRole("link", { name: "KSeF" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toBe(toKsef(await company.getCreditNote(note.id)));
  });
});

test.for(["de", "fr"] as const)("the fields have words of their own in %s", async (language, { openDesk }) => {
  const { page, open } = await openDesk({ profile: SELLER, context: { locale: language } });
  const words = { de, fr }[language].it;
  await open("/settings");
  await page.getByText(words.taxRegime.hint!).waitFor();
  await open("/new");
  await page.locator("details.section").last().locator("summary").click();
  await page.getByText(words["deliveryNotes/#/date"].label).waitFor();
});
