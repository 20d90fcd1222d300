import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "obrnjena davčna obveznost",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "samofakturiranje",
  advance: "Avansni račun",
};
