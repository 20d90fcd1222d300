import type { CalendarDay } from "../../domain/calendar.ts";
import type { PolishOrder } from "../../domain/generated/national.ts";
import { owesSplitPayment, SPLIT_PAYMENT } from "../../domain/invoice/mentions/split-payment.ts";
import { type DecimalText, decimalText, minus, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, issuedAtOf, numberOf, precedingInvoicesOf } from "../document.ts";
import {
  advanceKindOf,
  deductedAdvancesOf,
  type KsefAdvance,
  type KsefOrderedItem,
  orderedItemsOf,
} from "./advances.ts";
import { correctedNumberOf } from "./ksef-number.ts";
import { ksefText } from "./ksef-text.ts";
import { type KsefLine, ksefAdvanceLines, ksefLines } from "./lines.ts";
import { documentNotes, type KsefNote } from "./notes.ts";
import {
  type KsefClient,
  type KsefParty,
  type KsefThirdParty,
  ksefClient,
  ksefRepresentative,
  ksefSeller,
  ksefThirdParties,
} from "./parties.ts";
import { type KsefPayment, type KsefSettlement, ksefPayment, ksefSettlement } from "./payment.ts";
import { type MarginScheme, POLISH_VAT, rateOf, SUMS, type SumName } from "./rates.ts";

/** `P_13_x`, `P_14_x` and `P_14_xW`. */
export interface KsefSum {
  readonly name: SumName;
  readonly netAmount: DecimalText;
  /** Only of sums with VAT. */
  readonly vat?: DecimalText | undefined;
  /** In PLN, of Polish VAT in another currency, if the exchange rate is known. */
  readonly vatInPln?: DecimalText | undefined;
}

/** `DaneFaKorygowanej`. */
export interface CorrectedKsefInvoice {
  readonly number: string;
  readonly date?: CalendarDay | undefined;
}

/** `Adnotacje`, but for new means of transport, which are always no. */
export interface KsefAnnotations {
  readonly isCashAccounting: boolean;
  readonly isSelfBilled: boolean;
  readonly isReverseCharge: boolean;
  readonly isSplitPayment: boolean;
  /** `P_19A`, `P_19B` or `P_19C`; `undefined` if nothing is exempt. The reason may be missing, which is a gap. */
  readonly exemption?:
    | { readonly basis: NonNullable<PolishOrder["exemptionBasis"]>; readonly reason: string }
    | undefined;
  readonly isTriangular: boolean;
  /** `PMarzy`; `undefined` if nothing is taxed by its margin. */
  readonly marginScheme?: MarginScheme | undefined;
}

/** What a document means in FA(3). Amounts are plain decimals, of a correction differences. */
export interface KsefInvoice {
  readonly createdAt: string;
  readonly seller: KsefParty;
  /** `PrefiksPodatnika`: whether it sells within the EU. */
  readonly isWithinEu: boolean;
  readonly client: KsefClient;
  readonly thirdParties: readonly KsefThirdParty[];
  readonly representative?: KsefParty | undefined;
  readonly currency: string;
  readonly date: CalendarDay;
  readonly placeOfIssue?: string | undefined;
  readonly number: string;
  /** `WZ`. */
  readonly deliveryNote?: string | undefined;
  /** `P_6`; not with a period. */
  readonly supplyDate?: CalendarDay | undefined;
  readonly period?: EinvoiceDocument["period"];
  readonly sums: readonly KsefSum[];
  readonly total: DecimalText;
  readonly annotations: KsefAnnotations;
  /** The type of the document in UNTDID 1001, from which follows what FA(3) cannot say. */
  readonly documentType: string;
  /** Whether it is an advance, or settles advances; its lines are of the whole sale then, its sums of what is left. */
  readonly advanceKind: "ZAL" | "ROZ" | undefined;
  /** `KOR`. */
  readonly isCorrection: boolean;
  readonly reason?: string | undefined;
  readonly correctionType?: PolishOrder["correctionType"];
  readonly corrected: readonly CorrectedKsefInvoice[];
  /** The KSeF number of the corrected invoice, or `none` if it is not in KSeF. */
  readonly correctedKsefNumber?: string | undefined;
  /** What a final invoice deducts. */
  readonly advances: readonly KsefAdvance[];
  /** What an advance is paid on; its own lines are not written. */
  readonly orderedItems: readonly KsefOrderedItem[];
  readonly notes: readonly KsefNote[];
  readonly lines: readonly KsefLine[];
  /** The value of the currency in PLN, of a document in another one. */
  readonly exchangeRate?: DecimalText | undefined;
  readonly settlement?: KsefSettlement | undefined;
  readonly payment?: KsefPayment | undefined;
  readonly order?: string | undefined;
  readonly contract?: string | undefined;
  readonly legalNote?: string | undefined;
  /** `KRS`: ten digits. */
  readonly courtRegister?: string | undefined;
}

