import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Eerdere facturen",
  discount: "Korting",
  charge: "Toeslag",
  splitVat: "Btw die de afnemer aan de staat betaalt (gesplitste betaling)",
  amountDue: "Te betalen",
  cashDiscount: "Betalingskorting",
};
