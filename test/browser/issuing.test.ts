import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import {
  acceptWarnings,
  field,
  fillOrder,
  openDetails,
  openReview,
  openSection,
  pressIssue,
  TYPED,
} from "./order-keys.ts";
import { shownAnswer } from "./shown.ts";

const reviewButton = (page: Page) => page.getByRole("button", { name: "Review invoice" });
const issueButton = (page: Page) => page.getByRole("button", { name: "Issue invoice" });
const problem = (page: Page) => page.locator(".answer [role=alert]");

describe("an invoice issued in the panel", () => {
  test("takes the next number of the API's sequence, and is not metered", async ({ openDesk }) => {
    const { page, open, api, company, metered } = await openDesk();
    const numbers = [(await api("POST /invoices", order())).invoiceNumber];
    await open("/new");
    await fillOrder(page, TYPED);
    await pressIssue(page);
    numbers.push((await page.locator("h1").innerText()).replace("Invoice ", ""));
    numbers.push((await api("POST /invoices", order())).invoiceNumber);
    expect(numbers).toEqual(["INV-202611-0001", "INV-202611-0002", "INV-202611-0003"]);
    expect((await company.list()).total).toBe(3);
    expect(await metered()).toBe(2);
  });

  test("carries everything that was typed", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, {
      clientName: "Exemple SARL",
      country: "France",
      vatNumber: "fr 40 303 265 045",
      clientIs: "Company",
      postalCode: "75001",
      supply: "Goods",
      suppliedOn: "2026-11-18",
      note: "Thank you",
      lines: [{ description: "Lamp", quantity: "1.5", unit: "m", unitPrice: "9.9990" }, TYPED.lines[0]],
    });
    await field(page, "Street").fill("1 rue Neuve");
    await field(page, "City").fill("Paris");
    await field(page, "Due date").fill("2026-12-01");
    await field(page, "Purchase order").fill("PO-7");
    expect(await company.get(await pressIssue(page))).toMatchObject({
      clientName: "Exemple SARL",
      clientCountry: "FR",
      clientVatNumber: "FR40303265045",
      isCompany: true,
      clientAddress: { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" },
      supply: "goods",
      taxPointDate: "2026-11-18",
      dueDate: "2026-12-01",
      note: "Thank you",
      purchaseOrderReference: "PO-7",
      items: [
        { description: "Lamp", quantity: 1.5, unit: "m", unitPrice: 9.999 },
        { description: "Consulting", quantity: 2, unitPrice: 100 },
      ],
    });
  });

  test("carries what few sales have", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, TYPED);
    await page.getByText("More about the client").click();
    await openSection(page, "References and note");
    const line = page.getByRole("group", { name: "Line 1" });
    await openDetails(line);
    for (const [label, text] of [
      ...[
        ["Trades as", "Exemple"],
        ["Contact person", "Anna"],
        ["Contact's phone", "01"],
      ],
      ...[
        ["Third address line", "Bât. C"],
        ["Sales order number", "SO-1"],
        ["Delivery note", "LS-1"],
      ],
      ...[
        ["Contract", "C-1"],
        ["Project", "P-1"],
      ],
    ] as const)
      await field(page, label).fill(text);
    await field(page, "Type of invoice").selectOption({ label: "Prepayment invoice" });
    for (const [label, text] of [
      ["Our article number", "A-1"],
      ["GTIN", "4012345000009"],
      ["Article number of", "K-7"],
    ] as const)
      await field(page, label, 1).fill(text);
    await field(page, "Origin", 1).selectOption({ label: "Italy" });
    expect(await company.get(await pressIssue(page))).toMatchObject({
      clientTradingName: "Exemple",
      clientContact: { name: "Anna", phone: "01" },
      clientAddress: { line3: "Bât. C" },
      documentType: "386",
      salesOrderReference: "SO-1",
      despatchReference: "LS-1",
      contractReference: "C-1",
      projectReference: "P-1",
      items: [
        {
          sku: "A-1",
          standardId: { scheme: "0160", id: "4012345000009" },
          buyerSku: "K-7",
          originCountry: "IT",
        },
      ],
    });
    const printed = await page.locator("article.invoice").innerText();
    for (const text of ["Prepayment invoice INV-202611-0001", "LS-1", "Your item no.: K-7", "Italy"])
      expect(printed).toContain(text);
  });

  test("has gross prices once they are chosen, and the total that the form showed", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [{ description: "Lamp", quantity: "3", unitPrice: "19.99" }] });
    expect(await page.getByText(/price, EUR/).allInnerTexts()).toEqual(["Net price, EUR"]);
    expect((await shownAnswer(page)).amounts).toEqual({ Net: "€59.97", VAT: "€11.39", Total: "€71.36" });
    await fillOrder(page, { prices: "Gross, including VAT" });
    expect(await page.getByText(/price, EUR/).allInnerTexts()).toEqual(["Gross price, EUR"]);
    expect((await shownAnswer(page)).amounts).toEqual({ Net: "€50.39", VAT: "€9.58", Total: "€59.97" });
    expect(await company.get(await pressIssue(page))).toMatchObject({
      prices: "gross",
      total: 59.97,
      items: [{ unitPriceGross: 19.99, grossAmount: 59.97, unitPrice: 16.8, netAmount: 50.39 }],
    });
  });

  test("has the VAT of each line where lines differ in what they supply, and their discounts", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    const lamp = { description: "Lamp", quantity: "1", unitPrice: "100", discount: "10" };
    const repair = { description: "Repair", quantity: "1", unitPrice: "50", supply: "Services" } as const;
    await fillOrder(page, { ...TYPED, country: "Cyprus", supply: "Goods", lines: [lamp, repair] });
    expect(await page.locator(".answer .treatment").allInnerTexts()).toEqual([
      expect.stringMatching(/^Goods: OSS, rate of the client's country\s+19%$/),
      expect.stringMatching(/^Services: EU client without VAT number, seller's rate\s+19%$/),
    ]);
    expect(await page.locator(".answer .breakdown tbody th").allInnerTexts()).toEqual([
      "Taxed, Cyprus",
      "Taxed, Germany",
    ]);
    expect((await shownAnswer(page)).amounts).toEqual({ Net: "€140.00", VAT: "€26.60", Total: "€166.60" });
    await page.locator("[role=status]").getByText("Goods: OSS").waitFor();
    expect(await company.get(await pressIssue(page))).toMatchObject({
      vatTreatment: "mixed",
      total: 166.6,
      supply: "goods",
      items: [
        { discount: { percent: 10 }, netAmount: 90, rateCountry: "CY" },
        { supply: "services", netAmount: 50, rateCountry: "DE" },
      ],
    });
  });

  test("has the VAT rate that is chosen for a line, and so has its copy", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    const book = { description: "Book", quantity: "1", unitPrice: "20", vatRate: "7% reduced" };
    const lamp = { description: "Lamp", quantity: "1", unitPrice: "10" };
    await fillOrder(page, { ...TYPED, supply: "Goods", lines: [book, lamp] });
    expect(await page.locator(".answer .treatment").allInnerTexts()).toEqual([
      expect.stringMatching(/^Domestic\s+7%$/),
      expect.stringMatching(/^Domestic\s+19%$/),
    ]);
    expect((await shownAnswer(page)).amounts).toEqual({ Net: "€30.00", VAT: "€3.30", Total: "€33.30" });
    const id = await pressIssue(page);
    const issued = await company.get(id);
    expect(issued).toMatchObject({ total: 33.3, taxRate: 0, items: [{ taxRate: 7 }, { taxRate: 19 }] });
    await open(`/new?copy=${id}`);
    expect((await shownAnswer(page)).amounts["Total"]).toBe("€33.30");
    await open("/new");
    await fillOrder(page, {
      ...TYPED,
      country: "Austria",
      supply: "Goods",
      lines: [{ ...book, vatRate: "AT 10% reduced" }],
    });
    expect((await shownAnswer(page)).amounts["Total"]).toBe("€22.00");
  });

  test("is one, though the button is clicked twice", async ({ openDesk }) => {
    const { page, open, company, requests } = await openDesk();
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open("/new");
    await fillOrder(page, TYPED);
    await openReview(page);
    await acceptWarnings(page);
    await page.route("**/calls/invoices", async (route) => {
      await pressed; // so that the second press comes while the first one is on its way
      await route.continue();
    });
    await issueButton(page).dblclick();
    answer();
    await page.waitForURL(/\/invoices\//);
    expect((await company.list()).total).toBe(1);
    expect(requests.filter((request) => /^POST .*calls\/invoices$/.test(request))).toHaveLength(1);
  });
});

