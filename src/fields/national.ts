import { type Fields, field, optional, pattern, record, text, yesNo } from "./field.ts";

// What only one state's documents need. Each state has its own records: of the profile, of the order and of its lines.

export const FRENCH_PROFILE: Fields = {
  vatOnDebits: optional(yesNo, "Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say so", {
    law: "Code général des impôts, article 269(2)(c)",
  }),
};

export const CROATIAN_OPERATOR: Fields = {
  name: field(text(200), "The operator's name"),
  oib: field(pattern(/^\d{11}$/, "11 digits"), "The operator's personal number (OIB)", { examples: ["12345678903"] }),
};

export const CROATIAN_PROFILE: Fields = {
  operator: optional(record("CroatianOperator"), "Who issues its invoices, if the order names no other operator", { law: "Zakon o fiskalizaciji" }),
};

export const CROATIAN_ORDER: Fields = {
  operator: optional(record("CroatianOperator"), "Who issues the invoice", { absent: "the company's", law: "Zakon o fiskalizaciji" }),
};

export const NATIONAL_PROFILE: Fields = {
  fr: optional(record("FrenchProfile"), "What invoices of a seller in France need"),
  hr: optional(record("CroatianProfile"), "What invoices of a seller in Croatia need"),
};

export const NATIONAL_ORDER: Fields = {
  hr: optional(record("CroatianOrder"), "What an invoice of a seller in Croatia needs"),
};
