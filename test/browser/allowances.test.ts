/** Goal: allowances, charges and rounding are typed into the panel, shown before and after issuing, and never lost silently. */
import { expect } from "vitest";
import { figuresOf } from "../../src/panel/browser/new-invoice/figures.ts";
import { SELLER } from "../einvoice/it/scenes.ts";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, openSection, pressAction, pressIssue, TYPED } from "./order-keys.ts";

const ADJUSTED = order({
  supply: "goods",
  items: [
    {
      ...{ description: "Screws", quantity: 2500, unitPrice: 3.2, priceBaseQuantity: 100 },
      discounts: [{ percent: 5, reason: "Volume" }],
      charges: [{ amount: 1.5, reason: "Packing" }],
    },
  ],
  allowances: [{ percent: 10, reason: "Loyalty bonus" }],
  charges: [{ amount: 7.5 }],
  roundingAmount: -0.39,
});

test("the totals before issuing are those of the issued invoice", async ({ openDesk }) => {
  const { company } = await openDesk();
  const given = {
    ...{ ...ADJUSTED, clientCountry: "DE", supplyDate: "2026-11-20" },
    items: [...ADJUSTED.items, { description: "Book", quantity: 1, unitPrice: 20, vatRates: { DE: 7 } }],
    charges: [{ amount: 7.5, vatRates: { DE: 7 } }],
  };
  const { vatTreatment, subtotal, taxTotal, total } = await company.issue(given);
  const { treatment, totals } = figuresOf((await company.profile())!, given, {});
  expect(totals).toMatchObject({ subtotal, taxTotal, total });
  expect(treatment).toBe(vatTreatment);
});

const SECTION = "Discount, charge and rounding";

test("a discount, a charge and a rounding amount are typed, counted at once, and issued", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [...TYPED.lines, { description: "Book", quantity: "1", unitPrice: "20" }] });
  await field(page, "VAT rate", 2).selectOption({ label: "7% reduced" });
  await openSection(page, SECTION);
  for (const [label, text] of Object.entries({
    ...{ "Discount on the invoice, %": "10", "Reason of the discount": "Loyalty" },
    ...{ "Charge on the invoice, EUR": "6.90", "Reason of the charge": "Freight", Rounding: "0.04" },
  }))
    await field(page, label).fill(text);
  const answer = page.locator(".answer .amounts");
  const amounts = async () => (await answer.innerText()).replaceAll(/\s+/g, " ");
  await expect
    .poll(amounts)
    .toBe(
      "Lines €220.00 Discount -€22.00 Charge €6.90 Net €204.90 VAT €36.69 Total €241.59 Rounding €0.04 Amount due €241.63",
    );
  expect(await page.locator("details.section").filter({ hasText: SECTION }).locator(".content").innerText()).toBe(
    "−10% · +€6.90 · rounded by €0.04",
  );
  const { allowances, charges, roundingAmount, total, amountDue } = await company.get(await pressIssue(page));
  expect([allowances?.map(({ percent, reason, amount }) => [percent, reason, amount]), total, amountDue]).toEqual([
    [
      [10, "Loyalty", 2],
      [10, "Loyalty", 20],
    ],
    241.59,
    241.63,
  ]);
  expect([charges, roundingAmount]).toMatchObject([
    [
      { amount: 0.63, taxRate: 7, reason: "Freight" },
      { amount: 6.27, taxRate: 19, reason: "Freight" },
    ],
    0.04,
  ]);
});

test("what is wrong with a discount is said at once, and a rounding amount at its field", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await openSection(page, SECTION);
  await field(page, "Discount on the invoice, EUR").fill("200.01");
  await page.locator(".open-question").getByText("the total is negative").waitFor();
  await field(page, "Discount on the invoice, EUR").fill("200");
  await field(page, "Rounding").fill("3");
  await page.getByRole("button", { name: "Review invoice" }).click();
  await page.getByText("Must be a number from -2 to 2.").waitFor();
  expect(await field(page, "Rounding").getAttribute("aria-invalid")).toBe("true");
});

test("an Italian withholding, a retention and a disbursement are typed, kept in the draft, issued and copied", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk({ profile: SELLER });
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "Italy", clientIs: "Consumer", supply: "Services" });
  const title = "Withheld tax, retention, disbursements";
  await openSection(page, title);
  const fill = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  };
  await fill({ "Tax withheld, %": "20", "Share of the net amount": "50", "What is withheld": "Ritenuta" });
  await fill({ "Kind of withholding": "RT01", "Kind of income": "A" });
  await fill({ "Paid later, EUR": "10", "Paid later, by": "2027-11-30", "Why it is paid later": "Garanzia" });
  await fill({ "Paid in the client's name": "Bollo", "Amount paid in": "12.50", "Number of the receipt": "B-7" });
  const content = page.locator("details.section").filter({ hasText: title }).locator(".content");
  expect(await content.innerText()).toBe("Ritenuta · Garanzia · Bollo");
  const id = await pressIssue(page);
  const { withholdings, retentions, disbursements, total, payable } = await company.get(id);
  expect({ withholdings, retentions, disbursements, total, payable }).toEqual({
    withholdings: [{ percent: 20, basePercent: 50, reason: "Ritenuta", type: "RT01", code: "A", amount: 20 }],
    retentions: [{ dueOn: "2027-11-30", reason: "Garanzia", amount: 10 }],
    disbursements: [{ description: "Bollo", amount: 12.5, reference: "B-7" }],
    ...{ total: 244, payable: 236.5 },
  });
  await open(`/new?copy=${id}`);
  const [percent, reason] = ["percent", "reason"].map((name) => page.locator(`[name="/withholdings/0/${name}"]`));
  expect([await percent!.inputValue(), await reason!.inputValue()]).toEqual(["20", "Ritenuta"]);
  await page.getByText("the disbursements").waitFor();
  await page.reload();
  expect(await percent!.inputValue()).toBe("20");
});

