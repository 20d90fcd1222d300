import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { Batch } from "../../engine/batch.ts";

/** What one transaction wrote. It shows whether a commit without an answer succeeded. */
export interface Evidence {
  readonly invoiceIds: readonly string[];
  readonly payments: readonly NewPayment[];
  readonly creditNoteIds: readonly string[];
  readonly keys: readonly UsedKey[];
  readonly states: readonly StateChange[];
  /** Journal entries that are neither invoices nor payments. */
  readonly entries: readonly StoredEntry[];
}

/** Entries whose rows have their own ids, which are evidence already. */
const HAVE_IDS: readonly StoredEntry["kind"][] = ["payment.recorded", "credit_note.issued"];

export function evidenceOf(batches: readonly Batch[]): Evidence {
  return {
    invoiceIds: batches.flatMap(({ invoices }) => invoices.map(({ id }) => id)),
    payments: batches.flatMap(({ payments }) => payments),
    creditNoteIds: batches.flatMap(({ creditNotes }) => creditNotes.map(({ id }) => id)),
    keys: batches.flatMap(({ keys }) => keys),
    states: batches.flatMap(({ states }) => [...states.values()]),
    entries: batches.flatMap(({ entries }) => entries.filter(({ kind }) => !HAVE_IDS.includes(kind))),
  };
}
