import type { InvoiceStatus } from "faktura";
import type { Supply, VatTreatment } from "faktura/vat";

/** The name of each treatment. A new treatment does not compile until it has one. */
export const TREATMENT_WORDS: Readonly<Record<VatTreatment, string>> = {
  "not-registered": "Not VAT-registered",
  domestic: "Domestic",
  "outside-scope": "Outside the scope of VAT",
  export: "Export",
  "intra-community-supply": "Intra-Community supply",
  "reverse-charge": "Reverse charge",
  oss: "OSS, rate of the client's country",
  origin: "EU consumer, rate of the seller's country",
  mixed: "Differs by line",
  manual: "Rates set manually",
};

export const SUPPLY_WORDS: Readonly<Record<Supply, string>> = {
  goods: "Goods",
  services: "Services",
  digital: "Digital services",
};

export const STATUS_WORDS: Readonly<Record<InvoiceStatus, string>> = {
  SENT: "Sent",
  PAID: "Paid",
  CANCELLED: "Cancelled",
};
