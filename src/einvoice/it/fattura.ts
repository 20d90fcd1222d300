import type { CalendarDay } from "../../domain/calendar.ts";
import type { ItalianDeliveryNote } from "../../domain/generated/national.ts";
import { offeredDiscounts } from "../../domain/invoice/credit/offered-discounts.ts";
import { CREDIT_NOTE_TYPES } from "../../domain/invoice/document-types.ts";
import { type DecimalText, decimalText, minus, plus } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, numberOf, precedingInvoicesOf } from "../document.ts";
import { paymentInstructions } from "../payment-instructions.ts";
import {
  type FatturaParty,
  type FatturaSeller,
  type FiscalId,
  fatturaClient,
  fatturaRepresentative,
  fatturaSeller,
} from "./fattura-party.ts";
import { type FatturaContribution, type FatturaLine, fatturaContributions, fatturaLines } from "./lines.ts";
import { taxRegimeOf } from "./nature.ts";
import { type FatturaSummary, fatturaSummaries } from "./summaries.ts";

/** A document that this one refers to (`DatiDocumentiCorrelatiType`). */
export interface RelatedDocument {
  readonly number: string;
  readonly date?: CalendarDay | undefined;
}

/** `DatiRitenuta`. */
export interface FatturaWithholding {
  /** `TipoRitenuta`, such as `RT01`; `undefined` if it is none of these. */
  readonly type: string | undefined;
  readonly amount: DecimalText;
  readonly percent: DecimalText;
  /** `CausalePagamento`, such as `A`; `undefined` if it is none of these. */
  readonly reason: string | undefined;
}

/** `DatiPagamento`. */
export interface FatturaPayment {
  /** `ModalitaPagamento`, such as `MP05`. */
  readonly means: string;
  readonly dueDate?: CalendarDay | undefined;
  readonly amount: DecimalText;
  /** `ScontoPagamentoAnticipato` and `DataLimitePagamentoAnticipato`. */
  readonly discount?: { readonly amount: DecimalText; readonly until: CalendarDay } | undefined;
  readonly holder?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly reference?: string | undefined;
}

/** What a document means in FatturaPA. Amounts are plain decimals; the writer gives them their number of decimals. */
export interface Fattura {
  readonly transmitter: FiscalId | undefined;
  /** `CodiceDestinatario`: 7 letters and digits, 6 of a public office. */
  readonly recipientCode: string;
  /** `PECDestinatario`; only without a code. */
  readonly certifiedEmail?: string | undefined;
  readonly seller: FatturaSeller;
  readonly taxRegime: string;
  readonly representative?: Pick<FatturaParty, "vatNumber" | "name"> | undefined;
  readonly client: FatturaParty;
  /** Whether the client draws up the document (`SoggettoEmittente` `CC`). */
  readonly isSelfBilled: boolean;
  /** `TipoDocumento`. */
  readonly type: string;
  readonly currency: string;
  readonly date: CalendarDay;
  readonly number: string;
  readonly withholdings: readonly FatturaWithholding[];
  readonly hasStampDuty: boolean;
  readonly contributions: readonly FatturaContribution[];
  /** `ImportoTotaleDocumento`. */
  readonly total: DecimalText;
  readonly rounding?: DecimalText | undefined;
  readonly texts: readonly string[];
  readonly order?: string | undefined;
  readonly contract?: string | undefined;
  /** `CodiceCUP`. */
  readonly projectCode?: string | undefined;
  /** `CodiceCIG`. */
  readonly tenderCode?: string | undefined;
  readonly receipt?: string | undefined;
  readonly preceding: readonly RelatedDocument[];
  readonly deliveryNotes: readonly ItalianDeliveryNote[];
  readonly lines: readonly FatturaLine[];
  readonly summaries: readonly FatturaSummary[];
  readonly payments: readonly FatturaPayment[];
  /** Whether the VAT of another state is charged, for which FatturaPA has no room. */
  readonly hasForeignVat: boolean;
}

/** What a document means in FatturaPA, complete or not. */
export function fatturaOf(document: EinvoiceDocument): Fattura {
  const { national, seller: own, roundingAmount, vatBreakdown } = document;
  const seller = fatturaSeller(document);
  const client = fatturaClient(document);
  const [lines, contributions] = [fatturaLines(document), fatturaContributions(document)];
  const summaries = fatturaSummaries(document, [...lines, ...contributions]);
  const recipientCode = recipientCodeOf(document, client);
  const { scheme, id } = document.clientElectronicAddress ?? {};
  return {
    transmitter: transmitterOf(own.national?.it?.transmitter, seller),
    recipientCode,
    certifiedEmail: scheme === CERTIFIED_EMAIL && recipientCode === NO_CODE ? id : undefined,
    seller,
    taxRegime: taxRegimeOf(document),
    representative: fatturaRepresentative(document),
    client,
    isSelfBilled: document.selfBilled === true,
    type: typeOf(document),
    currency: document.currency,
    date: document.issueDate,
    number: numberOf(document),
    withholdings: withholdingsOf(document),
    hasStampDuty: national?.it?.stampDuty ?? owesStampDuty(summaries),
    contributions,
    total: plus(document.total, document.disbursementTotal ?? 0),
    rounding: roundingAmount === undefined ? undefined : decimalText(roundingAmount),
    texts: textsOf(document),
    order: document.purchaseOrderReference,
    contract: document.contractReference,
    projectCode: document.projectReference,
    tenderCode: document.tenderReference,
    receipt: document.goodsReceiptReference,
    preceding: precedingOf(document),
    deliveryNotes: national?.it?.deliveryNotes ?? [],
    lines,
    summaries,
    payments: paymentsOf(document),
    hasForeignVat: vatBreakdown.some(({ taxRate, rateCountry }) => taxRate > 0 && (rateCountry ?? "IT") !== "IT"),
  };
}

