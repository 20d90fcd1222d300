import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Ankstesnės sąskaitos faktūros",
  discount: "Nuolaida",
  charge: "Priemoka",
  splitVat: "PVM, kurį klientas sumoka valstybei (išskaidytas mokėjimas)",
  amountDue: "Mokėtina suma",
  cashDiscount: "Nuolaida už ankstyvą mokėjimą",
};
