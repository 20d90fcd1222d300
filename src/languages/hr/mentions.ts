import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "prijenos porezne obveze",
  intraCommunitySupply: "Isporuke dobara unutar EU",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "samoizdavanje računa",
  cashAccounting: "obračun prema naplaćenoj naknadi",
  advance: "Račun za predujam",
};
