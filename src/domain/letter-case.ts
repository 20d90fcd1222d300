/**
 * The text with each letter in one case, letter by letter. Two texts that differ only in the case of their letters
 * become equal. A letter of ASCII only equals letters of ASCII, and no letter equals two: `ß` equals `ẞ` and not `ss`,
 * `Σ` equals `σ` and `ς`, and `İ` and `ı` equal only themselves.
 */
export function foldCase(text: string): string {
  let folded = "";
  for (const letter of text) folded += foldLetter(letter);
  return folded;
}

function foldLetter(letter: string): string {
  const upper = singleOr(letter, letter.toUpperCase());
  return singleOr(upper, upper.toLowerCase());
}

/** The converted letter if it is a single one and as much of ASCII as before; the letter itself if not. */
function singleOr(letter: string, converted: string): string {
  const isSingle = converted.length === String.fromCodePoint(converted.codePointAt(0)!).length;
  return isSingle && isAscii(converted) === isAscii(letter) ? converted : letter;
}

function isAscii(letter: string): boolean {
  return letter < "\u0080";
}
