import { z } from "zod";
import type { InvoiceOrder } from "../../domain/invoice/order.ts";
import { discountFault } from "../../domain/money/totals-input.ts";
import { categoryAllowsRate } from "../../domain/vat/category.ts";
import {
  address,
  calendarDay,
  countryCode,
  currencyCode,
  email,
  invoiceStatus,
  lineDiscount,
  percentage,
  prices,
  supply,
  text,
  vatCategory,
} from "./fields.ts";

export const suggestionSchema = z.strictObject({
  // Optional here, because a missing country has a refusal of its own, `client_country_required`.
  clientCountry: countryCode.optional(),
  clientPostalCode: text(20).optional().describe("Identifies territories without a country code of their own"),
  clientVatNumber: text(40).optional().describe("Decides between reverse charge and VAT between member states"),
  isCompany: z.boolean().optional().describe("A company without a VAT number is taxed as a consumer"),
  supply: supply.optional(),
  supplyDate: calendarDay.optional().describe("The tax point. Absent: today in the company's time zone"),
});

export const exchangeRateSchema = z.strictObject({
  rate: z
    .number()
    .refine((rate) => rate > 0, { error: "must be above 0" })
    .meta({
      exclusiveMinimum: 0,
      description: "The value of one unit of the invoice's currency in the currency of the seller's state",
    }),
  date: calendarDay,
  source: text(200).meta({ description: "Who published it", examples: ["ECB"] }),
});

export const itemSchema = z.strictObject({
  description: text(4000),
  quantity: z
    .number()
    .refine((quantity) => quantity !== 0, { error: "must not be 0" })
    .meta({ not: { const: 0 }, description: "Any number except 0. A negative one is a return or a discount" }),
  unitPrice: z
    .number()
    .min(0)
    .describe("Net of VAT unless prices is gross. In the invoice's currency, may have more decimals than it"),
  discount: lineDiscount.optional(),
  unit: text(50)
    .optional()
    .meta({ description: "The unit of the quantity", examples: ["hour"] }),
  taxRate: percentage.optional().describe("Percent. With automatic VAT it must equal the determined rate"),
  vatCategory: vatCategory.optional().describe("Only with autoVat: false (EN 16931)"),
});

const clientVatNumber = text(40)
  .optional()
  .meta({ description: "Decides between reverse charge and VAT between member states", examples: ["FR40303265045"] });

export const orderSchema = z
  .strictObject({
    clientName: text(200),
    clientCountry: countryCode.optional().describe("ISO 3166-1 alpha-2; required unless autoVat is false"),
    clientVatNumber,
    items: z.array(itemSchema).min(1).max(1000),
    // No `default` here: type generators would make the field required.
    autoVat: z.boolean().optional().describe("Whether the VAT is determined automatically. Absent: true"),
    prices: prices.optional(),
    taxRate: percentage.optional().describe("Percent, for items without a rate of their own"),
    clientAddress: address.optional(),
    clientEmail: email.optional(),
    clientRegistrationNumber: text(100).optional(),
    isCompany: z.boolean().optional().describe("A company without a VAT number is taxed as a consumer"),
    supply: supply.optional(),
    supplyDate: calendarDay.optional().describe("The tax point. Absent: today in the company's time zone"),
    dueDate: calendarDay.optional(),
    currency: currencyCode.optional().describe("ISO 4217. Absent: the company's default currency"),
    exchangeRate: exchangeRateSchema.optional().describe("Only if the currency is not that of the seller's state"),
    buyerReference: text(200).optional().describe("EN 16931 BT-10"),
    purchaseOrderReference: text(200).optional().describe("EN 16931 BT-13"),
    reference: text(200).optional().describe("Your own reference. Stored and returned, not printed"),
    note: text(4000).optional().describe("Free text for the client"),
    vatNote: text(1000).optional().describe("Only with autoVat: false: the legal note to print"),
  })
  .superRefine((order, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const manual = order.autoVat === false;
    if (!manual && order.vatNote !== undefined) fault(["vatNote"], "is only allowed with autoVat: false");
    for (const [index, item] of order.items.entries()) {
      const { discount, taxRate, vatCategory } = item;
      const faultOfDiscount = discount && discountFault(item);
      if (faultOfDiscount) fault(["items", index, ...faultOfDiscount.field.split("/")], faultOfDiscount.detail);
      if (vatCategory === undefined) continue;
      const path = ["items", index, "vatCategory"];
      if (!manual) fault(path, "is only allowed with autoVat: false");
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
  reason: text(1000).optional().describe("Stored with the invoice. Cancelling again does not change it"),
});

export const paymentSchema = z.strictObject({
  amount: z.number().refine((amount) => amount > 0, { error: "must be above 0" }),
  paidOn: calendarDay.optional(),
  method: text(100).optional(),
  reference: text(200).optional(),
});

export const resumptionSchema = z.strictObject({ reason: text(1000) });

export const continuationSchema = z.strictObject({
  // Doubles are exact up to nine thousand times as much, but a larger counter can only be a typing error.
  lastCounter: z.int().min(0).max(1_000_000_000_000),
  lastIssueDate: calendarDay,
});
