import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Facturas anteriores",
  discount: "Descuento",
  charge: "Cargo",
};
