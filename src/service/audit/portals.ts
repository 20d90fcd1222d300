import type { AuditedInvoice } from "../../ports/journal.ts";
import { type ReadEntry, readEntry } from "./entry.ts";
import type { ReportInvoiceFinding } from "./state.ts";

type PortalNumberEntry = Extract<ReadEntry, { kind: "portal_number.recorded" }>;

/**
 * Compares what portals answered about an invoice and its credit notes with these: the numbers also with those that they
 * correct, and the refusals with the cancellation.
 */
export function auditPortals({ entries }: Pick<AuditedInvoice, "entries">, found: ReportInvoiceFinding): void {
  const creditNotes = new Set<string | null>([null]);
  const last = new Map<string, string>();
  let isCancelled = false;
  for (const entry of entries.map(readEntry)) {
    if (entry?.kind === "credit_note.issued") creditNotes.add(entry.id);
    if (entry?.kind === "invoice.cancelled") isCancelled = true;
    if (entry?.kind === "portal_refusal.recorded") {
      const { portal, code, creditNoteId, ofCancellation } = entry;
      const isOfCancellation = isCancelled && creditNoteId === null;
      if (creditNotes.has(creditNoteId) && ofCancellation === isOfCancellation) continue;
      const fault = creditNotes.has(creditNoteId) ? OF_WRONG_KIND : `names ${ABSENT_NOTE}, ${creditNoteId}`;
      found("portal_refusal_mismatch", `the refusal ${code} of ${portal} in the journal ${fault}`);
    }
    if (entry?.kind !== "portal_number.recorded") continue;
    const fault = faultOf(entry, creditNotes, last);
    last.set(keyOf(entry), entry.number);
    if (fault === undefined) continue;
    found("portal_number_mismatch", `the number ${entry.number} of ${entry.portal} in the journal ${fault}`);
  }
}

const ABSENT_NOTE = "a credit note that it does not have before";
const OF_WRONG_KIND = "does not match whether the invoice was cancelled before";

/** A portal gives each document one number. */
const keyOf = ({ creditNoteId, portal }: PortalNumberEntry) => JSON.stringify([creditNoteId, portal]);

function faultOf(
  entry: PortalNumberEntry,
  creditNotes: ReadonlySet<string | null>,
  last: ReadonlyMap<string, string>,
): string | undefined {
  const { creditNoteId, number, replaces } = entry;
  const before = last.get(keyOf(entry)) ?? null;
  if (!creditNotes.has(creditNoteId)) return `names ${ABSENT_NOTE}, ${creditNoteId}`;
  if (replaces === before && number !== before) return undefined;
  const corrected = replaces === null ? "corrects none" : `corrects ${replaces}`;
  return `${corrected}, but the one before it is ${before ?? "none"}`;
}