/** What the host knows of a document beside itself. */
export interface KsefFacts {
  readonly correctedKsefNumber?: string | undefined;
  readonly advanceKsefNumbers?: readonly string[] | undefined;
}

/** What a document means in FA(3), complete or not. */
export function ksefInvoiceOf(document: EinvoiceDocument, facts: KsefFacts = {}): KsefInvoice {
  const { correctedKsefNumber, advanceKsefNumbers } = facts;
  const { seller, issueDate, period, supplyDate = document.taxPointDate, documentType } = document;
  const isCredit = isCreditNote(document);
  const sign = isCredit ? -1 : 1;
  const lines = ksefLines(document, sign);
  const exchangeRate = rateToPln(document);
  const sums = sumsOf(document, [...lines, ...ksefAdvanceLines(document, sign)], sign, exchangeRate);
  const advanceKind = advanceKindOf(document);
  return {
    createdAt: `${issuedAtOf(document).slice(0, 19)}Z`,
    seller: ksefSeller(document),
    isWithinEu:
      lines.some(({ rate }) => rate?.code === "0 WDT" || rate?.code === "np II") || isSecondInTriangle(document),
    client: ksefClient(document),
    thirdParties: ksefThirdParties(document),
    representative: ksefRepresentative(document),
    currency: document.currency,
    date: issueDate,
    placeOfIssue: seller.address?.city,
    number: numberOf(document),
    deliveryNote: document.despatchReference,
    // Of an advance it would be the day of payment, which may be yet to come.
    supplyDate: period === undefined && supplyDate !== issueDate && advanceKind !== "ZAL" ? supplyDate : undefined,
    period,
    sums,
    total: decimalText(sign * document.total),
    annotations: annotationsOf(document, lines),
    documentType,
    advanceKind,
    isCorrection: isCredit || documentType === "383",
    reason: isCredit ? document.reason : undefined,
    correctionType: document.national?.pl?.correctionType,
    corrected: correctedBy(document),
    correctedKsefNumber: correctedKsefNumber ?? correctedNumberOf(document),
    advances: deductedAdvancesOf(document, advanceKsefNumbers),
    orderedItems: orderedItemsOf(document),
    notes: documentNotes(document),
    lines,
    exchangeRate,
    settlement: ksefSettlement(document, sign),
    payment: ksefPayment(document),
    order: document.purchaseOrderReference,
    contract: document.contractReference,
    legalNote: seller.legalNote,
    courtRegister: /^\d{10}$/.test(seller.registrationNumber ?? "") ? seller.registrationNumber : undefined,
  };
}

/** `undefined` in PLN, and if the rate is one to another currency. */
function rateToPln({ currency, exchangeRate, taxCurrency }: EinvoiceDocument): DecimalText | undefined {
  if (currency === "PLN" || exchangeRate === undefined || taxCurrency !== "PLN") return undefined;
  return decimalText(exchangeRate.rate);
}

