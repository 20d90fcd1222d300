import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Atvirkštinis apmokestinimas",
};

export const invoiceMentions: InvoiceMentions = {
  advance: "Avansinė sąskaita faktūra",
};
