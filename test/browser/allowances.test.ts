/** Goal: the panel shows allowances, charges and rounding, for which its form has no fields, and never loses them silently. */
import { expect } from "vitest";
import { figuresOf, shownFigures } from "../../src/panel/figures.ts";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";

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
  const figures = figuresOf((await company.profile())!, given, {});
  expect(shownFigures(figures)).toEqual({ vatTreatment, subtotal, taxTotal, total });
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

test("a duplicate names what the form cannot repeat, and leaves out a price that is not for one", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk();
  const { id } = await company.issue(ADJUSTED);
  await open(`/invoices/${id}`);
  await page.getByRole("link", { name: "Duplicate invoice" }).click();
  await page
    .getByText(
      "Not copied: the discounts on the whole invoice, the charges on the whole invoice, the rounding amount, the discount of line 1 and details of line 1.",
    )
    .waitFor();
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
