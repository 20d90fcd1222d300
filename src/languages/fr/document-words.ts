import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Factures antérieures",
  discount: "Remise",
  charge: "Frais",
};
