import { isAdvanceType } from "../../domain/invoice/document-types.ts";
import {
  type DecimalText,
  decimalText,
  divided,
  plus,
  roundedToCents,
  times,
} from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import { KSEF_PORTAL } from "./ksef-number.ts";
import { type KsefRate, rateOf } from "./rates.ts";

/** `ZamowienieWiersz`: a line of the order that an advance is paid on, at its full price. */
export interface KsefOrderedItem {
  readonly description: string;
  readonly unit: string;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
  readonly netAmount: DecimalText;
  readonly vat: DecimalText;
  /** `undefined` if the invoice charges no such rate. */
  readonly rate: KsefRate | undefined;
}

/** `FakturaZaliczkowa`: an advance that a final invoice deducts. */
export interface KsefAdvance {
  readonly number: string;
  /** The number that KSeF gave it, or `none` if it is not in KSeF; `undefined` if that is not known. */
  readonly ksefNumber: string | undefined;
}

/** Whether the document is an advance (`ZAL`), settles advances (`ROZ`), or corrects such an invoice. */
export function advanceKindOf(document: EinvoiceDocument): "ZAL" | "ROZ" | undefined {
  const isAdvance = isCreditNote(document)
    ? document.national?.pl?.orderedItems !== undefined
    : isAdvanceType(document.documentType);
  if (isAdvance) return "ZAL";
  return document.advances === undefined ? undefined : "ROZ";
}

/** What was ordered, of an advance and its correction; empty where the document does not say so. */
export function orderedItemsOf(document: EinvoiceDocument): KsefOrderedItem[] {
  const { vatBreakdown, national } = document;
  return (national?.pl?.orderedItems ?? []).map(({ description, unit = "szt.", quantity, unitPrice, taxRate }) => {
    const netAmount = divided(times(quantity, unitPrice), 1, 2);
    const group = vatBreakdown.find((each) => each.taxRate === taxRate);
    return {
      ...{ description, unit, netAmount },
      quantity: decimalText(quantity),
      price: decimalText(unitPrice),
      vat: roundedToCents(divided(times(netAmount, taxRate), 100, 4)),
      rate: group && rateOf(document, { ...group, vatCategory: group.category }),
    };
  });
}

/** `WartoscZamowienia`: the order with its VAT. */
export function orderValueOf(items: readonly KsefOrderedItem[]): DecimalText {
  return items.reduce<DecimalText>((sum, { netAmount, vat }) => plus(sum, plus(netAmount, vat)), "0");
}

/** The advances that a final invoice deducts. A correction of it names none. */
export function deductedAdvancesOf(document: EinvoiceDocument, given: readonly string[] = []): KsefAdvance[] {
  if (isCreditNote(document)) return [];
  const { advances = [], precedingInvoices = [] } = document;
  return advances.map((number, index) => {
    const { portalNumbers = [] } = precedingInvoices.find((each) => each.number === number) ?? {};
    const recorded = portalNumbers.find(({ portal }) => portal === KSEF_PORTAL)?.number;
    return { number, ksefNumber: given[index] ?? recorded };
  });
}
