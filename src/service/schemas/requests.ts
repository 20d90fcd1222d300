import { z } from "zod";
import type { CompanyProfile } from "../../domain/company-profile.ts";
import { isInvoicePrefix } from "../../domain/invoice/number.ts";
import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import { categoryAllowsRate } from "../../domain/vat/category.ts";
import {
  address,
  calendarDay,
  countryCode,
  currencyCode,
  email,
  invoiceStatus,
  language,
  percentage,
  supply,
  text,
  timeZone,
  vatCategory,
} from "./fields.ts";

export const profileSchema = z.strictObject({
  name: text(200),
  country: countryCode,
  vatRegistered: z.boolean(),
  ossRegistered: z.boolean().describe("Whether it declares sales to consumers of other member states through OSS"),
  defaultCurrency: currencyCode.describe("ISO 4217, of orders that name none"),
  invoicePrefix: z
    .string()
    .refine(isInvoicePrefix, { error: 'must be 1 to 20 letters, digits, ".", "_", "/" or inner "-"' })
    .meta({
      ...{ minLength: 1, maxLength: 20, pattern: "^[A-Za-z0-9._/-]+$", examples: ["INV"] },
      description: "What its invoice numbers begin with; no hyphen at either end",
    }),
  vatNumber: text(40)
    .optional()
    .meta({ examples: ["DE136695976"] }),
  taxNumber: text(40).optional().describe("National, beside or instead of the VAT number"),
  registrationNumber: text(100).optional().describe("Of the commercial register"),
  address: address.optional(),
  email: email.optional(),
  iban: text(42).optional(),
  language: language.optional().describe("BCP 47 tag of the language of its notes; absent: its country's main one"),
  timeZone: timeZone.optional().describe("IANA time zone whose calendar dates its invoices; absent: UTC"),
  exemptionNote: text(1000).optional().describe("Printed while the company is not VAT-registered"),
}) satisfies z.ZodType<CompanyProfile>;

export const suggestionSchema = z.strictObject({
  // Whether it is there at all is a refusal of its own, `client_country_required`.
  clientCountry: countryCode.optional(),
  clientPostalCode: text(20).optional().describe("Tells areas apart that no country code does"),
  clientVatNumber: text(40).optional().describe("Makes reverse charge between member states"),
  isCompany: z.boolean().optional().describe("Without a VAT number a company is taxed as a consumer all the same"),
  supply: supply.optional(),
  supplyDate: calendarDay.optional().describe("The tax point; absent: today"),
});

export const exchangeRateSchema = z.strictObject({
  rate: z
    .number()
    .refine((rate) => rate > 0, { error: "must be above 0" })
    .meta({
      exclusiveMinimum: 0,
      description: "What one unit of the invoice's currency is worth in that of the seller's state",
    }),
  date: calendarDay,
  source: text(200).meta({ description: "Who published it", examples: ["ECB"] }),
});

export const itemSchema = z.strictObject({
  description: text(4000),
  quantity: z
    .number()
    .refine((quantity) => quantity !== 0, { error: "must not be 0" })
    .meta({ not: { const: 0 }, description: "Any number but 0; negative for a return or a discount" }),
  unitPrice: z.number().min(0).describe("Net of VAT, in the invoice's currency; may have more decimals than it"),
  unit: text(50)
    .optional()
    .meta({ description: "What is counted", examples: ["hour"] }),
  taxRate: percentage.optional().describe("Percent; with automatic VAT it must equal the determined rate"),
  vatCategory: vatCategory.optional().describe("Only with autoVat: false (EN 16931)"),
});

const clientVatNumber = text(40)
  .optional()
  .meta({ description: "Makes reverse charge between member states", examples: ["FR40303265045"] });

export const orderSchema = z
  .strictObject({
    clientName: text(200),
    clientCountry: countryCode.optional().describe("ISO 3166-1 alpha-2; required unless autoVat is false"),
    clientVatNumber,
    items: z.array(itemSchema).min(1).max(1000),
    // No `default`: generators of types would then ask every order for it.
    autoVat: z.boolean().optional().describe("Whether the VAT is determined here; absent: true"),
    taxRate: percentage.optional().describe("Percent, for every item that has none of its own"),
    clientAddress: address.optional(),
    clientEmail: email.optional(),
    clientRegistrationNumber: text(100).optional(),
    isCompany: z.boolean().optional().describe("Without a VAT number a company is taxed as a consumer all the same"),
    supply: supply.optional(),
    supplyDate: calendarDay.optional().describe("The tax point; absent: today in the company's time zone"),
    dueDate: calendarDay.optional(),
    currency: currencyCode.optional().describe("ISO 4217; absent: the company's"),
    exchangeRate: exchangeRateSchema.optional().describe("Only where the currency is not that of the seller's state"),
    buyerReference: text(200).optional().describe("EN 16931 BT-10"),
    purchaseOrderReference: text(200).optional().describe("EN 16931 BT-13"),
    reference: text(200).optional().describe("Your own; kept and given back, not printed"),
    note: text(4000).optional().describe("For the client"),
    vatNote: text(1000).optional().describe("Only with autoVat: false: the legal mention to print"),
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
    status: invoiceStatus.optional(),
    from: calendarDay.optional().describe("First issue date, inclusive"),
    to: calendarDay.optional().describe("Last issue date, inclusive"),
    page: z.int().min(1).optional().meta({ default: 1 }),
    limit: z.int().min(1).max(100).optional().meta({ default: DEFAULT_PAGE_LIMIT }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after `to`",
    path: ["from"],
  });

export const cancellationSchema = z.strictObject({
  reason: text(1000).optional().describe("Kept with the invoice; cancelling again does not change it"),
});

export const paymentSchema = z.strictObject({
  amount: z.number().refine((amount) => amount > 0, { error: "must be above 0" }),
  paidOn: calendarDay.optional(),
  method: text(100).optional(),
  reference: text(200).optional(),
});

export const resumptionSchema = z.strictObject({ reason: text(1000) });

export const continuationSchema = z.strictObject({
  // Doubles count on for nine thousand times as much; a larger number is a slip of the keyboard.
  lastCounter: z.int().min(0).max(1_000_000_000_000),
  lastIssueDate: calendarDay,
});
