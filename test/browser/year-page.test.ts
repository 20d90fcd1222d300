import type { Invoice, InvoiceOrder } from "faktura";
import { expect } from "vitest";
import { texts } from "../../src/languages/en/panel-texts.ts";
import { order } from "../support/fixtures.ts";
import { amountText } from "./amounts.ts";
import { test } from "./browser-test.ts";
import { tableRows } from "./shown.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");

const CONSUMERS = "Consumers in other member states";

const ORDERS: readonly Partial<InvoiceOrder>[] = [
  {},
  { items: [{ description: "a", quantity: 3, unitPrice: 33.33 }] },
  { clientCountry: "FI", items: [{ description: "b", quantity: 1, unitPrice: 0.1 }] },
  { clientCountry: "CH", items: [{ description: "c", quantity: 7, unitPrice: 14.29 }] },
  { currency: "USD", clientCountry: "US" },
  { currency: "JPY", items: [{ description: "d", quantity: 1, unitPrice: 1234 }] },
];

/** Rows of name, net and VAT, which sum the invoices of each name. */
function summed(invoices: readonly Invoice[], names: readonly string[], nameOf: (invoice: Invoice) => string) {
  const amount = (own: readonly Invoice[], name: "subtotal" | "taxTotal") => {
    const cents = own.reduce((sum, one) => sum + Math.round(one[name] * 100), 0);
    return amountText(cents / 100, invoices[0]!.currency);
  };
  const row = (name: string, own: readonly Invoice[]) => [name, "", amount(own, "subtotal"), amount(own, "taxTotal")];
  return [
    ...names.map((name) =>
      row(
        name,
        invoices.filter((one) => nameOf(one) === name),
      ),
    ),
    row("Total", invoices),
  ];
}

test("the year's figures are what its invoices sum to, and leave out cancelled ones and other years", async ({
  openDesk,
  host,
}) => {
  const { page, company, open } = await openDesk();
  const issued: Invoice[] = [];
  for (const day of ["2025-12-31", "2026-01-01", "2026-02-28", "2026-11-20"]) {
    host.clock.set(`${day}T12:00:00.000Z`);
    const invoices = await company.issueMany(ORDERS.map((changes) => order(changes)));
    await company.cancel((await company.issue(order())).id);
    issued.push(...invoices);
  }
  const of2026 = issued.filter(({ issueDate }) => issueDate.startsWith("2026"));

  await open("/year");
  const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(headings).toEqual(["EUR: 12 invoices", "JPY: 3 invoices", "USD: 3 invoices", CONSUMERS]);
  for (const currency of ["EUR", "JPY", "USD"]) {
    const own = of2026.filter((invoice) => invoice.currency === currency);
    const section = page.getByRole("region", { name: currency });
    const months = await tableRows(section.getByRole("table", { name: "By month" }).locator("tbody tr, tfoot tr"));
    expect(months).toEqual(summed(own, MONTHS, ({ issueDate }) => MONTHS[Number(issueDate.slice(5, 7)) - 1]!));
    const rows = await tableRows(section.getByRole("table", { name: "By treatment" }).locator("tbody tr, tfoot tr"));
    const names = [...new Set(own.map(({ vatTreatment }) => texts.words.treatments[vatTreatment]))];
    const expected = summed(own, names, ({ vatTreatment }) => texts.words.treatments[vatTreatment]);
    expect([...rows].sort()).toEqual([...expected].sort());
  }

  await page.getByRole("link", { name: "2025" }).click();
  await page.getByRole("heading", { name: "2025" }).waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    ...["EUR: 4 invoices", "JPY: 1 invoice", "USD: 1 invoice", CONSUMERS],
  ]);
  await page.getByRole("link", { name: "2026" }).click();
  await page.getByRole("heading", { name: "2026" }).waitFor();
});

test("credit notes reduce the month in which they are issued, and a credited invoice counts though cancelled", async ({
  openDesk,
  host,
}) => {
  const { page, company, open } = await openDesk();
  host.clock.set("2026-03-02T12:00:00.000Z");
  const [part, whole] = await company.issueMany([order(), order()]);
  host.clock.set("2026-11-20T12:00:00.000Z");
  await company.credit(part!.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
  await company.credit(whole!.id, { reason: "returned" });
  await company.cancel(whole!.id);
  await open("/year");
  const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(headings).toEqual(["EUR: 2 invoices and 2 credit notes", CONSUMERS]);
  const months = await tableRows(page.getByRole("table", { name: "By month" }).locator("tbody tr, tfoot tr"));
  expect(months.filter(([, , net]) => net !== "€0.00")).toEqual([
    ["Mar", "", "€400.00", "€76.00"],
    ["Nov", "", "-€250.00", "-€47.50"],
    ["Total", "", "€150.00", "€28.50"],
  ]);
  const widths = await page
    .locator(".bars rect")
    .evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute("width"))));
  expect(widths.every((width) => width >= 0 && width <= 1)).toBe(true);
});

