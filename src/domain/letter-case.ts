/** The last code point that has an upper or a lower case is below it. */
const LAST_CASED = 0x1ffff;

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

export function isAscii(letter: string): boolean {
  return letter < "\u0080";
}

let variants: ReadonlyMap<string, readonly string[]> | undefined;

/** All letters that {@link foldCase} makes equal to this one, including itself. */
export function caseVariants(letter: string): readonly string[] {
  if (isAscii(letter)) return [...new Set([letter.toLowerCase(), letter.toUpperCase()])];
  variants ??= allVariants();
  return variants.get(foldLetter(letter)) ?? [letter];
}

function allVariants(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0x80; code <= LAST_CASED; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/\p{Changes_When_Casemapped}/u.test(letter)) continue;
    const folded = foldLetter(letter);
    const others = found.get(folded);
    if (others === undefined) found.set(folded, [letter]);
    else others.push(letter);
  }
  return found;
}
