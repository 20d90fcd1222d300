import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Autoliquidation",
  intraCommunitySupply: "Livraison intracommunautaire exonérée",
  exportOfGoods: "Exportation exonérée",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "Autofacturation",
  vatToPayBack: "TVA à reverser à l'État dans la mesure où elle a été initialement déduite",
  advance: "Facture d’acompte",
};
