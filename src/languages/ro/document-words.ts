import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Facturi anterioare",
  discount: "Reducere",
  charge: "Taxă suplimentară",
  splitVat: "TVA pe care clientul o plătește statului (plată defalcată)",
  amountDue: "Sumă de plată",
  cashDiscount: "Reducere pentru plata anticipată",
};
