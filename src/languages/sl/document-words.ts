import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Prejšnji računi",
  discount: "Popust",
  charge: "Doplačilo",
  splitVat: "DDV, ki ga kupec plača državi (deljeno plačilo)",
  amountDue: "Za plačilo",
  cashDiscount: "Skonto",
};
