import type { Evidence } from "./evidence.ts";

/** A transaction whose commit got no answer. */
export interface LostCommit {
  readonly companyId: string;
  readonly evidence: Evidence;
  /** What happened instead of the answer. */
  readonly error: unknown;
  /** Whether it was one call, which may not have arrived yet. A COMMIT can only arrive while its lock is held. */
  readonly mayArrive: boolean;
}

/** How one attempt at a transaction ended. */
export type Attempt<Value> =
  | { readonly end: "committed"; readonly value: Value }
  /** Nothing was committed. `error` is what the work threw, `fault` the first error from the database. */
  | { readonly end: "failed"; readonly error: unknown; readonly fault: unknown }
  /** What commits was sent, but got no answer. */
  | { readonly end: "unknown"; readonly value: Value; readonly lost: LostCommit }
  /** The call that issues in one round trip failed, and wrote nothing. */
  | { readonly end: "declined" };
