import type { AnyScope } from "./principal.ts";

/** An API key, without the key itself, which was shown only once, when it was created. */
export interface ApiKey {
  /** Identifies the key wherever the key itself must not be written. The key contains it. */
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly AnyScope[];
  /** The actor that the journal records for calls with this key. */
  readonly actor: string;
  readonly createdAt: string;
  /** The instant from which the key is refused; `null` if it does not expire. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** When it was last used, accurate to a minute; `null` if never. */
  readonly lastUsedAt: string | null;
}

/** Whether the key is valid at this instant. */
export function isInForce({ expiresAt, revokedAt }: ApiKey, now: string): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
