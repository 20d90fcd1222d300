import type { QuoteWords } from "../quote-words.ts";

export const quoteWords: QuoteWords = {
  title: "Angebot",
  date: "Datum",
  validUntil: "Gültig bis",
  notInvoice:
    "Dies ist ein Angebot und keine Rechnung. Bitte bezahlen Sie es nicht. Es berechtigt nicht zum Vorsteuerabzug.",
};
