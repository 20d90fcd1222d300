import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Earlier invoices",
  discount: "Discount",
  charge: "Charge",
  splitVat: "VAT that the client pays to the state (split payment)",
  amountDue: "Amount due",
  cashDiscount: "Cash discount",
};
