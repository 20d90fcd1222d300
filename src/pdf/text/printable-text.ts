import type { FontFile } from "./font-file.ts";

/** The fonts that may print a text, in the order in which they are tried. */
export type Fonts = readonly Pick<FontFile, "has">[];

/** Characters that print as well as another one: nothing is lost. A letter without its mark would be another letter. */
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
  "№": "No",
  Ș: "Ş",
  ș: "ş",
  Ț: "Ţ",
  ț: "ţ",
  "€": "EUR",
};

/** Ligatures, and letters in the form or width in which they are shown: Unicode has each as plain letters too. */
const SHOWN_FORMS = /[\uFB00-\uFDFF\uFE70-\uFEFC\uFF01-\uFF5E]/u;

/** The scripts in which joiners change how the letters beside them look. */
const JOINED =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}" +
  "\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}" +
  "\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]";

/**
 * Control characters, and those that only direct other ones: they have no glyph. Tabs and line breaks are handled before,
 * joiners that shape letters stay.
 */
const INVISIBLE = new RegExp(
  `(?!(?<=${JOINED})[\\u200C\\u200D])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
  "gu",
);

const JOINERS = /^[\u200C\u200D]$/;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that may belong to the one before or after them. Without these, a segmenter would take ten times as long. */
const PARTS =
  /[\p{M}\p{Cc}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u0E33\u0EB3\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FB]/u;

/** The characters of a text as people see them: a letter with its marks is one. */
export function charactersOf(text: string): string[] {
  if (!PARTS.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * A line of text as the fonts can print it: what they lack is replaced by what prints as well. Control characters, and
 * characters that no font has, are left out.
 */
export function printableText(text: string, fonts: Fonts): string {
  const clean = visibleText(text);
  if (hasCharacters(fonts[0]!, clean)) return clean;
  let printed = "";
  for (const character of charactersOf(clean)) printed += printableCharacter(character, fonts) ?? "";
  return printed;
}

/** The characters of a text that no font has, and for which nothing prints as well; each once. */
export function unprintableCharacters(text: string, fonts: Fonts): string[] {
  const clean = visibleText(text);
  if (hasCharacters(fonts[0]!, clean)) return [];
  const characters = new Set(charactersOf(clean));
  return [...characters].filter((character) => printableCharacter(character, fonts) === undefined);
}

/** Whether a font can print these characters, which are seen as one, or all of these. */
export function hasCharacters({ has }: Fonts[number], text: string): boolean {
  for (const character of text) if (!has(character.codePointAt(0)!) && !JOINERS.test(character)) return false;
  return true;
}

function visibleText(text: string): string {
  return text.replace(/[\t\r\n\f\v\u0085\u2028\u2029]+/g, " ").replace(INVISIBLE, "");
}

/** `undefined` if it cannot be printed. */
function printableCharacter(character: string, fonts: Fonts): string | undefined {
  let composed: string | undefined;
  for (const font of fonts) {
    if (hasCharacters(font, character)) return character;
    composed ??= character.normalize("NFC");
    if (hasCharacters(font, composed)) return composed;
  }
  return alike(character.normalize("NFC")).find((way) => fonts.some((font) => hasCharacters(font, way)));
}

/** Replacements that look alike, and their replacements. */
function alike(character: string): string[] {
  if (SHOWN_FORMS.test(character)) return [character.normalize("NFKC")];
  const found: string[] = [];
  for (let next = ALIKE[character]; next !== undefined; next = ALIKE[next]) found.push(next);
  return found;
}
