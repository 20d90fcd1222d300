import { vatTerritory } from "./territory-standing.ts";
import { type VatPrefix, vatChecksum } from "./vat-checksums.ts";

/** A well-formed VAT number. Well formed is not the same as issued: that, only the state's register knows. */
export interface VatNumber {
  /** The state that issues it, ISO 3166-1 alpha-2: `GR` for `EL`, `GB` for `XI`, and `FR` for a number from Monaco. */
  readonly country: string;
  /** The two letters it begins with: the country, but `EL` for Greece and `XI` for Northern Ireland. */
  readonly prefix: string;
  /** What follows the prefix, without separators. `prefix + number` is the normalised form. */
  readonly number: string;
  /** The state's own check: `"failed"` is a slip of the pen, `"none"` that the state publishes none for this form. */
  readonly checksum: "ok" | "failed" | "none";
}

/** Nine digits, twelve with a branch, a government department below 500, a health authority from 500 on. */
const BRITISH = /^(?:\d{9}(?:\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d)$/;

/** What follows the prefix, state by state. @see the table "VAT identification number structure" in the VIES FAQ */
const STRUCTURES: Readonly<Record<VatPrefix, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: BRITISH,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: BRITISH,
};

/** The longest number has 14 characters; this leaves room for separators and bounds the work on hostile text. */
const MAX_LENGTH = 40;

// Spaces, dots, slashes, dashes of every length, and the invisible characters that come along from PDF files.
const SEPARATORS = /[\s./\-\u2010-\u2015\u2212\u00AD\u200B-\u200D\u2060\uFEFF]/g;

/**
 * Reads a VAT number of an EU member state, of Northern Ireland (`XI`) or of Great Britain; `undefined` when the text
 * is not well formed for any reading below, or names a one-stop-shop scheme (`EU…`, `IM…`) rather than a taxable person.
 *
 * Case, spaces, dots, slashes, dashes and full-width characters do not matter; more than 40 characters are none.
 *
 * 1. The text's own prefix counts where what follows is well formed for that state, even if `country` is another one:
 *    the caller compares. `GR` is read as `EL`.
 * 2. Else the whole text is a number of `country` (ISO 3166-1 alpha-2; `MC` gives `FR`, `IM` gives `GB`) without its
 *    prefix. Where it begins with letters that are a prefix, as French keys can, its checksum must be right too: a
 *    mutilated German number must not become a French one.
 *
 * @see Directive 2006/112/EC, articles 214 and 215
 *
 * @example
 * ```ts
 * import { parseVatNumber } from "faktura/vat";
 *
 * const parsed = parseVatNumber("fr 40 303 265 045");
 * console.log(`${parsed?.prefix}${parsed?.number}`, parsed?.checksum); // FR40303265045 ok
 * console.log(parseVatNumber("094259216", "GR")?.prefix, parseVatNumber("EU372022452")); // EL undefined
 * ```
 */
export function parseVatNumber(text: string, country?: string): VatNumber | undefined {
  const code = compact(text);
  if (code === undefined || /^(?:EU|IM)/.test(code)) return undefined;
  const written = prefixOf(code.slice(0, 2));
  return (written && read(written, code.slice(2))) ?? readAsNumberOf(country, code, written !== undefined);
}

/** Whether the text, however it is written, begins as a number of Northern Ireland's does; it may be malformed. */
export function beginsWithXi(text: string): boolean {
  return compact(text)?.startsWith("XI") ?? false;
}

/** The text in capitals and without separators; `undefined` where it is too long or has signs that no number has. */
function compact(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const code = text.normalize("NFKC").replace(SEPARATORS, "");
  // Plain ASCII before the change of case, or a dotless i and its like would turn into letters that were never typed.
  return /^[A-Za-z\d+*]+$/.test(code) ? code.toUpperCase() : undefined;
}

function readAsNumberOf(country: string | undefined, code: string, likeAPrefix: boolean): VatNumber | undefined {
  const prefix = country === undefined ? undefined : prefixOf(vatTerritory(country));
  const parsed = prefix && read(prefix, code);
  return likeAPrefix && parsed?.checksum !== "ok" ? undefined : parsed;
}

function prefixOf(code: string): VatPrefix | undefined {
  if (code === "GR") return "EL";
  return Object.hasOwn(STRUCTURES, code) ? (code as VatPrefix) : undefined;
}

function read(prefix: VatPrefix, number: string): VatNumber | undefined {
  // All zeros pass most checksums and are what people type into a field they must fill.
  if (!STRUCTURES[prefix].test(number) || !/[1-9]/.test(number)) return undefined;
  const country = prefix === "EL" ? "GR" : prefix === "XI" ? "GB" : prefix;
  return { country, prefix, number, checksum: vatChecksum(prefix, number) };
}
