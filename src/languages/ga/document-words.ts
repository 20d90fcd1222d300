import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Sonraisc roimhe seo",
  discount: "Lascaine",
  charge: "Muirear",
};
