import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "käännetty verovelvollisuus",
  intraCommunitySupply: "Tavaroiden yhteisömyynti",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "itselaskutus",
  advance: "Ennakkolasku",
};
