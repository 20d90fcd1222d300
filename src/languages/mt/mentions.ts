import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Inverżjoni tal-ħlas",
};

export const invoiceMentions: InvoiceMentions = {
  advance: "Fattura ta’ ħlas bil-quddiem",
};
