import { type Fields, field, format, list, number, optional, record, text } from "./field.ts";
import { ADJUSTED_TOTALS, INVOICE_ALLOWANCE } from "./invoice.ts";
import { DISBURSEMENT } from "./order.ts";

export const CREDIT_LINE: Fields = {
  line: field({ kind: "position", max: 1000 }, "The place of the invoice's line, from 1"),
  quantity: optional(number({ not: 0 }), "The part of the line's quantity to credit, with the line's sign. Not together with an amount"),
  netAmount: optional(number({ not: 0 }), "The part of the line's net amount to credit, with the line's sign. Only with net prices"),
  grossAmount: optional(number({ not: 0 }), "The part of the line's gross amount to credit, with the line's sign. Only with gross prices"),
};

export const CREDIT_ALLOWANCE: Fields = {
  position: field({ kind: "position", max: 50_000 }, "The place among the invoice's allowances or charges, from 1"),
  amount: optional(number({ above: 0 }), "The part of its amount to credit, net or gross as the invoice's prices are", { absent: "all that is left of it" }),
};

/** These come first. The fields of an order that may be given again, or belong to the credit note alone, follow them. */
export const CREDIT_ORDER: Fields = {
  reason: field(text(1000), "Why the invoice is credited. Printed on the credit note"),
  documentType: optional(
    format("creditNoteType"),
    "What kind of credit note it is. Of a self-billed invoice `261`, `502` or `503`, of others all but `261` and `502`",
    {
      term: "BT-3",
      absent: "`381`, or `261` of a self-billed invoice",
    },
  ),
  lines: optional(list(record("CreditLine"), 1000, "namesLinesOnce"), "The lines to credit", {
    absent: "without `allowances` and `charges`, all that is left of the invoice",
  }),
  allowances: optional(list(record("CreditAllowance"), 1000, "namesPositionsOnce"), "The allowances to take back, which makes the credit smaller", {
    absent: "with `lines` or `charges`, none",
  }),
  charges: optional(list(record("CreditAllowance"), 1000, "namesPositionsOnce"), "The charges to credit", { absent: "with `lines` or `allowances`, none" }),
};

/** The share of a line's discount. */
export const CREDITED_DISCOUNT: Fields = {
  amount: field(number(), "The share, in the invoice's currency"),
  reason: optional(text(20_000), 'The reason, as on the invoice; several are separated by "; "'),
  reasonCode: optional(text(3), "The reason as a code, if the line has one discount or charge"),
};

const { amount, netAmount, percent: _, baseAmount: __, advance: ___, taxAmount: ____, ...OTHERS } = INVOICE_ALLOWANCE;
const { surchargeAmount: _____, ...REPEATED } = OTHERS;

export const CREDITED_ALLOWANCE: Fields = {
  position: field({ kind: "position", max: 50_000 }, "The place among the invoice's allowances or charges, from 1"),
  amount: amount!,
  netAmount: netAmount!,
  ...REPEATED,
};

/** A share can be 0. */
export const CREDITED_DISBURSEMENT: Fields = { ...DISBURSEMENT, amount: field(format("amount"), "The share") };

export const CREDIT_NOTE_LINE: Fields = {
  line: field({ kind: "position", max: 1000 }, "The place of the invoice's line, or without `corrects` of the order's, from 1"),
  creditedBy: field(format("creditedBy"), "How the line was credited: as a part of its quantity, or as an amount"),
  quantity: field(number(), "The part of the line's quantity. For an amount: 1, or -1 for a line with a negative amount", { term: "BT-129" }),
  unitPrice: field(number(), "Net of VAT: the unit price of the invoice's line or, for an amount, the amount without its sign", { term: "BT-146" }),
  discount: optional(record("CreditedDiscount"), "The share of the line's discounts, less its charges; only with a quantity", { term: "BG-27" }),
  charges: optional(list(record("CreditedDiscount"), 50), "The share of the line's charges, if they are more than its discounts; only with a quantity", {
    term: "BG-28",
  }),
  vatCategory: field(format("vatCategory"), "The category of the invoice's line", { term: "BT-151" }),
};

export const CORRECTED_INVOICE: Fields = {
  invoiceId: field(format("uuid"), "The invoice's id"),
  invoiceNumber: field(text(100), "The invoice's number", { term: "BT-25" }),
  issueDate: field(format("calendarDay"), "The invoice's issue date", { term: "BT-26" }),
};

/** An invoice that a credit note without one invoice of the books corrects. */
export const INVOICE_TO_CORRECT: Fields = {
  number: field(text(100), "The invoice's number: of these books, or of the system before", { term: "BT-25" }),
  issueDate: optional(format("calendarDay"), "The invoice's issue date", { term: "BT-26", absent: "that of the invoice in these books" }),
  amount: optional(number({ above: 0 }), "How much of the credit note's total, with VAT, is taken off what is left and due of this invoice of the books", {
    absent: "nothing: the client is paid back, or deducts it from another payment",
  }),
};

/** The same as it is stored: its date and id are filled in if it is in the books. */
export const NAMED_INVOICE: Fields = {
  number: INVOICE_TO_CORRECT["number"]!,
  invoiceId: optional(format("uuid"), "The invoice's id, if it is in these books"),
  issueDate: optional(format("calendarDay"), "The invoice's issue date, if it is known", { term: "BT-26" }),
  amount: optional(number({ above: 0 }), "How much of the total was taken off what is left of this invoice"),
};

