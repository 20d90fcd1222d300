import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Aiemmat laskut",
  discount: "Alennus",
  charge: "Lisämaksu",
  splitVat: "Arvonlisävero, jonka asiakas maksaa valtiolle (jaettu maksu)",
  amountDue: "Maksettava",
  cashDiscount: "Käteisalennus",
};
