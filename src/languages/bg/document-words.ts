import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Предходни фактури",
  discount: "Отстъпка",
  charge: "Надбавка",
};
