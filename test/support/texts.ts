/** The texts of all languages, which tests compare with the pages of the docs and with what is printed and shown. */
import { INVOICE_MENTIONS } from "../../src/languages/generated/invoice-mentions.ts";
import { MENTIONS as OF_VAT } from "../../src/languages/generated/mentions.ts";

export { PDF_WORDS } from "../../src/languages/generated/pdf-words.ts";

/** All that invoices mention, of their VAT and beside it. */
export const MENTIONS = Object.fromEntries(
  Object.entries(OF_VAT).map(([language, ofVat]) => [language, { ...ofVat, ...INVOICE_MENTIONS[language] }]),
);
