import { z } from "zod";
import { isCalendarDay, isTimeZone } from "../../domain/calendar.ts";
import { ibanFault, isBic, isCreditorId } from "../../domain/codes/bank-identifiers.ts";
import type { CodeList } from "../../domain/codes/code-list.ts";
import {
  isAllowanceReason,
  isChargeReason,
  isClassificationList,
  isExemptionCode,
  isNoteSubject,
  isObjectScheme,
  isPaymentMeans,
} from "../../domain/codes/document-codes.ts";
import { isElectronicAddressScheme, isIdentifierScheme } from "../../domain/codes/party-schemes.ts";
import { TAX_POINT_CODES } from "../../domain/codes/tax-point-codes.ts";
import { isUnitCode } from "../../domain/codes/units.ts";
import { insteadOfText } from "../../domain/instead-of.ts";
import { isFormatId } from "../../domain/invoice/document-format.ts";
import { CREDIT_NOTE_TYPES, CREDITED_BY, DOCUMENT_TYPES, INVOICE_TYPES } from "../../domain/invoice/document-types.ts";
import { isInvoicePrefix, PREFIX_SHAPE } from "../../domain/invoice/number.ts";
import { INVOICE_STATUSES } from "../../domain/invoice/status.ts";
import { notOneOf, oneOf } from "../../domain/known-names.ts";
import { insteadOfCurrency, isCurrencyCode } from "../../domain/money/currency.ts";
import { roundDecimals } from "../../domain/money/minor-units.ts";
import { PRICES } from "../../domain/money/totals-input.ts";
import { VAT_CATEGORIES } from "../../domain/vat/category.ts";
import { rateKeyFault, territoryFault } from "../../domain/vat/rates/chosen-rate.ts";
import { countryCodeFault, isCountryCode } from "../../domain/vat/territory/country.ts";
import { isMemberState } from "../../domain/vat/territory/membership.ts";
import { VAT_WARNING_CODES } from "../../domain/vat/types.ts";
import { SUPPLIES, VAT_TABLE } from "../../domain/vat/vat-table.ts";
import { lazy } from "./lazy.ts";

/** A string that every store can keep and every system can display: well-formed Unicode without NUL, not blank. */
export function text(maxLength: number) {
  return refined(z.string().max(maxLength), textFault).meta({ minLength: 1 });
}

/** A string in which `faultIn` finds nothing; what it finds is the message, after the name of the field. */
function refined(schema: z.ZodString, faultIn: (value: string) => string | undefined) {
  return schema.superRefine((value, context) => {
    const message = faultIn(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** Text of this form, which `says` describes after "must be". */
export function pattern(form: RegExp, says: string) {
  return z.string().regex(form, { error: ({ input }) => `must be ${says}${insteadOfText(input as string)}` });
}

/** One of a few codes. */
export function choice<const Code extends string>(codes: readonly Code[]) {
  return z.enum(codes, { error: ({ input }) => notOneOf(codes, input) });
}

/** What is wrong with a text, after the name of its field; `undefined` if nothing is. */
export function textFault(value: string, blank?: "may be blank"): string | undefined {
  if (blank === undefined && !/\S/.test(value)) return "must not be blank";
  if (!value.isWellFormed()) return "must not contain a lone surrogate, which is not valid Unicode";
  return value.includes("\0") ? "must not contain a NUL character" : undefined;
}

/** An object that has these fields alone. */
export function objectOf<Shape extends z.ZodRawShape>(
  shape: () => Shape,
  refine: (object: z.ZodObject<Shape, z.core.$strict>) => z.ZodObject<Shape, z.core.$strict> = (object) => object,
) {
  return lazy(() => refine(z.strictObject(shape())));
}

/** One of a few codes, whose `description` says what they mean. */
function oneOfThese<const Code extends string>(codes: readonly Code[], description: string) {
  return lazy(() => z.enum(codes).meta({ description }));
}

/** A string that `isValid` accepts; `error` says what it must be, after the name of the field. */
function accepted(
  isValid: (value: string) => boolean,
  error: string | ((issue: { readonly input?: unknown }) => string),
  meta: z.GlobalMeta,
) {
  return lazy(() => z.string().refine(isValid, { error }).meta(meta));
}

export const countryCode = accepted(isCountryCode, ({ input }) => countryCodeFault(input as string) ?? "", {
  pattern: "^[A-Z]{2}$",
  description: "ISO 3166-1 alpha-2",
  examples: ["FR"],
});
export const currencyCode = accepted(
  isCurrencyCode,
  ({ input }) => `must be a current ISO 4217 code in capitals, such as "EUR"${insteadOfCurrency(input)}`,
  { pattern: "^[A-Z]{3}$", description: "ISO 4217", examples: ["EUR"] },
);
export const calendarDay = accepted(
  isCalendarDay,
  ({ input }) => `must be a valid date, YYYY-MM-DD${insteadOfText(input)}`,
  { format: "date", examples: ["2026-11-20"] },
);
export const timeZone = lazy(() =>
  z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'must be an IANA time zone, such as "Europe/Berlin"' })
    .meta({ examples: ["Europe/Berlin"] }),
);
export const language = lazy(() =>
  z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'must be a BCP 47 language tag, such as "de" or "nl-BE"' })
    .max(35)
    .meta({ examples: ["nl-BE"] }),
);
export const email = lazy(() =>
  z.email({ error: "must be an e-mail address" }).max(254, { error: "must be at most 254 characters long" }),
);
export const url = lazy(() =>
  text(2000).refine((value) => URL.canParse(value, "https://example.com/"), {
    error: 'must be a URL, absolute or relative, such as "https://example.com/timesheet.pdf"',
  }),
);

