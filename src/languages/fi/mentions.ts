import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "käännetty verovelvollisuus",
  intraCommunitySupply: "Tavaroiden yhteisömyynti",
  selfBilling: "itselaskutus",
  advance: "Ennakkolasku",
};
