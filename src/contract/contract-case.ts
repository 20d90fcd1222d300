import type { InvoicingStore } from "../ports/invoicing-store.ts";

/** Where a transaction can be made to fail: when it locks, when it inserts its invoices, or when it commits. */
export const FAILURE_STEPS = ["lock", "insert", "commit"] as const;

/** One of `"lock"`, `"insert"` and `"commit"`. */
export type FailureStep = (typeof FAILURE_STEPS)[number];

/** What some cases need beyond an empty store. Cases that need an absent one are named instead of run. */
export interface StoreContractAbilities {
  /** Closes the store and opens the same data again, as after a restart. Absent for stores that keep nothing. */
  readonly reopen?: ((store: InvoicingStore) => Promise<InvoicingStore>) | undefined;
  /** Opens the same data a second time while `store` stays open, as another server would. */
  readonly openSecond?: ((store: InvoicingStore) => Promise<InvoicingStore>) | undefined;
  /** Makes the next transaction of the store fail at `step`, once, with an error of any kind. */
  readonly failAt?: ((store: InvoicingStore, step: FailureStep) => void) | undefined;
}

/** The abilities as a case uses them: whatever they open is closed when the case ends. */
export interface ContractTools {
  readonly reopen: (store: InvoicingStore) => Promise<InvoicingStore>;
  readonly openSecond: (store: InvoicingStore) => Promise<InvoicingStore>;
  readonly failAt: (store: InvoicingStore, step: FailureStep) => void;
  /** Closes the store within the case. */
  readonly close: (store: InvoicingStore) => Promise<void>;
}

/** One promise of the port. */
export interface ContractCase {
  /** A fact about the store; unique. */
  readonly title: string;
  /** The ability without which the case cannot run. */
  readonly needs?: keyof StoreContractAbilities;
  /** Gets an empty store. Rejects when the store does not keep the promise. */
  readonly run: (store: InvoicingStore, tools: ContractTools) => Promise<void>;
}
