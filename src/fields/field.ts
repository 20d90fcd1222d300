/** What a number can be. */
interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly above?: number | undefined;
  readonly not?: number | undefined;
  /** Whether the record's own check looks at the limits, because they depend on other fields. */
  readonly isChecked?: true | undefined;
}

/** The values that a field can have. The generator's tables say what each kind is in TypeScript, in zod and in a document. */
export type Shape =
  | { readonly kind: "text"; readonly max: number }
  | { readonly kind: "pattern"; readonly form: RegExp; readonly says: string }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | ({ readonly kind: "number" } & NumberLimits)
  | { readonly kind: "position"; readonly max: number }
  | { readonly kind: "count" }
  | { readonly kind: "boolean" }
  | { readonly kind: "literal"; readonly value: number | true }
  | { readonly kind: "format"; readonly name: FormatName; readonly isNullable?: true | undefined }
  | { readonly kind: "record"; readonly name: string }
  | { readonly kind: "list"; readonly of: Shape; readonly max: number; readonly check?: string | undefined };

/** A named kind of text or number. Its schema in `service/schemas/fields.ts` has the same name. */
export interface Format {
  /** Its type in TypeScript. Absent: a string; the schema of an answer says no more about it. */
  readonly type?: string | undefined;
  /** The file of `src` that exports the type. Absent: the type is built in. */
  readonly from?: string | undefined;
  /** How the reader of stored documents checks it. Absent: a string. */
  readonly stored?: string | undefined;
  /** What it is, for people. Absent: the type says enough. */
  readonly hint?: string | undefined;
}

const ADDRESS_SCHEMES = "`0088` (GLN), `0208` (Belgian enterprise number) or `9930` (German VAT number)";
const MEANS = "`30` (credit transfer), `59` (SEPA direct debit) or `54` (credit card)";
const DOCUMENT_TYPES = "domain/invoice/document-types.ts";

