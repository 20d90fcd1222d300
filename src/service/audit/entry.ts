import { z } from "zod";
import type { JournalKind } from "../../domain/books/journal.ts";
import { isCalendarDay } from "../../domain/calendar.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { CREDIT_NOTE_TYPES, CREDITED_BY } from "../../domain/invoice/document-types.ts";
import { VAT_CATEGORIES } from "../../domain/vat/category.ts";
import type { StoredEntry } from "../../ports/journal.ts";

const text = z.string().nullable();

const PAYMENT = z.strictObject({
  id: z.string(),
  invoiceId: z.string(),
  amount: z.number(),
  paidOn: z.string(),
  method: text,
  reference: text,
});
const CANCELLATION = z.strictObject({ invoiceId: z.string(), cancelledAt: z.string(), cancellationReason: text });
const CONTINUATION = z.strictObject({ lastCounter: z.int(), lastIssueDate: text });
const RESUMPTION = z.strictObject({
  lastCounter: z.int(),
  lastIssueDate: z.string(),
  reason: z.string(),
  resumedOn: z.string().refine(isCalendarDay),
});

/** The amounts of a credit note. */
export const CREDIT_AMOUNTS = z.object({
  items: z.array(
    z.object({
      line: z.int(),
      creditedBy: z.enum(CREDITED_BY),
      quantity: z.number(),
      unitPrice: z.number(),
      netAmount: z.number(),
      unitPriceGross: z.number().optional(),
      grossAmount: z.number().optional(),
      discount: z.object({ amount: z.number() }).optional(),
      taxRate: z.number(),
      rateCountry: text.optional(),
      vatCategory: z.enum(VAT_CATEGORIES),
    }),
  ),
  vatBreakdown: z.array(
    z.object({
      category: z.enum(VAT_CATEGORIES),
      taxRate: z.number(),
      rateCountry: text,
      taxableAmount: z.number(),
      taxAmount: z.number(),
    }),
  ),
  subtotal: z.number(),
  taxTotal: z.number(),
  total: z.number(),
  taxTotalInTaxCurrency: z.number().optional(),
});

const CREDIT_NOTE = CREDIT_AMOUNTS.extend({
  documentVersion: z.literal(1),
  documentType: z.enum(CREDIT_NOTE_TYPES),
  id: z.string(),
  creditNoteNumber: z.string(),
  issueDate: z.string().refine(isCalendarDay),
  issuedAt: z.string(),
  corrects: z.object({ invoiceId: z.string(), invoiceNumber: z.string(), issueDate: z.string() }),
  currency: z.string(),
});

/** The content of each kind of entry. The entry of an invoice is its own row. */
const CONTENTS = {
  "payment.recorded": PAYMENT,
  "invoice.cancelled": CANCELLATION,
  "credit_note.issued": CREDIT_NOTE,
  "numbering.continued": CONTINUATION,
  "dates.resumed": RESUMPTION,
} as const satisfies Record<Exclude<JournalKind, "invoice.issued">, z.ZodType>;

type EntryKind = keyof typeof CONTENTS;

/** The kind and the content of an entry. */
export type ReadEntry = { [Kind in EntryKind]: { kind: Kind } & z.infer<(typeof CONTENTS)[Kind]> }[EntryKind];

/** An entry that is a credit note. */
export type CreditNoteEntry = Extract<ReadEntry, { kind: "credit_note.issued" }>;

/** An entry after which issue dates continue from an earlier day. */
export type ResumptionEntry = Extract<ReadEntry, { kind: "dates.resumed" }>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The kind and the content of an entry that is not an invoice; `undefined` if it is not in the form that the library
 * writes. The instant and the actor are checked too, because only their form shows where one ends and the next begins.
 */
export function readEntry({ kind, at, actor, invoiceId, document }: StoredEntry): ReadEntry | undefined {
  const stored = readStoredObject(document);
  if (stored?.isCanonical !== true || actor === "") return undefined;
  if (typeof at !== "string" || !INSTANT.test(at)) return undefined;
  if (typeof kind !== "string" || !Object.hasOwn(CONTENTS, kind)) return undefined;
  const { success, data } = CONTENTS[kind as EntryKind].safeParse(stored.value);
  if (!success) return undefined;
  const entry = { kind, ...data } as ReadEntry;
  if (entry.kind === "credit_note.issued" && entry.issuedAt !== at) return undefined;
  return invoiceIdOf(entry) === invoiceId ? entry : undefined;
}

function invoiceIdOf(entry: ReadEntry): string | null {
  if (entry.kind === "credit_note.issued") return entry.corrects.invoiceId;
  return "invoiceId" in entry ? entry.invoiceId : null;
}

/** A JSON object, parsed from a stored text. */
export interface StoredObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether the text is its canonical form (RFC 8785). */
  readonly isCanonical: boolean;
}

/** Parses a stored text; `undefined` if it is not a JSON object. */
export function readStoredObject(text: string): StoredObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return { value: value as Record<string, unknown>, isCanonical: isCanonical(text, value) };
  } catch {
    return undefined;
  }
}

/** Some JSON has no canonical form, such as 1e999 or a lone surrogate. */
function isCanonical(text: string, value: unknown): boolean {
  try {
    return canonicalJson(value) === text;
  } catch {
    return false;
  }
}

/**
 * A cell of a row as text, for a finding. If its column has lost its type, a driver may return anything, even an object
 * that cannot be converted to a string.
 */
export function cellText(cell: unknown): string {
  return typeof cell === "object" && cell !== null ? described(cell) : String(cell);
}

const LONGEST_SHOWN = 200;

/** A short description of a value from a stored text, for a finding. The value may have any size, depth and names. */
export function described(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : String(value);
  return typeof value === "string" && value.length > LONGEST_SHOWN ? `${text} and more` : text;
}
