import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "inversión del sujeto pasivo",
  intraCommunitySupply: "Entrega intracomunitaria exenta",
  exportOfGoods: "Operación exenta por exportación",
  serviceOutsideScope: "Operación no sujeta por reglas de localización",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "facturación por el destinatario",
  cashAccounting: "régimen especial del criterio de caja",
  advance: "Factura de anticipo",
};
