import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Frühere Rechnungen",
  discount: "Rabatt",
  charge: "Zuschlag",
  splitVat: "Umsatzsteuer, die der Kunde an den Staat zahlt (Split Payment)",
  amountDue: "Zu zahlen",
  cashDiscount: "Skonto",
};
