/** Whether a font has a glyph for a code point. */
type Has = (codePoint: number) => boolean;

/** What is printed for a character that the font lacks: U+FFFD, or a question mark where that is missing too. */
const REPLACEMENTS = ["\uFFFD", "?"];

/** Characters that print as well as another one. */
const ALIKE: Readonly<Record<string, string>> = {
  "\u00A0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u200A": " ",
  "\u202F": "\u00A0",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "–",
  "\u2013": "-",
  "\u2014": "–",
  "\u2212": "-",
  "\u2018": "'",
  "\u2019": "'",
  "\u201A": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u201E": '"',
  "\u2026": "...",
  "\u2192": "->",
  "\u2022": "·",
  Ș: "Ş",
  ș: "ş",
  Ț: "Ţ",
  ț: "ţ",
  "€": "EUR",
};

/** Control characters, and those that only direct other ones: they have no glyph. Tabs and line breaks are handled before. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A line of text as the fonts can print it. PDF/A forbids glyphs that a font lacks, so such a character is replaced: by
 * one that looks alike, by its letter without the mark, or by a sign that something is missing, once for each character
 * that people see. Control characters are left out.
 */
export function printableText(text: string, has: Has): string {
  const clean = text.replace(/[\t\r\n\f\v\u0085\u2028\u2029]+/g, " ");
  if (isPrintable(clean, has) && clean.replace(INVISIBLE, "") === clean) return clean;
  let printed = "";
  for (const { segment } of graphemes.segment(clean)) printed += printableCharacter(segment, has);
  return printed;
}

function isPrintable(text: string, has: Has): boolean {
  for (const character of text) if (!has(character.codePointAt(0)!)) return false;
  return true;
}

function printableCharacter(segment: string, has: Has): string {
  const visible = segment.replace(INVISIBLE, "");
  const composed = visible.normalize("NFC");
  const ways = [visible, composed, ...alike(composed), composed.normalize("NFKD").replace(/\p{M}/gu, "")];
  const printed = ways.find((way) => isPrintable(way, has) && (way !== "" || visible === ""));
  return printed ?? REPLACEMENTS.find((sign) => isPrintable(sign, has)) ?? "";
}

/** Replacements that look alike, and their replacements. */
function alike(character: string): string[] {
  const found: string[] = [];
  for (let next = ALIKE[character]; next !== undefined; next = ALIKE[next]) found.push(next);
  return found;
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Any other letter. Digits behind words from right to left belong to them. */
const LEFT_TO_RIGHT =
  /(?!\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko})\p{L}/u;

/** Whether a line has words that are written from right to left. */
export function hasRightToLeft(line: string): boolean {
  return RIGHT_TO_LEFT.test(line);
}

/**
 * The words of a line in their order on the page, from the left. Words from right to left that follow
 * each other change places, with what is between them; the font orders the letters of each word.
 */
export function inVisualOrder(line: string): string {
  if (!hasRightToLeft(line)) return line;
  const ordered: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const last = run.findLastIndex((word) => RIGHT_TO_LEFT.test(word) || /\p{Nd}/u.test(word));
    ordered.push(...run.slice(0, last + 1).reverse(), ...run.slice(last + 1));
    run = [];
  };
  for (const word of line.split(" ")) {
    if (LEFT_TO_RIGHT.test(word) || (run.length === 0 && !RIGHT_TO_LEFT.test(word))) {
      endRun();
      ordered.push(word);
    } else run.push(word);
  }
  endRun();
  return ordered.join(" ");
}
