import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Eerdere facturen",
  discount: "Korting",
  charge: "Toeslag",
};
