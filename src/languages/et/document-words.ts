import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Varasemad arved",
  discount: "Allahindlus",
  charge: "Lisatasu",
  splitVat: "Käibemaks, mille klient tasub riigile (jagatud makse)",
  amountDue: "Tasuda",
  cashDiscount: "Varase tasumise allahindlus",
};
