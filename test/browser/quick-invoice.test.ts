import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { SELLER as ITALIAN } from "../einvoice/it/scenes.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { CATALOGUES } from "./catalogues.ts";
import { ARTICLE, keep, keepClient } from "./kept-records.ts";
import { field, fillOrder, openSection, pressIssue, showClient, TYPED } from "./order-keys.ts";
import { shownAnswer } from "./shown.ts";

const SCREEN = { width: 1280, height: 800 };

/** Whether all of what is found is within the window, without scrolling. */
async function isInSight(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox();
  const { height } = page.viewportSize()!;
  return box !== null && box.y >= 0 && box.y + box.height <= height && (await page.evaluate(() => scrollY)) === 0;
}

/** Types a line from its description on. Gives back how often Tab was pressed. */
async function typeLine(page: Page): Promise<number> {
  const texts = ["Consulting", "2", "", "95"];
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  return texts.length - 1;
}

describe("an invoice to a known client, of one line", () => {
  test("of a saved article takes nine keys and three clicks from the start page", async ({ openDesk }) => {
    const desk = await openDesk({ profile: FIRMA, context: { viewport: SCREEN } });
    const { page, open, company } = desk;
    await keepClient(desk);
    await keep(desk, "articles", { fields: ARTICLE });
    await open("");
    await page.getByRole("link", { name: "New invoice" }).first().click();
    const pick = async (letters: string) => {
      await page.locator("[aria-autocomplete]:focus").waitFor();
      for (const letter of letters) await page.keyboard.press(letter);
      await page.locator("[role=option]:not(.other)").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await pick("ku");
    await page.locator(".client-card").waitFor();
    await pick("wo");
    await page.locator('input[name="/items/0/quantity"]:focus').waitFor();
    await page.keyboard.press("2");
    await page.locator(".line output").getByText("€900.00").waitFor();
    await page.getByRole("button", { name: "Review invoice" }).click();
    await page.getByRole("button", { name: "Issue invoice" }).click();
    await page.waitForURL(/\?issued$/);
    expect((await company.list()).data[0]).toMatchObject({ clientName: "Kundin AG", subtotal: 900 });
  });

  test("takes three clicks, and no scrolling at 1280 × 800", async ({ openDesk }) => {
    const desk = await openDesk({ profile: FIRMA, context: { viewport: SCREEN } });
    const { page, open, company } = desk;
    await keepClient(desk);
    await open("/new");
    let clicks = 0;
    const click = async (selector: string) => {
      clicks += 1;
      expect(await isInSight(page, selector), selector).toBe(true);
      const box = (await page.locator(selector).first().boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    };
    expect(await isInSight(page, ".line")).toBe(true);
    await click(".party [role=combobox]");
    await page.locator(".party [role=option]").first().waitFor();
    await click(".party [role=option]");
    await page.locator(".client-card").waitFor();
    await typeLine(page);
    await page.locator(".line output").getByText("€190.00").waitFor();
    await click(".answer .main");
    await page.locator(".review article").waitFor();
    expect(clicks).toBe(3);
    expect((await company.list()).total).toBe(0);
  });

  test.for([
    ["DE", FIRMA],
    ["IT", ITALIAN],
  ] as const)(
    "takes at most 11 tabs, from the client to the button of the review, in %s",
    async ([, profile], { openDesk }) => {
      const desk = await openDesk({ profile, context: { viewport: SCREEN } });
      const { page, open } = desk;
      await keepClient(desk);
      await open("/new");
      let tabs = 0;
      const tab = async () => {
        tabs += 1;
        await page.keyboard.press("Tab");
      };
      const focus = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
      await expect.poll(focus).toBe("/clientName");
      await page.locator(".party [role=option]").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.locator(".client-card").waitFor();
      expect(await focus()).toBe("/items/0/description");
      tabs += await typeLine(page);
      const isAtReview = () => page.evaluate(() => document.activeElement!.matches(".answer button.main"));
      while (tabs < 20 && !(await isAtReview())) await tab();
      await page.keyboard.press("Enter");
      await page.locator(".review article").waitFor();
      expect(tabs).toBeLessThanOrEqual(11);
    },
  );

  test("offers the clients of the last invoices first, and shows what is chosen without a form", async ({
    openDesk,
  }) => {
    const desk = await openDesk({ profile: FIRMA });
    const { page, open, company } = desk;
    for (const name of ["Aarau AG", "Bern AG", "Chur AG"]) await keepClient(desk, { "/clientName": name });
    await company.issueMany([order({ clientName: "Bern AG" }), order({ clientName: "Chur AG" })]);
    await open("/new");
    await page.locator(".party [role=combobox]").focus();
    const options = page.locator(".party [role=option] bdi");
    await expect.poll(() => options.allInnerTexts()).toEqual(["Chur AG", "Bern AG", "Aarau AG", "New client"]);
    await options.first().click();
    expect(await page.locator(".client-card").innerText()).toMatch(
      /^Chur AG\s+Domplatz 4, 50667 Köln, Germany\s+DE999999026 · Company/,
    );
    expect(await page.locator(".party :is(input, select):visible").count()).toBe(0);
    expect(await page.locator("details.section[open]").count()).toBe(0);
    expect((await shownAnswer(page).catch(() => undefined))?.treatment ?? "Domestic").toBe("Domestic");
  });

  test("asks only for what a saved client lacks", async ({ openDesk }) => {
    const desk = await openDesk({ profile: FIRMA });
    const { page, open } = desk;
    await keepClient(desk, { "/isCompany": "" });
    await open("/new");
    await page.locator(".party [role=combobox]").focus();
    await page.locator(".party [role=option]").first().click();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("/isCompany");
    expect(await field(page, "City").inputValue()).toBe("Köln");
  });
});

test("a line shows its amount, and its rate where VAT is charged", async ({ openDesk }) => {
  const { page, open } = await openDesk({ profile: FIRMA });
  await open("/new");
  const rate = field(page, "VAT rate", 1);
  const rates = await rate.locator("option").allInnerTexts();
  expect(rates, "those of farmers are not offered").toEqual(["19% standard", "7% reduced", "0% zero rate"]);
  await fillOrder(page, { ...TYPED, supply: "Goods", lines: [{ ...TYPED.lines[0], vatRate: "7% reduced" }] });
  expect(await page.locator(".line output").innerText()).toBe("€200.00");
  await fillOrder(page, { country: "Finland" });
  expect((await shownAnswer(page)).rate).toBe("25.5%"); // the rate of Germany does not apply there
  expect(await rate.locator("option").allInnerTexts()).toContain("FI 25.5% standard");
  expect(await rate.locator("option:checked").innerText()).toBe("DE 7%");
  await fillOrder(page, { country: "Switzerland" });
  expect(await page.locator(".line .without").innerText()).toBe("0% · Export");
  await fillOrder(page, { country: "Germany" });
  expect(await rate.locator("option:checked").innerText()).toBe("7% reduced");
  expect((await shownAnswer(page)).rate).toBe("7%");
});

describe("currency, period and language", () => {
  test("an invoice in dollars lacks its exchange rate until it is typed, and then carries it", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ profile: FIRMA });
    await open("/new");
    await fillOrder(page, { ...TYPED, clientIs: "Consumer", supply: "Services" });
    const list = page.getByRole("region", { name: "Is anything missing?" });
    await list.getByText("The invoice has what the law asks for").waitFor();
    await openSection(page, "Currency, prices and language");
    await field(page, "Currency").selectOption("USD");
    expect(await page.locator(".line output").innerText()).toBe("US$200.00");
    await page.locator(".section", { hasText: "Currency" }).locator("summary").click(); // folds it again
    await list.getByRole("button", { name: "Exchange rate, rate" }).click();
    expect(await field(page, "Exchange rate: 1 USD in EUR").evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await field(page, "Exchange rate").fill("0.92");
    await list.getByText("The invoice has what the law asks for").waitFor();
    expect(await company.get(await pressIssue(page))).toMatchObject({
      currency: "USD",
      total: 238,
      exchangeRate: { rate: 0.92, date: "2026-11-20", source: "European Central Bank" },
      taxTotalInTaxCurrency: 34.96,
    });
  });

  test("without VAT, no exchange rate is asked for", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ profile: FIRMA });
    await open("/new");
    await fillOrder(page, { ...TYPED, country: "Switzerland", clientIs: "Consumer", supply: "Goods" });
    await openSection(page, "Currency, prices and language");
    await field(page, "Currency").selectOption("USD");
    await page.getByText("The invoice has what the law asks for").waitFor();
    expect(await company.get(await pressIssue(page))).toMatchObject({ currency: "USD", total: 200 });
  });

  test("a period needs both its days, and is printed in the client's language", async ({ openDesk }) => {
    const desk = await openDesk({ profile: { ...FIRMA, language: "de" } });
    const { page, open, company } = desk;
    await keepClient(desk, { "/clientLanguage": "fr" });
    await open("/new");
    await page.locator(".party [role=combobox]").focus();
    await page.locator(".party [role=option]").first().click();
    await page.locator(".client-card").waitFor();
    await typeLine(page);
    const money = page.locator(".section", { hasText: "Currency, prices and language" });
    expect(await money.locator(".content").innerText()).toBe("EUR · Net · French");
    await openSection(page, "Dates and payment");
    await field(page, "Service period, from").fill("2026-10-01");
    await page.getByRole("button", { name: "Billing period, end" }).waitFor();
    await field(page, "Service period, to").fill("2026-10-31");
    const dates = page.locator(".section", { hasText: "Dates and payment" });
    expect(await dates.locator(".content").innerText()).toMatch(/^1\s?–\s?31 Oct 2026/);
    const id = await pressIssue(page);
    expect(await company.get(id)).toMatchObject({
      period: { start: "2026-10-01", end: "2026-10-31" },
      clientLanguage: "fr",
    });
    expect(await page.locator("article").getAttribute("lang")).toBe("fr");
    expect(await page.locator("article h1").innerText()).toMatch(/^Facture /);
  });
});

