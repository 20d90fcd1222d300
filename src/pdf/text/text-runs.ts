import bidiFactory, { type Bidi } from "bidi-js";
import type { FontFile } from "./font-file.ts";
import { charactersOf, hasCharacters } from "./printable-text.ts";

/** Characters of a line that one font draws in one direction. */
export interface TextRun {
  /** As pdfkit takes it: words from left to right, each word in the order in which it is read, with mirrored brackets. */
  readonly text: string;
  readonly font: FontFile;
  /** Of the bidirectional algorithm: even from left to right, odd from right to left. */
  readonly level: number;
}

/** A run and its position on the line. */
export interface PositionedRun extends TextRun {
  /** From the left end of the line. */
  readonly left: number;
}

/** The blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Digits of these scripts, which are written from left to right. */
const DIGITS = /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9]/g;

/**
 * What begins a part of a line, by its level. The text of a document never contains them. There are no higher levels,
 * because it has no embeddings either.
 */
const LEVELS = ["\u2066", "\u2067", "\u2068"] as const;
const LEVELLED_PARTS = /(?=[\u2066-\u2068])/;

/**
 * So much of the text before and behind a line decides its order with it. bidi-js takes quadratic time for digits and
 * signs, so it never gets a long text.
 */
const CONTEXT = 50;

/** The types of bidi-js are those of an ES module, but Node loads it as CommonJS. */
const openBidi = bidiFactory as unknown as () => Bidi;

const bidi = openBidi();

/** Whether a font must draw this text from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && RIGHT_TO_LEFT.test(text.replace(DIGITS, ""));
}

/**
 * The lines of a paragraph, marked with their levels: the paragraph decides them, and each line is ordered on its own.
 * Lines that are written from left to right are returned as they are.
 *
 * @see Unicode Standard Annex #9
 */
export function levelledLines(paragraph: string, lines: readonly string[]): string[] {
  if (!RIGHT_TO_LEFT.test(paragraph)) return [...lines];
  const direction = baseDirection(paragraph);
  let end = 0;
  return lines.map((line) => {
    const start = paragraph.indexOf(line, end);
    end = start + line.length;
    const from = Math.max(0, start - CONTEXT);
    const text = paragraph.slice(from, end + CONTEXT);
    const { levels } = bidi.getEmbeddingLevels(text, direction);
    return levelled(line, (index) => levels[start - from + index]!);
  });
}

/** That of the first letter. */
function baseDirection(paragraph: string): "ltr" | "rtl" {
  for (const character of paragraph) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === "L") return "ltr";
    if (type === "R" || type === "AL") return "rtl";
  }
  return "ltr";
}

function levelled(line: string, levelAt: (index: number) => number): string {
  let marked = "";
  let last: number | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const level = levelAt(index);
    if (level !== last) marked += LEVELS[level];
    marked += line[index];
    last = level;
  }
  return marked;
}

/** The runs of a line, in the order in which they are read. Each character gets the first of the fonts that has it. */
export function textRuns(line: string, fonts: readonly FontFile[]): TextRun[] {
  const isMarked = line.startsWith(LEVELS[0]) || line.startsWith(LEVELS[1]) || line.startsWith(LEVELS[2]);
  if (!isMarked && !RIGHT_TO_LEFT.test(line)) return fontRuns(line, fonts, 0);
  const [marked] = isMarked ? [line] : levelledLines(line, [line]);
  return marked!.split(LEVELLED_PARTS).flatMap((part) => {
    const level = LEVELS.indexOf(part[0] as (typeof LEVELS)[number]);
    const text = part.slice(1);
    if (level % 2 === 0) return fontRuns(text, fonts, level);
    return fontRuns(mirrored(text), fonts, level).map((run) => ({ ...run, text: wordsFromLeft(run.text) }));
  });
}

/** Runs of a text of one level. Spaces are drawn with the font before them. */
function fontRuns(text: string, fonts: readonly FontFile[], level: number): TextRun[] {
  const [main] = fonts as [FontFile];
  if (hasCharacters(main, text) && !text.includes("\u200C")) return text === "" ? [] : [{ text, font: main, level }];
  const runs: { text: string; font: FontFile; level: number }[] = [];
  for (const character of charactersOf(text)) {
    const last = runs.at(-1);
    const isSpace = character === " " && last !== undefined && hasCharacters(last.font, character);
    const font = isSpace ? last.font : (fonts.find((each) => hasCharacters(each, character)) ?? main);
    // Letters are not joined across a non-joiner, nor across runs.
    if (last?.font === font && !last.text.endsWith("\u200C")) last.text += character;
    else runs.push({ text: character, font, level });
  }
  return runs.map((run) => ({ ...run, text: run.text.replaceAll("\u200C", "") }));
}

/** A font orders the letters of a word, but not what only has brackets, signs and digits. */
function wordsFromLeft(text: string): string {
  const words = text.split(" ").map((word) => (isRightToLeft(word) ? word : charactersOf(word).reverse().join("")));
  return words.reverse().join(" ");
}

/** The brackets of a text from right to left, as they are drawn. */
function mirrored(text: string): string {
  let drawn = "";
  for (const character of text) drawn += bidi.getMirroredCharacter(character) ?? character;
  return drawn;
}

/** The runs, still in the order in which they are read, each where it is seen. */
export function positionedRuns(runs: readonly TextRun[], widthOf: (run: TextRun) => number): PositionedRun[] {
  const order = visualOrder(runs.map(({ level }) => level));
  const lefts: number[] = [];
  let left = 0;
  for (const index of order) {
    lefts[index] = left;
    left += widthOf(runs[index]!);
  }
  return runs.map((run, index) => ({ ...run, left: lefts[index]! }));
}

/** The indexes of runs from left to right. @see Unicode Standard Annex #9, rule L2 */
function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && levels[order[to]!]! >= level) to += 1;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
