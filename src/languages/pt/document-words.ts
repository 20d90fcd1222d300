import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Faturas anteriores",
  discount: "Desconto",
  charge: "Encargo",
  splitVat: "IVA que o cliente paga ao Estado (split payment)",
  amountDue: "Valor a pagar",
  cashDiscount: "Desconto de pronto pagamento",
};
