import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Sonraisc roimhe seo",
  discount: "Lascaine",
  charge: "Muirear",
  splitVat: "CBL a íocann an cliant leis an Stát (íocaíocht roinnte)",
  amountDue: "Méid dlite",
  cashDiscount: "Lascaine airgid",
};
