import { z } from "zod";
import type { VatDecision } from "../../domain/vat/types.ts";
import { automaticTreatment, countryCode, percentage, vatCategory, vatWarning } from "./fields.ts";
import { lazy } from "./lazy.ts";

/** The answer to a suggestion, for the OpenAPI document. It is not parsed at run time: the compiler checks its shape. */
export const suggestionResponse = lazy(
  () =>
    z.object({
      rate: percentage().describe("Percent; 0 if no VAT is charged"),
      reason: z.string().describe("The reason for the treatment and the rate, for people"),
      vatNote: z.string().describe('The legal note to print; "" if the law requires none'),
      treatment: automaticTreatment().describe("The row of the VAT table that applies"),
      rateCountry: countryCode().nullable().describe("The country whose rate it is; null if none"),
      category: vatCategory(),
      vatexCode: z
        .string()
        .nullable()
        .meta({ description: "EN 16931 BT-121", examples: ["VATEX-EU-AE"] }),
      warnings: z.array(vatWarning()),
    }) satisfies z.ZodType<VatDecision>,
);
