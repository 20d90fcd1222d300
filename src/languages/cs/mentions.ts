import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "daň odvede zákazník",
  intraCommunitySupply: "Dodání zboží do jiného členského státu, osvobozeno od daně",
  exportOfGoods: "Vývoz zboží, osvobozeno od daně",
  serviceOutsideScope: "Služba s místem plnění mimo tuzemsko",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "vystaveno zákazníkem",
  advance: "Zálohová faktura",
};
