import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Prethodni računi",
  discount: "Popust",
  charge: "Doplata",
};
