import type { AnyScope } from "./principal.ts";

/** All that is known of an API key. The key itself is not: it was shown once, when it was created. */
export interface ApiKey {
  /** Names the key wherever the key itself must not be written; it stands inside the key, as it is. */
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly AnyScope[];
  /** Who the journal says has called, whenever this key did. */
  readonly actor: string;
  readonly createdAt: string;
  /** From this instant on the key opens nothing; `null`: it does not expire. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** When it last opened the books, at most a minute late; `null`: never. */
  readonly lastUsedAt: string | null;
}

/** Whether the key opens the books at this instant. */
export function isInForce({ expiresAt, revokedAt }: ApiKey, now: string): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
