import { type Fields, field, format, list, nullable, number, optional, record, text } from "./field.ts";
import { RETENTION, WITHHOLDING } from "./order.ts";

const SURCHARGE_LAW = "Ley 37/1992, artículo 161";

/** The amounts of a line. */
export const LINE_AMOUNTS: Fields = {
  netAmount: field(
    format("amount"),
    "Quantity × unit price ÷ `priceBaseQuantity`, less discounts, with charges, rounded. With gross prices its share of the taxable amount",
    {
      term: "BT-131",
      after: "unitPrice",
    },
  ),
  unitPriceGross: optional(number(), "The unit price as given; only with gross prices, where `unitPrice` is the net one", { credit: "kept-with-quantity" }),
  grossAmount: optional(format("amount"), "The same with the gross unit price; only with gross prices"),
};

/** What the library adds to a line of the order, or decides anew. */
export const INVOICE_LINE: Fields = {
  unitPrice: field(number(), "Always net of VAT", { term: "BT-146" }),
  taxRate: field(format("percentage"), "The VAT rate", { term: "BT-152", credit: "kept" }),
  vatCategory: field(format("vatCategory"), "The category of VAT", { term: "BT-151" }),
  rateCountry: optional(nullable("countryCode"), "As in the breakdown; only if the lines of the invoice differ in it", { credit: "kept" }),
  surchargeRate: optional(format("percentage"), "The rate of Spain's equivalence surcharge", { law: SURCHARGE_LAW, credit: "kept" }),
};

/** An allowance or a charge of the whole invoice, in one group of the breakdown. */
export const INVOICE_ALLOWANCE: Fields = {
  amount: field(format("amount"), "Its amount, net or gross as the prices are"),
  netAmount: field(format("amount"), "Its amount without VAT", { term: "BT-92, 99" }),
  advance: optional(text(100), "The number of the advance invoice that it deducts"),
  taxAmount: optional(format("amount"), "Its VAT; only of an advance"),
  surchargeAmount: optional(format("amount"), "Its equivalence surcharge; only of an advance"),
  percent: optional(number(), "Percent of `baseAmount`", { term: "BT-94, 101" }),
  baseAmount: optional(format("amount"), "What `percent` is of or the amount was computed from, net or gross as the prices are", { term: "BT-93, 100" }),
  reason: optional(text(200), "The reason, as given", { term: "BT-97, 104" }),
  reasonCode: optional(text(3), "The reason as a code, as given", { term: "BT-98, 105" }),
  taxRate: field(format("percentage"), "The VAT rate", { term: "BT-96, 103" }),
  vatCategory: field(format("vatCategory"), "The category of VAT", { term: "BT-95, 102" }),
  rateCountry: optional(nullable("countryCode"), "As in the breakdown; only if the parts of the invoice differ in it"),
  surchargeRate: optional(format("percentage"), "The rate of Spain's equivalence surcharge, as that of the lines of its group", { law: SURCHARGE_LAW }),
  supply: optional(format("supply"), "What it belongs to, as given"),
  placeOfSupply: optional(format("territory"), "Its place of supply, as given"),
  exemptionReason: optional(text(1000), "Why it is without VAT, as given", { term: "BT-120" }),
  vatexCode: optional(format("vatexCode"), "The reason as a code, as given", { term: "BT-121" }),
};

/** The sums before VAT that only documents with allowances or charges have. */
export const ADJUSTED_TOTALS: Fields = {
  lineTotal: optional(format("amount"), "The sum of the line net amounts; only with allowances or charges", { term: "BT-106", after: "taxRate" }),
  allowanceTotal: optional(format("amount"), "The sum of the allowances without VAT; only with allowances", { term: "BT-107", after: "lineTotal" }),
  chargeTotal: optional(format("amount"), "The sum of the charges without VAT; only with charges", {
    term: "BT-108",
    after: "allowanceTotal",
  }),
};

