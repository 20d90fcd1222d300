import type { CalendarDay } from "../calendar.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { CompanyProfile } from "../generated/company-profile.ts";
import type { VatBreakdownLine } from "../money/generated/amounts.ts";
import { deriveHeaderTaxRate } from "../money/totals.ts";
import { exemptionReasonOf } from "../vat/category.ts";
import type { VatRegistration } from "../vat/generated/vat-registration.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import type { InvoiceDraft } from "./draft.ts";
import type { DocumentNumber } from "./generated/answer-order.ts";
import type { InvoiceAllowance, InvoiceBreakdownLine, InvoiceDocument, InvoiceSeller } from "./generated/invoice.ts";
import {
  orderedInvoiceAllowance,
  orderedInvoiceBreakdownLine,
  orderedInvoiceDocument,
  orderedInvoiceItem,
  orderedInvoiceRetention,
  orderedInvoiceSeller,
  orderedInvoiceWithholding,
  orderedVatNumberVerification,
} from "./generated/key-order.ts";
import type { OrderItem } from "./generated/order.ts";
import { withLatePaymentNotes } from "./mentions/late-payment-notes.ts";
import { noteWithMentions } from "./mentions/mentions.ts";
import { formatInvoiceNumber } from "./number.ts";
import { advanceAllowances, deductedTotal } from "./order/deduct-advances.ts";
import type { DecidedPart } from "./order/order-parts.ts";
import { storedGroups } from "./stored-document.ts";

/** The parts of an invoice that are known only under the lock on the company's sequence. */
export interface Numbering {
  readonly id: string;
  readonly prefix: string;
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly issuedAt: string;
}

/** A document without its number and dates. */
export interface UnnumberedDocument {
  readonly document: Omit<InvoiceDocument, keyof DocumentNumber>;
  /** Its JSON in three parts: before the id, between number and dates, after the dates. */
  readonly text: readonly [string, string, string];
}

/** The number and dates of an issued document, and the text that is stored. */
export interface NumberedDocument {
  readonly number: DocumentNumber;
  /** RFC 8785 canonical JSON. */
  readonly text: string;
}

const UNNUMBERED = { id: "", invoiceNumber: "" };
const UNDATED = { issueDate: "", issuedAt: "" };
const [UNNUMBERED_TEXT, UNDATED_TEXT] = [numberText(UNNUMBERED), datesText(UNDATED)];

/**
 * The document of a draft, already serialised, so that only four values have to be inserted while the company's
 * sequence is locked. All its keys are in RFC 8785's order (by UTF-16 code unit), so that plain `JSON.stringify` writes
 * canonical JSON, in a third of the time that sorting would take.
 */
export function prepareDocument(draft: InvoiceDraft): UnnumberedDocument {
  const { profile, order, vat, totals, convertedTax } = draft;
  const vatNote = noteWithMentions(draft);
  const vatBreakdown = totals.vatBreakdown.map((line) => groupOf(line, vat.parts));
  const storedAllowance = (given: InvoiceAllowance) =>
    orderedInvoiceAllowance(vat.rateCountry === undefined ? given : { ...given, rateCountry: undefined });
  const withNotes =
    profile.latePayment === undefined ? order : { ...order, notes: withLatePaymentNotes(profile, order) };
  const document = orderedInvoiceDocument(withNotes, {
    documentVersion: 1,
    documentType: order.documentType ?? (order.selfBilled === true ? "389" : "380"),
    id: UNNUMBERED.id,
    invoiceNumber: UNNUMBERED.invoiceNumber,
    issueDate: UNDATED.issueDate,
    issuedAt: UNDATED.issuedAt,
    clientVatNumber: draft.clientVatNumber,
    currency: draft.currency,
    items: totals.items.map((line, index) => orderedInvoiceItem(storedItem(vat.parts[index]!), line)),
    allowances: totals.allowances?.map(storedAllowance),
    charges: totals.charges?.map(storedAllowance),
    lineTotal: totals.lineTotal,
    allowanceTotal: totals.allowanceTotal,
    chargeTotal: totals.chargeTotal,
    advanceTotal: draft.undeducted && deductedTotal(advanceAllowances(totals), draft.currency),
    disbursementTotal: draft.payableParts.disbursementTotal,
    payable: draft.payable,
    replaces: draft.replaces,
    paymentTerms: order.paymentTerms ?? profile.paymentTerms,
    retentions: draft.payableParts.retentions?.map(orderedInvoiceRetention),
    registrationCountry: vat.registration?.country,
    seller: sellerOf(profile, vat.registration),
    subtotal: totals.subtotal,
    surchargeTotal: totals.surchargeTotal,
    taxCurrency: convertedTax?.taxCurrency,
    supplyDate: draft.supplyDate,
    taxPointDate: draft.taxPointDate,
    taxRate: deriveHeaderTaxRate(totals.items) + 0,
    taxTotal: totals.taxTotal,
    taxTotalInTaxCurrency: convertedTax?.amount,
    total: totals.total,
    vatBreakdown: storedGroups(vatBreakdown, vatNote),
    vatNote,
    vatNumberVerification: draft.vatNumberVerification && orderedVatNumberVerification(draft.vatNumberVerification),
    vatReason: vat.reason,
    vatTreatment: vat.treatment,
    warnings: draft.warnings,
    withheldTotal: draft.payableParts.withheldTotal,
    withholdings: draft.payableParts.withholdings?.map(orderedInvoiceWithholding),
  });
  const text = partsOf(document);
  // Assigned, so that a document of sixty fields is not copied for one of them.
  return { document: Object.assign(document, { vatBreakdown }), text };
}