/** What the lines come to at each rate, and the VAT that was issued. */
function sumsOf(
  document: EinvoiceDocument,
  lines: readonly KsefLine[],
  sign: 1 | -1,
  exchangeRate: DecimalText | undefined,
): KsefSum[] {
  const groups = document.vatBreakdown.map(({ category, ...group }) => ({
    sum: rateOf(document, { ...group, vatCategory: category })?.sum,
    vat: times(sign, group.taxAmount),
  }));
  const sums = SUMS.flatMap((name): KsefSum[] => {
    const same = lines.filter(({ rate }) => rate?.sum === name);
    if (same.length === 0) return [];
    const netAmount = same.reduce<DecimalText>((sum, line) => plus(sum, line.netAmount), "0");
    if (![...POLISH_VAT, "5"].includes(name)) return [{ name, netAmount }];
    const vat = groups.reduce<DecimalText>((all, group) => (group.sum === name ? plus(all, group.vat) : all), "0");
    return [{ name, netAmount, vat }];
  });
  return exchangeRate === undefined ? sums : withPln(document, sums, sign, exchangeRate);
}

/** With the VAT in PLN. The first sum has what rounding makes of the others, so that all give the VAT of the books. */
function withPln(
  { taxTotalInTaxCurrency }: EinvoiceDocument,
  sums: readonly KsefSum[],
  sign: 1 | -1,
  exchangeRate: DecimalText,
): KsefSum[] {
  const isPolish = ({ name }: KsefSum) => POLISH_VAT.includes(name);
  const inPln = (vat = "0") => roundedToCents(times(vat, exchangeRate));
  const polish = sums.filter(isPolish);
  const isAllPolish = sums.every((sum) => isPolish(sum) || sum.vat === undefined);
  const converted = polish.reduce<DecimalText>((all, { vat }) => plus(all, inPln(vat)), "0");
  const booked = isAllPolish && taxTotalInTaxCurrency !== undefined ? times(sign, taxTotalInTaxCurrency) : converted;
  const left = minus(booked, converted);
  return sums.map((sum) => {
    if (!isPolish(sum)) return sum;
    return { ...sum, vatInPln: sum === polish[0] ? plus(inPln(sum.vat), left) : inPln(sum.vat) };
  });
}

function annotationsOf(document: EinvoiceDocument, lines: readonly KsefLine[]): KsefAnnotations {
  return {
    isCashAccounting: document.seller.cashAccounting === true,
    isSelfBilled: document.selfBilled === true,
    isReverseCharge: document.vatBreakdown.some(({ category }) => category === "AE"),
    // A correction follows its invoice, whose total decided.
    isSplitPayment: isCreditNote(document) ? document.vatNote.includes(SPLIT_PAYMENT) : owesSplitPayment(document),
    marginScheme: lines.find(({ marginScheme }) => marginScheme !== undefined)?.marginScheme,
    exemption: lines.some(({ rate }) => rate?.code === "zw")
      ? { basis: document.national?.pl?.exemptionBasis ?? "act", reason: exemptionReasonOf(document) }
      : undefined,
    isTriangular: isSecondInTriangle(document),
  };
}

function isSecondInTriangle({ triangular, vatBreakdown }: EinvoiceDocument): boolean {
  return triangular === true && vatBreakdown.some(({ category }) => category === "AE");
}

function exemptionReasonOf({ vatBreakdown }: EinvoiceDocument): string {
  const exempt = vatBreakdown.filter(({ category }) => category === "E");
  const reasons = exempt
    .map(({ exemptionReason }) => ksefText(exemptionReason ?? ""))
    .filter((reason) => reason !== "");
  return [...new Set(reasons)].join("; ");
}

/** A debit note raises the price of the invoices that it names. */
function correctedBy(document: EinvoiceDocument): CorrectedKsefInvoice[] {
  if (!isCreditNote(document) && document.documentType !== "383") return [];
  return precedingInvoicesOf(document).map(({ number, issueDate: date }) => ({ number, date }));
}
