import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Αντίστροφη επιβάρυνση",
  intraCommunitySupply: "Ενδοκοινοτικές παραδόσεις",
  exportOfGoods: "Παραδόσεις τρίτων χωρών",
  serviceOutsideScope: "Παροχή υπηρεσιών σε λήπτη τρίτης χώρας",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "Αυτοτιμολόγηση",
  advance: "Τιμολόγιο προκαταβολής",
};
