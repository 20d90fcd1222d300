import { caseVariants, isAscii } from "../../domain/letter-case.ts";

/** How many characters of a client's name are in the index. */
export const INDEXED_LETTERS = 64;

/**
 * How many counters share a block of the index of clients. Within a block, names are sorted. So a new row is added near
 * the rows before it, however long the books are. A search looks into each block.
 */
export const BLOCK_SIZE = 512;

/** The most ranges that a search looks for in each block. */
const MOST_RANGES = 16;

/** The variants of each letter of a text. */
type Letters = readonly (readonly string[])[];

/** How to find the clients whose names begin with a text, whatever the case of its letters. */
export interface ClientSearch {
  /** Names in the index, ASCII in lower case, from the first text up to, but not including, the second one. */
  readonly ranges: readonly (readonly [low: string, high: string])[];
  /** What to compare with the names in the index. Absent if all names in the ranges begin so. */
  readonly inIndex?: Letters;
  /** What to compare with the whole name, if the text is longer than the names in the index. */
  readonly beyondIndex?: Letters;
  /** The whole text, to compare with a name that was not found in the index of clients. */
  readonly letters: Letters;
}

/**
 * Databases fold only ASCII, all in the same way. So other letters are searched for in each of their cases. `written`
 * returns a letter as the index has it.
 */
export function clientSearch(text: string, written: (letter: string) => string = (letter) => letter): ClientSearch {
  const letters = [...text].map(caseVariants);
  const keys = letters.map((variants) => variants.map(written));
  let length = 0;
  const indexed = keys.filter(([variant]) => {
    length += [...variant!].length;
    return length <= INDEXED_LETTERS;
  });
  const ranged = [[""]];
  for (const variants of indexed) {
    const beginnings = ranged.at(-1)!;
    const tails = isAscii(variants[0]!) ? variants.slice(0, 1) : variants;
    if (beginnings.length * tails.length > MOST_RANGES) break;
    ranged.push(beginnings.flatMap((beginning) => tails.map((tail) => beginning + tail)));
  }
  return {
    ranges: ranged.at(-1)!.map((beginning) => [beginning, following(beginning)] as const),
    ...(ranged.length > indexed.length ? {} : { inIndex: indexed }),
    ...(indexed.length === letters.length ? {} : { beyondIndex: letters }),
    letters,
  };
}

/** The first text, in the order of code points, after all texts that begin with this one. */
function following(text: string): string {
  const letters = [...text];
  // No text follows those that begin with the last code point.
  while (letters.at(-1) === "\u{10ffff}") letters.pop();
  const last = letters.pop();
  if (last === undefined) return "\u{10ffff}".repeat(INDEXED_LETTERS + 1);
  const code = last.codePointAt(0)! + 1;
  // The index has no capitals of ASCII, and SQLite compares them as small letters. Text has no surrogates.
  return `${letters.join("")}${last === "@" ? "[" : String.fromCodePoint(code === 0xd800 ? 0xe000 : code)}`;
}
