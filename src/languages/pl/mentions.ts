import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "odwrotne obciążenie",
  intraCommunitySupply: "Wewnątrzwspólnotowa dostawa towarów",
  exportOfGoods: "Eksport towarów",
  serviceOutsideScope: "Niepodlegające opodatkowaniu świadczenie usług poza terytorium kraju",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "samofakturowanie",
  cashAccounting: "metoda kasowa",
  advance: "Faktura zaliczkowa",
};
