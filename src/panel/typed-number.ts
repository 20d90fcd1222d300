/** What a text in a number field means. */
export type TypedNumber =
  | { readonly kind: "number"; readonly value: number }
  /** Two people could read it as two numbers: first the one whose decimals follow a dot. */
  | { readonly kind: "ambiguous"; readonly readings: readonly [number, number] }
  | { readonly kind: "unknown" };

/** More significant digits than a double holds exactly. */
const MAX_DIGITS = 15;

const UNKNOWN: TypedNumber = { kind: "unknown" };

/**
 * The number that a person typed, in the notation with a decimal point or the one with a decimal comma. Spaces and
 * apostrophes only group digits. If both notations can read the text, and as different numbers, it is ambiguous: `1,234`.
 * The locale does not decide, because people also use browsers in other languages than their own, and copy numbers from
 * documents of others.
 */
export function parseTypedNumber(text: string): TypedNumber {
  const [, sign = "", body = ""] = /^([-−+]?)\s*(\S.*)$/.exec(plainText(text)) ?? [];
  const [withPoint, withComma] = [readAs(body, "."), readAs(body, ",")];
  const found = withPoint ?? withComma;
  if (found === undefined || body.replaceAll(/\D/g, "").replace(/^0+/, "").length > MAX_DIGITS) return UNKNOWN;
  const signed = (value: number) => (sign === "" || sign === "+" || value === 0 ? value : -value);
  if (withPoint === undefined || withComma === undefined || withPoint === withComma) {
    return { kind: "number", value: signed(found) };
  }
  return { kind: "ambiguous", readings: [signed(withPoint), signed(withComma)] };
}

/** A number as the reader would type it, without groups. {@link parseTypedNumber} reads it back as the same number. */
export function typedText(value: number, locale: string): string {
  const text = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }).format(value);
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const hasComma = parts.some((part) => part.type === "decimal" && part.value === ",");
  const written = hasComma ? text.replace(".", ",") : text;
  // With one more 0, three decimals cannot be mistaken for a group.
  return parseTypedNumber(written).kind === "ambiguous" ? `${written}0` : written;
}

/** One kind of space and of apostrophe, and no marks of writing direction. */
function plainText(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u061c]/g, "")
    .trim()
    .replaceAll(/\s/g, " ")
    .replaceAll("’", "'");
}

/** The number without its sign if `decimal` precedes the decimals; `undefined` if the text cannot be read so. */
function readAs(body: string, decimal: "." | ","): number | undefined {
  const [whole = "", decimals = "", ...more] = body.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(decimals) || whole + decimals === "") return undefined;
  const isGrouped = /^[1-9]\d{0,2}([., '])\d{3}(?:\1\d{3})*$/.test(whole);
  if (!isGrouped && !/^\d*$/.test(whole)) return undefined;
  return Number(`${whole.replaceAll(/\D/g, "")}.${decimals}`);
}