/** A number of a request. It is rounded before its limits are checked, and before anything is computed from it. */
export const decimal = lazy(() => z.number().overwrite(roundDecimals));
export const percentage = lazy(() => decimal().min(0).max(100).meta({ description: "Percent: 25.5 means 25.5 %" }));
export const invoiceStatus = oneOfThese(
  INVOICE_STATUSES,
  "SENT: issued. PAID: payments cover the total. CANCELLED: cancelled for good",
);

/** Rates by territory. Before the others, `__proto__` is looked for: zod skips it. */
export const vatRates = lazy(() =>
  z.preprocess(
    requireOwnKeys,
    z
      .record(z.string(), percentage())
      .superRefine((choice, context) => {
        for (const key of Object.keys(choice)) {
          const message = rateKeyFault(key);
          if (message !== undefined) context.addIssue({ code: "custom", path: [key], message });
        }
      })
      .meta({ examples: [{ DE: 7, AT: 10 }] }),
  ),
);

/** A place whose VAT may apply. */
export const territory = lazy(() => refined(z.string(), territoryFault).meta({ examples: ["DE", "PT-30"] }));
export const vatCategory = oneOfThese(VAT_CATEGORIES, "EN 16931 BT-118, a code of UNCL 5305");
export const prices = oneOfThese(PRICES, "Whether unit prices and discounts are net of VAT or include it. Absent: net");
export const supply = oneOfThese(SUPPLIES, "What is sold; it decides the legal basis");

/** A code of a list; `error` names the list and examples. */
function listedCode(isListed: CodeList, error: string, examples: readonly string[]) {
  return accepted(isListed, error, { minLength: 1, examples: [...examples] });
}

