import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTypedNumber, typedText } from "../../src/panel/typed-number.ts";

const GUIDE = readFileSync("docs/guide/vat-in-the-browser.md", "utf8");
const LOCALES = ["en", "de", "fr", "de-CH", "sv", "es", "pl", "it", "nl", "fi", "bg", "hu", "hi-IN"] as const;

/** The rows of the guide's table: the text, and what an English, a German and a French browser make of it. */
const TABLE = [...GUIDE.matchAll(/^\| `(?<text>[^`]+)` \| (?<en>[^|]+) \| (?<de>[^|]+) \| (?<fr>[^|]+) \|$/gm)]
  .map(({ groups }) => groups!)
  .filter(({ en }) => /^(?:[\d.,]+|write .*|refused)$/.test(en!));

function resultIn(locale: string, text: string): string {
  const typed = parseTypedNumber(text);
  if (typed.kind === "unknown") return "refused";
  if (typed.kind === "ambiguous") return `write ${typed.readings.map((one) => typedText(one, locale)).join(" or ")}`;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(typed.value).replaceAll(/\s/g, " ");
}

describe("the table in the guide", () => {
  test("has each of its rows compared here", () => {
    expect(TABLE).toHaveLength(18);
  });

  test.each(TABLE)("$text", ({ text, ...results }) => {
    for (const [locale, result] of Object.entries(results)) expect(resultIn(locale, text!), locale).toBe(result);
  });
});

test.each([
  ["−5", -5],
  ["-1.234,50", -1234.5],
  ["+ 7", 7],
  ["12.", 12],
  [",5", 0.5],
  [" 1\u00a0234\u202f567,8 ", 1234567.8],
  ["007,500", 7.5],
  ["-0", 0],
  ["123456789012345", 123456789012345],
])("%s is %d", (text, value) => {
  expect(parseTypedNumber(text)).toEqual({ kind: "number", value });
});

test.each(["", "-", ",", "--5", "5-", "12 50", "1,234,56", "1.000.00", "0x10", "Infinity", "٥", "1234567890123456"])(
  "%j is no number",
  (text) => {
    expect(parseTypedNumber(text)).toEqual({ kind: "unknown" });
  },
);

test("an ambiguous text has both of its readings", () => {
  expect(parseTypedNumber("-1,234")).toEqual({ kind: "ambiguous", readings: [-1234, -1.234] });
});

/** Decimals of up to 15 significant digits, six of them behind the point. */
const numbers = fc
  .tuple(
    fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 0, max: 6 }),
  )
  .map(([digits, dropped, scale]) => Number(`${Math.trunc(digits / 10 ** dropped)}e-${scale}`));

test.each(LOCALES)("a number that %s formats is understood as itself or refused, never as another", (locale) => {
  const [format, plain] = [{}, { useGrouping: false }].map(
    (options) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...options }),
  );
  let understood = 0;
  fc.assert(
    fc.property(numbers, (number) => {
      for (const text of [format!.format(number), plain!.format(number)]) {
        const typed = parseTypedNumber(text);
        if (typed.kind === "number") expect(typed.value, text).toBe(number);
        if (typed.kind === "ambiguous") expect(typed.readings, text).toContain(number);
        understood += typed.kind === "number" ? 1 : 0;
      }
    }),
  );
  expect(understood).toBeGreaterThan(100);
});

test.each([...LOCALES, "ar-EG"])("what a field in %s starts with is understood as the same number", (locale) => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(parseTypedNumber(typedText(number, locale))).toEqual({ kind: "number", value: number });
    }),
  );
});
