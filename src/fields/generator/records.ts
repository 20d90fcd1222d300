import {
  CORRECTED_INVOICE,
  CREDIT_ALLOWANCE,
  CREDIT_LINE,
  CREDIT_NOTE,
  CREDIT_NOTE_LINE,
  CREDIT_NOTE_ORDER,
  CREDIT_ORDER,
  CREDITED_ALLOWANCE,
  CREDITED_DISBURSEMENT,
  CREDITED_DISCOUNT,
  INVOICE_TO_CORRECT,
  NAMED_INVOICE,
  PRICED_FIELDS,
} from "../credit-note.ts";
import type { Field, Fields } from "../field.ts";
import {
  BREAKDOWN,
  CREDIT_NOTE_PAGE,
  CREDIT_NOTE_SUMMARY,
  INVOICE,
  INVOICE_ALLOWANCE,
  INVOICE_BREAKDOWN,
  INVOICE_DETAIL,
  INVOICE_LINE,
  INVOICE_PAGE,
  INVOICE_RETENTION,
  INVOICE_WITHHOLDING,
  LINE_AMOUNTS,
  PAYMENT,
  PORTAL_NUMBER,
  PORTAL_REFUSAL,
  VERIFICATION,
} from "../invoice.ts";
import * as national from "../national.ts";
import {
  CASH_DISCOUNT,
  CLIENT_CONTACT,
  DELIVERY_PLACE,
  DISBURSEMENT,
  DOCUMENT_ALLOWANCE,
  DOCUMENT_CHARGE,
  EXCHANGE_RATE,
  EXEMPTION,
  INVOICED_OBJECT,
  ITEM_ATTRIBUTE,
  ITEM_CLASSIFICATION,
  LINE,
  LINE_CHARGE,
  LINE_DISCOUNT,
  NOTE,
  ORDER,
  PAYEE,
  PAYMENT_INSTRUCTIONS,
  PERIOD,
  PRECEDING_INVOICE,
  RETENTION,
  SCHEME_IDENTIFIER,
  SUPPORTING_DOCUMENT,
  WITHHOLDING,
} from "../order.ts";
import {
  ADDRESS,
  CONTACT,
  ELECTRONIC_ADDRESS,
  IDENTIFIER,
  LATE_PAYMENT,
  PAYMENT_ACCOUNT,
  PROFILE,
  SMALL_ENTERPRISE,
  TAX_REPRESENTATIVE,
  VAT_REGISTRATION,
} from "../profile.ts";

/** An object with fields: what follows from its rows has its name. */
export interface RecordOfFields {
  /** Its type in TypeScript, and its name in the OpenAPI document. */
  readonly name: string;
  /** What it is, for people. Without the last full stop. */
  readonly text: string;
  readonly law?: string | undefined;
  /** All of its fields, in the order in which they are answered. */
  readonly fields: Fields;
  /** The fields that its type declares itself. Absent: all of them. */
  readonly own?: Fields | undefined;
  /** The types from which its type has the others. */
  readonly inherits?: readonly string[] | undefined;
  /** The types that its type consists of, without fields of its own. */
  readonly alias?: string | undefined;
  /** The file of `src` that declares its type, without the ending. */
  readonly file: string;
  /** Whether only requests or only answers have a schema of it. Absent: both have the same one. */
  readonly only?: "requests" | "answers" | undefined;
  /** Its name in the OpenAPI document; `false` if it has no schema, because only other records contain its fields. Absent: that of its type. */
  readonly component?: string | false | undefined;
  /** The function of `service/schemas/checks.ts` that compares its fields with each other. */
  readonly check?: string | undefined;
}

type Predicate = (field: Field, name: string) => boolean;

/** The fields for which this holds. */
export function chosen(fields: Fields, isChosen: Predicate): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => isChosen(field, name)));
}

/** Fields in the order in which they are answered: a field that says `after` follows the field that it names. */
function inAnswerOrder(fields: Fields): Fields {
  const entries = Object.entries(fields);
  const order = entries.filter(([, { after }]) => after === undefined).map(([name]) => name);
  for (const [name, { after }] of entries.filter(([, field]) => field.after !== undefined)) {
    const at = order.indexOf(after!);
    if (at === -1) throw new TypeError(`${name} comes after ${after}, which is not there`);
    order.splice(at + 1, 0, name);
  }
  return Object.fromEntries(order.map((name) => [name, fields[name]!]));
}

