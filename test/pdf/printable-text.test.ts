import { expect, test } from "vitest";
import { printableText, unprintableCharacters } from "../../src/pdf/text/printable-text.ts";

const hasAscii = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x7f;
const hasAlso = (more: string) => (codePoint: number) =>
  hasAscii(codePoint) || [...more].some((character) => character.codePointAt(0) === codePoint);

const ARABIC = "سلامیخواهم";

test.each([
  ["what the font has", "Firma 7", hasAscii, "Firma 7"],
  ["a letter and its mark as one", "Cafe\u0301", hasAlso("é"), "Café"],
  ["a letter and a mark that the font has", "e\u0301", hasAlso("\u0301"), "e\u0301"],
  ["a ligature", "Eﬃzienz №5", hasAscii, "Effizienz No5"],
  ["letters as wide as Chinese ones", "ＡＢ", hasAscii, "AB"],
  ["Arabic letters in the form in which they are shown", "ﺳﻼﻡ", hasAlso(ARABIC), "سلام"],
  ["quotation marks and dashes", "„a“ – b — c…", hasAscii, '"a" - b - c...'],
  ["a dash of another length", "a — b", hasAlso("–"), "a – b"],
  ["spaces that do not break", "1\u202F234\u00A0€", hasAscii, "1 234 EUR"],
  ["a narrow space where the font has the wide one", "1\u202F2", hasAlso("\u00A0"), "1\u00A02"],
  ["Romanian letters in old fonts", "Țuțora", hasAlso("Ţţ"), "Ţuţora"],
  ["a joiner that decides how Arabic letters look", "می\u200Cخواهم", hasAlso(ARABIC), "می\u200Cخواهم"],
])("prints %s", (_, text, has, expected) => {
  expect(printableText(text, [{ has }])).toBe(expected);
  expect(unprintableCharacters(text, [{ has }])).toEqual([]);
});

test.each([
  ["a letter whose mark the font lacks, because it is another letter", "Žižek, Łódź", hasAlso("Łó"), ["Ž", "ž", "ź"]],
  ["a raised number, because 10² is not 102", "10²", hasAscii, ["²"]],
  ["each character once", "名前 x 名", hasAscii, ["名", "前"]],
  ["a family", "👨‍👩‍👧!", hasAscii, ["👨", "👩", "👧"]],
  ["a flag", "🇪🇺", hasAscii, ["🇪🇺"]],
  ["the sign for a missing character", "\uFFFD", hasAscii, ["\uFFFD"]],
])("cannot print %s", (_, text, has, expected) => {
  expect(unprintableCharacters(text, [{ has }])).toEqual(expected);
});

test("the fonts are tried in their order, and a letter stays with its mark", () => {
  const fonts = [hasAscii, hasAlso("é"), hasAlso("\u0301")].map((has) => ({ has }));
  expect(printableText("e\u0301", fonts)).toBe("é");
  expect(printableText("o\u0301", fonts)).toBe("o\u0301");
  expect(printableText("€", [{ has: hasAscii }, { has: hasAlso("€") }])).toBe("€");
});

test("characters without a glyph are left out, even if the font has them", () => {
  expect(printableText("a\u0000b\u0007c\u200Bd\u202Ee\u00ADf\uFEFFg\uFE0F\u200Dh", [{ has: () => true }])).toBe(
    "abcdefgh",
  );
});

test("tabs and line breaks of any kind are one space", () => {
  expect(printableText("a\t\tb\r\nc\u2028d\u0085e", [{ has: hasAscii }])).toBe("a b c d e");
});
