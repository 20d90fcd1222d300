import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Fatture precedenti",
  discount: "Sconto",
  charge: "Maggiorazione",
};
