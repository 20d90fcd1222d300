import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Iepriekšējie rēķini",
  discount: "Atlaide",
  charge: "Piemaksa",
};