/** A group of the VAT breakdown as totals have it. */
export const BREAKDOWN: Fields = {
  category: field(format("vatCategory"), "The group's category", { term: "BT-118" }),
  vatexCode: field(nullable("vatexCode"), "EN 16931's code for the reason; `null` if the category has none", { term: "BT-121" }),
  taxRate: field(format("percentage"), "The group's rate", { term: "BT-119" }),
  rateCountry: field(
    nullable("countryCode"),
    "The country whose rate it is. With `autoVat: false` the country in which the VAT is declared through OSS. `null` if there is none",
  ),
  taxableAmount: field(format("amount"), "The sum of the group's line net amounts, less its allowances, with its charges", { term: "BT-116" }),
  taxAmount: field(format("amount"), "VAT on `taxableAmount`, or contained in the group's gross amounts; computed and rounded once", { term: "BT-117" }),
  surchargeRate: optional(format("percentage"), "The group's rate of Spain's equivalence surcharge. Absent: it has none", { law: SURCHARGE_LAW }),
  surchargeAmount: optional(format("amount"), "The equivalence surcharge on `taxableAmount`, which `taxAmount` does not contain; rounded once", {
    law: SURCHARGE_LAW,
  }),
};

/** What an invoice adds to it. */
export const INVOICE_BREAKDOWN: Fields = {
  exemptionReason: optional(text(4000), "Why no VAT is charged. Only if the category needs a reason and one is known", { term: "BT-120" }),
};

export const VERIFICATION: Fields = {
  status: field(format("verificationStatus"), "`unavailable` only if the host chose to issue without an answer"),
  verifiedAt: field(format("instant"), "When the register was asked"),
  consultationNumber: optional(text(200), "The register's reference for the inquiry, if it gave one"),
};

