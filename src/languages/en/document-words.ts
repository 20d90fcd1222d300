import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Earlier invoices",
  discount: "Discount",
  charge: "Charge",
};
