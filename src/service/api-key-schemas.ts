import { z } from "zod";
import { isCalendarDay } from "../domain/calendar.ts";
import { text } from "./field-schemas.ts";

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
