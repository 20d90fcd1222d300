import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Frühere Rechnungen",
  discount: "Rabatt",
  charge: "Zuschlag",
};
