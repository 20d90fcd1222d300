import { z } from "zod";
import { isCalendarDay, isTimeZone } from "../../domain/calendar.ts";
import { isBic } from "../../domain/codes/bic.ts";
import type { CodeList } from "../../domain/codes/code-list.ts";
import { isCreditorId } from "../../domain/codes/creditor-id.ts";
import { isElectronicAddressScheme } from "../../domain/codes/electronic-address-schemes.ts";
import { ibanFault } from "../../domain/codes/iban.ts";
import { isIdentifierScheme } from "../../domain/codes/identifier-schemes.ts";
import { INVOICE_STATUSES } from "../../domain/invoice/status.ts";
import { isCurrencyCode } from "../../domain/money/currency.ts";
import { PRICES } from "../../domain/money/totals-input.ts";
import { VAT_CATEGORIES } from "../../domain/vat/category.ts";
import { countryCodeFault } from "../../domain/vat/territory/country.ts";
import { SUPPLIES } from "../../domain/vat/vat-table.ts";

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

/** What is wrong with a text, after the name of its field; `undefined` if nothing is. */
export function textFault(value: string, blank?: "may be blank"): string | undefined {
  if (blank === undefined && !/\S/.test(value)) return "must not be blank";
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

export const prices = z
  .enum(PRICES)
  .meta({ description: "Whether unit prices and discounts are net of VAT or include it. Absent: net" });

export const lineDiscount = z
  .strictObject({
    // `discountFault` checks the ranges together with the line.
    percent: z.number().optional().meta({ minimum: 0, maximum: 100, description: "Percent of quantity × unitPrice" }),
    amount: z.number().optional().meta({ minimum: 0, description: "For the whole line, at most quantity × unitPrice" }),
    reason: text(200).optional().describe("For the client"),
  })
  .meta({ description: "Either percent or amount. Net of VAT, or gross if the prices are (EN 16931 BG-27)" });

export const supply = z.enum(SUPPLIES).meta({ description: "What is sold; it decides the legal basis" });

/** A code of a list; `error` names the list and examples. */
export function listedCode(isListed: CodeList, error: string, examples: readonly string[]) {
  return z
    .string()
    .refine(isListed, { error })
    .meta({ minLength: 1, examples: [...examples] });
}

export const iban = z
  .string()
  .superRefine((value, context) => {
    const message = ibanFault(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .meta({ description: "ISO 13616, with or without spaces", examples: ["DE02 1203 0000 0000 2020 51"] });

export const bic = z
  .string()
  .refine(isBic, { error: 'must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX"' })
  .meta({
    pattern: "^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$",
    description: "ISO 9362",
    examples: ["COBADEFFXXX"],
  });

export const creditorId = z
  .string()
  .refine(isCreditorId, {
    error: 'must be a SEPA creditor identifier with its check digits, such as "DE98ZZZ09999999999"',
  })
  .meta({ minLength: 8, maxLength: 35, examples: ["DE98ZZZ09999999999"] });

export const registrationScheme = listedCode(
  isIdentifierScheme,
  'must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)',
  ["0002"],
);

export const electronicAddress = z.strictObject({
  scheme: listedCode(
    isElectronicAddressScheme,
    'must be a code of the list EAS, such as "0088" (GLN) or "9930" (German VAT number)',
    ["9930"],
  ).describe("Code of the list EAS"),
  id: text(100)
    .regex(/^\S*$/, { error: "must not contain spaces" })
    .meta({ examples: ["DE136695976"] }),
});

export const contact = z.strictObject({
  name: text(200).describe("A person or a department; EN 16931 BT-41"),
  phone: text(50).optional().describe("EN 16931 BT-42"),
  email: email.optional().describe("EN 16931 BT-43"),
});

/** The caller's key, which makes a call repeatable. Visible ASCII, so that it fits into a header. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { error: "must be 1 to 255 visible ASCII characters" });
