import type { QuoteWords } from "../quote-words.ts";

export const quoteWords: QuoteWords = {
  title: "Quote",
  date: "Date",
  validUntil: "Valid until",
  notInvoice: "This is a quote and not an invoice. Please do not pay it. Its VAT cannot be deducted.",
};
