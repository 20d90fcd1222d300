import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "prenesenie daňovej povinnosti",
  intraCommunitySupply: "Dodanie tovaru do iného členského štátu, oslobodené od dane",
  exportOfGoods: "Vývoz tovaru, oslobodený od dane",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "vyhotovenie faktúry odberateľom",
  cashAccounting: "daň sa uplatňuje na základe prijatia platby",
  advance: "Zálohová faktúra",
};
