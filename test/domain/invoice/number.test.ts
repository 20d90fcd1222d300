import { formatInvoiceNumber, type InvoiceNumberParts, parseInvoiceNumber } from "faktura";
import { expect, test } from "vitest";

const parts = (changes: Partial<InvoiceNumberParts> = {}): InvoiceNumberParts => ({
  prefix: "INV",
  yearMonth: "202611",
  counter: 42,
  ...changes,
});

test.each([
  [parts(), "INV-202611-0042"],
  [parts({ counter: 1 }), "INV-202611-0001"],
  [parts({ counter: 9999 }), "INV-202611-9999"],
  [parts({ counter: 10_000 }), "INV-202611-10000"],
  [parts({ counter: Number.MAX_SAFE_INTEGER }), "INV-202611-9007199254740991"],
  [parts({ prefix: "RE-2026" }), "RE-2026-202611-0042"],
  [parts({ prefix: "A-202611-0001" }), "A-202611-0001-202611-0042"],
  [parts({ prefix: "a._/9" }), "a._/9-202611-0042"],
  [parts({ prefix: "12345678901234567890", yearMonth: "000101" }), "12345678901234567890-000101-0042"],
])("%o is written %s and read back", (given, text) => {
  expect(formatInvoiceNumber(given)).toBe(text);
  expect(parseInvoiceNumber(text)).toEqual(given);
});

test.each([
  "",
  "INV",
  "INV-202611",
  "INV-202611-42",
  "INV-202611-042",
  "INV-202611-00042",
  "INV-202611-0000",
  "INV-202600-0042",
  "INV-202613-0042",
  "INV-20261-0042",
  "-202611-0042",
  "-INV-202611-0042",
  "INV--202611-0042",
  "INV-202611-0042 ",
  " INV-202611-0042",
  "INV-202611-0042\n",
  "INV 1-202611-0042",
  "ÄRZTE-202611-0042",
  "INV-202611-９９９９",
  "123456789012345678901-202611-0042",
  "INV-202611-9007199254740992",
  "INV-202611-99999999999999999999",
])("%j is not an invoice number", (text) => {
  expect(parseInvoiceNumber(text)).toBeUndefined();
});

test.each([
  ["an empty prefix", parts({ prefix: "" })],
  ["a prefix of 21 characters", parts({ prefix: "123456789012345678901" })],
  ["a prefix that ends in a hyphen", parts({ prefix: "INV-" })],
  ["a prefix with a space", parts({ prefix: "IN V" })],
  ["a thirteenth month", parts({ yearMonth: "202613" })],
  ["a month without its year", parts({ yearMonth: "11" })],
  ["counter 0", parts({ counter: 0 })],
  ["a broken counter", parts({ counter: 1.5 })],
  ["a counter beyond whole doubles", parts({ counter: 2 ** 53 })],
  ["NaN", parts({ counter: Number.NaN })],
])("%s is a mistake in the code", (_what, given) => {
  expect(() => formatInvoiceNumber(given)).toThrow(TypeError);
});

test("a hostile text of a million characters is parsed at once", () => {
  expect(parseInvoiceNumber(`${"-".repeat(1_000_000)}-202611-0042`)).toBeUndefined();
  expect(parseInvoiceNumber(`INV-202611-${"0".repeat(1_000_000)}`)).toBeUndefined();
});
