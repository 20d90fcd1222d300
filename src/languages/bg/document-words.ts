import type { DocumentWords } from "../document-words.ts";

export const documentWords: DocumentWords = {
  precedingInvoices: "Предходни фактури",
  discount: "Отстъпка",
  charge: "Надбавка",
  splitVat: "ДДС, който клиентът плаща на държавата (разделено плащане)",
  amountDue: "Сума за плащане",
  cashDiscount: "Отстъпка при ранно плащане",
};
