import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Facturas anteriores",
  discount: "Descuento",
  charge: "Cargo",
  splitVat: "IVA que el cliente paga al Estado (split payment)",
  amountDue: "Importe a pagar",
  cashDiscount: "Descuento por pronto pago",
};
