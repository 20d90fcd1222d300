import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Btw verlegd",
  intraCommunitySupply: "Intracommunautaire levering",
  exportOfGoods: "Uitvoer van goederen",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "factuur uitgereikt door afnemer",
  vatToPayBack: "Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht",
  advance: "Voorschotfactuur",
};
