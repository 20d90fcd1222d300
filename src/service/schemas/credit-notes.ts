import { z } from "zod";
import { type CreditOrder, RENEWABLE_FIELDS } from "../../domain/invoice/credit-note.ts";
import { calendarDay, text } from "./fields.ts";
import { orderFields } from "./order.ts";
import { DEFAULT_PAGE_LIMIT } from "./requests.ts";

export const creditLineSchema = z
  .strictObject({
    line: z.int().min(1).max(1000).describe("The place of the invoice's line, from 1"),
    quantity: z
      .number()
      .refine((quantity) => quantity !== 0, { error: "must not be 0" })
      .optional()
      .describe("How much of the line's quantity, with its sign. Not together with an amount"),
    netAmount: z
      .number()
      .refine((netAmount) => netAmount !== 0, { error: "must not be 0" })
      .optional()
      .describe("How much of the line's net amount, with its sign. Only of net prices"),
    grossAmount: z
      .number()
      .refine((grossAmount) => grossAmount !== 0, { error: "must not be 0" })
      .optional()
      .describe("How much of the line's gross amount, with its sign. Only of gross prices"),
  })
  .superRefine(({ quantity, netAmount, grossAmount }, context) => {
    const message = "must not be given together with quantity";
    if (quantity === undefined) return;
    if (netAmount !== undefined) context.addIssue({ code: "custom", path: ["netAmount"], message });
    if (grossAmount !== undefined) context.addIssue({ code: "custom", path: ["grossAmount"], message });
  });

const { reference, note, notes, metadata } = orderFields.shape;
const own = { reference, note, notes, metadata };

const absent = (reference?: string) => [reference, "Absent: the invoice's"].filter(Boolean).join(". ");

const DESCRIPTIONS: Record<(typeof RENEWABLE_FIELDS)[number], string> = {
  clientAddress: absent(),
  clientEmail: absent(),
  clientNumber: absent("EN 16931 BT-46"),
  clientRegistrationScheme: absent("EN 16931 BT-47-1"),
  clientElectronicAddress: absent("EN 16931 BT-49"),
  deliverTo: absent("EN 16931 BG-13 and BG-15"),
  period: absent("EN 16931 BG-14"),
  buyerReference: absent("EN 16931 BT-10"),
  purchaseOrderReference: absent("EN 16931 BT-13"),
  contractReference: absent("EN 16931 BT-12"),
  projectReference: absent("EN 16931 BT-11"),
  buyerAccountingReference: absent("EN 16931 BT-19"),
  payment: absent("EN 16931 BG-16"),
  paymentTerms: absent("EN 16931 BT-20"),
  paymentReference: absent("EN 16931 BT-83"),
};

type Renewable = Pick<typeof orderFields.shape, (typeof RENEWABLE_FIELDS)[number]>;

const renewable = Object.fromEntries(
  RENEWABLE_FIELDS.map((name) => [name, orderFields.shape[name].describe(DESCRIPTIONS[name])]),
) as unknown as Renewable;

export const creditOrderSchema = z.strictObject({
  reason: text(1000).describe("Printed on the credit note"),
  lines: z
    .array(creditLineSchema)
    .min(1)
    .max(1000)
    .superRefine((lines, context) => {
      const seen = new Set<number>();
      for (const [index, { line }] of lines.entries()) {
        if (seen.has(line)) context.addIssue({ code: "custom", path: [index, "line"], message: "is named twice" });
        seen.add(line);
      }
    })
    .optional()
    .describe("Absent: all that is left of the invoice"),
  ...renewable,
  ...own,
}) satisfies z.ZodType<CreditOrder>;

export const creditNoteListSchema = z
  .strictObject({
    invoiceId: z.string().optional().describe("Only those of this invoice"),
    from: calendarDay.optional().describe("First issue date, inclusive"),
    to: calendarDay.optional().describe("Last issue date, inclusive"),
    page: z.int().min(1).optional().meta({ default: 1 }),
    limit: z.int().min(1).max(100).optional().meta({ default: DEFAULT_PAGE_LIMIT }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after `to`",
    path: ["from"],
  });
