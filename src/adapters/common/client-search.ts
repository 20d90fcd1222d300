import { caseVariants, isAscii } from "../../domain/invoice/letter-case.ts";

/** How many characters of a client's name are in the index. */
export const INDEXED_LETTERS = 64;

/**
 * How many counters share a block of the index of clients. Within a block, names are sorted. So a new row is added near
 * the rows before it, however long the books are. A search looks into each block.
 */
export const BLOCK_SIZE = 512;

/** The most ranges that a search looks for in each block. */
const MOST_RANGES = 8;

/** How to find the clients whose names begin with a text, whatever the case of its letters. */
export interface ClientSearch {
  /** Names in the index, ASCII in lower case, from the first text up to, but not including, the second one. */
  readonly ranges: readonly (readonly [low: string, high: string])[];
  /** The variants of each letter of the text, to compare with a whole name. */
  readonly letters: readonly (readonly string[])[];
  /** Whether the ranges have names that do not begin with the text. */
  readonly isPartial: boolean;
}

/**
 * Databases fold only ASCII, all in the same way. So other letters are searched for in each of their cases. `written`
 * returns a letter as the index has it.
 */
export function clientSearch(text: string, written: (letter: string) => string = (letter) => letter): ClientSearch {
  const letters = [...text];
  let heads = [""];
  let [place, length] = [0, 0];
  for (; place < letters.length; place += 1) {
    const letter = letters[place]!;
    const variants = isAscii(letter) ? [written(letter.toLowerCase())] : caseVariants(letter);
    length += [...variants[0]!].length;
    if (length > INDEXED_LETTERS || heads.length * variants.length > MOST_RANGES) break;
    heads = heads.flatMap((head) => variants.map((variant) => head + variant));
  }
  const ranges = heads.map((head) => [head, following(head)] as const);
  return { ranges, letters: letters.map(caseVariants), isPartial: place < letters.length };
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
