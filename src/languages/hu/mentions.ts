import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "fordított adózás",
  intraCommunitySupply: "Adómentes Közösségen belüli termékértékesítés",
  exportOfGoods: "Adómentes termékértékesítés a Közösség területén kívülre",
  serviceOutsideScope: "Harmadik országban teljesített ügylet",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "önszámlázás",
  cashAccounting: "pénzforgalmi elszámolás",
  advance: "Előlegszámla",
};
