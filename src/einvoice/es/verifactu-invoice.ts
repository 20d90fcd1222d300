import type { CalendarDay } from "../../domain/calendar.ts";
import type { SpanishOrder } from "../../domain/generated/national.ts";
import { isCorrectedType } from "../../domain/invoice/document-types.ts";
import { type DecimalText, plus } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, numberOf, precedingInvoicesOf } from "../document.ts";
import { exchangeRateTo } from "../exchange-rate.ts";
import { type VerifactuClient, verifactuClient } from "./client.ts";
import { taxesOf, type VerifactuDetail, verifactuDetails } from "./details.ts";
import { sellerNif } from "./nif.ts";

/** What identifies an invoice in every record. */
export interface VerifactuId {
  readonly nif: string;
  readonly number: string;
  readonly date: CalendarDay;
}

/** `TipoFactura`. */
export type VerifactuType =
  | NonNullable<SpanishOrder["invoiceType"]>
  | NonNullable<SpanishOrder["correctionType"]>
  | "R5";

/** An invoice that another corrects or replaces. */
export interface EarlierInvoice {
  readonly number: string;
  /** A record needs it, so it is a gap if it is missing. */
  readonly date?: CalendarDay | undefined;
}

/** What a document means in a record of registration. Amounts are in euros. */
export interface VerifactuInvoice {
  readonly id: VerifactuId;
  readonly sellerName: string;
  readonly type: VerifactuType;
  /** `TipoRectificativa`: by differences, or in place of the corrected invoices. Only of corrections. */
  readonly method?: "I" | "S" | undefined;
  /** `FacturasRectificadas` of a correction, `FacturasSustituidas` of `F3`. */
  readonly earlier: readonly EarlierInvoice[];
  /** Whether a period takes the place of the corrected invoices. @see RD 1619/2012, artículo 15(4) */
  readonly isByPeriod: boolean;
  readonly replaced?: SpanishOrder["replaced"];
  readonly operationDate?: CalendarDay | undefined;
  readonly description: string;
  /** `FacturaSinIdentifDestinatarioArt61d`. */
  readonly isWithoutClient: boolean;
  readonly isSelfBilled: boolean;
  /** Absent in simplified invoices and their corrections. */
  readonly client?: VerifactuClient | undefined;
  /** Whether the document identifies the client, also if its record does not. */
  readonly isClientKnown: boolean;
  readonly details: readonly VerifactuDetail[];
  /** With the equivalence surcharge. */
  readonly taxTotal: DecimalText;
  readonly total: DecimalText;
  /** Whether the amounts are those in euros, or the exchange rate is missing, which is a gap. */
  readonly isInEuros: boolean;
}

/** What the books know of a document beside itself. */
export interface VerifactuFacts {
  /** Whether the invoice that it corrects is a simplified one. Absent: as the document's own fields say. */
  readonly correctsSimplified?: boolean | undefined;
}

/** What a document means in a record, complete or not. */
export function verifactuInvoiceOf(document: EinvoiceDocument, facts: VerifactuFacts = {}): VerifactuInvoice {
  const isCredit = isCreditNote(document);
  const euroRate = exchangeRateTo("EUR", document);
  const details = verifactuDetails(document, isCredit ? -1 : 1, euroRate ?? "0");
  const identified = verifactuClient(document);
  const type = typeOf(document, facts);
  const isSimplified = type === "F2" || type === "R5";
  const taxTotal = taxesOf(details);
  return {
    id: idOf(document),
    sellerName: document.seller.name,
    type,
    method: methodOf(document),
    earlier: earlierOf(document, type),
    isByPeriod: isCredit && document.corrects === undefined && document.correctedInvoices === undefined,
    replaced: isCorrectedType(document.documentType) ? document.national?.es?.replaced : undefined,
    operationDate: document.taxPointDate < document.issueDate ? document.taxPointDate : undefined,
    description: descriptionOf(document),
    isWithoutClient: isSimplified && details.every(({ code }) => code === "N2"),
    isSelfBilled: document.selfBilled === true,
    client: isSimplified ? undefined : identified,
    isClientKnown: identified !== undefined,
    details,
    taxTotal,
    // Not `total`: the VAT of another state and the rounding of the amount to pay are no part of it.
    total: details.reduce<DecimalText>((sum, { base }) => plus(sum, base), taxTotal),
    isInEuros: euroRate !== undefined,
  };
}

/** What identifies a document in every record. */
export function idOf(document: EinvoiceDocument): VerifactuId {
  return { nif: sellerNif(document), number: numberOf(document), date: document.issueDate };
}

/** The type of an invoice, of a correction that of the invoice which it corrects: without an identified client `F2`. */
function invoiceTypeOf(document: EinvoiceDocument): NonNullable<SpanishOrder["invoiceType"]> {
  return document.national?.es?.invoiceType ?? (verifactuClient(document) === undefined ? "F2" : "F1");
}

/** Whether an invoice has the type of a simplified one, or corrects one. */
export function isSimplified(invoice: EinvoiceDocument): boolean {
  return invoiceTypeOf(invoice) === "F2";
}

/** A correction states the type of the invoice that it corrects. */
function typeOf(document: EinvoiceDocument, { correctsSimplified }: VerifactuFacts): VerifactuType {
  const type = invoiceTypeOf(document);
  if (methodOf(document) === undefined) return type;
  return (correctsSimplified ?? type === "F2") ? "R5" : (document.national?.es?.correctionType ?? "R1");
}

/** A corrected invoice takes the place of those that it corrects. */
function methodOf(document: EinvoiceDocument): VerifactuInvoice["method"] {
  if (isCorrectedType(document.documentType)) return "S";
  return isCreditNote(document) || document.documentType === "383" ? "I" : undefined;
}

function earlierOf(document: EinvoiceDocument, type: VerifactuType): EarlierInvoice[] {
  if (!isCreditNote(document) && (type === "F1" || type === "F2")) return [];
  return precedingInvoicesOf(document).map(({ number, issueDate: date }) => ({ number, date }));
}

/** A credit note of charges alone has no lines, but a reason. */
function descriptionOf(document: EinvoiceDocument): string {
  const { national, seller, items } = document;
  const stated = national?.es?.description ?? seller.national?.es?.description;
  if (stated !== undefined) return stated;
  if (items.length === 0 && "reason" in document) return document.reason;
  return [...new Set(items.map(({ description }) => description))].join("; ");
}
