/** The values that a field can have. The generator's tables say what each kind is in TypeScript, in zod and in a document. */
export type Shape =
  | { readonly kind: "text"; readonly max: number }
  | {
      readonly kind: "number";
      readonly min?: number | undefined;
      readonly above?: number | undefined;
      readonly not?: number | undefined;
      /** Checked by the record's own check, because it depends on other fields. */
      readonly isChecked?: true | undefined;
      readonly max?: number | undefined;
    }
  | { readonly kind: "place"; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "literal"; readonly value: number }
  | { readonly kind: "format"; readonly name: FormatName; readonly isNullable?: true | undefined }
  | { readonly kind: "record"; readonly name: string }
  | { readonly kind: "list"; readonly of: Shape; readonly max: number; readonly check?: string | undefined };

/** A kind of text or number that has a name of its own. */
export interface Format {
  /** Its type in TypeScript. */
  readonly type: string;
  /** The file of `src` that exports the type. Absent: the type is built in. */
  readonly from?: string | undefined;
  /** The schema of `service/schemas/fields.ts` or of a file beside it. */
  readonly schema: string;
  /** The schema of an answer. Absent: that of a request. */
  readonly answer?: string | undefined;
  /** How the reader of stored documents checks it. Absent: a string. */
  readonly stored?: string | undefined;
  /** What it is, for people. Absent: the type says enough. */
  readonly hint?: string | undefined;
}

const plain = { type: "string", answer: "z.string()" } as const;

/** Every kind of text and number that has a name. */
export const FORMATS = {
  country: {
    type: "CountryCode",
    from: "domain/vat/territory/country.ts",
    schema: "countryCode",
    hint: "ISO 3166-1 alpha-2",
  },
  currency: {
    type: "CurrencyCode",
    from: "domain/money/currency.ts",
    schema: "currencyCode",
    hint: "ISO 4217",
  },
  day: { type: "CalendarDay", from: "domain/calendar.ts", schema: "calendarDay", stored: "day" },
  instant: { type: "string", schema: "instant", hint: "ISO 8601 in UTC, with milliseconds" },
  uuid: { type: "string", schema: "uuid", hint: "UUIDv7" },
  percentage: { type: "number", schema: "percentage", stored: "number", hint: "Percent, 0 to 100" },
  amount: { type: "number", schema: "amount", stored: "number", hint: "In the invoice's currency" },
  email: { ...plain, schema: "email" },
  language: { ...plain, schema: "language", hint: "A BCP 47 tag, such as `de` or `nl-BE`" },
  timeZone: { ...plain, schema: "timeZone", hint: "An IANA time zone, such as `Europe/Berlin`" },
  prefix: { ...plain, schema: "prefix", hint: "1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`" },
  iban: { ...plain, schema: "iban", hint: "ISO 13616, with or without spaces" },
  bic: { ...plain, schema: "bic", hint: "ISO 9362: 8 or 11 characters" },
  creditorId: { ...plain, schema: "creditorId", hint: "Such as `DE98ZZZ09999999999`" },
  registrationScheme: { ...plain, schema: "registrationScheme", hint: "A code of ISO 6523's list ICD, such as `0002`" },
  addressScheme: {
    ...plain,
    schema: "addressScheme",
    hint: "A code of the list EAS, such as `0088` (GLN), `0208` (Belgian enterprise number) or `9930` (German VAT number)",
  },
  addressId: { ...plain, schema: "addressId", hint: "1 to 100 characters without spaces" },
  unitCode: { ...plain, schema: "unitCode", hint: "A code of UN/ECE Recommendation 20 or 21, such as `HUR`" },
  paymentMeans: {
    ...plain,
    schema: "paymentMeans",
    hint: "A code of UNTDID 4461, such as `30` (credit transfer), `59` (SEPA direct debit) or `54` (credit card)",
  },
  cardDigits: { ...plain, schema: "cardDigits" },
  noteSubject: {
    ...plain,
    schema: "noteSubject",
    hint: "A code of UNTDID 4451, such as `AAB` (terms of payment) or `REG` (regulatory information)",
  },
  vatexCode: { ...plain, schema: "vatexCode", hint: "A code of the list VATEX, such as `VATEX-EU-132-1I`" },
  supply: { type: "Supply", from: "domain/vat/vat-table.ts", schema: "supply", stored: "supply" },
  prices: { type: "Prices", from: "domain/money/totals-input.ts", schema: "prices", stored: "prices" },
  vatCategory: {
    type: "VatCategory",
    from: "domain/vat/category.ts",
    schema: "vatCategory",
    stored: "vatCategory",
    hint: "A code of UNCL 5305",
  },
  vatTreatment: { type: "VatTreatment", from: "domain/vat/vat-table.ts", schema: "vatTreatment" },
  status: { type: "InvoiceStatus", from: "domain/invoice/status.ts", schema: "invoiceStatus" },
  documentType: {
    type: "DocumentType",
    from: "domain/invoice/document-types.ts",
    schema: "documentType",
    stored: "documentType",
    hint: "A code of UNTDID 1001",
  },
  creditNoteType: {
    type: "CreditNoteType",
    from: "domain/invoice/document-types.ts",
    schema: "creditNoteType",
    stored: "creditNoteType",
    hint: "A code of UNTDID 1001",
  },
  creditedBy: {
    type: "CreditedBy",
    from: "domain/invoice/document-types.ts",
    schema: "creditedBy",
    stored: "creditedBy",
  },
  requirement: { type: "EinvoiceRequirement", from: "domain/codes/einvoice-requirements.ts", schema: "requirement" },
  orderRequirement: {
    type: "EinvoiceRequirement | false",
    from: "domain/codes/einvoice-requirements.ts",
    schema: "orderRequirement",
  },
  verificationStatus: { type: '"valid" | "unavailable"', schema: "verificationStatus" },
  warning: { type: "VatWarning", from: "domain/vat/types.ts", schema: "vatWarning", stored: "warning" },
  label: { ...plain, schema: "label" },
  metadata: { type: "Readonly<Record<string, string>>", schema: "metadata", stored: "metadata" },
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
  /** Whether most orders have it, so that they are parsed by a shorter schema. */
  readonly isUsual?: true | undefined;
  /** The field behind which an answer has it. Absent: behind the row before. */
  readonly after?: string | undefined;
  /** Whether only the stored document or only the answer has it. Absent: both. */
  readonly only?: "stored" | "answer" | undefined;
  /** Whether the seller on an invoice has this field of the profile. Absent: yes. */
  readonly isOfSeller?: false | undefined;
  /** Whether an invoice repeats this field of the order as it was given. Absent: yes. */
  readonly isRepeated?: false | undefined;
  /**
   * What a credit note has: the invoice's value (`kept`; of a line `kept-with-quantity` only if a quantity was credited),
   * the value that is given with the credit or else the invoice's (`renewed`), or only what is given with the credit
   * (`own`). Absent: nothing.
   */
  readonly credit?: "kept" | "kept-with-quantity" | "renewed" | "own" | undefined;
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

export function number(limits: Omit<Extract<Shape, { kind: "number" }>, "kind"> = {}): Shape {
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
