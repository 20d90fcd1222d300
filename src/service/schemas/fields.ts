import { z } from "zod";
import { isCalendarDay, isTimeZone } from "../../domain/calendar.ts";
import { INVOICE_STATUSES } from "../../domain/invoice/status.ts";
import { isCurrencyCode } from "../../domain/money/currency.ts";
import { VAT_CATEGORIES } from "../../domain/vat/category.ts";
import { SUPPLIES } from "../../domain/vat/table.ts";
import { countryCodeFault } from "../../domain/vat/territory/country.ts";

/** A string that every store can keep and every system can display: well-formed Unicode without NUL, not blank. */
export function text(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .superRefine((value, context) => {
      const message = textFault(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .meta({ minLength: 1 });
}

function textFault(value: string): string | undefined {
  if (!/\S/.test(value)) return "must not be blank";
  if (!value.isWellFormed()) return "must not contain a lone surrogate, which is not valid Unicode";
  return value.includes("\0") ? "must not contain a NUL character" : undefined;
}

export const countryCode = z
  .string()
  .superRefine((code, context) => {
    const message = countryCodeFault(code);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .meta({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2", examples: ["FR"] });

export const currencyCode = z
  .string()
  .refine(isCurrencyCode, { error: 'must be a current ISO 4217 code in capitals, such as "EUR"' })
  .meta({ pattern: "^[A-Z]{3}$", description: "ISO 4217", examples: ["EUR"] });

export const calendarDay = z
  .string()
  .refine(isCalendarDay, { error: "must be a valid date, YYYY-MM-DD" })
  .meta({ format: "date", examples: ["2026-11-20"] });

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as "Europe/Berlin"' })
  .meta({ examples: ["Europe/Berlin"] });

export const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'must be a BCP 47 language tag, such as "de" or "nl-BE"' })
  .max(35)
  .meta({ examples: ["nl-BE"] });

export const email = z
  .email({ error: "must be an e-mail address" })
  .max(254, { error: "must be at most 254 characters long" });

export const percentage = z.number().min(0).max(100).meta({ description: "Percent: 25.5 means 25.5 %" });

export const address = z.strictObject({
  line1: text(200).optional(),
  line2: text(200).optional(),
  postalCode: text(20).optional(),
  city: text(100).optional(),
  region: text(100).optional(),
});

export const invoiceStatus = z
  .enum(INVOICE_STATUSES)
  .meta({ description: "SENT: issued. PAID: payments cover the total. CANCELLED: cancelled for good" });

export const vatCategory = z.enum(VAT_CATEGORIES).meta({ description: "EN 16931 BT-118, a code of UNCL 5305" });

export const supply = z.enum(SUPPLIES).meta({ description: "What is sold; it decides the legal basis" });

/** The caller's key, which makes a call repeatable. Visible ASCII, so that it fits into a header. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { error: "must be 1 to 255 visible ASCII characters" });
