import type { IssuedDocument } from "./document-format.ts";

/**
 * The name of a document's file: its number, as one name in every file system and header. Letters, digits, `.`, `_` and
 * `-` stay as they are, `/` becomes `~`, and any other character its hexadecimal code point between two `=`. So documents
 * with different numbers have different names. Case is kept: prefixes that differ only in case are refused as one series.
 */
export function fileNameOf(document: IssuedDocument, extension: string): string {
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  return `${Array.from(number, encoded).join("")}.${extension}`;
}

function encoded(character: string, index: number): string {
  // A name with a dot in front would be hidden, or another folder.
  if (/[A-Za-z0-9_-]/.test(character) || (character === "." && index > 0)) return character;
  return character === "/" ? "~" : `=${character.codePointAt(0)!.toString(16)}=`;
}
