import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Tidligere fakturaer",
  discount: "Rabat",
  charge: "Gebyr",
  splitVat: "Moms, som kunden betaler til staten (opdelt betaling)",
  amountDue: "Til betaling",
  cashDiscount: "Kontantrabat",
};