/** What a credit note without one invoice of the books says beside what an order says. */
export const CREDIT_NOTE_ORDER: Fields = {
  reason: field(text(1000), "Why the credit note is issued. Printed on it"),
  correctedInvoices: optional(list(record("InvoiceToCorrect"), 100, "namesInvoicesOnce"), "The invoices that it corrects", {
    absent: "those of the `period`, where the law of the seller's state allows it",
  }),
};

/** The fields of an order that decide amounts and VAT. A credit of an invoice has these from the invoice. */
export const PRICED_FIELDS = ["items", "allowances", "charges", "autoVat", "taxRate", "roundingAmount", "requires"];

/** The fields of a credit note that are not simply those of the invoice. */
export const CREDIT_NOTE: Fields = {
  documentVersion: field({ kind: "literal", value: 1 }, "The version of this shape: 1, as for an invoice", { only: "stored" }),
  id: field(format("uuid"), "The credit note's id"),
  creditNoteNumber: field(text(100), "From the company's own series of credit notes", { term: "BT-1", examples: ["INV-CN-202611-0001"] }),
  documentType: field(
    format("creditNoteType"),
    "The one given; otherwise `381`, `261` of a self-billed invoice, or `262` of a French one that names a period instead of invoices",
    { term: "BT-3" },
  ),
  issueDate: field(
    format("calendarDay"),
    "In the company's time zone. Never before the previous credit note's date. Never before the invoice's date, unless a wrong clock dated the invoice more than a day ahead",
    { term: "BT-2" },
  ),
  issuedAt: field(format("instant"), "When it was issued"),
  corrects: optional(record("CorrectedInvoice"), "The invoice that it credits. Absent if it does not credit one invoice of the books", { term: "BG-3" }),
  cashDiscount: optional({ kind: "boolean" }, "Whether a payment issued it, for the cash discount that it left. Absent: no"),
  correctedInvoices: optional(list(record("NamedInvoice"), 100), "The invoices that it names. Only without `corrects`; absent if it names a `period`", {
    term: "BG-3",
  }),
  reason: field(text(1000), "Why the credit note was issued, as given; printed"),
  seller: field(
    record("InvoiceSeller"),
    "The company today. Its country, tax and VAT numbers, representative, language and cash accounting are the invoice's",
    { term: "BG-4", after: "taxPointDate" },
  ),
  items: field(list(record("CreditNoteItem"), 1000), "In the order of the invoice's lines", { term: "BG-25", after: "currency" }),
  taxRate: field(format("percentage"), "The rate that all items share, or 0 if they differ", { after: "items" }),
  allowances: optional(list(record("CreditedAllowance"), 50_000), "The allowances that it takes back", { term: "BG-20", after: "items" }),
  charges: optional(list(record("CreditedAllowance"), 50_000), "The charges that it credits", { term: "BG-21", after: "allowances" }),
  ...ADJUSTED_TOTALS,
  subtotal: field(format("amount"), "The sum of the line net amounts, less allowances, with charges, without VAT", { term: "BT-109", after: "chargeTotal" }),
  taxTotal: field(format("amount"), "The credited VAT, with the equivalence surcharge", { term: "BT-110", after: "subtotal" }),
  surchargeTotal: optional(format("amount"), "The credited equivalence surcharge of Spain. Absent if none is credited", { after: "taxTotal" }),
  total: field(format("amount"), "With VAT", { term: "BT-112", after: "surchargeTotal" }),
  roundingAmount: optional(number(), "Its share of the invoice's, in proportion to `total`; the last credit note takes the rest", {
    term: "BT-114",
    after: "total",
  }),
  payable: field(
    format("amount"),
    "By how much it lowers what the client pays: `total` with disbursements and the rounding amount, less what is withheld and the VAT of Italy's split payment",
    { after: "total" },
  ),
  withheldTotal: optional(format("amount"), "The sum of the `withholdings`. Absent if there are none", { after: "total" }),
  disbursementTotal: optional(format("amount"), "The sum of the `disbursements`. Absent if there are none", { after: "total" }),
  withholdings: optional(list(record("InvoiceWithholding"), 10), "Those of the invoice, with its shares of their amounts in proportion to `total`", {
    after: "roundingAmount",
  }),
  disbursements: optional(list(record("CreditedDisbursement"), 50), "Those of the invoice, with its shares of their amounts in proportion to `total`", {
    after: "withholdings",
  }),
  vatBreakdown: field(list(record("InvoiceBreakdownLine"), 1000), "The groups of the invoice that it credits", { term: "BG-23", after: "total" }),
  taxTotalInTaxCurrency: optional(number(), "`taxTotal` at the invoice's exchange rate; only if the invoice has one", { term: "BT-111", after: "taxCurrency" }),
  vatNumberVerification: optional(record("VatNumberVerification"), "The evidence that the client's VAT number was verified. Only without `corrects`", {
    after: "vatReason",
  }),
  warnings: optional(
    list(format("vatWarning"), 100),
    "The rules that its electronic document breaks, if the profile requires one; without `corrects` those of an order. Absent if there are none",
    { after: "vatReason" },
  ),
  portalNumbers: optional(list(record("PortalNumber"), 1000), "The numbers that portals gave it, one for each portal. Absent if none was recorded", {
    only: "answer",
    after: "warnings",
  }),
  correctedPortalNumbers: optional(list(record("PortalNumber"), 1000), "The numbers that portals gave the invoice. Absent if none was recorded", {
    only: "answer",
    after: "portalNumbers",
  }),
  portalRefusals: optional(list(record("PortalRefusal"), 1000), "What portals objected to it, oldest first. Absent if none was recorded", {
    only: "answer",
    after: "correctedPortalNumbers",
  }),
};
