import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "обратно начисляване",
  intraCommunitySupply: "Вътреобщностна доставка на стоки",
  exportOfGoods: "Износ на стоки",
  serviceOutsideScope: "Доставка на услуги с място на изпълнение извън страната",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "самофактуриране",
  cashAccounting: "касова отчетност",
  advance: "Фактура за авансово плащане",
};
