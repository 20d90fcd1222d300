import { type CalendarDay, isCalendarDay } from "../calendar.ts";
import { VAT_CATEGORIES, type VatCategory } from "../vat/category.ts";
import { SUPPLIES, type Supply } from "../vat/vat-table.ts";

/** A line of a reported document. */
export interface ReportedItem {
  readonly netAmount: number;
  /** Percent. */
  readonly taxRate: number;
  readonly vatCategory: VatCategory | undefined;
  /** `undefined` if all lines have the country of the breakdown's groups. */
  readonly rateCountry: string | null | undefined;
  readonly supply: Supply | undefined;
}

/** A group of a reported document's VAT breakdown. */
export interface ReportedGroup {
  readonly category: VatCategory;
  /** Percent. */
  readonly taxRate: number;
  readonly rateCountry: string | null;
  readonly taxableAmount: number;
  readonly taxAmount: number;
}

/** A party's place and VAT number. */
export interface ReportedParty {
  readonly country: string;
  readonly address: { readonly postalCode: string | undefined };
  readonly vatNumber: string | undefined;
}

/** What returns read of an issued invoice or credit note, of any version and from any writer. */
export interface ReportedDocument {
  /** The number of the invoice or of the credit note. */
  readonly number: string;
  readonly issueDate: CalendarDay;
  /** ISO 8601 in UTC; `undefined` if the document has no instant there. */
  readonly issuedAt: string | undefined;
  /** Of a credit note: the issue date of the invoice that it corrects. Otherwise its own. */
  readonly invoiceIssueDate: CalendarDay;
  readonly taxPointDate: CalendarDay;
  readonly supplyDate: CalendarDay | undefined;
  readonly seller: ReportedParty;
  readonly cashAccounting: boolean;
  /** `undefined` if the document does not name the client's country. */
  readonly client: ReportedParty | undefined;
  readonly clientVatNumber: string | undefined;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  readonly triangular: boolean;
  /** ISO 4217. */
  readonly currency: string;
  /** The value of one unit of {@link currency} in the currency of the seller's VAT, as stored. */
  readonly exchangeRate: number | undefined;
  /** The currency of the seller's VAT, if the document names it. */
  readonly taxCurrency: string | undefined;
  /** One of `VAT_TABLE`, `mixed` or `manual`; other writers may write anything. */
  readonly vatTreatment: string;
  readonly items: readonly ReportedItem[];
  readonly vatBreakdown: readonly ReportedGroup[];
  readonly total: number;
  readonly prepaidAmount: number;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What returns read of a stored document; `undefined` if one of the fields that they need is missing or has another type.
 * Only those are checked: an audit checks the rest.
 */
export function readReportedDocument(text: string): ReportedDocument | undefined {
  const document = objectIn(parsed(text));
  if (document === undefined) return undefined;
  const { creditNoteNumber, invoiceNumber, issueDate, issuedAt, taxPointDate, supplyDate, currency, total } = document;
  const corrects = objectIn(document["corrects"]);
  const number = creditNoteNumber ?? invoiceNumber;
  const invoiceIssueDate = corrects === undefined ? issueDate : corrects["issueDate"];
  const seller = objectIn(document["seller"]);
  const country = seller?.["country"];
  const items = listOf(document["items"], readItem);
  const vatBreakdown = listOf(document["vatBreakdown"], readGroup);
  const isComplete = isText(number) && isText(currency) && isText(country) && isNumber(total);
  if (!isComplete || seller === undefined || items === undefined || vatBreakdown === undefined) return undefined;
  if (vatBreakdown.length === 0 && total !== 0) return undefined; // its amounts would be in no section
  if (!isDay(issueDate) || !isDay(invoiceIssueDate) || !isDay(taxPointDate)) return undefined;
  const clientCountry = textIn(document["clientCountry"]);
  const clientVatNumber = textIn(document["clientVatNumber"]);
  const rate = objectIn(document["exchangeRate"])?.["rate"];
  return {
    number,
    issueDate,
    issuedAt: instantIn(issuedAt),
    invoiceIssueDate,
    taxPointDate,
    supplyDate: isDay(supplyDate) ? supplyDate : undefined,
    seller: partyOf(country, seller["address"], textIn(seller["vatNumber"])),
    cashAccounting: seller["cashAccounting"] === true,
    client:
      clientCountry === undefined ? undefined : partyOf(clientCountry, document["clientAddress"], clientVatNumber),
    clientVatNumber,
    isCompany: typeof document["isCompany"] === "boolean" ? document["isCompany"] : undefined,
    supply: supplyIn(document["supply"]),
    triangular: document["triangular"] === true,
    currency,
    exchangeRate: isNumber(rate) && rate > 0 ? rate : undefined,
    taxCurrency: textIn(document["taxCurrency"]),
    vatTreatment: textIn(document["vatTreatment"]) ?? "manual",
    items,
    vatBreakdown,
    total,
    prepaidAmount: isNumber(document["prepaidAmount"]) ? document["prepaidAmount"] : 0,
  };
}

/** A payment or a refund as its journal entry has it; `undefined` if it lacks the amount or the day. */
export function readReportedPayment(
  text: string,
): { readonly amount: number; readonly paidOn: CalendarDay } | undefined {
  const { amount, paidOn } = objectIn(parsed(text)) ?? {};
  return isNumber(amount) && isDay(paidOn) ? { amount, paidOn } : undefined;
}

function readItem(item: Fields): ReportedItem | undefined {
  const { netAmount, taxRate, vatCategory, rateCountry, supply } = item;
  if (!isNumber(netAmount) || !isNumber(taxRate)) return undefined;
  const country = rateCountry === null ? null : textIn(rateCountry);
  return { netAmount, taxRate, vatCategory: categoryIn(vatCategory), rateCountry: country, supply: supplyIn(supply) };
}

function readGroup(group: Fields): ReportedGroup | undefined {
  const { taxRate, taxableAmount, taxAmount } = group;
  const category = categoryIn(group["category"]);
  if (category === undefined || !isNumber(taxRate) || !isNumber(taxableAmount) || !isNumber(taxAmount))
    return undefined;
  return { category, taxRate, rateCountry: textIn(group["rateCountry"]) ?? null, taxableAmount, taxAmount };
}

function partyOf(country: string, address: unknown, vatNumber: string | undefined): ReportedParty {
  return { country, address: { postalCode: textIn(objectIn(address)?.["postalCode"]) }, vatNumber };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The parts of a list; `undefined` if it is not a list or one of its parts cannot be read. */
function listOf<Part>(value: unknown, read: (part: Fields) => Part | undefined): Part[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: Part[] = [];
  for (const each of value) {
    const fields = objectIn(each);
    const part = fields && read(fields);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function textIn(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** With or without an offset in the text, in UTC. */
function instantIn(value: unknown): string | undefined {
  if (!isText(value) || !INSTANT.test(value)) return undefined;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? undefined : value.endsWith("Z") ? value : instant.toISOString();
}

function isDay(value: unknown): value is CalendarDay {
  return isText(value) && isCalendarDay(value);
}

const CATEGORIES = new Set<unknown>(VAT_CATEGORIES);
const KNOWN_SUPPLIES = new Set<unknown>(SUPPLIES);

function categoryIn(value: unknown): VatCategory | undefined {
  return CATEGORIES.has(value) ? (value as VatCategory) : undefined;
}

function supplyIn(value: unknown): Supply | undefined {
  return KNOWN_SUPPLIES.has(value) ? (value as Supply) : undefined;
}
