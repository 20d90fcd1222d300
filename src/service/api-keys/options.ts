import { z } from "zod";
import type { AnyScope, ApiKey, Principal } from "../../domain/access.ts";
import { isCalendarDay } from "../../domain/calendar.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { ApiKeyStore } from "../../ports/api-key-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { text } from "../schemas/fields.ts";
import { systemClock } from "../system-clock.ts";

/** Options of `apiKeys`. */
export interface ApiKeyOptions {
  /** Absent: {@link systemClock}. */
  readonly clock?: Clock | undefined;
  /**
   * What every key begins with, for people and scanners to recognise it by: a letter, then at most 19 letters, digits and
   * underscores. It stands for good, since keys that begin with another one are unknown. Absent: `fk`.
   */
  readonly prefix?: string | undefined;
}

/** What a new key is to be. */
export interface ApiKeyRequest {
  /** What it may do: 1 to 100 scopes. */
  readonly scopes: readonly AnyScope[];
  /** What people call it, up to 200 characters. Absent: none. */
  readonly name?: string | undefined;
  /** The instant from which on it opens nothing, ISO 8601 with an offset; it lies ahead. Absent: it does not expire. */
  readonly expiresAt?: string | undefined;
  /** Who the journal says has called, up to 200 characters. Absent: `api-key:` and the key's id. */
  readonly actor?: string | undefined;
}

/** A key that was just created. */
export interface CreatedApiKey extends ApiKey {
  /** The key itself, here and never again. A getter, so that whoever logs the object does not log the key. */
  readonly apiKey: string;
}

/** Whom a key belongs to. */
export interface ApiKeyPrincipal extends Principal {
  /** The key's id, to count or limit its calls by. */
  readonly keyId: string;
}

/** A store that keeps API keys. */
export type ApiKeyKeeper = Pick<InvoicingStore, "apiKeys">;

/** Options that were checked, with their defaults. */
export interface ApiKeySettings {
  readonly kept: ApiKeyStore;
  readonly clock: Clock;
  readonly prefix: string;
}

/** @throws TypeError that names the option, when one is not known or not what it should be, or the store keeps no keys */
export function requireApiKeySettings(store: ApiKeyKeeper, options: ApiKeyOptions): ApiKeySettings {
  if (typeof store?.apiKeys?.find !== "function") {
    const hint = store instanceof Promise ? ", not a promise of one; await it" : "";
    throw new TypeError(`apiKeys needs a store that keeps them, such as await openSqliteStore(path)${hint}`);
  }
  requireOptions("apiKeys", options, { clock: true, prefix: true });
  const { clock = systemClock, prefix = "fk" } = options;
  if (typeof clock?.now !== "function") throw new TypeError("clock must have a method now() that returns a Date");
  if (typeof prefix !== "string" || !/^[A-Za-z][0-9A-Za-z_]{0,19}$/.test(prefix)) {
    throw new TypeError("prefix is a letter, then at most 19 letters, digits and underscores");
  }
  return { kept: store.apiKeys, clock, prefix };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An instant as it is stored: UTC with milliseconds, so that text compares as time does. */
function readInstant(value: string): string | undefined {
  const instant = new Date(value);
  if (!INSTANT.test(value) || !isCalendarDay(value.slice(0, 10)) || Number.isNaN(instant.getTime())) return undefined;
  return /^\d{4}-/.test(instant.toISOString()) ? instant.toISOString() : undefined;
}

/** An instant after `now`, which is one as it is stored. */
function laterThan(now: string) {
  return z.string().transform((value, context) => {
    const instant = readInstant(value);
    if (instant !== undefined && instant > now) return instant;
    const message =
      instant === undefined ? "must be an instant with its offset, such as 2027-01-31T00:00:00Z" : "must lie ahead";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** What is asked of a new key, at this instant. */
export function apiKeyRequestSchema(now: string) {
  return z.strictObject({
    scopes: z.array(text(100)).min(1).max(100),
    name: text(200).optional(),
    expiresAt: laterThan(now).optional(),
    actor: text(200).optional(),
  });
}

/** When a key is to expire, said at this instant. */
export function expirySchema(now: string) {
  return z.strictObject({ expiresAt: laterThan(now) });
}
