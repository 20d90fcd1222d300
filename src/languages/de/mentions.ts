import type { InvoiceMentions, Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Steuerschuldnerschaft des Leistungsempfängers",
  intraCommunitySupply: "Steuerfreie innergemeinschaftliche Lieferung",
  exportOfGoods: "Steuerfreie Ausfuhrlieferung",
  serviceOutsideScope: "Nicht steuerbarer Umsatz, Leistungsort nicht im Inland",
};

export const invoiceMentions: InvoiceMentions = {
  selfBilling: "Gutschrift",
  cashAccounting: "Besteuerung nach vereinnahmten Entgelten",
  vatToPayBack: "Mehrwertsteuer an den Staat zurückzuzahlen, soweit sie ursprünglich abgezogen wurde",
  advance: "Anzahlungsrechnung",
};
