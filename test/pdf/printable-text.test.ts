import { expect, test } from "vitest";
import { inVisualOrder, printableText } from "../../src/pdf/printable-text.ts";

const hasAscii = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x7f;
const hasAlso = (more: string) => (codePoint: number) =>
  hasAscii(codePoint) || [...more].some((character) => character.codePointAt(0) === codePoint);

test.each([
  ["what the font has", "Firma 7", hasAscii, "Firma 7"],
  ["a letter without its mark", "Žižek, Łódź", hasAlso("Łó"), "Zizek, Łódz"],
  ["a letter and its mark as one", "Cafe\u0301", hasAlso("é"), "Café"],
  ["a letter and a mark that the font has", "e\u0301", hasAlso("\u0301"), "e\u0301"],
  ["a ligature", "Eﬃzienz №5", hasAscii, "Effizienz No5"],
  ["quotation marks and dashes", "„a“ – b — c…", hasAscii, '"a" - b - c...'],
  ["a dash of another length", "a — b", hasAlso("–"), "a – b"],
  ["spaces that do not break", "1\u202F234\u00A0€", hasAscii, "1 234 EUR"],
  ["a narrow space where the font has the wide one", "1\u202F2", hasAlso("\u00A0"), "1\u00A02"],
  ["Romanian letters in old fonts", "Țuțora", hasAlso("Ţţ"), "Ţuţora"],
  ["what cannot be said otherwise", "名前 x", hasAscii, "?? x"],
  ["what cannot be said otherwise, if the font has the sign for it", "名", hasAlso("\uFFFD"), "\uFFFD"],
  ["a family, which people see as one character", "👨‍👩‍👧!", hasAscii, "?!"],
  ["a flag", "🇪🇺", hasAscii, "?"],
  ["nothing at all", "名", () => false, ""],
])("prints %s", (_, text, has, expected) => {
  expect(printableText(text, has)).toBe(expected);
});

test("characters without a glyph are left out, even if the font has them", () => {
  expect(printableText("a\u0000b\u0007c\u200Bd\u202Ee\u00ADf\uFEFFg\uFE0F", () => true)).toBe("abcdefg");
});

test("tabs and line breaks of any kind are one space", () => {
  expect(printableText("a\t\tb\r\nc\u2028d\u0085e", hasAscii)).toBe("a b c d e");
});

test.each([
  ["Firma GmbH", "Firma GmbH"],
  ["שלום עולם", "עולם שלום"],
  ["Firma שלום עולם GmbH", "Firma עולם שלום GmbH"],
  ["רחוב הרצל 12 תל אביב", "אביב תל 12 הרצל רחוב"],
  ["רחוב הרצל 12", "12 הרצל רחוב"],
  ["12 רחוב הרצל", "12 הרצל רחוב"],
  ["שלום 12 abc 7", "12 שלום abc 7"],
  ["שלום (עולם) .", "(עולם) שלום ."],
  ["a שלום b עולם ועד", "a שלום b ועד עולם"],
])("%s is drawn as %s", (line, expected) => {
  expect(inVisualOrder(line)).toBe(expected);
});
