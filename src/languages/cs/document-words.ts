import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Předchozí faktury",
  discount: "Sleva",
  charge: "Přirážka",
  splitVat: "DPH, kterou klient platí státu (dělená platba)",
  amountDue: "K úhradě",
  cashDiscount: "Skonto",
};
