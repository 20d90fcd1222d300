import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Προηγούμενα τιμολόγια",
  discount: "Έκπτωση",
  charge: "Επιβάρυνση",
};