describe("what is refused leaves nothing behind", () => {
  test("amounts that changed since the page was opened are shown, and nothing is issued", async ({ openDesk }) => {
    const { page, open, company, profile, metered } = await openDesk({ profile: { ossRegistered: false } });
    await open("/new");
    await fillOrder(page, { ...TYPED, country: "Finland" });
    await openReview(page);
    await acceptWarnings(page);
    await company.saveProfile({ ...profile, ossRegistered: true });
    await issueButton(page).click();
    await page.locator(".review [role=alert]").getByText("would differ from those shown here").waitFor();
    await page.goBack();
    expect([(await company.list()).total, await metered()]).toEqual([0, 0]);
    await openReview(page); // asks the server again
    await page.locator(".review article").getByText("€51.00").first().waitFor();
    await acceptWarnings(page);
    await issueButton(page).click();
    await page.waitForURL(/\/invoices\//);
    expect((await company.list()).data).toMatchObject([{ taxTotal: 51 }]);
  });

  test("an error is shown at its field, which is marked and gets the focus", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [TYPED.lines[0], { ...TYPED.lines[0], quantity: "0" }] });
    await reviewButton(page).click();
    const quantity = field(page, "Quantity", 2);
    await expect.poll(() => quantity.getAttribute("aria-invalid")).toBe("true");
    expect(await quantity.evaluate((one) => one === document.activeElement)).toBe(true);
    const fault = quantity.locator("xpath=..").locator(".fault");
    expect(await fault.innerText()).toBe("Must be a number other than 0.");
    expect((await company.list()).total).toBe(0);

    await quantity.fill("3");
    await pressIssue(page);
    expect((await company.list()).total).toBe(1);
  });

  test("an error about a whole line or all lines is shown once, until the user types something else", async ({
    openDesk,
  }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [TYPED.lines[0], { ...TYPED.lines[0], quantity: "-1000000000000" }] });
    await reviewButton(page).click();
    await expect
      .poll(() => problem(page).innerText())
      .toBe("An amount is too large or too precise, or the total is negative.");
    await field(page, "Quantity", 2).fill("0");
    expect(await problem(page).innerText()).toBe("");
    expect(await page.locator(".answer .open-question").innerText()).toContain("Line 2, quantity must be");
  });

  test("a malformed VAT number is reported at its field by the review, and nothing is issued", async ({ openDesk }) => {
    const { page, open, company } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, country: "France", vatNumber: "FR1" });
    await reviewButton(page).click();
    await expect.poll(() => field(page, "VAT number").getAttribute("aria-invalid")).toBe("true");
    expect((await company.list()).total).toBe(0);
  });

  test("a required field that is empty is asked for by the browser itself", async ({ openDesk }) => {
    const { page, open, requests } = await openDesk();
    await open("/new");
    await reviewButton(page).click();
    expect(await field(page, "Name").evaluate((one) => one === document.activeElement)).toBe(true);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });
});

test("a German reads amounts as 1.234,50 €", async ({ openDesk }) => {
  const { page, open } = await openDesk({ context: { locale: "de-DE" }, profile: { language: undefined } });
  await open("/new");
  await fillOrder(page, {
    clientName: "Kundin",
    country: "Schweiz",
    lines: [{ description: "x", unitPrice: "1234.5" }],
  });
  expect(await page.locator(".answer .amounts").innerText()).toContain("1.234,50\u00a0€");
  await pressIssue(page);
  expect(await page.locator("article .amounts").innerText()).toContain("1.234,50\u00a0€");
});
