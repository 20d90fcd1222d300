import { z } from "zod";
import { CREDIT_NOTE_TYPES, CREDITED_BY, type CreditNote } from "../../domain/invoice/credit-note.ts";
import type { Invoice, InvoiceWithPayments } from "../../domain/invoice/invoice.ts";
import { DOCUMENT_TYPES } from "../../domain/invoice/invoice.ts";
import type { VatDecision } from "../../domain/vat/types.ts";
import { VAT_WARNING_CODES } from "../../domain/vat/types.ts";
import { VAT_TABLE } from "../../domain/vat/vat-table.ts";
import type { CreditNotePage } from "../credit-notes/read.ts";
import type { InvoicePage } from "../invoices/read.ts";
import {
  address,
  calendarDay,
  contact,
  countryCode,
  currencyCode,
  electronicAddress,
  invoiceStatus,
  lineDiscount,
  percentage,
  prices,
  supply,
  vatCategory,
} from "./fields.ts";
import { metadata } from "./metadata.ts";
import {
  deliveryPlaceSchema,
  noteSchema,
  paymentInstructionsSchema,
  periodSchema,
  precedingInvoiceSchema,
} from "./order.ts";
import { taxRepresentative } from "./profile.ts";

// The responses, for the OpenAPI document. They are not parsed at run time: the compiler checks their shapes.

const treatments = VAT_TABLE.map(({ treatment }) => treatment);
const text = z.string();
const optionalText = text.optional();
const uuid = text.describe("UUIDv7");
const instant = z.string().meta({ format: "date-time", examples: ["2026-11-20T09:30:00.000Z"] });
const amount = z.number().describe("In the invoice's currency, rounded to its minor units");
const reason = text.describe("The reason for the treatment and the rate, for people");
const vatNote = text.describe('The legal note to print; "" if the law requires none');
const vatexCode = z
  .string()
  .nullable()
  .meta({ description: "EN 16931 BT-121", examples: ["VATEX-EU-AE"] });
const rateCountry = countryCode.nullable().describe("The country whose standard rate it is; null if none");

const creditNoteNumber = text.meta({ examples: ["INV-CN-202611-0001"] });

export const vatWarning = z.object({
  code: z.enum(VAT_WARNING_CODES),
  detail: text.describe("What was found and what to do about it"),
});

export const vatTreatment = z.enum([...treatments, "mixed", "manual"]).meta({
  description:
    "The row of the VAT table that applied; mixed if lines have different ones, manual if the order had autoVat: false",
});

export const suggestionResponse = z.object({
  rate: percentage.describe("Percent; 0 if no VAT is charged"),
  reason,
  vatNote,
  treatment: z.enum(treatments).describe("The row of the VAT table that applies"),
  rateCountry,
  category: vatCategory,
  vatexCode,
  warnings: z.array(vatWarning),
}) satisfies z.ZodType<VatDecision>;

export const invoiceItem = z.object({
  description: text,
  quantity: z.number(),
  unitPrice: z.number().describe("Net of VAT"),
  discount: lineDiscount.optional(),
  taxRate: percentage,
  netAmount: amount.describe(
    "quantity × unitPrice − discount, rounded; with gross prices a share of the taxable amount",
  ),
  unitPriceGross: z.number().optional().describe("As ordered; only if prices is gross"),
  supply: supply.optional(),
  rateCountry: rateCountry.optional().describe("As in vatBreakdown; only if the lines differ in it"),
  grossAmount: amount.optional().describe("quantity × unitPriceGross − discount, rounded; only if prices is gross"),
  unit: optionalText,
  unitCode: optionalText.describe("EN 16931 BT-130"),
  sku: optionalText.describe("EN 16931 BT-155"),
  note: optionalText.describe("EN 16931 BT-127"),
  period: periodSchema.optional().describe("EN 16931 BG-26"),
  exemptionReason: optionalText.describe("EN 16931 BT-120"),
  vatexCode: optionalText.describe("EN 16931 BT-121"),
  vatCategory: vatCategory.optional().describe("EN 16931 BT-151; absent from some invoices of document version 1"),
});

export const vatBreakdownLine = z.object({
  category: vatCategory,
  vatexCode,
  exemptionReason: optionalText.describe("EN 16931 BT-120; only if the category needs a reason and one is known"),
  taxRate: percentage,
  rateCountry: rateCountry.describe(
    "The country whose standard rate it is or, with autoVat: false, in which OSS declares it; null if none",
  ),
  taxableAmount: amount,
  taxAmount: amount,
});