/** What the library adds to the order, or decides anew. The order's other fields are repeated if they were given. */
export const INVOICE: Fields = {
  documentVersion: field({ kind: "literal", value: 1 }, "The version of this shape: 1", { only: "stored" }),
  id: field(format("uuid"), "The invoice's id"),
  invoiceNumber: field(text(100), "`<prefix>-<YYYYMM>-<counter>`", { term: "BT-1", examples: ["INV-202611-0042"] }),
  status: field(format("invoiceStatus"), "`PAID` once something was paid and nothing is due, `CANCELLED` for good, otherwise `SENT`", {
    only: "answer",
  }),
  issueDate: field(format("calendarDay"), "In the company's time zone. Never before that of the previous invoice", { term: "BT-2", isWritten: true }),
  issuedAt: field(format("instant"), "When it was issued"),
  taxPointDate: field(format("calendarDay"), "The day whose VAT rates apply. Print it if it is not the issue date (article 226(7))", {
    term: "BT-7",
    credit: "kept",
  }),
  seller: field(record("InvoiceSeller"), "The company as it was when the invoice was issued", { term: "BG-4" }),
  currency: field(format("currencyCode"), "The invoice's currency", { term: "BT-5", credit: "kept", isWritten: true }),
  items: field(list(record("InvoiceItem"), 1000), "The lines, in the order of the request", { term: "BG-25" }),
  allowances: optional(list(record("InvoiceAllowance"), 50_000), "The allowances, one for each group of the breakdown that has a part of it", {
    term: "BG-20",
    after: "items",
  }),
  charges: optional(list(record("InvoiceAllowance"), 50_000), "The charges, likewise", { term: "BG-21", after: "allowances" }),
  taxRate: field(format("percentage"), "The rate that all items share, or 0 if they differ"),
  ...ADJUSTED_TOTALS,
  subtotal: field(format("amount"), "The sum of the line net amounts, less allowances, with charges, without VAT", { term: "BT-109" }),
  taxTotal: field(format("amount"), "The sum of the VAT of all groups, and of the equivalence surcharge", { term: "BT-110" }),
  surchargeTotal: optional(format("amount"), "The sum of Spain's equivalence surcharge. Absent if no line has one", { law: SURCHARGE_LAW }),
  total: field(format("amount"), "With VAT", { term: "BT-112" }),
  advanceTotal: optional(format("amount"), "What was deducted of `advances`, with VAT. `total` is what is left", { after: "total" }),
  disbursementTotal: optional(format("amount"), "The sum of the `disbursements`. Absent if there are none"),
  withheldTotal: optional(format("amount"), "The sum of the `withholdings`. Absent if there are none"),
  payable: field(
    format("amount"),
    "What the client pays: `total` with disbursements and the rounding amount, less what is withheld and the VAT of Italy's split payment",
  ),
  amountPaid: field(format("amount"), "The sum of its payments, less refunds", { only: "answer" }),
  prepaidRefunded: optional(format("amount"), "What was refunded of what was prepaid", { only: "answer", after: "amountPaid" }),
  discountTaken: optional(
    format("amount"),
    "What a payment left as cash discount, where the law lowers VAT without a document; 0 where a credit note did. Absent without `cashDiscounts`",
    { only: "answer", after: "prepaidRefunded" },
  ),
  creditedTotal: field(format("amount"), "The sum of its credit notes' totals", { only: "answer" }),
  amountDue: field(
    format("amount"),
    "`payable`, less what was prepaid, paid, taken as cash discount and credited; credit notes count with their `payable`. Negative is what the seller owes back. 0 once cancelled",
    {
      only: "answer",
    },
  ),
  settledBy: optional(
    text(100),
    "The number of the final invoice that deducted this advance, or of the corrected one that replaced this invoice: what was not paid by then is no longer due",
    {
      only: "answer",
      after: "amountDue",
    },
  ),
  settledAmount: optional(format("amount"), "What was due when it was deducted or replaced", { only: "answer", after: "settledBy" }),
  writtenOffOn: optional(format("calendarDay"), "The day on which it was lost as a bad debt. Absent: it was not written off", {
    only: "answer",
    after: "settledAmount",
  }),
  writeOffReason: optional(text(1000), "Why it was written off", { only: "answer", after: "writtenOffOn" }),
  vatBreakdown: field(list(record("InvoiceBreakdownLine"), 1000), "One group for each category, rate, country of the rate and equivalence surcharge", {
    term: "BG-23",
  }),
  vatTreatment: field(
    format("vatTreatment"),
    "What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat: false`",
    { credit: "kept" },
  ),
  vatNote: field(text(4000), 'The VAT notes, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law ' + "requires none", {
    credit: "kept",
  }),
  vatReason: field(text(4000), "Why this VAT, in English, for people. Not printed", { credit: "kept" }),
  warnings: field(list(format("vatWarning"), 100), "What the host should check. They never change an amount"),
  cancelledAt: field(nullable("instant"), "`null` unless cancelled", { only: "answer" }),
  documentType: field(format("documentType"), "The order's; otherwise `389` if it is self-billed, or `380`", { term: "BT-3" }),
  replaces: optional(
    text(100),
    "The number of your invoice whose place this corrected one (`384`) takes: what was paid on that is in `prepaidAmount`, and returns declare what differs",
    {
      after: "precedingInvoices",
    },
  ),
  supplyDate: optional(format("calendarDay"), "The day of the supply: the order's or, of a seller in Germany whose law wants one, the tax point", {
    term: "BT-72",
    law: "UStG § 14(4) no. 6 (Germany)",
    after: "supply",
    credit: "kept",
  }),
  registrationCountry: optional(
    format("countryCode"),
    "The member state of the registration whose number `seller.vatNumber` is. Without it, that number is the company's own",
    {
      law: "Directive 2006/112/EC, article 226(3)",
      after: "importer",
      credit: "kept",
    },
  ),
  clientVatNumber: optional(text(40), "Normalised and with its prefix, if the client is in the EU", { term: "BT-48", after: "clientCountry" }),
  taxCurrency: optional(format("currencyCode"), "The currency of `taxTotalInTaxCurrency`; only with an exchange rate", {
    term: "BT-6",
    law: "Directive 2006/112/EC, article 230",
    after: "exchangeRate",
    credit: "kept",
  }),
  taxTotalInTaxCurrency: optional(number(), "`taxTotal` at the order's exchange rate, rounded to the tax currency's minor units", {
    term: "BT-111",
    after: "taxCurrency",
  }),
  withholdings: optional(list(record("InvoiceWithholding"), 10), "The order's, with their amounts", { after: "roundingAmount" }),
  retentions: optional(list(record("InvoiceRetention"), 10), "The order's, with their amounts", { after: "withholdings" }),
  paymentTerms: optional(text(1000), "When and how to pay: the order's, or the company's", { term: "BT-20", after: "payment" }),
  vatNumberVerification: optional(
    record("VatNumberVerification"),
    "The register's answer about the client's VAT number; only if the host has a verifier and the number decided",
    { after: "metadata" },
  ),
  cancellationReason: optional(text(1000), "Only if one was given", { only: "answer", after: "vatNumberVerification" }),
};

