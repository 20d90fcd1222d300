import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Aiemmat laskut",
  discount: "Alennus",
  charge: "Lisämaksu",
};
