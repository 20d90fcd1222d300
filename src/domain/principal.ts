/** The permissions that an API key can have. */
export const SCOPES = ["read:company", "write:invoices", "read:invoices"] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** A {@link Scope}, or one of the host's own. */
export type AnyScope = Scope | (string & Record<never, never>);

/** The owner of an API key, as the host's `authenticate` returns it. */
export interface Principal {
  /** The one company that the key gives access to. */
  readonly companyId: string;
  /** What it may do. Unknown scopes are ignored. */
  readonly scopes: readonly AnyScope[];
  /** The caller, a person or a system. Recorded in the journal and passed to `onEvent`. 1 to 200 characters. */
  readonly actor?: string | undefined;
}
