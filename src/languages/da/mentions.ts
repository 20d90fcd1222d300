import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "omvendt betalingspligt",
  intraCommunitySupply: "Levering af varer til andre EU-lande, momsfritaget",
  exportOfGoods: "Levering af varer til udførsel, fritaget for moms",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "selvfakturering",
  advance: "Forudbetalingsfaktura",
};
