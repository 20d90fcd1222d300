import type { CalendarDay } from "../../calendar.ts";
import { insteadOf } from "../../instead-of.ts";
import { Refusal } from "../../refusal.ts";
import { vatTerritory } from "../territory/membership.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "../territory/territory.ts";
import type { Supply } from "../vat-table.ts";
import { type Check, type VatPrefix, vatCheckOf } from "./checksums.ts";
import { vatNumberForm } from "./form.ts";

/** A well-formed VAT number. Only the state's register knows whether it was issued. */
export interface VatNumber {
  /** The issuing state, ISO 3166-1 alpha-2: `GR` for `EL`, `GB` for `XI`, and `FR` for a number from Monaco. */
  readonly country: string;
  /** The two letters that it begins with: the country code, but `EL` for Greece and `XI` for Northern Ireland. */
  readonly prefix: string;
  /** What follows the prefix, without separators. `prefix + number` is the normalised form. */
  readonly number: string;
  /**
   * The state's checksum: `"failed"` suggests a typing error, `"none"` if the state publishes no check for this form.
   */
  readonly checksum: "ok" | "failed" | "none";
}

/**
 * Nine digits, or twelve with a branch; `GD` and a number below 500 (government), or `HA` and one from 500 (health).
 */
const BRITISH = /^(?:\d{9}(?:\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d)$/;

/** What follows the prefix, by state. @see the table "VAT identification number structure" in the VIES FAQ */
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

/** The form of a state's numbers. */
interface Form {
  readonly country: string;
  readonly prefix: VatPrefix;
  readonly structure: RegExp;
  readonly check: Check;
}

const PREFIXES = Object.keys(STRUCTURES) as VatPrefix[];

/** The forms by the two letters that a number begins with. A Greek number may also begin with `GR`. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ...PREFIXES.map((prefix) => [prefix, formOf(prefix)] as const),
  ["GR", formOf("EL")],
]);

function formOf(prefix: VatPrefix): Form {
  const country = prefix === "EL" ? "GR" : prefix === "XI" ? "GB" : prefix;
  return { country, prefix, structure: STRUCTURES[prefix], check: vatCheckOf(prefix) };
}

/** The prefixes of one-stop-shop schemes. */
const SCHEMES = ["EU", "IM"];

/** The longest number has 14 characters. This leaves room for separators and bounds the work on hostile input. */
const MAX_LENGTH = 40;

// Spaces, dots, slashes, dashes of every length, and invisible characters, as copied from PDF files.
const SEPARATOR = /[\s./\-\u2010-\u2015\u2212\u00AD\u200B-\u200D\u2060\uFEFF]/;
const IS_ASCII_SEPARATOR = Array.from({ length: 128 }, (_, code) => SEPARATOR.test(String.fromCharCode(code)));

/**
 * Parses a VAT number of an EU member state, of Northern Ireland (`XI`) or of Great Britain. `undefined` if the text is
 * well formed in neither of the two ways below, or is the number of a one-stop-shop scheme (`EU…`, `IM…`), which
 * identifies no taxable person.
 *
 * Case, spaces, dots, slashes, dashes and full-width characters do not matter. A text of more than 40 characters is not
 * a number.
 *
 * 1. The text's own prefix decides if the rest is well formed for that state, even if `country` is another one; compare
 *    them yourself. `GR` is read as `EL`.
 * 2. Otherwise the whole text is read as a number of `country` (ISO 3166-1 alpha-2; `MC` gives `FR`, `IM` gives `GB`)
 *    without its prefix. If it begins with letters that are a prefix, as French keys can, its checksum must also be
 *    right: a damaged German number must not become a French one.
 *
 * @throws TypeError if `text` is no string
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
  if (typeof text !== "string") throw new TypeError(`parseVatNumber needs a string${insteadOf(text)}`);
  const code = compact(text);
  if (code === undefined) return undefined;
  const prefix = code.slice(0, 2);
  if (SCHEMES.includes(prefix)) return undefined;
  const written = FORMS.get(prefix);
  return (written && read(written, code.slice(2))) ?? readAsNumberOf(country, code, written !== undefined);
}

/**
 * Whether the text, however it is written, begins with `XI`, as numbers of Northern Ireland do. It may be malformed.
 */
export function beginsWithXi(text: string): boolean {
  return compact(text)?.startsWith("XI") ?? false;
}

/** The text in capitals and without separators; `undefined` if it is too long or has characters that no number has. */
function compact(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (/^[A-Z\d]+$/.test(text)) return text; // as most are
  const code = withoutSeparators(text);
  // ASCII is required before the change of case, or a dotless i would turn into a letter that was never typed.
  return /^[A-Za-z\d+*]+$/.test(code) ? code.toUpperCase() : undefined;
}

/** Full-width characters become ASCII. Cuts the text into pieces, which takes a third of the time of replacing. */
function withoutSeparators(text: string): string {
  let [code, start] = ["", 0];
  for (let index = 0; index < text.length; index += 1) {
    const isSeparator = IS_ASCII_SEPARATOR[text.charCodeAt(index)];
    if (isSeparator === undefined) return text.normalize("NFKC").replace(new RegExp(SEPARATOR, "g"), "");
    if (!isSeparator) continue;
    code += text.slice(start, index);
    start = index + 1;
  }
  return code + text.slice(start);
}

function readAsNumberOf(country: string | undefined, code: string, likeAPrefix: boolean): VatNumber | undefined {
  const form = country === undefined ? undefined : FORMS.get(vatTerritory(country));
  const parsed = form && read(form, code);
  return likeAPrefix && parsed?.checksum !== "ok" ? undefined : parsed;
}

function read({ country, prefix, structure, check }: Form, number: string): VatNumber | undefined {
  // All zeros pass most checksums, and people type them into fields that they must fill.
  if (!structure.test(number) || !/[1-9]/.test(number)) return undefined;
  const passed = check(number);
  return { country, prefix, number, checksum: passed === undefined ? "none" : passed ? "ok" : "failed" };
}

/** The sale that a client's number is for. */
interface NumberedSale {
  readonly client: VatTerritory;
  readonly on: CalendarDay;
  readonly supply: Supply | undefined;
}

const CORRECT = "correct it, or leave it out to charge VAT";

/**
 * The client's VAT number, parsed. Only for sales whose treatment the number decides.
 *
 * @throws Refusal `vat_number_invalid` if the number is malformed, of no member state, from Northern Ireland for
 *   anything but goods, or fails its checksum and the host refuses such numbers
 */
export function requireClientVatNumber(
  vatNumber: string,
  country: string,
  sale: NumberedSale,
  clientInEu: boolean,
  failedChecksum: "warn" | "refuse" | undefined,
): VatNumber {
  const parsed = parseVatNumber(vatNumber, country);
  if (parsed === undefined || !counts(parsed, sale, clientInEu)) {
    throw vatNumberInvalid(whyNot(parsed?.prefix, vatNumber, country));
  }
  if (failedChecksum === "refuse" && parsed.checksum === "failed") {
    throw vatNumberInvalid(`fails its state's checksum; ${CORRECT}`);
  }
  return parsed;
}

function whyNot(prefix: string | undefined, vatNumber: string, country: string): string {
  if (prefix === "XI") return 'begins with XI, which counts for goods only; set supply to "goods", or leave it out';
  if (prefix === "GB") return `is British; only those of Northern Ireland (XI) count, and only for goods; ${CORRECT}`;
  const form = vatNumberForm(vatNumber.trim().slice(0, 2).toUpperCase()) ?? vatNumberForm(country);
  return `is not a VAT number ${form === undefined ? "of an EU member state" : `with ${form}`}; ${CORRECT}`;
}

/** The refusal of a client's VAT number. `detail` continues "The client's VAT number", such as "is …". */
export function vatNumberInvalid(detail: string): Refusal {
  return new Refusal("vat_number_invalid", `The client's VAT number ${detail}.`, [
    { pointer: "/clientVatNumber", detail },
  ]);
}

/** Whether the number is of a member state. Northern Ireland's numbers count as such for goods, never for services. */
function counts({ country, prefix }: VatNumber, { client, on, supply }: NumberedSale, clientInEu: boolean): boolean {
  if (prefix === "XI") return isTerritoryInEu(vatTerritoryOf(country, "BT1"), on, supply);
  // Nearly all numbers are from the client's own state, which has been looked up already.
  if (country === client.id && client.area === undefined) return clientInEu;
  return isTerritoryInEu(vatTerritoryOf(country), on, supply);
}
