import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Korábbi számlák",
  discount: "Engedmény",
  charge: "Felár",
  splitVat: "Áfa, amelyet a vevő az államnak fizet (megosztott fizetés)",
  amountDue: "Fizetendő",
  cashDiscount: "Készpénzfizetési engedmény",
};
