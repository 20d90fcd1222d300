import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, pressAction, TYPED, typeLine } from "./order-keys.ts";
import { shownAnswer } from "./shown.ts";

/** What a browser in each language shows beside a price and a quantity. */
const READERS = [
  { locale: "en-IE", country: "Germany", price: "= €1,234.50", quantity: "= 12.5", total: ["Total", "€18,363.19"] },
  {
    locale: "de-DE",
    country: "Deutschland",
    price: "= 1.234,50 €",
    quantity: "= 12,5",
    total: ["Gesamtbetrag", "18.363,19 €"],
  },
  {
    locale: "fr-FR",
    country: "Allemagne",
    price: "= 1 234,50 €",
    quantity: "= 12,5",
    total: ["Total TTC", "18 363,19 €"],
  },
] as const;

const spaced = (text: string) => text.replaceAll(/\s/g, " ");

test.for(READERS)(
  "in a browser in $locale, both notations are what people mean, and are shown beside the field",
  async ({ locale, country, price, quantity, total }, { openDesk }) => {
    const { page, open } = await openDesk({ context: { locale } });
    await open("/new");
    await fillOrder(page, { country });
    const line = page.getByRole("group").filter({ has: page.locator("[name='/items/0/quantity']") });
    for (const [typed, cost] of [
      ["12,50", "1.234,50"],
      ["12.50", "1,234.50"],
    ] as const) {
      await typeLine(page, 1, { quantity: typed, unitPrice: cost });
      expect((await line.locator(".understood").allInnerTexts()).map(spaced)).toEqual([quantity, price]);
      expect(
        Object.entries((await shownAnswer(page)).amounts)
          .at(-1)!
          .map(spaced),
      ).toEqual(total);
    }
  },
);

describe("a text that can mean two numbers", () => {
  test("is refused at its field when it is left, is not counted, and cannot be sent", async ({ openDesk }) => {
    const { page, open, requests } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [{ ...TYPED.lines[0], unitPrice: "" }] });
    const price = field(page, "Net price", 1);
    await price.pressSequentially("1,234");
    expect(await price.getAttribute("aria-invalid")).toBeNull(); // it may still become 1,234.50
    await price.press("Tab");
    expect(await price.getAttribute("aria-invalid")).toBe("true");
    const said = "“1,234” can mean two numbers. Write 1234 or 1.2340.";
    const ofPrice = price.locator("xpath=..");
    expect(await ofPrice.locator(".fault").innerText()).toBe(said);
    expect(await ofPrice.locator("[aria-live]").textContent()).toBe(said);
    expect(await page.locator(".answer .unfinished").innerText()).toContain("line 1");

    const posts = () => requests.filter((request) => /^POST .*(?<!draft)$/.test(request));
    await page.getByRole("button", { name: "Review invoice" }).click();
    expect(await price.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(posts()).toEqual([]);

    await price.fill("1,235");
    await page.getByRole("button", { name: "Add line" }).click(); // the error that appears must not move it away
    expect(await page.getByRole("group", { name: "Line 2" }).count()).toBe(1);
    await expect.poll(() => ofPrice.locator(".fault").innerText()).toContain("1,235");
    await price.fill("1,234.50");
    expect(await ofPrice.locator(".fault").innerText()).toBe("");
    expect(await price.getAttribute("aria-invalid")).toBeNull();
    expect((await shownAnswer(page)).amounts["Net"]).toBe("€2,469.00");
    await price.press("Tab");
    expect(await ofPrice.locator("[aria-live]").textContent()).toBe("Understood as €1,234.50");
  });

  test("in a discount is no discount of nothing", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await fillOrder(page, { ...TYPED, lines: [{ ...TYPED.lines[0], discount: "1,234" }] });
    expect(await page.locator(".answer .unfinished").innerText()).toContain("line 1");
    await field(page, "Discount", 1).fill("12,5");
    expect((await shownAnswer(page)).amounts["Net"]).toBe("€175.00");
  });
});

test("words are not a number, and the error shows one in the reader's notation", async ({ openDesk }) => {
  const { page, open } = await openDesk({ context: { locale: "fr-FR" } });
  await open("/new");
  const quantity = page.getByLabel("Quantité");
  await quantity.fill("deux");
  await quantity.press("Tab");
  expect(await quantity.locator("xpath=..").locator(".fault").innerText()).toBe(
    "Écrivez un nombre en chiffres seulement, par exemple 12,50.",
  );
});

test("payments and credits read numbers the same way, and suggest them in the reader's notation", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk({ context: { locale: "de-DE" } });
  const { id } = await company.issue(order({ items: [{ description: "Lamp", quantity: 5, unitPrice: 1000.5 }] }));
  await open(`/invoices/${id}`);
  await pressAction(page, "Zahlung erfassen");
  const amount = page.getByLabel("Betrag, EUR");
  expect(await amount.inputValue()).toBe("5952,98");
  await amount.fill("1.234,56");
  const understood = page.locator(".payment .understood");
  expect(spaced(await understood.innerText())).toBe("= 1.234,56 €");
  await page.locator("form.payment").getByRole("button", { name: "Zahlung erfassen" }).click();
  await page.getByText("erfasst.").waitFor();
  expect(await page.locator("form.payment:visible").count()).toBe(0);

  await pressAction(page, "Rechnung korrigieren");
  await page.getByRole("dialog").getByLabel("Grund").fill("Beschädigt");
  await page.getByLabel("Einzelne Positionen").check();
  await page.getByLabel(/^Menge, von/).fill("0.5");
  await page.getByRole("button", { name: "Vorschau der Korrektur" }).click();
  await page.locator(".review").getByRole("button", { name: "Rechnungskorrektur ausstellen" }).click();
  await page.getByText("wurde ausgestellt.").waitFor();
  expect(await company.get(id)).toMatchObject({ amountPaid: 1234.56, creditedTotal: 595.3 });
});
