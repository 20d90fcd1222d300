import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Factures antérieures",
  discount: "Remise",
  charge: "Frais",
  splitVat: "TVA que le client paie à l’État (paiement scindé)",
  amountDue: "Montant à payer",
  cashDiscount: "Escompte",
};
