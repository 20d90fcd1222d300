import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Omvänd betalningsskyldighet",
  intraCommunitySupply: "Unionsintern försäljning, undantagen från skatteplikt",
  exportOfGoods: "Export av varor, undantagen från skatteplikt",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "självfakturering",
  advance: "Förskottsfaktura",
};
