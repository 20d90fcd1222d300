import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Προηγούμενα τιμολόγια",
  discount: "Έκπτωση",
  charge: "Επιβάρυνση",
  splitVat: "ΦΠΑ που ο πελάτης καταβάλλει στο Δημόσιο (διαχωρισμένη πληρωμή)",
  amountDue: "Πληρωτέο ποσό",
  cashDiscount: "Έκπτωση μετρητοίς",
};
