import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "nodokļa apgrieztā maksāšana",
};

export const invoiceMentions: InvoiceMentions = {
  advance: "Avansa rēķins",
};
