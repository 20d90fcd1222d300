import { formatInvoiceNumber, type InvoiceNumberParts, parseInvoiceNumber } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../support/code-point.ts";

const end = fc.constantFrom(..."AZaz09._/");
const inner = fc.string({ unit: fc.constantFrom(..."AZaz09._/-"), maxLength: 18 });
const prefix = fc.oneof(
  end,
  fc.tuple(end, inner, end).map((letters) => letters.join("")),
);
const digits = (value: number, length: number) => String(value).padStart(length, "0");
const yearMonth = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => digits(year, 4) + digits(month, 2));
const counter = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));

test("a written number is read back", () => {
  const parts = fc.record({ prefix, yearMonth, counter });
  const check = (given: InvoiceNumberParts) => {
    expect(parseInvoiceNumber(formatInvoiceNumber(given))).toEqual(given);
  };
  fc.assert(fc.property(parts, check), { numRuns: 2000 });
});

/** Texts that are close to invoice numbers, so that many of them are one. */
const nearlyANumber = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(..."AZ09._/- \nä"), maxLength: 21 }),
    fc.string({ unit: fc.constantFrom(..."0129-"), minLength: 5, maxLength: 7 }),
    fc.string({ unit: fc.constantFrom(..."0129"), minLength: 3, maxLength: 18 }),
  )
  .map((groups) => groups.join("-"));

test("a number that is read is written the same again, and no text throws", () => {
  let read = 0;
  const check = (text: string) => {
    const parts = parseInvoiceNumber(text);
    if (parts === undefined) return;
    read += 1;
    expect(formatInvoiceNumber(parts)).toBe(text);
  };
  fc.assert(fc.property(fc.oneof(fc.string({ unit: codePoint }), nearlyANumber), check), { numRuns: 5000 });
  expect(read).toBeGreaterThan(0);
});

test("two numbers of one company are equal only if their counters are", () => {
  const check = (same: string, first: [string, number], second: [string, number]) => {
    const [one, other] = [first, second].map(([month, count]) =>
      formatInvoiceNumber({ prefix: same, yearMonth: month, counter: count }),
    );
    expect(one === other).toBe(first[0] === second[0] && first[1] === second[1]);
  };
  const place = fc.tuple(yearMonth, counter);
  fc.assert(fc.property(prefix, place, place, check));
});
