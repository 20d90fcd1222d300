import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Αντίστροφη επιβάρυνση",
  intraCommunitySupply: "Ενδοκοινοτικές παραδόσεις",
  exportOfGoods: "Παραδόσεις τρίτων χωρών",
  serviceOutsideScope: "Παροχή υπηρεσιών σε λήπτη τρίτης χώρας",
  selfBilling: "Αυτοτιμολόγηση",
  advance: "Τιμολόγιο προκαταβολής",
};
