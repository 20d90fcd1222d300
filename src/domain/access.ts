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

/** An API key, without the key itself, which was shown only once, when it was created. */
export interface ApiKey {
  /** Identifies the key wherever the key itself must not be written. The key contains it. */
  readonly id: string;
  /** For people, as given when it was created; `null` if none was. */
  readonly name: string | null;
  /** What the key allows. */
  readonly scopes: readonly AnyScope[];
  /** The actor that the journal records for calls with this key. */
  readonly actor: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** The instant from which the key is refused; `null` if it does not expire. */
  readonly expiresAt: string | null;
  /** ISO 8601 in UTC; `null` if it is not revoked. */
  readonly revokedAt: string | null;
  /** When it was last used, accurate to a minute; `null` if never. */
  readonly lastUsedAt: string | null;
}

/** Whether the key is valid at this instant. */
export function isInForce({ expiresAt, revokedAt }: ApiKey, now: string): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
