import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Autoliquidação",
  intraCommunitySupply: "Isento - transmissões intracomunitárias de bens",
  serviceOutsideScope: "Não sujeito ou não tributado",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "autofaturação",
  cashAccounting: "IVA - regime de caixa",
  advance: "Fatura de adiantamento",
};
