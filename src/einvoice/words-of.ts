import { mainLanguageOf } from "../domain/vat/main-language.ts";
import type { DocumentWords } from "../languages/document-words.ts";
import { DOCUMENT_WORDS } from "../languages/generated/document-words.ts";
import type { EinvoiceDocument } from "./document.ts";

const WORDS: Readonly<Record<string, DocumentWords>> = DOCUMENT_WORDS;

/** The words of texts that the library adds to a document: in the seller's language, or else in English. */
export function wordsOf({ seller }: EinvoiceDocument): DocumentWords {
  const [language = ""] = (seller.language ?? mainLanguageOf(seller.country)).toLowerCase().split("-");
  return Object.hasOwn(WORDS, language) ? WORDS[language]! : DOCUMENT_WORDS.en;
}
