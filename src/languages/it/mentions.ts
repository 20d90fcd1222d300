import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "inversione contabile",
  intraCommunitySupply: "Non imponibile - cessione intracomunitaria",
  exportOfGoods: "Non imponibile - esportazione",
  serviceOutsideScope: "Operazione non soggetta ad IVA",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "autofatturazione",
  cashAccounting: "IVA per cassa",
  advance: "Fattura di acconto",
};
