import type { Invoice } from "faktura";
import { printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";

const { acme } = await openBooks();
const INVOICE = await acme.issue(order({ clientAddress: { city: "Paris" } }));

/** The texts of an invoice with other fields. */
const printed = (changes: Partial<Invoice>, language = "de-DE") =>
  printedContent({ ...INVOICE, ...changes }, { language });
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");

test("a date has no place at which a line could end", async () => {
  const { facts } = await printed({ period: { start: "2026-10-01", end: "2026-10-31" } });
  const values = facts.map(([, value]) => value);
  expect(values).toContain("20.\u00A0November\u00A02026");
  expect(values).toContain("1.\u00A0Oktober\u00A02026\u00A0– 31.\u00A0Oktober\u00A02026");
});

test("a date does not depend on the time zone of the machine", async () => {
  const { facts } = await printed({ issueDate: "2026-01-01" }, "en-IE");
  expect(facts.map(([, value]) => value)).toContain("1\u00A0January\u00A02026");
});

test.each([
  [1234.5, "EUR", "1.234,50 €"],
  [-1234.5, "USD", "-1.234,50 USD"],
  [12.345, "KWD", "12,345 KWD"],
  [1127, "JPY", "1.127 JPY"],
  [1.5, "IQD", "1,500 IQD"], // CLDR has no decimals
  [9_999_999_999_999.99, "EUR", "9.999.999.999.999,99 €"],
])("%d %s is %s", async (total, currency, expected) => {
  const { sums } = await printed({ total, amountDue: total, currency });
  expect(sums.map(({ value }) => plain(value))).toContain(expected);
});

test.each([
  [0.5, "0,50"],
  [12.345, "12,345"],
  [1e-7, "0,0000001"],
])("an amount of %d has its decimals, at least those of the currency", async (unitPrice, expected) => {
  const { lines } = await printed({ items: [{ ...INVOICE.items[0]!, unitPrice }] });
  expect(JSON.stringify(lines)).toContain(`"${expected}"`);
});

test("rates have the decimals that they were given, though doubles do not", async () => {
  const rates = Array.from({ length: 10_001 }, (_, hundredths) => hundredths / 100);
  const vatBreakdown = rates.map((taxRate) => ({ ...INVOICE.vatBreakdown[0]!, taxRate }));
  const shown = plain(JSON.stringify((await printed({ vatBreakdown })).breakdown));
  const expected = rates.map((rate) => `${String(rate).replace(".", ",")} %`);
  expect(expected.filter((rate) => !shown.includes(`"${rate}"`))).toEqual([]);
});

test("a country without a name is its code", async () => {
  const lastLine = async (clientCountry: string) => (await printed({ clientCountry })).clientLines.at(-1);
  expect([await lastLine("FR"), await lastLine("QQ")]).toEqual(["Frankreich", "QQ"]);
});