export const invoiceSeller = z
  .object({
    name: text,
    country: countryCode,
    vatNumber: optionalText,
    taxNumber: optionalText,
    registrationNumber: optionalText,
    address: address.optional(),
    email: optionalText,
    iban: optionalText,
    bic: optionalText,
    accountName: optionalText,
    creditorId: optionalText,
    language: optionalText,
    tradingName: optionalText,
    legalNote: optionalText,
    registrationScheme: optionalText,
    electronicAddress: electronicAddress.optional(),
    contact: contact.optional(),
    taxRepresentative: taxRepresentative.optional(),
    cashAccounting: z.boolean().optional(),
  })
  .meta({ description: "The company as it was when the invoice was issued" });

const verification = z.object({
  status: z.enum(["valid", "unavailable"]),
  verifiedAt: instant,
  consultationNumber: optionalText.describe("The register's reference for the inquiry"),
});

export const invoiceResponse = z.object({
  id: uuid,
  invoiceNumber: text.meta({ examples: ["INV-202611-0042"] }),
  documentType: z
    .enum(DOCUMENT_TYPES)
    .optional()
    .describe("EN 16931 BT-3, of UNTDID 1001; absent from invoices of document version 1"),
  status: invoiceStatus,
  issueDate: calendarDay.describe("In the company's time zone. Never before that of the previous invoice"),
  issuedAt: instant,
  taxPointDate: calendarDay.describe("The day whose VAT rates apply"),
  seller: invoiceSeller,
  clientName: text,
  clientCountry: countryCode.optional(),
  clientVatNumber: optionalText.describe("Normalised and with its prefix, if the client is in the EU"),
  clientAddress: address.optional(),
  clientEmail: optionalText,
  clientRegistrationNumber: optionalText,
  isCompany: z.boolean().optional(),
  supply: supply.optional(),
  supplyDate: calendarDay.optional(),
  dueDate: calendarDay.optional(),
  buyerReference: optionalText,
  purchaseOrderReference: optionalText,
  reference: optionalText,
  note: optionalText,
  period: periodSchema.optional().describe("EN 16931 BG-14"),
  deliverTo: deliveryPlaceSchema.optional().describe("EN 16931 BG-13 and BG-15"),
  clientNumber: optionalText.describe("EN 16931 BT-46"),
  clientRegistrationScheme: optionalText.describe("EN 16931 BT-47-1"),
  clientElectronicAddress: electronicAddress.optional().describe("EN 16931 BT-49"),
  payment: paymentInstructionsSchema.optional().describe("Absent: a credit transfer to the seller's account"),
  paymentTerms: optionalText.describe("The order's, or the company's; EN 16931 BT-20"),
  paymentReference: optionalText.describe("EN 16931 BT-83"),
  prepaidAmount: amount.optional().describe("What was paid before issuing; EN 16931 BT-113"),
  selfBilled: z.boolean().optional(),
  triangular: z.boolean().optional(),
  precedingInvoices: z.array(precedingInvoiceSchema).optional().describe("EN 16931 BG-3"),
  contractReference: optionalText.describe("EN 16931 BT-12"),
  projectReference: optionalText.describe("EN 16931 BT-11"),
  buyerAccountingReference: optionalText.describe("EN 16931 BT-19"),
  notes: z.array(noteSchema).optional().describe("EN 16931 BG-1"),
  metadata: metadata.optional(),
  prices: prices.optional().describe("As ordered: whether discounts are net of VAT or include it. Absent: net"),
  currency: currencyCode,
  exchangeRate: z.object({ rate: z.number(), date: calendarDay, source: text }).optional(),
  items: z.array(invoiceItem),
  taxRate: percentage.describe("The rate that all items share, or 0 if they differ"),
  subtotal: amount.describe("Sum of the net amounts"),
  taxTotal: amount.describe("Sum of the tax amounts of vatBreakdown"),
  total: amount.describe("subtotal plus taxTotal"),
  taxCurrency: currencyCode.optional().describe("ISO 4217; only with an exchange rate"),
  taxTotalInTaxCurrency: z.number().optional().describe("EN 16931 BT-111; only with an exchange rate"),
  amountPaid: amount.describe("Sum of the payments"),
  creditedTotal: amount.describe("Sum of the credit notes' totals"),
  amountDue: amount.describe(
    "The total minus prepaidAmount, payments and credit notes, never below 0; 0 once cancelled",
  ),
  vatBreakdown: z.array(vatBreakdownLine).describe("One line per category, rate and country whose rate it is"),
  vatTreatment,
  vatNote,
  vatReason: reason,
  vatNumberVerification: verification
    .optional()
    .describe("The register's answer, if the host verifies VAT numbers and the client's number decided"),
  warnings: z.array(vatWarning),
  cancelledAt: instant.nullable().describe("null unless cancelled"),
  cancellationReason: optionalText,
}) satisfies z.ZodType<Invoice>;

