import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "taxare inversă",
  intraCommunitySupply: "Livrare intracomunitară de bunuri, scutită de taxă",
  exportOfGoods: "Export de bunuri, scutit de TVA",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "autofactură",
  cashAccounting: "TVA la încasare",
  advance: "Factură de avans",
};
