import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "pöördmaksustamine",
  intraCommunitySupply: "Kauba ühendusesisene käive",
  selfBilling: "endale arve koostamine",
  cashAccounting: "kassapõhine käibemaksuarvestus",
  advance: "Ettemaksuarve",
};
