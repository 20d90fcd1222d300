import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Tidigare fakturor",
  discount: "Rabatt",
  charge: "Avgift",
  splitVat: "Moms som kunden betalar till staten (delad betalning)",
  amountDue: "Att betala",
  cashDiscount: "Kassarabatt",
};
