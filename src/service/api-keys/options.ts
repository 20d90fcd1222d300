import { z } from "zod";
import { type AnyScope, type ApiKey, type Principal, SCOPES } from "../../domain/access.ts";
import { isCalendarDay } from "../../domain/calendar.ts";
import { insteadOf, isPromise } from "../../domain/instead-of.ts";
import { nearestName, requireOptions } from "../../domain/known-names.ts";
import type { ApiKeyStore } from "../../ports/api-key-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { noClock } from "../options.ts";
import { text } from "../schemas/fields.ts";
import { lazy } from "../schemas/lazy.ts";
import { systemClock } from "../system-clock.ts";

/** Options of `apiKeys`. */
export interface ApiKeyOptions {
  /** Absent: {@link systemClock}. */
  readonly clock?: Clock | undefined;
  /**
   * The beginning of every key, so that people and scanners recognise it: a letter, then at most 19 letters, digits and
   * underscores. Never change it, because keys with another prefix are unknown. Absent: `fk`.
   */
  readonly prefix?: string | undefined;
}

/** A request for a new key. */
export interface ApiKeyRequest {
  /** What the key allows: 1 to 100 scopes. One that looks like a misspelt {@link Scope} is refused. */
  readonly scopes: readonly AnyScope[];
  /** A name for people, up to 200 characters. Absent: no name. */
  readonly name?: string | undefined;
  /** When the key expires: a future instant, ISO 8601 with an offset. Absent: never. */
  readonly expiresAt?: string | undefined;
  /** The actor of its calls in the journal, up to 200 characters. Absent: `api-key:` and the key's id. */
  readonly actor?: string | undefined;
}

/** A key that was just created. */
export interface CreatedApiKey extends ApiKey {
  /** The key itself, which is shown only here. A getter, so that logging the object does not log the key. */
  readonly apiKey: string;
}

/** The owner of a key. */
export interface ApiKeyPrincipal extends Principal {
  /** The key's id, for counting or limiting its calls. */
  readonly keyId: string;
}

/** A store that keeps API keys. */
export type ApiKeyKeeper = Pick<InvoicingStore, "apiKeys">;

/** The checked options, with their defaults. */
export interface ApiKeySettings {
  readonly keyStore: ApiKeyStore;
  readonly clock: Clock;
  readonly prefix: string;
}

/** @throws TypeError that names the option if one is unknown or invalid, or if the store keeps no keys */
export function requireApiKeySettings(store: ApiKeyKeeper, options: ApiKeyOptions): ApiKeySettings {
  if (typeof store?.apiKeys?.find !== "function") {
    const hint = isPromise(store) ? insteadOf(store) : "";
    throw new TypeError(`apiKeys needs a store that keeps API keys, such as await openSqliteStore(path)${hint}`);
  }
  requireOptions("apiKeys", options, { clock: true, prefix: true });
  const { clock = systemClock, prefix = "fk" } = options;
  if (typeof clock?.now !== "function") throw noClock(clock);
  if (typeof prefix !== "string" || !/^[A-Za-z][0-9A-Za-z_]{0,19}$/.test(prefix)) {
    // It is not shown: it may be a key.
    throw new TypeError("prefix must be a letter, then at most 19 letters, digits and underscores");
  }
  return { keyStore: store.apiKeys, clock, prefix };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An instant in the stored form, UTC with milliseconds, which sorts as a string; `undefined` if `value` is not one. */
function readInstant(value: string): string | undefined {
  const instant = new Date(value);
  if (!INSTANT.test(value) || !isCalendarDay(value.slice(0, 10)) || Number.isNaN(instant.getTime())) return undefined;
  return /^\d{4}-/.test(instant.toISOString()) ? instant.toISOString() : undefined;
}

/** An instant after `now`. Both are in the stored form. */
function laterThan(now: string) {
  return z.string().transform((value, context) => {
    const instant = readInstant(value);
    if (instant !== undefined && instant > now) return instant;
    const message =
      instant === undefined
        ? "must be an instant with an offset, such as 2027-01-31T00:00:00Z"
        : "must be in the future";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** A known scope, or one of the host's own that cannot be a misspelt one: the endpoints would ignore that silently. */
const scope = lazy(() =>
  text(100)
    .meta({ examples: ["read:invoices"] })
    .superRefine((value, context) => {
      if (SCOPES.some((known) => known === value)) return;
      const meant = nearestName(value, SCOPES);
      if (meant === undefined) return;
      const hint = `did you mean ${meant}? A scope of your own needs a name that differs more`;
      context.addIssue({ code: "custom", message: `${JSON.stringify(value)} is not a scope; ${hint}` });
    }),
);

/** The schema of a request for a new key at the instant `now`. */
export function apiKeyRequestSchema(now: string) {
  return z.strictObject({
    scopes: z.array(scope()).min(1).max(100),
    name: text(200).optional(),
    expiresAt: laterThan(now).optional(),
    actor: text(200).optional(),
  });
}

/** The schema of a new expiry at the instant `now`. */
export function expirySchema(now: string) {
  return z.strictObject({ expiresAt: laterThan(now) });
}