export const iban = lazy(() =>
  refined(z.string(), ibanFault).meta({
    description: "ISO 13616, with or without spaces",
    examples: ["DE02 1203 0000 0000 2020 51"],
  }),
);
export const bic = accepted(isBic, 'must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX"', {
  pattern: "^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$",
  description: "ISO 9362",
  examples: ["COBADEFFXXX"],
});
export const creditorId = accepted(
  isCreditorId,
  'must be a SEPA creditor identifier with its check digits, such as "DE98ZZZ09999999999"',
  { minLength: 8, maxLength: 35, examples: ["DE98ZZZ09999999999"] },
);
export const registrationScheme = listedCode(
  isIdentifierScheme,
  'must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)',
  ["0002"],
);
export const addressScheme = listedCode(
  isElectronicAddressScheme,
  'must be a code of the list EAS, such as "0088" (GLN) or "9930" (German VAT number)',
  ["9930"],
);
export const addressId = lazy(() => text(100));
export const objectScheme = listedCode(
  isObjectScheme,
  'must be a code of UNTDID 1153, such as "ABZ" (vehicle licence number) or "MG" (meter unit number)',
  ["ABZ"],
);
export const classificationList = listedCode(
  isClassificationList,
  'must be a code of UNTDID 7143, such as "HS" (Harmonised System), "STI" (CPV) or "TST" (UNSPSC)',
  ["STI"],
);
export const allowanceReason = listedCode(
  isAllowanceReason,
  'must be a code of UNTDID 5189, such as "95" (discount) or "100" (special rebate)',
  ["95"],
);
export const chargeReason = listedCode(
  isChargeReason,
  'must be a code of UNTDID 7161, such as "FC" (freight) or "ABK" (miscellaneous)',
  ["FC"],
);
export const unitCode = listedCode(
  isUnitCode,
  'must be a code of UN/ECE Recommendation 20 or 21, such as "HUR" (hour), "H87" (piece) or "XBX" (box)',
  ["HUR"],
);
export const vatexCode = listedCode(
  isExemptionCode,
  'must be a code of the list VATEX, such as "VATEX-EU-132-1I" or "VATEX-FR-FRANCHISE"',
  ["VATEX-EU-132-1I"],
);
export const paymentMeans = listedCode(
  isPaymentMeans,
  'must be a code of UNTDID 4461, such as "30" (credit transfer), "59" (SEPA direct debit) or "54" (credit card)',
  ["30"],
);
export const noteSubject = listedCode(
  isNoteSubject,
  'must be a code of UNTDID 4451, such as "AAB" (terms of payment) or "REG" (regulatory information)',
  ["AAB"],
);
export const invoiceType = lazy(() =>
  z.enum(INVOICE_TYPES, {
    error: ({ input }) =>
      input === "389"
        ? "must be absent for 389; state selfBilled: true instead"
        : `${oneOf(INVOICE_TYPES)}${insteadOfText(input)}`,
  }),
);
export const taxPointCode = lazy(() =>
  z.enum(TAX_POINT_CODES, {
    error: ({ input }) =>
      `must be "3" (date of the invoice), "35" (date of delivery) or "432" (date of payment)${insteadOfText(input)}`,
  }),
);

/** Peppol's names of Swedish payment systems, which stand in the place of a bank. */
const PAYMENT_SYSTEMS: readonly string[] = ["SE:BANKGIRO", "SE:PLUSGIRO"];
export const accountBank = accepted(
  (value) => isBic(value) || PAYMENT_SYSTEMS.includes(value),
  'must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX", or "SE:BANKGIRO" or "SE:PLUSGIRO"',
  { minLength: 8, maxLength: 11, examples: ["COBADEFFXXX"] },
);
export const cardDigits = lazy(() =>
  z.string().regex(/^\d{4}$/, { error: "must be the last four digits of the card" }),
);
export const prefix = accepted(isInvoicePrefix, PREFIX_SHAPE, {
  minLength: 1,
  maxLength: 20,
  pattern: "^[A-Za-z0-9._/-]+$",
});

