import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Prethodni računi",
  discount: "Popust",
  charge: "Doplata",
  splitVat: "PDV koji kupac plaća državi (podijeljeno plaćanje)",
  amountDue: "Za plaćanje",
  cashDiscount: "Popust za ranije plaćanje",
};
