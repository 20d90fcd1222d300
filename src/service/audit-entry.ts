import { z } from "zod";
import { isCalendarDay } from "../domain/calendar.ts";
import type { JournalKind } from "../domain/journal.ts";
import type { StoredEntry } from "../ports/journal.ts";
import { readStoredObject } from "./stored-text.ts";

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