/** What an invoice adds to a withholding of the order. */
export const INVOICE_WITHHOLDING: Fields = { ...WITHHOLDING, amount: field(format("amount"), "What is withheld") };

/** What an invoice adds to a retention of the order. */
export const INVOICE_RETENTION: Fields = { ...RETENTION, amount: field(format("amount"), "What is paid later") };

export const PAYMENT: Fields = {
  id: field(format("uuid"), "The payment's id"),
  amount: field(format("amount"), "Negative for a refund, and never 0"),
  paidOn: field(format("calendarDay"), "The day on which the money arrived or, for a refund, left"),
  method: field(nullable("label"), "As given, such as `bank_transfer`", { examples: ["bank_transfer"] }),
  reference: field(nullable("label"), "As given, such as the bank's transaction id"),
  discountTaken: optional(format("amount"), "What it left as cash discount; negative where a refund took that back"),
  exchangeRate: optional(record("ExchangeRate"), "As given, from the invoice's currency to that of the seller's VAT", {
    absent: "the invoice's",
  }),
};

export const CREDIT_NOTE_SUMMARY: Fields = {
  id: field(format("uuid"), "The credit note's id"),
  creditNoteNumber: field(text(100), "From the series of credit notes", { examples: ["INV-CN-202611-0001"] }),
  total: field(format("amount"), "With VAT; of a credit note over several invoices, what it took off this one"),
};

/** What a state's portal calls a document. */
export const PORTAL_NUMBER: Fields = {
  portal: field(text(40), "The portal, such as `ksef` (Poland), `sdi` (Italy) or `ro-efactura` (Romania)", { examples: ["ksef"] }),
  number: field(text(200), "The number that the portal gave the document", { examples: ["5261040828-20261120-0100001AF629-97"] }),
};

/** Why a state's portal did not take a document, or took it with errors. */
export const PORTAL_REFUSAL: Fields = {
  id: field(format("uuid"), "The id of the record of this refusal"),
  portal: field(text(40), "The portal, such as `verifactu` (Spain)", { examples: ["verifactu"] }),
  code: field(text(100), "The portal's code of the error", { examples: ["1109"] }),
  on: field(format("calendarDay"), "The day of the portal's answer"),
  ofCancellation: field({ kind: "boolean" }, "Whether the cancellation was refused, rather than the document"),
  record: optional(record("SpanishRecord"), "What the record that corrects it says otherwise than the document. Absent: nothing"),
};

/** What an invoice has when it is read alone. */
export const INVOICE_DETAIL: Fields = {
  payments: field(list(record("Payment"), 1000), "Oldest first, refunds among them"),
  creditNotes: field(list(record("CreditNoteSummary"), 1000), "Oldest first"),
  portalNumbers: optional(list(record("PortalNumber"), 1000), "The numbers that portals gave it, one for each portal. Absent if none was recorded"),
  portalRefusals: optional(list(record("PortalRefusal"), 1000), "What portals objected to it, oldest first. Absent if none was recorded"),
};

/** A page of a list. */
const PAGE: Fields = {
  page: field({ kind: "count" }, "The number of the page, from 1"),
  limit: field({ kind: "count" }, "The largest number of entries on a page"),
};

export const INVOICE_PAGE: Fields = {
  data: field(list(record("Invoice"), 100), "Newest number first"),
  ...PAGE,
  total: field({ kind: "count" }, "The number of invoices on all pages"),
  totalIsAtLeast: optional(
    { kind: "literal", value: true },
    "There are `total` invoices or more, because a search counts no further. Absent if `total` is exact",
  ),
};

export const CREDIT_NOTE_PAGE: Fields = {
  data: field(list(record("CreditNote"), 100), "Newest first"),
  ...PAGE,
  total: field({ kind: "count" }, "The number of credit notes on all pages"),
};
