import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { Batch } from "../../engine/batch.ts";

/** What one transaction wrote. It shows whether a commit without an answer succeeded. */
export interface Evidence {
  readonly invoiceIds: readonly string[];
  readonly payments: readonly NewPayment[];
  readonly keys: readonly UsedKey[];
  readonly states: readonly StateChange[];
  /** Journal entries that are neither invoices nor payments. */
  readonly entries: readonly StoredEntry[];
}

export function evidenceOf(batches: readonly Batch[]): Evidence {
  return {
    invoiceIds: batches.flatMap(({ invoices }) => invoices.map(({ id }) => id)),
    payments: batches.flatMap(({ payments }) => payments),
    keys: batches.flatMap(({ keys }) => keys),
    states: batches.flatMap(({ states }) => [...states.values()]),
    entries: batches.flatMap(({ entries }) => entries.filter(({ kind }) => kind !== "payment.recorded")),
  };
}
