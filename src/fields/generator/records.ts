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
import {
  CROATIAN_OPERATOR,
  CROATIAN_ORDER,
  CROATIAN_PROFILE,
  FRENCH_PROFILE,
  GERMAN_ORDER,
  ITALIAN_DELIVERY_NOTE,
  ITALIAN_LINE,
  ITALIAN_ORDER,
  ITALIAN_PENSION_FUND,
  ITALIAN_PERSON,
  ITALIAN_PROFILE,
  ITALIAN_REGISTRATION,
  NATIONAL_LINE,
  NATIONAL_ORDER,
  NATIONAL_PROFILE,
  POLISH_LINE,
  POLISH_ORDER,
  POLISH_ORDERED_ITEM,
  POLISH_UNIT,
  SPANISH_CLIENT_ID,
  SPANISH_LINE,
  SPANISH_ORDER,
  SPANISH_PROFILE,
  SPANISH_RECORD,
  SPANISH_RECORD_LINE,
  SPANISH_REPLACED,
} from "../national.ts";
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

/** Every record, in an order in which none needs a later one. */
export const RECORDS: readonly RecordOfFields[] = [
  {
    name: "Address",
    text: "A postal address. Every part is optional and printed if given",
    fields: ADDRESS,
    file: PROFILE_FILE,
  },
  {
    name: "ElectronicAddress",
    text: "An address for electronic invoices (EN 16931 BT-34, BT-49)",
    fields: ELECTRONIC_ADDRESS,
    file: PROFILE_FILE,
  },
  {
    name: "Identifier",
    text: "A number by which a company is known, and its scheme (EN 16931 BT-29)",
    fields: IDENTIFIER,
    file: PROFILE_FILE,
  },
  {
    name: "Contact",
    text: "Whom a client can ask about an invoice (EN 16931 BG-6)",
    fields: CONTACT,
    file: PROFILE_FILE,
  },
  {
    name: "PaymentAccount",
    text: "An account to pay to: either `iban` or `account` (EN 16931 BG-17)",
    fields: PAYMENT_ACCOUNT,
    file: PROFILE_FILE,
    check: "requireOneAccount",
  },
  {
    name: "LatePayment",
    text: "What a company's invoices to businesses say about paying late or early",
    fields: LATE_PAYMENT,
    file: PROFILE_FILE,
  },
  {
    name: "SmallEnterprise",
    text: "A small enterprise in the scheme for sales in other member states",
    law: "Directive 2006/112/EC, articles 284 to 288a",
    fields: SMALL_ENTERPRISE,
    file: PROFILE_FILE,
  },
  {
    name: "TaxRepresentative",
    text: "A seller's tax representative (EN 16931 BG-11)",
    law: "Directive 2006/112/EC, articles 204 and 226(15)",
    fields: TAX_REPRESENTATIVE,
    file: PROFILE_FILE,
    check: "requireRepresentativesNumber",
  },
  {
    name: "GermanOrder",
    text: "What an invoice of a seller in Germany needs",
    fields: GERMAN_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "FrenchProfile",
    text: "What invoices of a seller in France need",
    fields: FRENCH_PROFILE,
    file: NATIONAL_FILE,
  },
  {
    name: "CroatianOperator",
    text: "The person who issues a Croatian invoice",
    law: "Zakon o fiskalizaciji",
    fields: CROATIAN_OPERATOR,
    file: NATIONAL_FILE,
  },
  {
    name: "CroatianProfile",
    text: "What invoices of a seller in Croatia need",
    fields: CROATIAN_PROFILE,
    file: NATIONAL_FILE,
  },
  {
    name: "CroatianOrder",
    text: "What an invoice of a seller in Croatia needs",
    fields: CROATIAN_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianPerson",
    text: "A person's name in FatturaPA",
    fields: ITALIAN_PERSON,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianRegistration",
    text: "An Italian company's entry in the register of companies",
    fields: ITALIAN_REGISTRATION,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianProfile",
    text: "What invoices of a seller in Italy need",
    fields: ITALIAN_PROFILE,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianDeliveryNote",
    text: "An Italian delivery note (`documento di trasporto`)",
    fields: ITALIAN_DELIVERY_NOTE,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianOrder",
    text: "What an invoice of a seller in Italy needs",
    fields: ITALIAN_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianPensionFund",
    text: "The pension fund of an Italian professional, and the rate of its contribution",
    fields: ITALIAN_PENSION_FUND,
    file: NATIONAL_FILE,
  },
  {
    name: "ItalianLine",
    text: "What a line of a seller in Italy needs",
    fields: ITALIAN_LINE,
    file: NATIONAL_FILE,
  },
  {
    name: "PolishUnit",
    text: "A unit of a local authority, or a member of a VAT group, in Poland",
    fields: POLISH_UNIT,
    file: NATIONAL_FILE,
  },
  {
    name: "PolishOrderedItem",
    text: "A line of the order that an advance of a seller in Poland is paid on",
    fields: POLISH_ORDERED_ITEM,
    file: NATIONAL_FILE,
  },
  {
    name: "PolishOrder",
    text: "What an invoice of a seller in Poland needs",
    fields: POLISH_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "PolishLine",
    text: "What a line of a seller in Poland needs",
    fields: POLISH_LINE,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishClientId",
    text: "A client's identification in a record of Veri*factu",
    fields: SPANISH_CLIENT_ID,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishReplaced",
    text: "The amounts that a Spanish corrected invoice replaces",
    fields: SPANISH_REPLACED,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishProfile",
    text: "What invoices of a seller in Spain need",
    fields: SPANISH_PROFILE,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishOrder",
    text: "What an invoice of a seller in Spain needs",
    fields: SPANISH_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishLine",
    text: "What a line of a seller in Spain needs",
    fields: SPANISH_LINE,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishRecordLine",
    text: "What the record of a line says otherwise than its document",
    fields: SPANISH_RECORD_LINE,
    file: NATIONAL_FILE,
  },
  {
    name: "SpanishRecord",
    text: "What a record of Veri*factu says otherwise than its document",
    fields: SPANISH_RECORD,
    file: NATIONAL_FILE,
  },
  {
    name: "NationalProfile",
    text: "What the state of a company needs beside EN 16931, by state",
    fields: NATIONAL_PROFILE,
    file: NATIONAL_FILE,
  },
  {
    name: "NationalOrder",
    text: "What the state of the seller needs beside EN 16931 on one invoice, by state",
    fields: NATIONAL_ORDER,
    file: NATIONAL_FILE,
  },
  {
    name: "NationalLine",
    text: "What the state of the seller needs beside EN 16931 on one line, by state",
    fields: NATIONAL_LINE,
    file: NATIONAL_FILE,
  },
  {
    name: "CompanyProfile",
    text: "A company that issues invoices: the fields of the specification, then optional ones, which are kept as given",
    fields: PROFILE,
    file: PROFILE_FILE,
    check: "requireOwnNumbers",
  },
  {
    name: "LineDiscount",
    text: "A discount on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN 16931 BG-27)",
    fields: LINE_DISCOUNT,
    file: MONEY_FILE,
  },
  {
    name: "LineCharge",
    text: "A charge on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN 16931 BG-28)",
    fields: LINE_CHARGE,
    file: MONEY_FILE,
  },
  {
    name: "LineAmounts",
    text: "The amounts of a line",
    fields: LINE_AMOUNTS,
    file: MONEY_FILE,
    only: "answers",
    component: false,
  },
  {
    name: "VatBreakdownLine",
    text: "One group of EN 16931's VAT breakdown (BG-23): all lines of one category and rate",
    fields: BREAKDOWN,
    file: MONEY_FILE,
    only: "answers",
    component: false,
  },
  {
    name: "ExchangeRate",
    text: "The exchange rate from an invoice's currency to the currency of the seller's VAT",
    fields: EXCHANGE_RATE,
    file: ORDER_FILE,
  },
  {
    name: "ClientContact",
    text: "Whom an invoice is for, at the client's (EN 16931 BG-9). Every part is optional",
    fields: CLIENT_CONTACT,
    file: ORDER_FILE,
  },
  { name: "Payee", text: "Who is paid instead of the seller (EN 16931 BG-10)", fields: PAYEE, file: ORDER_FILE },
  {
    name: "SupportingDocumentReference",
    text: "A document that explains an invoice, without its content (EN 16931 BG-24)",
    fields: SUPPORTING_DOCUMENT,
    file: ORDER_FILE,
  },
  {
    name: "DeliveryPlace",
    text: "Where goods are delivered to, or to whom (EN 16931 BG-13, BG-15)",
    fields: DELIVERY_PLACE,
    file: ORDER_FILE,
    check: "requireCountryOfAddress",
  },
  {
    name: "InvoicePeriod",
    text: "The days that an invoice or a line covers, both inclusive (EN 16931 BG-14, BG-26)",
    fields: PERIOD,
    file: ORDER_FILE,
    check: "requireStartBeforeEnd",
  },
  {
    name: "PaymentInstructions",
    text: "How an invoice is paid (EN 16931 BG-16)",
    fields: PAYMENT_INSTRUCTIONS,
    file: ORDER_FILE,
  },
  {
    name: "PortalNumber",
    text: "The number that a state's portal gave a document when it took it",
    fields: PORTAL_NUMBER,
    file: ORDER_FILE,
  },
  {
    name: "PrecedingInvoice",
    text: "An earlier invoice that this one is about (EN 16931 BG-3)",
    fields: PRECEDING_INVOICE,
    file: ORDER_FILE,
  },
  {
    name: "InvoiceNote",
    text: "A note for the client with a subject (EN 16931 BG-1)",
    fields: NOTE,
    file: ORDER_FILE,
  },
  {
    name: "VatExemption",
    text: "Why what is sold is exempt from VAT, by the law of the seller's state (EN 16931 BT-120, BT-121)",
    fields: EXEMPTION,
    file: "domain/vat/generated/vat-exemption",
    only: "requests",
  },
  {
    name: "SchemeIdentifier",
    text: "An identifier and its scheme (EN 16931 BT-46, BT-157)",
    fields: SCHEME_IDENTIFIER,
    file: ORDER_FILE,
  },
  {
    name: "InvoicedObject",
    text: "What an invoice or a line is about (EN 16931 BT-18, BT-128)",
    fields: INVOICED_OBJECT,
    file: ORDER_FILE,
  },
  {
    name: "ItemClassification",
    text: "A code of an article in a list of goods and services (EN 16931 BT-158)",
    fields: ITEM_CLASSIFICATION,
    file: ORDER_FILE,
  },
  {
    name: "ItemAttribute",
    text: "A property of an article (EN 16931 BG-32)",
    fields: ITEM_ATTRIBUTE,
    file: ORDER_FILE,
  },
  {
    name: "DocumentAllowance",
    text: "An allowance on a whole invoice: either `percent` or `amount` (EN 16931 BG-20)",
    fields: DOCUMENT_ALLOWANCE,
    file: ORDER_FILE,
    only: "requests",
  },
  {
    name: "DocumentCharge",
    text: "A charge on a whole invoice: either `percent` or `amount` (EN 16931 BG-21)",
    fields: DOCUMENT_CHARGE,
    file: ORDER_FILE,
    only: "requests",
  },
  {
    name: "Withholding",
    text: "A tax or a contribution that the client withholds and pays for the company. Either `baseAmount` or `basePercent`",
    fields: WITHHOLDING,
    file: ORDER_FILE,
    only: "requests",
    check: "requireOneBase",
  },
  {
    name: "Retention",
    text: "A part that the client pays later: either `percent` or `amount`",
    fields: RETENTION,
    file: ORDER_FILE,
    only: "requests",
    check: "requirePercentOrAmount",
  },
  {
    name: "CashDiscount",
    text: "A discount for paying soon",
    fields: CASH_DISCOUNT,
    file: ORDER_FILE,
  },
  {
    name: "Disbursement",
    text: "An expense that the company paid in the client's name",
    law: "Directive 2006/112/EC, article 79(c)",
    fields: DISBURSEMENT,
    file: ORDER_FILE,
  },
  { name: "OrderItem", text: "One line of an order", fields: LINE, file: ORDER_FILE, only: "requests" },
  {
    name: "InvoiceOrder",
    text: "What to invoice: the body of `POST /invoices`. The specification's fields come first",
    fields: ORDER,
    file: ORDER_FILE,
    only: "requests",
    check: "requireConsistentOrder",
  },
  {
    name: "InvoiceSeller",
    text: "The seller as printed on an invoice: the company's profile on the day of issue",
    fields: SELLER,
    alias: picked("CompanyProfile", namesOf(SELLER)),
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceItem",
    text: "A line of an issued invoice: the order's line, its rate, category and amounts. Its `unitPrice` is always net of VAT",
    fields: INVOICE_ITEM,
    own: INVOICE_LINE,
    inherits: [
      omitted(
        "OrderItem",
        namesOf(LINE, ({ isRepeated }) => isRepeated === false),
      ),
      "LineAmounts",
    ],
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceAllowance",
    text: "An allowance or a charge of an issued invoice, in one group of its VAT breakdown (EN 16931 BG-20, BG-21)",
    fields: INVOICE_ALLOWANCE,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceWithholding",
    text: "A withholding of an issued invoice, or its share on a credit note",
    fields: INVOICE_WITHHOLDING,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceRetention",
    text: "A retention of an issued invoice",
    fields: INVOICE_RETENTION,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceBreakdownLine",
    text: "A group of an issued invoice's VAT breakdown (EN 16931 BG-23)",
    fields: { ...BREAKDOWN, ...INVOICE_BREAKDOWN },
    own: INVOICE_BREAKDOWN,
    inherits: ["VatBreakdownLine"],
    file: INVOICE_FILE,
    only: "answers",
    component: "VatBreakdownLine",
  },
  {
    name: "VatNumberVerification",
    text: "The evidence that the client's VAT number was verified before it was used",
    fields: VERIFICATION,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceDocument",
    text: "An issued invoice. It is stored once, as RFC 8785 canonical JSON, and never changes",
    fields: INVOICE_DOCUMENT,
    own: chosen(INVOICE, isStored),
    inherits: [picked("InvoiceOrder", namesOf(REPEATED))],
    file: INVOICE_FILE,
  },
  { name: "Payment", text: "A payment against an invoice", fields: PAYMENT, file: INVOICE_FILE, only: "answers" },
  {
    name: "CreditNoteSummary",
    text: "A credit note of an invoice, as the invoice names it",
    fields: CREDIT_NOTE_SUMMARY,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "PortalRefusal",
    text: "What a state's portal objected to a document, or to its cancellation",
    fields: PORTAL_REFUSAL,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "Invoice",
    text: "An invoice as the library returns it: the document and its state",
    fields: INVOICE_ANSWER,
    own: chosen(INVOICE, ({ only }) => only === "answer"),
    inherits: ['Omit<InvoiceDocument, "documentVersion">'],
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoiceWithPayments",
    text: "An invoice with its payments and its credit notes, oldest first",
    fields: { ...INVOICE_ANSWER, ...INVOICE_DETAIL },
    own: INVOICE_DETAIL,
    inherits: ["Invoice"],
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "InvoicePage",
    text: "One page of invoices, and the total number that match the filter",
    fields: INVOICE_PAGE,
    file: INVOICE_FILE,
    only: "answers",
  },
  {
    name: "CreditLine",
    text: "A line of an invoice to credit. With neither a quantity nor an amount, all that is left of it",
    fields: CREDIT_LINE,
    file: CREDIT_NOTE_FILE,
    only: "requests",
    check: "requireQuantityOrAmount",
  },
  {
    name: "CreditAllowance",
    text: "An allowance or a charge of an invoice to credit",
    fields: CREDIT_ALLOWANCE,
    file: CREDIT_NOTE_FILE,
    only: "requests",
  },
  {
    name: "CreditOrder",
    text: "What to credit of an invoice, and why. Addresses and references may be given anew",
    fields: CREDIT_REQUEST,
    file: CREDIT_NOTE_FILE,
    only: "requests",
  },
  {
    name: "InvoiceToCorrect",
    text: "An invoice that a credit note corrects (EN 16931 BG-3): of these books, or of the system before",
    fields: INVOICE_TO_CORRECT,
    file: CREDIT_NOTE_FILE,
    only: "requests",
  },
  {
    name: "CreditNoteOrder",
    text:
      "A credit note without one invoice of the books: over several invoices, of an invoice of the system before, or over a " +
      "period. Its amounts are positive. It has the fields of an order, except what only an invoice has",
    law: "Directive 2006/112/EC, articles 90 and 219",
    fields: { ...CREDIT_NOTE_ORDER, ...CREDITED_ORDER },
    own: CREDIT_NOTE_ORDER,
    inherits: [picked("InvoiceOrder", namesOf(CREDITED_ORDER))],
    file: CREDIT_NOTE_FILE,
    only: "requests",
    check: "requireConsistentOrder",
  },
  {
    name: "CreditedDiscount",
    text: "The share of a line's discount in a credit note",
    fields: CREDITED_DISCOUNT,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CreditedAllowance",
    text: "What a credit note credits of an allowance or a charge of its invoice",
    fields: CREDITED_ALLOWANCE,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CreditedDisbursement",
    text: "A credit note's share of a disbursement",
    fields: CREDITED_DISBURSEMENT,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CreditNoteItem",
    text: "A line of a credit note: what is credited of one line of the invoice",
    fields: inAnswerOrder({ ...CREDIT_NOTE_LINE, ...COPIED_ITEM, ...LINE_AMOUNTS }),
    own: CREDIT_NOTE_LINE,
    inherits: [
      "LineAmounts",
      picked(
        "InvoiceItem",
        namesOf(COPIED_ITEM, (_, name) => !Object.hasOwn(LINE_AMOUNTS, name)),
      ),
    ],
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CorrectedInvoice",
    text: "The invoice that a credit note corrects (EN 16931 BG-3)",
    fields: CORRECTED_INVOICE,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "NamedInvoice",
    text: "An invoice that a credit note without one invoice of the books names (EN 16931 BG-3)",
    fields: NAMED_INVOICE,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CreditNoteDocument",
    text:
      "An issued credit note. It is stored once, in its journal entry, as RFC 8785 canonical JSON, and never changes. Its " +
      "amounts are positive, except lines that correct a line with a negative amount",
    law: "Directive 2006/112/EC, articles 90 and 219",
    fields: CREDIT_NOTE_DOCUMENT,
    own: chosen(CREDIT_NOTE, isStored),
    inherits: [picked("InvoiceDocument", namesOf(CREDITED))],
    file: CREDIT_NOTE_FILE,
  },
  {
    name: "CreditNote",
    text: "A credit note as the library returns it",
    fields: CREDIT_NOTE_ANSWER,
    own: chosen(CREDIT_NOTE, ({ only }) => only === "answer"),
    inherits: ['Omit<CreditNoteDocument, "documentVersion">'],
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
  {
    name: "CreditNotePage",
    text: "One page of credit notes, and the total number that match the filter",
    fields: CREDIT_NOTE_PAGE,
    file: CREDIT_NOTE_FILE,
    only: "answers",
  },
];