/** `TipoDocumento` by UNTDID 1001, which EN 16931 has; the other invoices are `TD01`. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CREDIT_NOTE_TYPES.map((type) => [type, "TD04"])),
  ...{ "383": "TD05", "386": "TD02", "500": "TD02" },
};

function typeOf(document: EinvoiceDocument): string {
  const type = TYPES[document.documentType] ?? "TD01";
  return type === "TD04" ? type : (document.national?.it?.documentType ?? type);
}

/** EAS codes: of public offices, of others in the exchange system, and of certified e-mail. */
const [PUBLIC_OFFICE, RECIPIENT, CERTIFIED_EMAIL] = ["0201", "0205", "0202"];

/** The code of clients in Italy who have none, and that of clients abroad. */
export const [NO_CODE, ABROAD] = ["0000000", "XXXXXXX"] as const;

function recipientCodeOf({ national, clientElectronicAddress }: EinvoiceDocument, client: FatturaParty): string {
  const { scheme, id } = clientElectronicAddress ?? {};
  const address = scheme === PUBLIC_OFFICE || scheme === RECIPIENT ? id : undefined;
  return national?.it?.recipientCode ?? address ?? (isItalian(client) ? NO_CODE : ABROAD);
}

/** The country that the client is registered in (`IdPaese`), or else that of its address. */
export function countryOf({ vatNumber, address }: FatturaParty): string {
  return vatNumber?.country ?? address.country;
}

/** Whether the client is in Italy, or in no country that is known. */
export function isItalian(client: FatturaParty): boolean {
  return ["IT", ""].includes(countryOf(client));
}

function transmitterOf(given: string | undefined, { taxCode, vatNumber }: FatturaSeller): FiscalId | undefined {
  if (given !== undefined) return { country: given.slice(0, 2), code: given.slice(2) };
  return taxCode === undefined ? vatNumber : { country: "IT", code: taxCode };
}

/** The kinds of withholdings. */
const WITHHOLDINGS = ["RT01", "RT02", "RT03", "RT04", "RT05", "RT06"];

/** The kinds of income, as the form CU codes them. */
const INCOMES = [
  ...["A", "B", "C", "D", "E", "G", "H", "I", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y"],
  ...["L1", "M1", "M2", "O1", "V1", "ZO"],
];

function withholdingsOf({ withholdings = [] }: EinvoiceDocument): FatturaWithholding[] {
  return withholdings.map(({ type = "", amount, percent, code = "" }) => ({
    type: WITHHOLDINGS.includes(type) ? type : undefined,
    amount: decimalText(amount),
    percent: decimalText(percent),
    reason: INCOMES.includes(code) ? code : undefined,
  }));
}

/** The natures that owe stamp duty, and the amount above which they do. */
const STAMPED = ["N2.1", "N2.2", "N3.5", "N3.6", "N4"];
const STAMP_LIMIT = 77.47;

/** @see DPR 642/1972, tariffa, articolo 13 */
function owesStampDuty(summaries: readonly FatturaSummary[]): boolean {
  const stamped = summaries.filter(({ nature }) => STAMPED.includes(nature ?? ""));
  const sum = stamped.reduce<DecimalText>((total, { taxableAmount }) => plus(total, taxableAmount), "0");
  return Number(sum) > STAMP_LIMIT;
}

function textsOf(document: EinvoiceDocument): string[] {
  const { note, notes = [], vatNote } = document;
  const texts = ["reason" in document ? document.reason : undefined, note, ...notes.map(({ text }) => text), vatNote];
  return texts.filter((text) => text !== undefined);
}

function precedingOf(document: EinvoiceDocument): RelatedDocument[] {
  return precedingInvoicesOf(document).map(({ number, issueDate: date }) => ({ number, date }));
}

/** `ModalitaPagamento` by UNTDID 4461. */
const MEANS: Readonly<Record<string, string>> = {
  ...{ "10": "MP01", "20": "MP02", "30": "MP05", "42": "MP05", "48": "MP08", "54": "MP08", "55": "MP08", "58": "MP05" },
  ...{ "49": "MP19", "59": "MP19", "97": "MP22" },
};

/** What the client is to pay to the company, if anything is left: what is kept back until a later day is a part of its own. */
function paymentsOf(document: EinvoiceDocument): FatturaPayment[] {
  const given = paymentInstructions(document);
  const means = MEANS[given?.means ?? ""];
  if (isCreditNote(document) || means === undefined) return [];
  const { payable, prepaidAmount = 0, dueDate, retentions = [] } = document;
  const later = retentions.map(({ amount, dueOn }) => ({ amount: decimalText(amount), dueDate: dueOn }));
  const due = minus(payable, prepaidAmount);
  const now = later.reduce((left, { amount }) => minus(left, amount), due);
  const isOnlyLater = later.length > 0 && Number(now) <= 0;
  const account = given?.transfers.find(({ isIban }) => isIban);
  const { accountName: holder, account: iban, bic } = account ?? {};
  // The file has room for one.
  const [soonest] = offeredDiscounts(document);
  const discount = soonest && { amount: decimalText(soonest.amount), until: soonest.until };
  const first = { amount: now, dueDate, discount };
  const parts = isOnlyLater ? [{ amount: due, dueDate: later.at(-1)!.dueDate }] : [first, ...later];
  return parts
    .filter(({ amount }) => Number(amount) > 0)
    .map((part) => ({ means, ...part, holder, iban, bic, reference: given?.reference }));
}