const formatId = accepted(
  isFormatId,
  ({ input }) => `must be the id of a format, such as xrechnung${insteadOfText(input)}`,
  { maxLength: 40, pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", examples: ["xrechnung"] },
);

const twiceIn = (ids: readonly string[]) => ids.find((id, index) => ids.indexOf(id) !== index);

const formatIds = lazy(() =>
  z
    .array(formatId())
    .min(1)
    .max(20)
    .refine((ids) => twiceIn(ids) === undefined, {
      error: ({ input }) => `names ${twiceIn(input as string[])} twice; name each format once`,
    })
    .meta({ uniqueItems: true }),
);

const IDS = "must be the id of a format, such as xrechnung, or an array of different ones";
export const requirement = lazy(() =>
  z.union([formatId(), formatIds()], { error: ({ input }) => IDS + insteadOfText(input) }),
);
export const orderRequirement = lazy(() =>
  z.union([formatId(), formatIds(), z.literal(false)], {
    error: ({ input }) => `${IDS}, or false${insteadOfText(input)}`,
  }),
);

const MAX_ENTRIES = 50;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 1000;

/** Checks how many `entries` there are, and the `keys` that the caller gave them. */
function checkKeys(record: object, most: number, entries: string, keys: string, context: z.RefinementCtx): void {
  const fault = (message: string) => context.addIssue({ code: "custom", path: [], message });
  const given = Object.keys(record);
  if (given.length > most) fault(`must have at most ${most} ${entries}`);
  if (given.every((key) => key.length <= MAX_KEY_LENGTH && textFault(key) === undefined)) return;
  fault(`must have ${keys} of 1 to ${MAX_KEY_LENGTH} characters, not blank, without NUL and lone surrogates`);
}

/** The host's own strings under its own keys. Values may be empty: nothing reads them. */
export const metadata = lazy(() => {
  const strings = z.record(z.string(), z.string().max(MAX_VALUE_LENGTH)).superRefine((entries, context) => {
    checkKeys(entries, MAX_ENTRIES, "entries", "keys", context);
    for (const [key, value] of Object.entries(entries)) {
      const message = textFault(value, "may be blank");
      if (message === undefined || key.length > MAX_KEY_LENGTH) continue;
      context.addIssue({ code: "custom", path: [key], message });
    }
  });
  const described = strings.meta({ examples: [{ cart: "4711" }] });
  return z.preprocess(requireOwnKeys, described).meta({ maxProperties: MAX_ENTRIES });
});

/** Member states, since the scheme for small enterprises began, each with the note of its law. */
export const exemptingStates = lazy(() =>
  z.record(
    countryCode().refine((code) => isMemberState(code, "2025-01-01"), { error: "must be a member state" }),
    z.strictObject({ note: text(1000) }),
  ),
);
export const MAX_SERIES = 10_000;
/** The names of a company's series, each with its prefix. */
export const seriesPrefixes = lazy(() => {
  const prefixes = z
    .record(z.string(), z.strictObject({ prefix: prefix() }))
    .superRefine((series, context) => checkKeys(series, MAX_SERIES, "series", "names", context));
  return z.preprocess(requireOwnKeys, prefixes).meta({ maxProperties: MAX_SERIES });
});

/** zod skips a key `__proto__`, which `JSON.parse` can return, so it is refused here and not silently lost. */
function requireOwnKeys(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
    context.addIssue({ code: "custom", path: ["__proto__"], message: "is not allowed as a key; rename it" });
  }
  return given;
}

/** The longest key of a call. */
export const MAX_IDEMPOTENCY_KEY = 255;

/** The caller's key, which makes a call repeatable. Visible ASCII, so that it fits into a header. */
export const idempotencyKey = lazy(() =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`), {
    error: `must be 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters`,
  }),
);

// What only answers have. They are not parsed at run time.

export const uuid = lazy(() => z.string());
export const instant = lazy(() => z.string().meta({ format: "date-time", examples: ["2026-11-20T09:30:00.000Z"] }));
export const amount = lazy(() => z.number());
export const documentType = lazy(() => z.enum(DOCUMENT_TYPES));
export const creditNoteType = lazy(() => z.enum(CREDIT_NOTE_TYPES));
export const creditedBy = lazy(() => z.enum(CREDITED_BY));
export const verificationStatus = lazy(() => z.enum(["valid", "unavailable"]));

/** The treatments that `determineVat` returns. */
export const automaticTreatment = lazy(() => z.enum(VAT_TABLE.map(({ treatment }) => treatment)));
export const vatTreatment = lazy(() => z.enum([...automaticTreatment().options, "mixed", "manual"]));
export const vatWarning = lazy(() =>
  z.object({
    code: z.enum(VAT_WARNING_CODES),
    detail: z.string().describe("What was found and what to do about it"),
  }),
);
