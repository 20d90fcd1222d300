import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Fatturi preċedenti",
  discount: "Skont",
  charge: "Ħlas addizzjonali",
  splitVat: "VAT li l-klijent iħallas lill-Istat (ħlas maqsum)",
  amountDue: "Ammont dovut",
  cashDiscount: "Skont għal ħlas fil-pront",
};
