import type { QuoteWords } from "../quote-words.ts";

export const quoteWords: QuoteWords = {
  title: "Devis",
  date: "Date",
  validUntil: "Valable jusqu’au",
  notInvoice:
    "Ceci est un devis et non une facture. Merci de ne pas le payer. Il n’ouvre aucun droit à déduction de la TVA.",
};
