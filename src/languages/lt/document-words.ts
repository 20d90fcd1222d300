import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Ankstesnės sąskaitos faktūros",
  discount: "Nuolaida",
  charge: "Priemoka",
};
