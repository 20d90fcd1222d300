import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "pöördmaksustamine",
  intraCommunitySupply: "Kauba ühendusesisene käive",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "endale arve koostamine",
  cashAccounting: "kassapõhine käibemaksuarvestus",
  advance: "Ettemaksuarve",
};
