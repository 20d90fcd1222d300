import { expect, test } from "vitest";
import { formatsOf } from "../../src/pdf/formats.ts";

const german = formatsOf("de-DE");
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");

test("a date has no place at which a line could end", () => {
  expect(german.day("2026-11-20")).toBe("20.\u00A0November\u00A02026");
  expect(german.period({ start: "2026-10-01", end: "2026-10-31" })).toBe(
    "1.\u00A0Oktober\u00A02026\u00A0– 31.\u00A0Oktober\u00A02026",
  );
});

test("a date does not depend on the time zone of the machine", () => {
  expect(formatsOf("en-IE").day("2026-01-01")).toBe("1\u00A0January\u00A02026");
});

test.each([
  [1234.5, "EUR", "1.234,50 €"],
  [-1234.5, "USD", "-1.234,50 USD"],
  [12.345, "KWD", "12,345 KWD"],
  [1127, "JPY", "1.127 JPY"],
  [1.5, "IQD", "1,500 IQD"], // CLDR has no decimals
  [9_999_999_999_999.99, "EUR", "9.999.999.999.999,99 €"],
])("%d %s is %s", (amount, currency, expected) => {
  expect(plain(german.money(amount, currency))).toBe(expected);
});

test.each([
  [0.5, "0,50"],
  [12.345, "12,345"],
  [1e-7, "0,0000001"],
])("an amount of %d has its decimals, at least those of the currency", (amount, expected) => {
  expect(german.amount(amount, "EUR")).toBe(expected);
});

test("rates have the decimals that they were given, though doubles do not", () => {
  const wrong = [];
  for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
    const shown = plain(german.percent(hundredths / 100));
    if (shown !== `${String(hundredths / 100).replace(".", ",")} %`) wrong.push(shown);
  }
  expect(wrong).toEqual([]);
});

test("a country without a name is its code", () => {
  expect(german.country("FR")).toBe("Frankreich");
  expect(german.country("QQ")).toBe("QQ");
});