/** Every kind of text and number that has a name. */
export const FORMATS = {
  countryCode: { type: "CountryCode", from: "domain/vat/territory/country.ts", hint: "ISO 3166-1 alpha-2" },
  currencyCode: { type: "CurrencyCode", from: "domain/money/currency.ts", hint: "ISO 4217" },
  calendarDay: { type: "CalendarDay", from: "domain/calendar.ts", stored: "day" },
  instant: { type: "string", hint: "ISO 8601 in UTC, with milliseconds" },
  uuid: { hint: "UUIDv7" },
  percentage: { type: "number", stored: "number", hint: "Percent, 0 to 100" },
  amount: { type: "number", stored: "number", hint: "In the invoice's currency" },
  email: {},
  language: { hint: "A BCP 47 tag, such as `de` or `nl-BE`" },
  timeZone: { hint: "An IANA time zone, such as `Europe/Berlin`" },
  prefix: { hint: "1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`" },
  iban: { hint: "ISO 13616, with or without spaces" },
  bic: { hint: "ISO 9362: 8 or 11 characters" },
  creditorId: { hint: "For example `DE98ZZZ09999999999`" },
  registrationScheme: { hint: "A code of ISO 6523's list ICD, such as `0002`" },
  addressScheme: { hint: `A code of the list EAS, such as ${ADDRESS_SCHEMES}` },
  addressId: { hint: "1 to 100 characters" },
  unitCode: { hint: "A code of UN/ECE Recommendation 20 or 21, such as `HUR`" },
  paymentMeans: { hint: `A code of UNTDID 4461, such as ${MEANS}` },
  cardDigits: {},
  noteSubject: { hint: "A code of UNTDID 4451, such as `AAB` (terms of payment) or `REG` (regulatory information)" },
  objectScheme: { hint: "A code of UNTDID 1153, such as `ABZ` (vehicle licence number) or `MG` (meter unit number)" },
  classificationList: { hint: "A code of UNTDID 7143, such as `HS` (Harmonised System), `STI` (CPV) or `TST` (UNSPSC)" },
  allowanceReason: { hint: "A code of UNTDID 5189, such as `95` (discount) or `100` (special rebate)" },
  chargeReason: { hint: "A code of UNTDID 7161, such as `FC` (freight) or `ABK` (miscellaneous)" },
  url: { hint: "A URL, absolute or relative to one that the client knows" },
  vatexCode: { hint: "A code of the list VATEX, such as `VATEX-EU-132-1I`" },
  supply: { type: "Supply", from: "domain/vat/vat-table.ts", stored: "supply" },
  territory: { hint: "ISO 3166-1 alpha-2, or the id of an area such as `PT-30`" },
  prices: { type: "Prices", from: "domain/money/totals-input.ts", stored: "prices" },
  vatCategory: {
    type: "VatCategory",
    from: "domain/vat/category.ts",
    stored: "vatCategory",
    hint: "A code of UNCL 5305",
  },
  vatRates: {
    type: "VatRateChoice",
    from: "domain/vat/rates/chosen-rate.ts",
    hint: "In percent, by territory: ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`",
  },
  vatTreatment: { type: "VatTreatment", from: "domain/vat/vat-table.ts" },
  invoiceStatus: { type: "InvoiceStatus", from: "domain/invoice/status.ts" },
  documentType: { type: "DocumentType", from: DOCUMENT_TYPES, stored: "documentType", hint: "A code of UNTDID 1001" },
  invoiceType: {
    type: "InvoiceType",
    from: DOCUMENT_TYPES,
    hint: "A code of UNTDID 1001: `380` (invoice), `383` (debit note), `384` (corrected invoice), `386` (prepayment invoice), `326` (partial invoice), `393` (factored invoice), `875`, `876` or `877` (partial, partial final or final construction invoice), `204` (payment valuation), `387` (hire invoice), `575` (insurer's invoice), `751` (information for accounting); with `selfBilled` `471` (corrected) or `500` (prepayment)",
  },
  taxPointCode: {
    type: "TaxPointCode",
    from: "domain/codes/tax-point-codes.ts",
    stored: "taxPointCode",
    hint: "A code of UNTDID 2005: `3` (date of the invoice), `35` (date of delivery) or `432` (date of payment)",
  },
  accountBank: { hint: "ISO 9362, or `SE:BANKGIRO` or `SE:PLUSGIRO` for such an account" },
  creditNoteType: {
    type: "CreditNoteType",
    from: DOCUMENT_TYPES,
    stored: "creditNoteType",
    hint: "A code of UNTDID 1001: `381` (credit note), `261` (self-billed), `262` (consolidated), `396` (factored), `502` (self-billed factored) or `503` (prepayment)",
  },
  creditedBy: { type: "CreditedBy", from: DOCUMENT_TYPES, stored: "creditedBy" },
  requirement: { type: "string | readonly string[]" },
  orderRequirement: { type: "string | readonly string[] | false" },
  verificationStatus: { type: '"valid" | "unavailable"' },
  vatWarning: { type: "VatWarning", from: "domain/vat/types.ts", stored: "warning" },
  label: {},
  metadata: { type: "Readonly<Record<string, string>>", stored: "metadata" },
  exemptingStates: { type: "ExemptingStates", from: "domain/vat/types.ts" },
  seriesPrefixes: { type: "SeriesPrefixes", from: "domain/series-prefixes.ts" },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

/** What one field is, wherever it appears. */
export interface Field {
  readonly shape: Shape;
  /** What it is, for people who read it in an editor or in the OpenAPI document. Without the last full stop. */
  readonly text: string;
  readonly isOptional?: true | undefined;
  /** What its absence means. */
  readonly absent?: string | undefined;
  /** The business term of EN 16931, such as `BT-13`. */
  readonly term?: string | undefined;
  /** The source of law. */
  readonly law?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** Whether it is only allowed with `autoVat: false`. */
  readonly isManual?: true | undefined;
  /** The field that it follows in an answer. Absent: the one of the row before. */
  readonly after?: string | undefined;
  /** Whether only the stored document or only the answer has it. Absent: both. */
  readonly only?: "stored" | "answer" | undefined;
  /** Whether the seller on an invoice has this field of the profile. Absent: yes. */
  readonly isOfSeller?: false | undefined;
  /** Whether an invoice repeats this field of the order or of its line as it was given. Absent: yes. */
  readonly isRepeated?: false | undefined;
  /**
   * What a credit note has: the invoice's value (`kept`; of a line `kept-with-quantity` only if a quantity was credited),
   * the value that is given with the credit or else the invoice's (`renewed`), or only what is given with the credit
   * (`own`). Absent: nothing.
   */
  readonly credit?: "kept" | "kept-with-quantity" | "renewed" | "own" | undefined;
  /**
   * With what the panel repeats a national field of an order: `client` keeps it with the saved client, and a copy of the
   * invoice leaves `sale` out. Absent: a copy has it.
   */
  readonly repeatedWith?: "client" | "sale" | undefined;
  /** Whether electronic documents write it as it is. Absent: code computes what they write. */
  readonly isWritten?: true | undefined;
}

/** Fields by name, in the order in which they are answered. */
export type Fields = Readonly<Record<string, Field>>;

type More = Omit<Field, "shape" | "text" | "isOptional">;

/** A field that is always there. */
export function field(shape: Shape, text: string, more: More = {}): Field {
  return { shape, text, ...more };
}

/** A field that may be absent. */
export function optional(shape: Shape, text: string, more: More = {}): Field {
  return { shape, text, isOptional: true, ...more };
}

/** Text of 1 to `max` characters. */
export function text(max: number): Shape {
  return { kind: "text", max };
}

/** Text of this form, which `says` describes: `11 digits`. */
export function pattern(form: RegExp, says: string): Shape {
  return { kind: "pattern", form, says };
}

/** One of a few codes. */
export function choice(...of: readonly string[]): Shape {
  return { kind: "choice", of };
}

export function number(limits: NumberLimits = {}): Shape {
  return { kind: "number", ...limits };
}

export function format(name: FormatName): Shape {
  return { kind: "format", name };
}

export function nullable(name: FormatName): Shape {
  return { kind: "format", name, isNullable: true };
}

export function record(name: string): Shape {
  return { kind: "record", name };
}

/** A list of 1 to `max` entries. */
export function list(of: Shape, max: number, check?: string): Shape {
  return { kind: "list", of, max, check };
}

export const yesNo: Shape = { kind: "boolean" };
