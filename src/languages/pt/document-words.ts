import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Faturas anteriores",
  discount: "Desconto",
  charge: "Encargo",
};
