/** What an API key may be allowed to do. */
export const SCOPES = ["read:company", "write:invoices", "read:invoices"] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** A {@link Scope}, or one of the host's own. */
export type AnyScope = Scope | (string & Record<never, never>);

/** Whom an API key belongs to, as the host's `authenticate` answers. */
export interface Principal {
  /** The one company whose books the key opens. */
  readonly companyId: string;
  /** What it may do; scopes that are not known here are passed over. */
  readonly scopes: readonly AnyScope[];
  /** Who is calling, a person or a system; kept in the journal, and told to `onEvent`. 1 to 200 characters. */
  readonly actor?: string | undefined;
}
