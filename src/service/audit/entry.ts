import { z } from "zod";
import type { JournalKind } from "../../domain/books/journal.ts";
import { isCalendarDay } from "../../domain/calendar.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
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

/** What each kind of entry says; an invoice's is its own row, and stands nowhere else. */
const SAYS = {
  "payment.recorded": PAYMENT,
  "invoice.cancelled": CANCELLATION,
  "numbering.continued": CONTINUATION,
  "dates.resumed": RESUMPTION,
} as const satisfies Record<Exclude<JournalKind, "invoice.issued">, z.ZodType>;

type EntryKind = keyof typeof SAYS;

/** What an entry says. */
export type ReadEntry = { [Kind in EntryKind]: { kind: Kind } & z.infer<(typeof SAYS)[Kind]> }[EntryKind];

/** An entry after which issue dates go on from an earlier day. */
export type ResumptionEntry = Extract<ReadEntry, { kind: "dates.resumed" }>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * What an entry that is no invoice says; `undefined` where it is not as the library writes them. The instant and the
 * actor are looked at as well, for where one of them ends and the next begins is told by nothing but their shape.
 */
export function readEntry({ kind, at, actor, invoiceId, document }: StoredEntry): ReadEntry | undefined {
  const stored = readStoredObject(document);
  if (stored?.isCanonical !== true || !INSTANT.test(at) || actor === "" || !Object.hasOwn(SAYS, kind)) return undefined;
  const { success, data } = SAYS[kind as EntryKind].safeParse(stored.value);
  if (!success) return undefined;
  const entry = { kind, ...data } as ReadEntry;
  const ofInvoice = "invoiceId" in entry ? entry.invoiceId : null;
  return ofInvoice === invoiceId ? entry : undefined;
}

/** A stored text that says a JSON object. */
export interface StoredObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether the text is RFC 8785's for it. */
  readonly isCanonical: boolean;
}

/** What a stored text says; `undefined` where it is no JSON object, or none that can be read. */
export function readStoredObject(text: string): StoredObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return { value: value as Record<string, unknown>, isCanonical: isCanonical(text, value) };
  } catch {
    return undefined;
  }
}

/** What JSON can say and the canonical form cannot, such as 1e999 or half a character, has no canonical text. */
function isCanonical(text: string, value: unknown): boolean {
  try {
    return canonicalJson(value) === text;
  } catch {
    return false;
  }
}

const LONGEST_SHOWN = 200;

/** A value out of a stored text in a few words, for a finding. It may be of any length and depth, and have any names. */
export function described(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : String(value);
  return typeof value === "string" && value.length > LONGEST_SHOWN ? `${text} and more` : text;
}
