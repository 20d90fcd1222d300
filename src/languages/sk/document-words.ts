import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Predchádzajúce faktúry",
  discount: "Zľava",
  charge: "Prirážka",
};
