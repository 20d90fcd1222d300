import { z } from "zod";
import type { CompanyProfile } from "../domain/company-profile.ts";
import { isInvoicePrefix } from "../domain/invoice-number.ts";
import type { InvoiceOrder } from "../domain/invoice-order.ts";
import { INVOICE_STATUSES } from "../domain/invoice-status.ts";
import { categoryAllowsRate, VAT_CATEGORIES } from "../domain/vat-category.ts";
import { SUPPLIES } from "../domain/vat-table.ts";
import {
  address,
  calendarDay,
  countryCode,
  currencyCode,
  email,
  language,
  percentage,
  text,
  timeZone,
} from "./field-schemas.ts";

export const profileSchema = z.strictObject({
  name: text(200),
  country: countryCode,
  vatRegistered: z.boolean(),
  ossRegistered: z.boolean(),
  defaultCurrency: currencyCode,
  invoicePrefix: z
    .string()
    .refine(isInvoicePrefix, { error: 'must be 1 to 20 letters, digits, ".", "_", "/" or inner "-"' }),
  vatNumber: text(40).optional(),
  taxNumber: text(40).optional(),
  registrationNumber: text(100).optional(),
  address: address.optional(),
  email: email.optional(),
  iban: text(42).optional(),
  language: language.optional(),
  timeZone: timeZone.optional(),
  exemptionNote: text(1000).optional(),
}) satisfies z.ZodType<CompanyProfile>;

export const suggestionSchema = z.strictObject({
  // Whether it is there at all is a refusal of its own, `client_country_required`.
  clientCountry: countryCode.optional(),
  clientPostalCode: text(20).optional().meta({ description: "Tells areas apart that no country code does" }),
  clientVatNumber: text(40).optional(),
  isCompany: z.boolean().optional(),
  supply: z.enum(SUPPLIES).optional(),
  supplyDate: calendarDay.optional().meta({ description: "The tax point; absent: today" }),
});

const exchangeRateSchema = z.strictObject({
  rate: z
    .number()
    .refine((rate) => rate > 0, { error: "must be above 0" })
    .meta({ description: "What one unit of the invoice's currency is worth in that of the seller's state" }),
  date: calendarDay,
  source: text(200),
});

const itemSchema = z.strictObject({
  description: text(4000),
  quantity: z.number().refine((quantity) => quantity !== 0, { error: "must not be 0" }),
  unitPrice: z.number().min(0).meta({ description: "Net of VAT, in the invoice's currency" }),
  unit: text(50).optional(),
  taxRate: percentage.optional(),
  vatCategory: z.enum(VAT_CATEGORIES).optional().meta({ description: "Only with autoVat: false (EN 16931)" }),
});

export const orderSchema = z
  .strictObject({
    clientName: text(200),
    clientCountry: countryCode.optional().meta({ description: "ISO 3166-1 alpha-2; required unless autoVat is false" }),
    clientVatNumber: text(40).optional(),
    items: z.array(itemSchema).min(1).max(1000),
    autoVat: z.boolean().optional().meta({ default: true }),
    taxRate: percentage.optional(),
    clientAddress: address.optional(),
    clientEmail: email.optional(),
    clientRegistrationNumber: text(100).optional(),
    isCompany: z.boolean().optional(),
    supply: z.enum(SUPPLIES).optional(),
    supplyDate: calendarDay.optional(),
    dueDate: calendarDay.optional(),
    currency: currencyCode.optional(),
    exchangeRate: exchangeRateSchema.optional(),
    buyerReference: text(200).optional(),
    purchaseOrderReference: text(200).optional(),
    reference: text(200).optional(),
    note: text(4000).optional(),
    vatNote: text(1000).optional().meta({ description: "Only with autoVat: false" }),
  })
  .superRefine((order, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const manual = order.autoVat === false;
    if (!manual && order.vatNote !== undefined) fault(["vatNote"], "is only for autoVat: false");
    for (const [index, { taxRate, vatCategory }] of order.items.entries()) {
      if (vatCategory === undefined) continue;
      const path = ["items", index, "vatCategory"];
      if (!manual) fault(path, "is only for autoVat: false");
      else if (!categoryAllowsRate(vatCategory, taxRate ?? order.taxRate ?? 0)) {
        fault(path, vatCategory === "S" ? "S needs a rate above 0" : `${vatCategory} needs a rate of 0`);
      }
    }
  }) satisfies z.ZodType<InvoiceOrder>;

export const DEFAULT_PAGE_LIMIT = 20;

export const listSchema = z
  .strictObject({
    status: z.enum(INVOICE_STATUSES).optional(),
    from: calendarDay.optional().meta({ description: "First issue date, inclusive" }),
    to: calendarDay.optional().meta({ description: "Last issue date, inclusive" }),
    page: z.int().min(1).optional().meta({ default: 1 }),
    limit: z.int().min(1).max(100).optional().meta({ default: DEFAULT_PAGE_LIMIT }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after `to`",
    path: ["from"],
  });

export const cancellationSchema = z.strictObject({ reason: text(1000).optional() });

export const paymentSchema = z.strictObject({
  amount: z.number().refine((amount) => amount > 0, { error: "must be above 0" }),
  paidOn: calendarDay.optional(),
  method: text(100).optional(),
  reference: text(200).optional(),
});

export const continuationSchema = z.strictObject({
  // Doubles count on for nine thousand times as much; a larger number is a slip of the keyboard.
  lastCounter: z.int().min(0).max(1_000_000_000_000),
  lastIssueDate: calendarDay,
});
