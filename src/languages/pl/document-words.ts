import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Wcześniejsze faktury",
  discount: "Rabat",
  charge: "Dopłata",
  splitVat: "VAT, który nabywca płaci państwu (podzielona płatność)",
  amountDue: "Do zapłaty",
  cashDiscount: "Skonto",
};
