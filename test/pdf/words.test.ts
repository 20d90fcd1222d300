import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PDF_LANGUAGES } from "faktura/pdf";
import { expect, test } from "vitest";
import { PDF_WORDS } from "../../src/languages/generated/pdf-words.ts";
import { requireFont } from "../../src/pdf/text/font-file.ts";
import { wordsOf } from "../../src/pdf/words.ts";
import { FONTS } from "./fonts.ts";

/** The official languages of the EU. @see Regulation No 1 of 1958, article 1 */
const OFFICIAL = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" ");

test("there are words in the 24 official languages of the EU", () => {
  expect([...PDF_LANGUAGES].sort()).toEqual(OFFICIAL);
});

test.each(OFFICIAL)("%s has every word, without blanks around it, in letters that Source Sans 3 has", (language) => {
  const words = Object.values(PDF_WORDS[language as keyof typeof PDF_WORDS]);
  expect(words.filter((word) => word.trim() === "" || word !== word.trim())).toEqual([]);
  expect(words).toHaveLength(Object.keys(PDF_WORDS.en).length);
  const fonts = [requireFont("fonts.regular", FONTS.regular), requireFont("fonts.bold", FONTS.bold)];
  const missing = [...words.join("")].filter((letter) => !fonts.every(({ has }) => has(letter.codePointAt(0)!)));
  expect(missing).toEqual([]);
});

test("no two columns or facts of a language have one name", () => {
  for (const [language, words] of Object.entries(PDF_WORDS)) {
    const { vat, taxAmount, netAmount, unitPrice, quantity, subtotal, total, amountDue, paid, credited } = words;
    const shown = [vat, taxAmount, netAmount, unitPrice, quantity, subtotal, total, amountDue, paid, credited];
    expect([language, new Set(shown).size]).toEqual([language, shown.length]);
    const { invoice, selfBilledInvoice, creditNote } = words;
    expect([language, new Set([invoice, selfBilledInvoice, creditNote]).size]).toEqual([language, 3]);
    expect([language, new Set([words.cancelled, paid, credited]).size]).toEqual([language, 3]);
    for (const carried of [words.carriedForward, words.broughtForward]) expect(shown).not.toContain(carried);
  }
});

test("the page on the words has the titles that are printed", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/why/pdf-words.md"), "utf8");
  const rows = [...page.matchAll(/^\| ([a-z]{2}) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(
    OFFICIAL.map((language) => {
      const { invoice, selfBilledInvoice, creditNote, taxableAmount } = PDF_WORDS[language as keyof typeof PDF_WORDS];
      return [language, invoice, selfBilledInvoice, creditNote, taxableAmount];
    }),
  );
});

test("a host's words replace those of the language, and an unknown one is named", () => {
  expect(wordsOf("de", { invoice: "Honorarnote" })).toEqual({ ...PDF_WORDS.de, invoice: "Honorarnote" });
  expect(wordsOf("de", { invoice: undefined })).toEqual(PDF_WORDS.de);
  expect(() => wordsOf("de", { invoce: "Rechnung" } as object)).toThrow(
    new TypeError("words: invoce is not a known option; did you mean invoice?"),
  );
  const fault = new TypeError("words.invoice must be a string of at most 100 characters");
  expect(() => wordsOf("de", { invoice: 7 } as unknown as object)).toThrow(fault);
  expect(() => wordsOf("de", { invoice: "x".repeat(101) })).toThrow(fault);
  expect(wordsOf("de", { invoice: "x".repeat(100) }).invoice).toHaveLength(100);
});

test("a language without words has English ones", () => {
  expect(wordsOf("no")).toEqual(PDF_WORDS.en);
});
