import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Predchádzajúce faktúry",
  discount: "Zľava",
  charge: "Prirážka",
  splitVat: "DPH, ktorú klient platí štátu (rozdelená platba)",
  amountDue: "Na úhradu",
  cashDiscount: "Skonto",
};
