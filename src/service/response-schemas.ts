import { z } from "zod";
import type { Invoice, InvoiceWithPayments } from "../domain/invoice.ts";
import { INVOICE_STATUSES } from "../domain/invoice-status.ts";
import { VAT_CATEGORIES } from "../domain/vat-category.ts";
import type { VatDecision } from "../domain/vat-decision.ts";
import { SUPPLIES, VAT_TABLE } from "../domain/vat-table.ts";
import { VAT_WARNING_CODES } from "../domain/vat-warning.ts";
import { address, calendarDay, countryCode, currencyCode, percentage } from "./field-schemas.ts";
import type { InvoicePage } from "./list-invoices.ts";

// What the library answers, for the OpenAPI document. Answers are not parsed: the types hold them to these shapes.

const treatments = VAT_TABLE.map(({ treatment }) => treatment);
const optionalText = z.string().optional();
const instant = z.string().meta({ format: "date-time" });
const amount = z.number().meta({ description: "In the invoice's currency, rounded to its minor units" });

const warning = z.object({
  code: z.enum(VAT_WARNING_CODES),
  detail: z.string(),
});

export const suggestionResponse = z.object({
  rate: percentage.meta({ description: "Percent; 0 where no VAT is charged" }),
  reason: z.string().meta({ description: "Why, for people" }),
  vatNote: z.string().meta({ description: 'Legal mention to print; "" where the law asks for none' }),
  treatment: z.enum(treatments),
  rateCountry: countryCode.nullable().meta({ description: "Whose standard rate it is" }),
  category: z.enum(VAT_CATEGORIES).meta({ description: "EN 16931 BT-118" }),
  vatexCode: z.string().nullable().meta({ description: "EN 16931 BT-121" }),
  warnings: z.array(warning),
}) satisfies z.ZodType<VatDecision>;

const item = z.object({
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  taxRate: percentage,
  netAmount: amount,
  unit: optionalText,
  vatCategory: z.enum(VAT_CATEGORIES).optional(),
});

const breakdownLine = z.object({
  category: z.enum(VAT_CATEGORIES),
  vatexCode: z.string().nullable().meta({ description: "EN 16931 BT-121" }),
  taxRate: percentage,
  rateCountry: countryCode.nullable(),
  taxableAmount: amount,
  taxAmount: amount,
});

const seller = z.object({
  name: z.string(),
  country: countryCode,
  vatNumber: optionalText,
  taxNumber: optionalText,
  registrationNumber: optionalText,
  address: address.optional(),
  email: optionalText,
  iban: optionalText,
  language: optionalText,
});

const verification = z.object({
  status: z.enum(["valid", "unavailable"]),
  verifiedAt: instant,
  consultationNumber: optionalText,
});

export const invoiceResponse = z.object({
  id: z.string(),
  invoiceNumber: z.string().meta({ examples: ["INV-202611-0042"] }),
  status: z.enum(INVOICE_STATUSES),
  issueDate: calendarDay,
  issuedAt: instant,
  taxPointDate: calendarDay.meta({ description: "The day whose VAT rates apply" }),
  seller,
  clientName: z.string(),
  clientCountry: countryCode.optional(),
  clientVatNumber: optionalText,
  clientAddress: address.optional(),
  clientEmail: optionalText,
  clientRegistrationNumber: optionalText,
  isCompany: z.boolean().optional(),
  supply: z.enum(SUPPLIES).optional(),
  supplyDate: calendarDay.optional(),
  dueDate: calendarDay.optional(),
  buyerReference: optionalText,
  purchaseOrderReference: optionalText,
  reference: optionalText,
  note: optionalText,
  currency: currencyCode,
  exchangeRate: z.object({ rate: z.number(), date: calendarDay, source: z.string() }).optional(),
  items: z.array(item),
  taxRate: percentage.meta({ description: "The rate that all items share, or 0 where they differ" }),
  subtotal: amount,
  taxTotal: amount,
  total: amount,
  taxCurrency: currencyCode.optional().meta({ description: "ISO 4217; only with an exchange rate" }),
  taxTotalInTaxCurrency: z.number().optional().meta({ description: "EN 16931 BT-111" }),
  amountPaid: amount,
  amountDue: amount,
  vatBreakdown: z.array(breakdownLine),
  vatTreatment: z.enum([...treatments, "manual"]),
  vatNote: z.string(),
  vatReason: z.string(),
  vatNumberVerification: verification.optional(),
  warnings: z.array(warning),
  cancelledAt: instant.nullable(),
  cancellationReason: optionalText,
}) satisfies z.ZodType<Invoice>;

const payment = z.object({
  id: z.string(),
  amount,
  paidOn: calendarDay,
  method: z.string().nullable(),
  reference: z.string().nullable(),
});

export const invoiceWithPaymentsResponse = invoiceResponse.extend({
  payments: z.array(payment),
}) satisfies z.ZodType<InvoiceWithPayments>;

export const invoicePageResponse = z.object({
  data: z.array(invoiceResponse),
  page: z.int(),
  limit: z.int(),
  total: z.int().meta({ description: "Invoices on all pages together" }),
}) satisfies z.ZodType<InvoicePage>;