test("sales count by their tax points, and by the state in which they are declared", async ({ openDesk, host }) => {
  const { page, company, open } = await openDesk();
  host.clock.set("2026-11-20T12:00:00.000Z");
  const finnish = { clientCountry: "FI", supply: "goods" } as const;
  await company.issue(order({ supplyDate: "2026-02-03" }));
  await company.issue(order({ supplyDate: "2025-12-31" }));
  await company.issue(order({ ...finnish, items: [{ description: "a", quantity: 1, unitPrice: 0.1 }] }));
  await company.issue(order({ ...finnish, items: [{ description: "a", quantity: 1, unitPrice: 0.2 }] }));
  await company.issue(order({ clientCountry: "GB", clientAddress: { postalCode: "BT1 1AA" }, supply: "goods" }));
  await company.issue(order({ clientCountry: "GR", clientVatNumber: "EL094259216", supply: "services" }));
  await company.issue(order({ clientCountry: "US", supply: "goods" }));
  await company.issue(order({ clientCountry: "US" }));
  await company.issue(order({ clientCountry: "ES", clientAddress: { postalCode: "35001" }, supply: "goods" }));
  await open("/year");
  const rowsOf = (name: string) => tableRows(page.getByRole("table", { name }).locator("tbody tr, tfoot tr"));
  const months = await rowsOf("By month");
  expect(months.filter(([, , net]) => net !== "€0.00").map(([month, , net]) => [month, net])).toEqual([
    ["Feb", "€200.00"],
    ["Nov", "€1,000.30"],
    ["Total", "€1,200.30"],
  ]);
  const states = await rowsOf("By state");
  expect([...states].sort()).toEqual([
    ["Finland", "", "€0.30", "€0.08"],
    ["Germany", "", "€200.00", "€38.00"],
    ["Greece", "", "€200.00", "€0.00"],
    ["Northern Ireland", "", "€200.00", "€40.00"],
    ["Spain (ES-CN)", "", "€200.00", "€0.00"],
    ["Total", "", "€1,200.30", "€78.08"],
    ["United States", "", "€200.00", "€0.00"],
    ["Without a place", "", "€200.00", "€0.00"],
  ]);
});

test("the limit for consumers in other member states is a bar, and says when it was passed", async ({
  openDesk,
  host,
}) => {
  const { page, company, open } = await openDesk();
  const abroad = (unitPrice: number) =>
    order({ clientCountry: "FI", supply: "goods", items: [{ description: "a", quantity: 1, unitPrice }] });
  host.clock.set("2026-01-10T12:00:00.000Z");
  await company.issue(abroad(5000));
  await open("/year");
  const section = page.getByRole("region", { name: CONSUMERS });
  const widths = () =>
    section.locator("rect").evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute("width"))));
  expect(await section.getByText("The limit was not passed in 2026.").count()).toBe(1);
  expect((await widths()).map((width) => Math.round(width * 1000))).toEqual([0, 5, 455, 5]);
  host.clock.set("2026-03-02T12:00:00.000Z");
  const last = await company.issue(abroad(6000));
  await open("/year");
  expect(await section.getByText(`The limit was passed on 2 Mar 2026 with ${last.invoiceNumber}.`).count()).toBe(1);
  expect(await tableRows(section.locator("tbody tr"))).toEqual([
    ["2025", "", "€0.00"],
    ["2026", "", "€11,000.00"],
  ]);
  await company.saveProfile({ ...(await company.profile()), country: "CH", vatNumber: undefined });
  await open("/year");
  await page.getByRole("heading", { name: "2026" }).waitFor();
  expect(await section.count()).toBe(0);
});

test("the bars are as long as their amounts", async ({ openDesk }) => {
  const { page, company, open } = await openDesk();
  await company.issue(order({ clientCountry: "CH", items: [{ description: "a", quantity: 1, unitPrice: 300 }] }));
  await company.issue(order({ items: [{ description: "b", quantity: 1, unitPrice: 100 }] }));
  await open("/year");
  const treatments = page.getByRole("table", { name: "By treatment" }).locator("tbody tr");
  const widths = await treatments.evaluateAll((rows) =>
    rows.map((row) => {
      const whole = row.querySelector("svg")!.getBoundingClientRect().width;
      return [...row.querySelectorAll("rect")].map((one) =>
        Math.round((one.getBoundingClientRect().width / whole) * 100),
      );
    }),
  );
  expect(widths).toEqual([
    [100, 0],
    [33, 6],
  ]);
});

test.for(["abc", "0000", "12345", ""])("an invalid year shows this year: %j", async (year, { openDesk }) => {
  const { page, open } = await openDesk();
  await open(`/year?year=${year}`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("2026");
});

test("a year without invoices says so, and the next year is not offered before it has begun", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/year");
  expect(await page.getByText("No invoices in 2026.").count()).toBe(1);
  expect(await page.getByRole("navigation", { name: "Years" }).innerText()).toBe("2025");
});
