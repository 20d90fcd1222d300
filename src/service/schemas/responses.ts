import { z } from "zod";
import type { VatDecision } from "../../domain/vat/types.ts";
import type { CreditNotePage } from "../credit-notes/read.ts";
import type { InvoicePage } from "../invoices/read.ts";
import { automaticTreatment, countryCode, percentage, vatCategory, vatWarning } from "./fields.ts";
import { creditNoteSchema, invoiceSchema } from "./generated/records.ts";

// The responses that are not records, for the OpenAPI document. They are not parsed at run time: the compiler checks
// their shapes.

export const suggestionResponse = z.object({
  rate: percentage.describe("Percent; 0 if no VAT is charged"),
  reason: z.string().describe("The reason for the treatment and the rate, for people"),
  vatNote: z.string().describe('The legal note to print; "" if the law requires none'),
  treatment: automaticTreatment.describe("The row of the VAT table that applies"),
  rateCountry: countryCode.nullable().describe("The country whose standard rate it is; null if none"),
  category: vatCategory,
  vatexCode: z
    .string()
    .nullable()
    .meta({ description: "EN 16931 BT-121", examples: ["VATEX-EU-AE"] }),
  warnings: z.array(vatWarning),
}) satisfies z.ZodType<VatDecision>;

export const invoicePageResponse = z.object({
  data: z.array(invoiceSchema),
  page: z.int(),
  limit: z.int(),
  total: z.int().describe("The number of invoices on all pages"),
}) satisfies z.ZodType<InvoicePage>;

export const creditNotePageResponse = z.object({
  data: z.array(creditNoteSchema),
  page: z.int(),
  limit: z.int(),
  total: z.int().describe("The number of credit notes on all pages"),
}) satisfies z.ZodType<CreditNotePage>;
