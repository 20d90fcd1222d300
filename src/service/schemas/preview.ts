import { z } from "zod";
import { objectOf } from "./fields.ts";
import { creditNoteSchema, invoiceSchema } from "./generated/records.ts";
import { HINTS } from "./hints.ts";
import { lazy } from "./lazy.ts";

const VERIFY = "Whether the register is asked about the VAT number that decides the treatment, as issuing does";

export const previewOptionsSchema = objectOf(
  () => ({ verify: z.boolean().optional().describe(VERIFY) }),
  (options) => options.register(HINTS, { expected: "an object such as { verify: true }" }),
);

const numberPattern = lazy(() =>
  z.string().meta({
    description: "The number that it would have, with `#` for each digit of its counter",
    examples: ["INV-202611-####"],
  }),
);

// The answers, for the OpenAPI document. They are not parsed at run time.

export const invoicePreviewSchema = lazy(() =>
  z.object({
    numberPattern: numberPattern(),
    ...invoiceSchema().omit({ id: true, invoiceNumber: true, issuedAt: true }).shape,
  }),
);

export const creditNotePreviewSchema = lazy(() =>
  z.object({
    numberPattern: numberPattern(),
    ...creditNoteSchema().omit({ id: true, creditNoteNumber: true, issuedAt: true }).shape,
  }),
);

export const creditPreviewSchema = lazy(() =>
  z.object({
    creditNote: creditNotePreviewSchema(),
    invoice: invoiceSchema().meta({ description: "The invoice as it would be after the credit note" }),
  }),
);