test("a place of delivery is typed, and an address without its country is refused at the country", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await openSection(page, "Delivery address");
  await field(page, "Delivery: Recipient").fill("Lager Nord");
  await field(page, "Delivery: City").fill("Hamburg");
  await page.getByRole("button", { name: "Review invoice" }).click();
  await page.locator("#field-deliverTo-country-fault").getByText("Is missing.").waitFor();
  await field(page, "Delivery: Country").selectOption({ label: "Germany" });
  const { id, deliverTo } = await company.get(await pressIssue(page));
  expect(deliverTo).toEqual({ name: "Lager Nord", country: "DE", address: { city: "Hamburg" } });
  await open(`/new?copy=${id}`);
  expect(await page.locator('[name="/deliverTo/address/city"]').inputValue()).toBe("Hamburg");
});

test("the printed page leads from the lines to the rounded total", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue(ADJUSTED);
  await open(`/invoices/${id}`);
  const lines = await page.locator("article.invoice table.lines").innerText();
  expect(lines.replaceAll(/\s+/g, " ")).toContain(
    "Screws Discount: 5% (Volume) Charge: 1.50 (Packing) 2,500 3.20 / 100",
  );
  const sums = await page.locator("article.invoice .amounts").innerText();
  expect(sums.replaceAll(/\s+/g, " ")).toBe(
    [
      "Sum of lines €77.50 Loyalty bonus 10% -€7.75 Charge €7.50 Total excl. VAT €77.25 VAT €14.68 Total €91.93",
      "Rounding -€0.39 Amount due €91.54",
    ].join(" "),
  );
  await company.credit(id, { reason: "Returned" });
  const note = (await company.creditNotes()).data[0]!;
  await open(`/credit-notes/${note.id}`);
  expect((await page.locator("article.invoice .amounts").innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /^Sum of lines €77.50 Loyalty bonus -€7.75 Charge €7.50 .* Total €91.93 Rounding -€0.39 Credited €91.54$/,
  );
});

test("a discount and a charge are credited by their amounts", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue({
    ...{ ...ADJUSTED, items: [{ description: "Screws", quantity: 1, unitPrice: 100 }] },
    charges: [{ amount: 7.5, reason: "Freight" }],
  });
  await open(`/invoices/${id}`);
  await pressAction(page, "Credit invoice");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Returned");
  await dialog.getByLabel("Single lines").check();
  const [discount, charge] = [dialog.getByLabel("Amount, of €10.00"), dialog.getByLabel("Amount, of €7.50")];
  const review = dialog.getByRole("button", { name: "Review the credit note" });
  await charge.fill("8");
  await review.click();
  await dialog.locator("#field-credit-charges-1-value[aria-invalid]").waitFor();
  await charge.fill("2.5");
  await dialog.getByLabel("Quantity, of 1").fill("1");
  await discount.fill("10");
  await review.click();
  await page.getByRole("button", { name: "Issue credit note" }).click();
  await page.getByText("INV-CN-202611-0001").first().waitFor();
  const [note] = (await company.creditNotes()).data;
  expect(note).toMatchObject({ lineTotal: 100, allowanceTotal: 10, chargeTotal: 2.5, subtotal: 92.5 });
});

test("a duplicate has the discount and the charge that the form can repeat", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue({ ...ADJUSTED, roundingAmount: undefined });
  await open(`/new?copy=${id}`);
  const texts = ["allowances/0/percent", "allowances/0/reason", "allowances/0/amount", "charges/0/amount"].map((name) =>
    page.locator(`[name="/${name}"]`).inputValue(),
  );
  expect(await Promise.all(texts)).toEqual(["10", "Loyalty bonus", "", "7.5"]);
});

test("a duplicate names what the form cannot repeat, and leaves out a price that is not for one", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue({
    ...ADJUSTED,
    allowances: [{ amount: 1 }, { amount: 2 }],
    charges: [{ percent: 5, baseAmount: 10 }],
    cashDiscounts: [{ percent: 2, days: 14 }],
    deliverTo: { identifier: { id: "L-1" } },
  });
  await open(`/invoices/${id}`);
  await page.locator(".menu > summary").click();
  await page.getByRole("link", { name: "Duplicate invoice" }).click();
  await page
    .getByText(
      "Not copied: the rounding amount, the number of the delivery place, the discounts on the whole invoice, the charges on the whole invoice, the discount of line 1 and details of line 1.",
    )
    .waitFor();
  expect(await page.locator('[name="/cashDiscounts/0/percent"]').inputValue()).toBe("2");
  expect(await page.locator('[name="/cashDiscounts/0/days"]').inputValue()).toBe("14");
  expect(await page.locator('[name="/items/0/unitPrice"]').inputValue()).toBe("");
  expect(await page.locator('[name="/items/0/quantity"]').inputValue()).toBe("2500");
});

test("nothing is refunded that the rounding amount explains", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue(order({ ...ADJUSTED, roundingAmount: 0.07 }));
  await company.recordPayment(id, { amount: 92 });
  await open(`/invoices/${id}`);
  const balance = page.locator(".balance");
  expect(await balance.innerText()).not.toMatch(/refund/i);
  await company.credit(id, { reason: "Returned" });
  await open(`/invoices/${id}`);
  expect(await balance.innerText()).toMatch(/€92.00.*refund|refund.*€92.00/i);
});