describe("what broke", () => {
  test("the language can be changed just after typing", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await field(page, "Name").fill("Kundin");
    await page.locator("#language").selectOption("de");
    await page.getByRole("heading", { name: CATALOGUES.de.newInvoice.title }).waitFor();
    expect(await page.locator("[name='/clientName']").inputValue()).toBe("Kundin");
  });

  test("60 lines are a list on a phone, and each opens where it is", async ({ openDesk }) => {
    const { page, open, company } = await openDesk({ context: { viewport: { width: 390, height: 844 } } });
    const items = oneTo(60).map((number) => ({ description: `Article ${number}`, quantity: 1, unitPrice: number }));
    const { id } = await company.issue(order({ items, supply: "goods", isCompany: false }));
    await open(`/new?copy=${id}`);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThan(6400); // 23,000 in earlier forms
    expect(await page.locator(".digest").nth(59).innerText()).toMatch(/^60\s+Article 60\s+1 × €60.00\s+€60.00$/);
    await page.locator(".digest").nth(29).click();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("/items/29/description");
    await field(page, "Quantity", 30).fill("0");
    await page.locator(".answer .open-question").getByText("Line 30, quantity").waitFor();
  });

  test("a draft of an earlier form opens with what it sold on each line", async ({ openDesk }) => {
    const { page, open, panel, company } = await openDesk();
    const id = randomUUID();
    const fields = {
      ...{ "/clientName": "Exemple SARL", "/clientCountry": "DE", "/isCompany": "no", "/supply": "goods" },
      ...{ "/supplyDate": "2026-11-18", "/prices": "gross", "/note": "Thank you", "/dueDate": "" },
      ...{
        "/items/0/description": "Lamp",
        "/items/0/quantity": "1",
        "/items/0/unitPrice": "119",
        "/items/0/supply": "",
      },
      ...{ "/items/1/description": "Repair", "/items/1/quantity": "1", "/items/1/unitPrice": "10" },
      ...{ "/items/1/supply": "services", "/items/1/vatRates": "", "/items/0/vatRates": "DE:7" },
    };
    const data = { revision: randomUUID(), replaces: [""], fields };
    expect((await page.request.put(`${panel}/calls/drafts/${id}`, { data })).status()).toBe(200);
    await open(`/drafts/${id}`);
    expect(await page.locator(".client-card").innerText()).toContain("Exemple SARL");
    await field(page, "Description", 1).focus();
    expect(await field(page, "Supply type", 1).inputValue()).toBe("goods");
    expect(await company.get(await pressIssue(page))).toMatchObject({
      ...{ supply: "goods", taxPointDate: "2026-11-18", prices: "gross", note: "Thank you", total: 129 },
      items: [
        { description: "Lamp", taxRate: 7 },
        { description: "Repair", supply: "services", taxRate: 19 },
      ],
    });
  });

  test("fields of a row align in French, and an IBAN is shown as a whole", async ({ openDesk }) => {
    const { page, open } = await openDesk({
      profile: { ...FIRMA, iban: "MT31MALT01100000000000000000123" },
      context: { viewport: { width: 1280, height: 900 }, locale: "fr-FR" },
    });
    await open("/new");
    await showClient(page);
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) if (one.className !== "company") (one as HTMLDetailsElement).open = true;
    });
    const rows = await page.locator(".fields").evaluateAll((groups) =>
      groups.map((group) => {
        const fields = [
          ...group.querySelectorAll<HTMLElement>(
            ":scope > .field > :is(input, select), :scope > .together > .field > input",
          ),
        ];
        const places = fields
          .filter(({ offsetParent }) => offsetParent !== null)
          .map((one) => one.getBoundingClientRect());
        const lefts = places.map(({ left }) => Math.round(left));
        const tops = new Set(places.map(({ top }) => Math.round(top)));
        return { tops: tops.size, rows: lefts.filter((left) => left === Math.min(...lefts)).length };
      }),
    );
    for (const { tops, rows: count } of rows) expect(tops).toBe(count); // the fields of a row have one top
    await open("/settings");
    const iban = page.locator("[name='/iban']");
    expect(await iban.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });
});

test("a company without a VAT number is not called a consumer", async ({ openDesk }) => {
  const { page, open } = await openDesk({ profile: { ...FIRMA, ossRegistered: false } });
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "France", clientIs: "Company", supply: "Services" });
  expect((await shownAnswer(page)).treatment).toBe("EU client without VAT number, seller's rate");
});
