import { MOST_FIELDS, printedTexts, unprintableDetail } from "../../domain/invoice/printed-texts.ts";
import { type FieldError, inputRefusal } from "../../domain/refusal.ts";
import type { EinvoiceDocument } from "../../einvoice/document.ts";
import type { PdfCode } from "../codes.ts";
import type { PrintedDocument } from "../printed-document.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { OwnWords } from "../words.ts";
import { type Fonts, unprintableCharacters } from "./printable-text.ts";

/** With what a document is printed. */
export interface PrintedWith {
  /** ISO 639-1. */
  readonly language: string;
  readonly words: OwnWords | undefined;
  readonly codes: readonly PdfCode[];
  readonly fonts: Fonts;
  readonly slice: TimeSlice;
}

/**
 * Checks that the fonts have every character that is printed.
 *
 * @throws Refusal `request_invalid` that names the fields of the document and the characters; `words.<name>` and `codes[0].label`
 *   for texts of the host's, and `language` for the words, numbers and dates of the language
 */
export async function requirePrinted(
  printed: PrintedDocument,
  document: EinvoiceDocument,
  { language, words = {}, codes, fonts, slice }: PrintedWith,
): Promise<void> {
  const missing = new Set<string>();
  const besideCodes = codes.flatMap(({ label, heading = "" }, index): [string, string][] => [
    [`codes[${index}].heading`, heading],
    [`codes[${index}].label`, label],
  ]);
  for (const text of [...textsIn(printed), ...besideCodes.map(([, beside]) => beside)]) {
    await slice.endIfOver();
    for (const character of unprintableCharacters(text, fonts)) missing.add(character);
  }
  if (missing.size === 0) return;
  const named = new Set<string>();
  const faultIn = (text: string, field: { pointer: string } | { parameter: string }): FieldError[] => {
    const characters = unprintableCharacters(text, fonts).filter((character) => missing.has(character));
    for (const character of characters) named.add(character);
    return characters.length === 0 ? [] : [{ ...field, detail: unprintableDetail(characters) }];
  };
  const errors = [
    ...printedTexts(document).flatMap(([pointer, text]) => faultIn(text, { pointer })),
    ...besideCodes.flatMap(([parameter, text]) => faultIn(text, { parameter })),
    ...Object.entries(words).flatMap(([name, word = ""]) => faultIn(word, { parameter: `words.${name}` })),
  ];
  const others = [...missing].filter((character) => !named.has(character));
  if (others.length > 0)
    errors.push({ parameter: "language", detail: `${JSON.stringify(language)} ${unprintableDetail(others)}` });
  throw inputRefusal("The document cannot be printed", errors.slice(0, MOST_FIELDS));
}

/** Every text that is printed. What a payment code contains is printed beside it, too. */
function textsIn(printed: object): string[] {
  return Object.values(printed).flatMap((value: unknown) => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? textsIn(value) : [];
  });
}
