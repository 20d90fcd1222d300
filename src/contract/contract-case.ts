import assert from "node:assert/strict";
import type { InvoicingStore } from "../ports/invoicing-store.ts";

/** The steps at which a transaction can be made to fail: locking, inserting its invoices, and committing. */
export const FAILURE_STEPS = ["lock", "insert", "commit"] as const;

/** One of `"lock"`, `"insert"` and `"commit"`. */
export type FailureStep = (typeof FAILURE_STEPS)[number];

/** What some cases need in addition to an empty store. Cases that need an absent ability are listed instead of run. */
export interface StoreContractAbilities {
  /** Closes the store and opens the same data again, as after a restart. Absent: a store that keeps nothing. */
  readonly reopen?: ((store: InvoicingStore) => Promise<InvoicingStore>) | undefined;
  /** Opens the same data a second time while `store` stays open, as another server would. */
  readonly openSecond?: ((store: InvoicingStore) => Promise<InvoicingStore>) | undefined;
  /** Makes the next transaction of the store fail at `step`, once, with an error of any kind. */
  readonly failAt?: ((store: InvoicingStore, step: FailureStep) => void) | undefined;
  /** Whether the store keeps the panel's records, in `store.panel`. Absent: it does not. */
  readonly panel?: true | undefined;
}

/** The abilities as a case uses them. Every store that they open is closed when the case ends. */
export interface ContractTools {
  readonly reopen: (store: InvoicingStore) => Promise<InvoicingStore>;
  readonly openSecond: (store: InvoicingStore) => Promise<InvoicingStore>;
  readonly failAt: (store: InvoicingStore, step: FailureStep) => void;
  /** Closes the store within the case. */
  readonly close: (store: InvoicingStore) => Promise<void>;
}

/** Receives an empty store. Rejects if the store does not keep the promise. */
type CaseRun = (store: InvoicingStore, tools: ContractTools) => Promise<void>;

/** Promises of the ports, each under its title: a fact about the store, unique in the contract. */
export type ContractCases = Readonly<Record<string, CaseRun | NeedingCase>>;

/** A case that only runs with an ability. */
export interface NeedingCase {
  readonly needs: keyof StoreContractAbilities;
  readonly run: CaseRun;
}

export function needing(needs: NeedingCase["needs"], run: CaseRun): NeedingCase {
  return { needs, run };
}

/** Calls on a closed store, by name. */
export async function assertAllReject(calls: Readonly<Record<string, () => unknown>>): Promise<void> {
  for (const [name, call] of Object.entries(calls)) await assert.rejects(async () => call(), name);
}
