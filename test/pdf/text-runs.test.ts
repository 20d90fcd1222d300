import { expect, test } from "vitest";
import { requireFonts } from "../../src/pdf/text/font-file.ts";
import { levelledLines, positionedRuns, textRuns } from "../../src/pdf/text/text-runs.ts";
import { FONTS, WITH_FALLBACK } from "./fonts.ts";

const fonts = requireFonts(WITH_FALLBACK);

/** The letters of a line from left to right, as they are seen: those of each word from right to left are turned round. */
function seen(paragraph: string, lines: readonly string[] = [paragraph]): string[] {
  return levelledLines(paragraph, lines).map((line) => {
    const runs = positionedRuns(textRuns(line, fonts), ({ text }) => text.length);
    const drawn = runs.sort((a, b) => a.left - b.left).map(({ text }) => text.split(" ").map(drawnWord).join(" "));
    return drawn.join("");
  });
}

function drawnWord(word: string): string {
  return /[א-ת]/.test(word) ? [...word].reverse().join("") : word;
}

// Capitals stand for Hebrew letters, as in the examples of the standard.
const hebrew = (text: string) =>
  text.replaceAll(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x58f));
const capitals = (text: string) =>
  text.replaceAll(/[א-ת]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x58f));

test.each([
  ["only from left to right", "car 12 (a)", "car 12 (a)"],
  ["a word", "ABC", "CBA"],
  ["words", "ABC DEF", "FED CBA"],
  ["words in another text", "car ABC DEF is", "car FED CBA is"],
  ["a number behind words", "ABC DEF 12", "12 FED CBA"],
  ["a number before words", "12 ABC", "CBA 12"],
  ["a number between words", "ABC 12 DEF", "FED 12 CBA"],
  ["a number with signs", "ABC 1,234.50 DEF", "FED 1,234.50 CBA"],
  ["a percentage", "ABC 15% DEF", "FED 15% CBA"],
  ["brackets, which are mirrored", "ABC (DEF) GH", "HG (FED) CBA"],
  ["brackets around other letters", "ABC (car v2.0) DEF", "FED (car v2.0) CBA"],
  ["a full stop behind the last word", "ABC.", ".CBA"],
  ["a full stop of a text that begins otherwise", "car ABC.", "car CBA."],
  ["words of both directions", "ABC car DEF", "FED car CBA"],
  ["a comma between words in another text", "car ABC, DEF is", "car FED ,CBA is"],
])("%s", (_, text, expected) => {
  expect(capitals(seen(hebrew(text))[0]!)).toBe(expected);
});

test("lines are broken in the order in which they are read, and each is ordered with what is around it", () => {
  const [one, two] = [hebrew("ABC DEF,"), hebrew("GH car 12")];
  expect(seen(`${one} ${two}`, [one, two]).map(capitals)).toEqual([",FED CBA", "car 12 HG"]);
  const ltr = [hebrew("car ABC,"), hebrew("DEF.")];
  expect(seen(ltr.join(" "), ltr).map(capitals)).toEqual(["car ,CBA", "FED."]);
  const dash = [hebrew("car ABC"), hebrew("- DEF.")];
  expect(seen(dash.join(" "), dash).map(capitals)).toEqual(["car CBA", "FED -."]);
});

test("a mark stays with its letter, in the font that has both", () => {
  const runs = textRuns("xאָx", fonts);
  expect(runs.map(({ text, font }) => [text, font.name])).toEqual([
    ["x", "fonts.regular"],
    ["אָ", "fonts.fallback[0]"],
    ["x", "fonts.regular"],
  ]);
});

test("letters are not joined across a non-joiner, which is not drawn", () => {
  expect(textRuns("می\u200Cخواهم", fonts).map(({ text }) => text)).toEqual(["می", "خواهم"]);
});

test("spaces are drawn with the font before them", () => {
  expect(textRuns(hebrew("ABC DEF"), fonts)).toHaveLength(1);
  expect(textRuns(hebrew("ABC DEF"), requireFonts(FONTS))).toHaveLength(1);
});

test("the order of many digits takes no longer than that of as many words", () => {
  const lines = Array.from({ length: 2000 }, () => "1,".repeat(50));
  const began = process.cpuUsage();
  levelledLines(`א ${lines.join(" ")}`, lines);
  const { user } = process.cpuUsage(began);
  expect(user).toBeLessThan(4_000_000); // all at once, they take minutes
});