/** A line as it is stored: the exemption that applies to it is in the fields that lines with VAT by hand have. */
function storedItem({ given, exemptionReason, vatexCode }: DecidedPart): OrderItem {
  const item = given as OrderItem;
  return exemptionReason === item.exemptionReason ? item : { ...item, exemptionReason, vatexCode };
}

/** A group with its exemption: it has the reasons of all of its parts, and their code if they agree. Its keys are in order. */
function groupOf(line: VatBreakdownLine, parts: readonly DecidedPart[]): InvoiceBreakdownLine {
  const { category, taxRate, rateCountry, taxableAmount, taxAmount, surchargeRate, surchargeAmount } = line;
  const [reasons, codes] = [new Set<string>(), new Set<string | null>()];
  for (const part of parts) {
    if (part.vatCategory !== category || part.taxRate !== taxRate) continue;
    const reason = part.exemptionReason ?? part.note;
    if (reason !== "") reasons.add(reason);
    codes.add(part.vatexCode ?? line.vatexCode);
  }
  return orderedInvoiceBreakdownLine({
    category,
    exemptionReason: exemptionReasonOf(category, [...reasons].join("; ")),
    rateCountry,
    surchargeAmount,
    surchargeRate,
    taxAmount,
    taxRate,
    taxableAmount,
    vatexCode: codes.size === 1 ? [...codes][0]! : null,
  });
}

/** The document's text, split around the missing values. User text cannot look like them: JSON escapes its quotes. */
function partsOf(document: InvoiceDocument): [string, string, string] {
  const { metadata } = document;
  // Objects sort keys that are whole numbers by their value, as 9, 10. RFC 8785 does not.
  const isSorted = metadata === undefined || !Object.keys(metadata).some((key) => /^\d+$/.test(key));
  const text = isSorted ? JSON.stringify(document) : canonicalJson(document);
  const unnumbered = document.importer === undefined ? UNNUMBERED_TEXT : numberText(UNNUMBERED, document.importer);
  const numberAt = text.indexOf(unnumbered);
  const numberEnd = numberAt + unnumbered.length;
  const datesAt = text.indexOf(UNDATED_TEXT, numberEnd);
  return [text.slice(0, numberAt), text.slice(numberEnd, datesAt), text.slice(datesAt + UNDATED_TEXT.length)];
}

/** Completes a document with its number and dates. */
export function numberDocument(
  { document: { importer }, text: [beforeId, between, behindDates] }: UnnumberedDocument,
  { id, prefix, counter, issueDate, issuedAt }: Numbering,
): NumberedDocument {
  const yearMonth = issueDate.slice(0, 4) + issueDate.slice(5, 7);
  const number = { id, invoiceNumber: formatInvoiceNumber({ prefix, yearMonth, counter }), issueDate, issuedAt };
  return { number, text: beforeId + numberText(number, importer) + between + datesText(number) + behindDates };
}

// JSON fields without their braces. No id, number, day or instant has a character that JSON escapes.

/** In the order of keys, `importer` is between the two. */
function numberText({ id, invoiceNumber }: Pick<DocumentNumber, "id" | "invoiceNumber">, importer?: string): string {
  const between = importer === undefined ? "" : `"importer":"${importer}",`;
  return `"id":"${id}",${between}"invoiceNumber":"${invoiceNumber}"`;
}

function datesText({ issueDate, issuedAt }: Pick<DocumentNumber, "issueDate" | "issuedAt">): string {
  return `"issueDate":"${issueDate}","issuedAt":"${issuedAt}"`;
}

/**
 * The seller as a document has it: its VAT number and that of its tax representative are normalised. Its number is that of
 * the registration, if there is one. A small enterprise's number is its tax number if it has no other.
 */
export function sellerOf(profile: CompanyProfile, registration?: VatRegistration): InvoiceSeller {
  const { country, vatNumber: number } = registration ?? profile;
  const seller = orderedInvoiceSeller(withNumbers(profile, number));
  const { vatNumber, taxRepresentative } = seller;
  if (vatNumber === undefined && taxRepresentative === undefined) return seller;
  const normalised = { ...seller };
  if (vatNumber !== undefined) normalised.vatNumber = normalisedVatNumber(vatNumber, country);
  if (taxRepresentative !== undefined) {
    const ofRepresentative = normalisedVatNumber(taxRepresentative.vatNumber, taxRepresentative.country);
    normalised.taxRepresentative = { ...taxRepresentative, vatNumber: ofRepresentative };
  }
  return normalised;
}

/** The profile with this VAT number, and with a small enterprise's number as its tax number if it has no other. */
function withNumbers(profile: CompanyProfile, vatNumber: string | undefined): CompanyProfile {
  const { taxNumber, smallEnterprise } = profile;
  if (smallEnterprise?.number !== undefined && (vatNumber ?? taxNumber) === undefined)
    return { ...profile, taxNumber: smallEnterprise.number };
  return vatNumber === profile.vatNumber ? profile : { ...profile, vatNumber };
}

/** A number of a member state, or of Great Britain, is normalised and has its prefix. Any other one stays as given. */
function normalisedVatNumber(vatNumber: string, country: string): string {
  const parsed = parseVatNumber(vatNumber, country);
  return parsed === undefined ? vatNumber : parsed.prefix + parsed.number;
}
