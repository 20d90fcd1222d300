/**
 * Goal: names are folded as Unicode folds letters, but one by one and without mixing ASCII with other letters.
 * Method: every code point is folded, and compared with what JavaScript's converted and matched letters say.
 */
import { expect, test } from "vitest";
import { foldCase } from "../../src/domain/letter-case.ts";

/** Every code point below plane 2. No letter after it has a case. */
const ALL = Array.from({ length: 0x20000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const hasCase = (letter: string) => letter.toUpperCase() !== letter || letter.toLowerCase() !== letter;
const LETTERS = ALL.filter(hasCase);

const isOne = (text: string) => [...text].length === 1;
const isAscii = (text: string) => text <= "\u007f";

test("what has no case stays as it is", () => {
  const others = ALL.filter((letter) => !hasCase(letter)).join("");
  expect(foldCase(others) === others).toBe(true);
});

test("a letter folds to one letter, which folds to itself", () => {
  const wrong = LETTERS.filter((letter) => !isOne(foldCase(letter)) || foldCase(foldCase(letter)) !== foldCase(letter));
  expect(wrong).toEqual([]);
});

test("a letter equals its upper and its lower case, if that is one letter and as much of ASCII", () => {
  const wrong = LETTERS.filter((letter) =>
    [letter.toUpperCase(), letter.toLowerCase()].some(
      (other) => isOne(other) && isAscii(other) === isAscii(letter) && foldCase(other) !== foldCase(letter),
    ),
  );
  expect(wrong).toEqual([]);
});

test("a letter equals only letters that a regular expression matches when it ignores case", () => {
  const pairs = LETTERS.map((letter) => [letter, foldCase(letter)] as const).filter(
    ([letter, folded]) => letter !== folded,
  );
  expect(pairs.length).toBeGreaterThan(1300);
  const wrong = pairs.filter(([letter, folded]) => !new RegExp(`^${folded}$`, "iu").test(letter));
  expect(wrong).toEqual([]);
});

test.each([
  ["ÄÉŁØ", "äéłø"],
  ["STRAẞE", "straße"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
  ["Οδυσσευς", "οδυσσευσ"],
  ["İstanbul ışık", "İstanbul ışık"],
  ["\u212aelvin", "\u212aelvin"],
  ["E\u0301", "e\u0301"],
  ["𐐀", "𐐨"],
])("%s folds to %s", (text, folded) => {
  expect(foldCase(text)).toBe(foldCase(folded));
  expect([...foldCase(text)].length).toBe([...text].length);
});