/** What a credit note has of a field, by the row of the order or that of the invoice. */
export function creditOf(name: string, order: Fields = ORDER, added: Fields = INVOICE): Field["credit"] {
  return order[name]?.credit ?? added[name]?.credit;
}

/** The names of the fields for which this holds, in their order. */
export function namesOf(fields: Fields, isChosen: Predicate = () => true): string[] {
  return Object.keys(chosen(fields, isChosen));
}

/** The type without these fields of another type. */
function omitted(type: string, names: readonly string[]): string {
  return `Omit<${type}, ${names.map((name) => JSON.stringify(name)).join(" | ")}>`;
}

/** The type with these fields of another type. */
export function picked(type: string, names: readonly string[]): string {
  return `Pick<\n  ${type},${names.map((name) => `\n  | ${JSON.stringify(name)}`).join("")}\n>`;
}

export const SELLER: Fields = chosen(PROFILE, ({ isOfSeller }) => isOfSeller !== false);

const REPEATED = chosen(ORDER, ({ isRepeated }, name) => isRepeated !== false && !Object.hasOwn(INVOICE, name));
const ANSWERED = inAnswerOrder({ ...INVOICE, ...REPEATED });

const isAnswered: Predicate = ({ only }) => only !== "stored";
const isStored: Predicate = ({ only }) => only !== "answer";

/** The fields of an invoice's stored document. */
export const INVOICE_DOCUMENT: Fields = chosen(ANSWERED, isStored);

/** The fields of an answered invoice. */
export const INVOICE_ANSWER: Fields = chosen(ANSWERED, isAnswered);

const REPEATED_LINE = chosen(LINE, ({ isRepeated }) => isRepeated !== false);
const INVOICE_ITEM: Fields = inAnswerOrder({ ...REPEATED_LINE, ...INVOICE_LINE, ...LINE_AMOUNTS });

/** The fields that a credit note has from its invoice, or anew. */
const CREDITED = chosen(
  INVOICE_DOCUMENT,
  (_, name) => creditOf(name) !== undefined && !Object.hasOwn(CREDIT_NOTE, name),
);

const HEAD = chosen(CREDIT_NOTE, ({ after }) => after === undefined);
const ANSWERED_CREDIT_NOTE = inAnswerOrder({
  ...HEAD,
  ...Object.fromEntries(Object.entries(CREDITED).map(([name, { after: _, ...field }]) => [name, field])),
  ...chosen(CREDIT_NOTE, ({ after }) => after !== undefined),
});

const CREDIT_NOTE_DOCUMENT = chosen(ANSWERED_CREDIT_NOTE, isStored);
const CREDIT_NOTE_ANSWER = chosen(ANSWERED_CREDIT_NOTE, isAnswered);

/** The fields of a line that its credit copies. */
export const COPIED_ITEM: Fields = chosen(
  INVOICE_ITEM,
  (_, name) => creditOf(name, LINE, { ...INVOICE_LINE, ...LINE_AMOUNTS }) !== undefined,
);

const RENEWED = chosen(INVOICE_DOCUMENT, (_, name) => creditOf(name) === "renewed");
const OWN = chosen(INVOICE_DOCUMENT, (_, name) => creditOf(name) === "own");

/** The fields of a credit's request. Those of the order that may be given anew follow the invoice if they are absent. */
const CREDIT_REQUEST: Fields = {
  ...CREDIT_ORDER,
  ...Object.fromEntries(Object.keys(RENEWED).map((name) => [name, { ...ORDER[name]!, absent: "the invoice's" }])),
  ...Object.fromEntries(Object.keys(OWN).map((name) => [name, ORDER[name]!])),
};

/** The fields of an order that a credit note without one invoice of the books has too. */
const CREDITED_ORDER = chosen(ORDER, (_, name) => creditOf(name) !== undefined || PRICED_FIELDS.includes(name));

const PROFILE_FILE = "domain/generated/company-profile";
const NATIONAL_FILE = "domain/generated/national";
const MONEY_FILE = "domain/money/generated/amounts";
const ORDER_FILE = "domain/invoice/generated/order";
const INVOICE_FILE = "domain/invoice/generated/invoice";
const CREDIT_NOTE_FILE = "domain/invoice/generated/credit-note";

