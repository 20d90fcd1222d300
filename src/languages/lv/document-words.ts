import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Iepriekšējie rēķini",
  discount: "Atlaide",
  charge: "Piemaksa",
  splitVat: "PVN, ko klients maksā valstij (dalītais maksājums)",
  amountDue: "Summa apmaksai",
  cashDiscount: "Atlaide par agru apmaksu",
};
