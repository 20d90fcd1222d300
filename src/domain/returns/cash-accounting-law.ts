import { addDays, type CalendarDay, isCalendarDay } from "../calendar.ts";
import { isAdvanceDueWhenPaid, statedSupplyDay } from "../invoice/advances.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import { isForBusiness } from "../invoice/is-for-business.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import { vatTerritoryOf } from "../vat/territory/territory.ts";
import { supplyDay } from "./chargeable-day.ts";
import type { DocumentPart } from "./document-parts.ts";

/** How payments decide when the VAT on a taxed sale at home is due. */
export interface CashAccounting {
  /** Whether payments declare it; `undefined` if the document does not state the supply, which decides it. */
  readonly isByPayments: boolean | undefined;
  /** The day on which the unpaid rest is due; `undefined` if only payments count. */
  readonly restDueOn: CalendarDay | undefined;
}

/** What the law of a state says about its cash accounting. */
interface CashRule {
  /** Whether it applies to all sellers, with or without `cashAccounting` in the profile. */
  readonly isDefault?: true;
  /** Whether it covers a sale; `undefined` if the document does not say. Absent: it covers all. */
  readonly covers?: (document: InvoiceDocument, part: DocumentPart) => boolean | undefined;
  /** The day on which the unpaid rest is due. Absent or `undefined`: only payments count. */
  readonly restDueOn?: (document: InvoiceDocument, supplied: CalendarDay) => CalendarDay | undefined;
}

/**
 * The states whose law we read. Elsewhere, payments declare all sales of sellers with `cashAccounting`.
 *
 * @see Spain: Ley 37/1992, artículo 163 terdecies; France: CGI, article 269, 2, a and c; Italy: decreto-legge 83/2012,
 *   articolo 32-bis; Poland: ustawa o VAT, art. 21(1)
 */
const NATIONAL_RULES: Readonly<Record<string, CashRule>> = {
  ES: { restDueOn: (_, supplied) => `${yearAfter(supplied)}-12-31` },
  FR: { isDefault: true, covers: isServiceByPayments },
  IT: { covers: isForBusiness, restDueOn: (_, supplied) => sameDayNextYear(supplied) },
  PL: { restDueOn: (document, supplied) => (isRegisteredIn("PL", document) ? undefined : addDays(supplied, 180)) },
};

const ELSEWHERE: CashRule = {};
const BY_TAX_POINT: CashAccounting = { isByPayments: false, restDueOn: undefined };

/** How payments decide when the VAT on a taxed sale at home is due: as the document states it, or by the law of the seller's state. */
export function cashAccountingOf(document: InvoiceDocument, part: DocumentPart): CashAccounting {
  const { cashAccounting } = document.seller;
  const { taxPointCode, registrationCountry } = document;
  if (registrationCountry !== undefined) return BY_TAX_POINT; // the scheme is that of the company's own state
  if (taxPointCode === "3" || taxPointCode === "35") return BY_TAX_POINT;
  const rule = ruleOf(document);
  const isStated = taxPointCode === "432";
  if (cashAccounting !== true && rule.isDefault !== true && !isStated) return BY_TAX_POINT;
  const { covers, restDueOn } = rule;
  const isByPayments = covers === undefined || isStated ? true : covers(document, part);
  if (isByPayments !== true) return { isByPayments, restDueOn: undefined };
  // The rest of an advance is not due before its supply, which it may not know.
  const supplied = isAdvanceDueWhenPaid(document) ? statedSupplyDay(document) : supplyDay(document);
  return { isByPayments, restDueOn: supplied && restDueOn?.(document, supplied) };
}

/** The days on which the unpaid rest of any part of the document may be due. */
export function restDueDays(document: InvoiceDocument): readonly CalendarDay[] {
  const supplied = [supplyDay(document), statedSupplyDay(document)];
  return supplied.flatMap((day) => (day && ruleOf(document).restDueOn?.(document, day)) ?? []);
}

function ruleOf({ seller }: InvoiceDocument): CashRule {
  const state = vatTerritoryOf(seller.country).numbersOf;
  return Object.hasOwn(NATIONAL_RULES, state) ? NATIONAL_RULES[state]! : ELSEWHERE;
}

function isServiceByPayments({ seller }: InvoiceDocument, { supply }: DocumentPart): boolean | undefined {
  if (seller.national?.fr?.vatOnDebits === true) return false;
  return supply === undefined ? undefined : supply !== "goods";
}

function isRegisteredIn(state: string, { clientVatNumber, clientCountry }: InvoiceDocument): boolean {
  return clientVatNumber !== undefined && parseVatNumber(clientVatNumber, clientCountry)?.country === state;
}

function yearAfter(day: CalendarDay): number {
  return Number(day.slice(0, 4)) + 1;
}

function sameDayNextYear(day: CalendarDay): CalendarDay {
  const next = `${yearAfter(day)}${day.slice(4)}`;
  return isCalendarDay(next) ? next : `${yearAfter(day)}-02-28`;
}
