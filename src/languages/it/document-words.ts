import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Fatture precedenti",
  discount: "Sconto",
  charge: "Maggiorazione",
  splitVat: "IVA che il cliente versa all’Erario (scissione dei pagamenti)",
  amountDue: "Importo da pagare",
  cashDiscount: "Sconto cassa",
};
