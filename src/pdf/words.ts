import { requireOptions } from "../domain/known-names.ts";
import { PDF_WORDS } from "../languages/generated/pdf-words.ts";
import type { PdfWords } from "../languages/pdf-words.ts";

/** The host's own words for some of those that are printed. */
export type OwnWords = { readonly [Name in keyof PdfWords]?: string | undefined };

/** @see docs/why/pdf-words.md for where they come from */
const WORDS: Readonly<Record<string, PdfWords>> = PDF_WORDS;

/** Longer ones would not leave room for what they name. */
const LONGEST_WORD = 100;

const KNOWN = Object.fromEntries(Object.keys(PDF_WORDS.en).map((name) => [name, true])) as Record<keyof PdfWords, true>;

/** The languages that have words, ISO 639-1. */
export const PDF_LANGUAGES: readonly string[] = Object.keys(PDF_WORDS);

/**
 * The words of a language (ISO 639-1), replaced by the host's.
 *
 * @throws TypeError if one of the host's words is not known, not a string or too long
 */
export function wordsOf(language: string, own: OwnWords = {}): PdfWords {
  requireOptions("words", own, KNOWN);
  for (const [name, word] of Object.entries(own)) {
    const isWord = typeof word === "string" && word.length <= LONGEST_WORD;
    if (word !== undefined && !isWord)
      throw new TypeError(`words.${name} must be a string of at most ${LONGEST_WORD} characters`);
  }
  const given = Object.entries(own).filter(([, word]) => word !== undefined);
  return { ...(WORDS[language] ?? PDF_WORDS.en), ...Object.fromEntries(given) };
}