export const paymentResponse = z.object({
  id: uuid,
  amount: amount.describe("Negative for a refund"),
  paidOn: calendarDay,
  method: z
    .string()
    .nullable()
    .meta({ description: "As given", examples: ["bank_transfer"] }),
  reference: z.string().nullable().describe("As given, such as the bank's transaction id"),
});

export const invoiceWithPaymentsResponse = invoiceResponse.extend({
  payments: z.array(paymentResponse).describe("Oldest first"),
  creditNotes: z.array(z.object({ id: uuid, creditNoteNumber, total: amount })).describe("Oldest first"),
}) satisfies z.ZodType<InvoiceWithPayments>;

export const invoicePageResponse = z.object({
  data: z.array(invoiceResponse),
  page: z.int(),
  limit: z.int(),
  total: z.int().describe("The number of invoices on all pages"),
}) satisfies z.ZodType<InvoicePage>;

export const creditNoteItem = z.object({
  ...invoiceItem.shape,
  line: z.int().describe("The place of the invoice's line, from 1"),
  creditedBy: z.enum(CREDITED_BY).describe("How the line was credited: as a part of its quantity, or as an amount"),
  quantity: z.number().describe("The part of the line's quantity; for an amount 1, or -1 if it is negative"),
  discount: z
    .object({ amount: z.number(), reason: optionalText })
    .optional()
    .describe("The share of the line's discount; only with a quantity"),
  vatCategory,
});

/** The fields that a credit note has in common with its invoice. */
const REPEATED = invoiceResponse.pick({
  ...{ taxPointDate: true, seller: true, clientName: true, clientCountry: true, clientVatNumber: true },
  ...{ clientAddress: true, clientEmail: true, clientRegistrationNumber: true, isCompany: true, supply: true },
  ...{ supplyDate: true, buyerReference: true, purchaseOrderReference: true, reference: true, note: true },
  ...{ period: true, deliverTo: true, clientNumber: true, clientRegistrationScheme: true },
  ...{ clientElectronicAddress: true, payment: true, paymentTerms: true, paymentReference: true, selfBilled: true },
  ...{ triangular: true, contractReference: true, projectReference: true, buyerAccountingReference: true },
  ...{ notes: true, metadata: true, prices: true, currency: true, exchangeRate: true, taxCurrency: true },
  ...{ taxTotalInTaxCurrency: true, vatTreatment: true, vatNote: true, vatReason: true },
  ...{ taxRate: true, subtotal: true, taxTotal: true, total: true },
});

export const creditNoteResponse = z.object({
  id: uuid,
  creditNoteNumber,
  documentType: z.enum(CREDIT_NOTE_TYPES).describe("EN 16931 BT-3, of UNTDID 1001"),
  issueDate: calendarDay.describe(
    "In the company's time zone. Never before that of the previous credit note, nor before that of the invoice unless a " +
      "wrong clock dated that",
  ),
  issuedAt: instant,
  corrects: z
    .object({ invoiceId: uuid, invoiceNumber: text, issueDate: calendarDay })
    .describe("The invoice; EN 16931 BG-3"),
  reason: text,
  ...REPEATED.shape,
  items: z.array(creditNoteItem),
  vatBreakdown: z.array(vatBreakdownLine).describe("The groups of the invoice that it credits"),
  warnings: z.array(vatWarning).optional().describe("Only if the profile requires what it could not be written as"),
}) satisfies z.ZodType<CreditNote>;

export const creditNotePageResponse = z.object({
  data: z.array(creditNoteResponse),
  page: z.int(),
  limit: z.int(),
  total: z.int().describe("The number of credit notes on all pages"),
}) satisfies z.ZodType<CreditNotePage>;
