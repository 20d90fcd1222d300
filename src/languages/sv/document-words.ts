import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Tidigare fakturor",
  discount: "Rabatt",
  charge: "Avgift",
};
