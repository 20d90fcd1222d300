import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "omvendt betalingspligt",
  intraCommunitySupply: "Levering af varer til andre EU-lande, momsfritaget",
  exportOfGoods: "Levering af varer til udførsel, fritaget for moms",
  selfBilling: "selvfakturering",
  advance: "Forudbetalingsfaktura",
};
