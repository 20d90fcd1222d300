import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Varasemad arved",
  discount: "Allahindlus",
  charge: "Lisatasu",
};
