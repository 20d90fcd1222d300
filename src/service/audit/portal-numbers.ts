import type { AuditedInvoice } from "../../ports/journal.ts";
import { type ReadEntry, readEntry } from "./entry.ts";
import type { ReportInvoiceFinding } from "./state.ts";

type PortalNumberEntry = Extract<ReadEntry, { kind: "portal_number.recorded" }>;

/** Compares the numbers that portals gave an invoice and its credit notes with these, and with the numbers that they correct. */
export function auditPortalNumbers({ entries }: Pick<AuditedInvoice, "entries">, found: ReportInvoiceFinding): void {
  const creditNotes = new Set<string | null>([null]);
  const last = new Map<string, string>();
  for (const entry of entries.map(readEntry)) {
    if (entry?.kind === "credit_note.issued") creditNotes.add(entry.id);
    if (entry?.kind !== "portal_number.recorded") continue;
    const fault = faultOf(entry, creditNotes, last);
    last.set(keyOf(entry), entry.number);
    if (fault === undefined) continue;
    found("portal_number_mismatch", `the number ${entry.number} of ${entry.portal} in the journal ${fault}`);
  }
}

/** A portal gives each document one number. */
const keyOf = ({ creditNoteId, portal }: PortalNumberEntry) => JSON.stringify([creditNoteId, portal]);

function faultOf(
  entry: PortalNumberEntry,
  creditNotes: ReadonlySet<string | null>,
  last: ReadonlyMap<string, string>,
): string | undefined {
  const { creditNoteId, number, replaces } = entry;
  const before = last.get(keyOf(entry)) ?? null;
  if (!creditNotes.has(creditNoteId)) return `names a credit note that it does not have before, ${creditNoteId}`;
  if (replaces === before && number !== before) return undefined;
  const corrected = replaces === null ? "corrects none" : `corrects ${replaces}`;
  return `${corrected}, but the one before it is ${before ?? "none"}`;
}