type More = Pick<RecordOfFields, "law" | "own" | "inherits" | "alias" | "component" | "check">;

/** Records by their names: what each is, its fields, and what else is to say of it. */
type Rows = Readonly<Record<string, readonly [text: string, fields: Fields, more?: More]>>;

/** The records of a file. */
function recordsIn(file: string, rows: Rows, only?: RecordOfFields["only"]): RecordOfFields[] {
  return Object.entries(rows).map(([name, [text, fields, more]]) => ({ name, text, fields, file, only, ...more }));
}

/** Those that only requests have a schema of. */
const requestsIn = (file: string, rows: Rows) => recordsIn(file, rows, "requests");

/** Those that only answers have a schema of. */
const answersIn = (file: string, rows: Rows) => recordsIn(file, rows, "answers");

/** Every record, in an order in which none needs a later one. */
export const RECORDS: readonly RecordOfFields[] = [
  ...recordsIn(PROFILE_FILE, {
    Address: ["A postal address. Every part is optional and printed if given", ADDRESS],
    ElectronicAddress: ["An address for electronic invoices (EN 16931 BT-34, BT-49)", ELECTRONIC_ADDRESS],
    Identifier: ["A number by which a company is known, and its scheme (EN 16931 BT-29)", IDENTIFIER],
    Contact: ["Whom a client can ask about an invoice (EN 16931 BG-6)", CONTACT],
    PaymentAccount: [
      "An account to pay to: either `iban` or `account` (EN 16931 BG-17)",
      PAYMENT_ACCOUNT,
      { check: "requireOneAccount" },
    ],
    SmallEnterprise: [
      "A small enterprise in the scheme for sales in other member states",
      SMALL_ENTERPRISE,
      { law: "Directive 2006/112/EC, articles 284 to 288a" },
    ],
    LatePayment: ["What a company's invoices to businesses say about paying late or early", LATE_PAYMENT],
    TaxRepresentative: [
      "A seller's tax representative (EN 16931 BG-11)",
      TAX_REPRESENTATIVE,
      { law: "Directive 2006/112/EC, articles 204 and 226(15)", check: "requireRepresentativesNumber" },
    ],
  }),
  ...requestsIn("domain/vat/generated/vat-registration", {
    VatRegistration: [
      "A company's registration for VAT in a member state other than its own",
      VAT_REGISTRATION,
      { law: "Directive 2006/112/EC, article 214" },
    ],
  }),
  ...recordsIn(NATIONAL_FILE, {
    GermanOrder: ["What an invoice of a seller in Germany needs", national.GERMAN_ORDER],
    FrenchProfile: ["What invoices of a seller in France need", national.FRENCH_PROFILE],
    CroatianOperator: [
      "The person who issues a Croatian invoice",
      national.CROATIAN_OPERATOR,
      { law: "Zakon o fiskalizaciji" },
    ],
    CroatianProfile: ["What invoices of a seller in Croatia need", national.CROATIAN_PROFILE],
    CroatianOrder: ["What an invoice of a seller in Croatia needs", national.CROATIAN_ORDER],
    HungarianProfile: ["What invoices of a seller in Hungary need", national.HUNGARIAN_PROFILE],
    HungarianAdvance: ["The payment of an advance that a Hungarian invoice deducts", national.HUNGARIAN_ADVANCE],
    HungarianOrder: ["What an invoice of a seller in Hungary needs", national.HUNGARIAN_ORDER],
    HungarianLine: ["What a line of a seller in Hungary needs", national.HUNGARIAN_LINE],
    ItalianPerson: ["A person's name in FatturaPA", national.ITALIAN_PERSON],
    ItalianRegistration: ["An Italian company's entry in the register of companies", national.ITALIAN_REGISTRATION],
    ItalianProfile: ["What invoices of a seller in Italy need", national.ITALIAN_PROFILE],
    ItalianDeliveryNote: ["An Italian delivery note (`documento di trasporto`)", national.ITALIAN_DELIVERY_NOTE],
    ItalianOrder: ["What an invoice of a seller in Italy needs", national.ITALIAN_ORDER],
    ItalianPensionFund: [
      "The pension fund of an Italian professional, and the rate of its contribution",
      national.ITALIAN_PENSION_FUND,
    ],
    ItalianLine: ["What a line of a seller in Italy needs", national.ITALIAN_LINE],
    PolishUnit: ["A unit of a local authority, or a member of a VAT group, in Poland", national.POLISH_UNIT],
    PolishOrderedItem: [
      "A line of the order that an advance of a seller in Poland is paid on",
      national.POLISH_ORDERED_ITEM,
    ],
    PolishOrder: ["What an invoice of a seller in Poland needs", national.POLISH_ORDER],
    PolishLine: ["What a line of a seller in Poland needs", national.POLISH_LINE],
    PortugueseSeries: [
      "A series of a seller in Portugal, as it is told to the tax authority",
      national.PORTUGUESE_SERIES,
      { law: "Portaria 195/2020" },
    ],
    PortugueseProfile: ["What invoices of a seller in Portugal need", national.PORTUGUESE_PROFILE],
    PortugueseLine: ["What a line of a seller in Portugal needs", national.PORTUGUESE_LINE],
    SpanishClientId: ["A client's identification in a record of Veri*factu", national.SPANISH_CLIENT_ID],
    SpanishReplaced: ["The amounts that a Spanish corrected invoice replaces", national.SPANISH_REPLACED],
    SpanishProfile: ["What invoices of a seller in Spain need", national.SPANISH_PROFILE],
    SpanishOrder: ["What an invoice of a seller in Spain needs", national.SPANISH_ORDER],
    SpanishLine: ["What a line of a seller in Spain needs", national.SPANISH_LINE],
    SpanishRecordLine: ["What the record of a line says otherwise than its document", national.SPANISH_RECORD_LINE],
    SpanishRecord: ["What a record of Veri*factu says otherwise than its document", national.SPANISH_RECORD],
    NationalProfile: ["What the state of a company needs beside EN 16931, by state", national.NATIONAL_PROFILE],
    NationalOrder: [
      "What the state of the seller needs beside EN 16931 on one invoice, by state",
      national.NATIONAL_ORDER,
    ],
    NationalLine: ["What the state of the seller needs beside EN 16931 on one line, by state", national.NATIONAL_LINE],
  }),
  ...recordsIn(PROFILE_FILE, {
    CompanyProfile: [
      "A company that issues invoices: the fields of the specification, then optional ones, which are kept as given",
      PROFILE,
      { check: "requireOwnNumbers" },
    ],
  }),
  ...recordsIn(MONEY_FILE, {
    LineDiscount: [
      "A discount on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN 16931 BG-27)",
      LINE_DISCOUNT,
    ],
    LineCharge: [
      "A charge on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN 16931 BG-28)",
      LINE_CHARGE,
    ],
  }),
  ...answersIn(MONEY_FILE, {
    LineAmounts: ["The amounts of a line", LINE_AMOUNTS, { component: false }],
    VatBreakdownLine: [
      "One group of EN 16931's VAT breakdown (BG-23): all lines of one category and rate",
      BREAKDOWN,
      { component: false },
    ],
  }),
  ...recordsIn(ORDER_FILE, {
    ExchangeRate: ["The exchange rate from an invoice's currency to the currency of the seller's VAT", EXCHANGE_RATE],
    ClientContact: ["Whom an invoice is for, at the client's (EN 16931 BG-9). Every part is optional", CLIENT_CONTACT],
    Payee: ["Who is paid instead of the seller (EN 16931 BG-10)", PAYEE],
    SupportingDocumentReference: [
      "A document that explains an invoice, without its content (EN 16931 BG-24)",
      SUPPORTING_DOCUMENT,
    ],
    DeliveryPlace: [
      "Where goods are delivered to, or to whom (EN 16931 BG-13, BG-15)",
      DELIVERY_PLACE,
      { check: "requireCountryOfAddress" },
    ],
    InvoicePeriod: [
      "The days that an invoice or a line covers, both inclusive (EN 16931 BG-14, BG-26)",
      PERIOD,
      { check: "requireStartBeforeEnd" },
    ],
    PaymentInstructions: ["How an invoice is paid (EN 16931 BG-16)", PAYMENT_INSTRUCTIONS],
    PortalNumber: ["The number that a state's portal gave a document when it took it", PORTAL_NUMBER],
    PrecedingInvoice: ["An earlier invoice that this one is about (EN 16931 BG-3)", PRECEDING_INVOICE],
    InvoiceNote: ["A note for the client with a subject (EN 16931 BG-1)", NOTE],
  }),
  ...requestsIn("domain/vat/generated/vat-exemption", {
    VatExemption: [
      "Why what is sold is exempt from VAT, by the law of the seller's state (EN 16931 BT-120, BT-121)",
      EXEMPTION,
    ],
  }),
  ...recordsIn(ORDER_FILE, {
    SchemeIdentifier: ["An identifier and its scheme (EN 16931 BT-46, BT-157)", SCHEME_IDENTIFIER],
    InvoicedObject: ["What an invoice or a line is about (EN 16931 BT-18, BT-128)", INVOICED_OBJECT],
    ItemClassification: ["A code of an article in a list of goods and services (EN 16931 BT-158)", ITEM_CLASSIFICATION],
    ItemAttribute: ["A property of an article (EN 16931 BG-32)", ITEM_ATTRIBUTE],
  }),
  ...requestsIn(ORDER_FILE, {
    DocumentAllowance: [
      "An allowance on a whole invoice: either `percent` or `amount` (EN 16931 BG-20)",
      DOCUMENT_ALLOWANCE,
    ],
    DocumentCharge: ["A charge on a whole invoice: either `percent` or `amount` (EN 16931 BG-21)", DOCUMENT_CHARGE],
    Withholding: [
      "A tax or a contribution that the client withholds and pays for the company. Either `baseAmount` or `basePercent`",
      WITHHOLDING,
      { check: "requireOneBase" },
    ],
    Retention: [
      "A part that the client pays later: either `percent` or `amount`",
      RETENTION,
      { check: "requirePercentOrAmount" },
    ],
  }),
  ...recordsIn(ORDER_FILE, {
    CashDiscount: ["A discount for paying soon", CASH_DISCOUNT],
    Disbursement: [
      "An expense that the company paid in the client's name",
      DISBURSEMENT,
      { law: "Directive 2006/112/EC, article 79(c)" },
    ],
  }),
  ...requestsIn(ORDER_FILE, {
    OrderItem: ["One line of an order", LINE],
    InvoiceOrder: [
      "What to invoice: the body of `POST /invoices`. The specification's fields come first",
      ORDER,
      { check: "requireConsistentOrder" },
    ],
  }),
  ...answersIn(INVOICE_FILE, {
    InvoiceSeller: [
      "The seller as printed on an invoice: the company's profile on the day of issue",
      SELLER,
      { alias: picked("CompanyProfile", namesOf(SELLER)) },
    ],
    InvoiceItem: [
      "A line of an issued invoice: the order's line, its rate, category and amounts. Its `unitPrice` is always net of VAT",
      INVOICE_ITEM,
      {
        own: INVOICE_LINE,
        inherits: [
          omitted(
            "OrderItem",
            namesOf(LINE, ({ isRepeated }) => isRepeated === false),
          ),
          "LineAmounts",
        ],
      },
    ],
    InvoiceAllowance: [
      "An allowance or a charge of an issued invoice, in one group of its VAT breakdown (EN 16931 BG-20, BG-21)",
      INVOICE_ALLOWANCE,
    ],
    InvoiceWithholding: ["A withholding of an issued invoice, or its share on a credit note", INVOICE_WITHHOLDING],
    InvoiceRetention: ["A retention of an issued invoice", INVOICE_RETENTION],
    InvoiceBreakdownLine: [
      "A group of an issued invoice's VAT breakdown (EN 16931 BG-23)",
      { ...BREAKDOWN, ...INVOICE_BREAKDOWN },
      { own: INVOICE_BREAKDOWN, inherits: ["VatBreakdownLine"], component: "VatBreakdownLine" },
    ],
    VatNumberVerification: ["The evidence that the client's VAT number was verified before it was used", VERIFICATION],
  }),
  ...recordsIn(INVOICE_FILE, {
    InvoiceDocument: [
      "An issued invoice. It is stored once, as RFC 8785 canonical JSON, and never changes",
      INVOICE_DOCUMENT,
      { own: chosen(INVOICE, isStored), inherits: [picked("InvoiceOrder", namesOf(REPEATED))] },
    ],
  }),
  ...answersIn(INVOICE_FILE, {
    Payment: ["A payment against an invoice", PAYMENT],
    CreditNoteSummary: ["A credit note of an invoice, as the invoice names it", CREDIT_NOTE_SUMMARY],
    PortalRefusal: ["What a state's portal objected to a document, or to its cancellation", PORTAL_REFUSAL],
    Invoice: [
      "An invoice as the library returns it: the document and its state",
      INVOICE_ANSWER,
      { own: chosen(INVOICE, ({ only }) => only === "answer"), inherits: ['Omit<InvoiceDocument, "documentVersion">'] },
    ],
    InvoiceWithPayments: [
      "An invoice with its payments and its credit notes, oldest first",
      { ...INVOICE_ANSWER, ...INVOICE_DETAIL },
      { own: INVOICE_DETAIL, inherits: ["Invoice"] },
    ],
    InvoicePage: ["One page of invoices, and the total number that match the filter", INVOICE_PAGE],
  }),
  ...requestsIn(CREDIT_NOTE_FILE, {
    CreditLine: [
      "A line of an invoice to credit. With neither a quantity nor an amount, all that is left of it",
      CREDIT_LINE,
      { check: "requireQuantityOrAmount" },
    ],
    CreditAllowance: ["An allowance or a charge of an invoice to credit", CREDIT_ALLOWANCE],
    CreditOrder: ["What to credit of an invoice, and why. Addresses and references may be given anew", CREDIT_REQUEST],
    InvoiceToCorrect: [
      "An invoice that a credit note corrects (EN 16931 BG-3): of these books, or of the system before",
      INVOICE_TO_CORRECT,
    ],
    CreditNoteOrder: [
      "A credit note without one invoice of the books: over several invoices, of an invoice of the system before, or over a " +
        "period. Its amounts are positive. It has the fields of an order, except what only an invoice has",
      { ...CREDIT_NOTE_ORDER, ...CREDITED_ORDER },
      {
        law: "Directive 2006/112/EC, articles 90 and 219",
        own: CREDIT_NOTE_ORDER,
        inherits: [picked("InvoiceOrder", namesOf(CREDITED_ORDER))],
        check: "requireConsistentOrder",
      },
    ],
  }),
  ...answersIn(CREDIT_NOTE_FILE, {
    CreditedDiscount: ["The share of a line's discount in a credit note", CREDITED_DISCOUNT],
    CreditedAllowance: ["What a credit note credits of an allowance or a charge of its invoice", CREDITED_ALLOWANCE],
    CreditedDisbursement: ["A credit note's share of a disbursement", CREDITED_DISBURSEMENT],
    CreditNoteItem: [
      "A line of a credit note: what is credited of one line of the invoice",
      inAnswerOrder({ ...CREDIT_NOTE_LINE, ...COPIED_ITEM, ...LINE_AMOUNTS }),
      {
        own: CREDIT_NOTE_LINE,
        inherits: [
          "LineAmounts",
          picked(
            "InvoiceItem",
            namesOf(COPIED_ITEM, (_, name) => !Object.hasOwn(LINE_AMOUNTS, name)),
          ),
        ],
      },
    ],
    CorrectedInvoice: ["The invoice that a credit note corrects (EN 16931 BG-3)", CORRECTED_INVOICE],
    NamedInvoice: [
      "An invoice that a credit note without one invoice of the books names (EN 16931 BG-3)",
      NAMED_INVOICE,
    ],
  }),
  ...recordsIn(CREDIT_NOTE_FILE, {
    CreditNoteDocument: [
      "An issued credit note. It is stored once, in its journal entry, as RFC 8785 canonical JSON, and never changes. Its " +
        "amounts are positive, except lines that correct a line with a negative amount",
      CREDIT_NOTE_DOCUMENT,
      {
        law: "Directive 2006/112/EC, articles 90 and 219",
        own: chosen(CREDIT_NOTE, isStored),
        inherits: [picked("InvoiceDocument", namesOf(CREDITED))],
      },
    ],
  }),
  ...answersIn(CREDIT_NOTE_FILE, {
    CreditNote: [
      "A credit note as the library returns it",
      CREDIT_NOTE_ANSWER,
      {
        own: chosen(CREDIT_NOTE, ({ only }) => only === "answer"),
        inherits: ['Omit<CreditNoteDocument, "documentVersion">'],
      },
    ],
    CreditNotePage: ["One page of credit notes, and the total number that match the filter", CREDIT_NOTE_PAGE],
  }),
];
