import type { CalendarDay } from "../calendar.ts";
import { addDays, laterDay } from "../calendar.ts";
import { isAdvanceDueWhenPaid, statedSupplyDay } from "../invoice/advances.ts";
import { isAdvanceType } from "../invoice/document-types.ts";
import type { CreditNoteDocument } from "../invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import type { ExchangeRate } from "../invoice/generated/order.ts";
import { payableOf } from "../invoice/invoice-state.ts";
import { Decimal, exactSum } from "../money/decimal.ts";
import type { VatRates } from "../vat/rates/rate-table.ts";
import { amountByCashAccounting, amountsByExchangeRate, type Settlement, unpaidAmount } from "./cash-accounting.ts";
import { cashAccountingOf } from "./cash-accounting-law.ts";
import { chargeableDay, correctionDay, declarationDay, isReplacing, notBeforeReplacing } from "./chargeable-day.ts";
import { type Declaration, declarationOf } from "./declaration.ts";
import { type BookedDiscount, discountedOf } from "./discounts.ts";
import { type DocumentPart, documentParts } from "./document-parts.ts";
import { type Due, dueChanges, duesOf, isDueWithSupply } from "./dues.ts";
import { isTooLateForOss } from "./oss-deadlines.ts";
import { isWithin, overlapOf, quarterOf, type Span, spanOfQuarter } from "./period.ts";
import type { ReportedDocument } from "./reported-document.ts";
import { added, isZero, subtracted, type TaxedAmount, times, ZERO } from "./taxed-amount.ts";

/** An invoice with everything that the journal says about it. Days of recording are in the company's time zone. */
export interface BookedInvoice {
  readonly document: InvoiceDocument;
  /** What {@link declaredParts} gives of the document. */
  readonly parts: readonly DeclaredPart[];
  readonly recordedOn: CalendarDay;
  readonly payments: readonly {
    /** Negative for a refund. */
    readonly amount: number;
    readonly paidOn: CalendarDay;
    /** Converts what it declares under cash accounting. Absent: the invoice's. */
    readonly exchangeRate?: ExchangeRate | undefined;
    readonly method?: string | null;
    readonly reference?: string | null;
    readonly recordedOn: CalendarDay;
  }[];
  readonly creditNotes: readonly BookedCreditNote[];
  /** The cash discounts without a credit note. */
  readonly discounts: readonly BookedDiscount[];
  /** What credit notes over several invoices took off it. They declare their VAT themselves. */
  readonly applied: readonly {
    readonly total: number;
    readonly payable: number;
    readonly on: CalendarDay;
    readonly recordedOn: CalendarDay;
  }[];
  /** `undefined` unless it is cancelled. */
  readonly cancelledOn: CalendarDay | undefined;
  /** When it was lost as a bad debt. Absent: it was not written off. */
  readonly writtenOff?: { readonly on: CalendarDay; readonly recordedOn: CalendarDay } | undefined;
  /** Of an advance: when a final invoice deducted it. Absent: none has. */
  readonly settled?: SettledAdvance | undefined;
  /** When another invoice replaced it. `creditNotes` take all of it back then. Absent: none has. */
  readonly replaced?: { readonly on: CalendarDay; readonly recordedOn: CalendarDay } | undefined;
  /** What had settled it on the day of the report, and is cancelled since. Absent: nothing. */
  readonly former?: FormerSettlement | undefined;
}

/** The deduction of an advance. What was not paid by then is declared by the final invoice. */
export interface SettledAdvance {
  readonly recordedOn: CalendarDay;
  /** The final invoice, whose supply the advance was for. */
  readonly by: InvoiceDocument;
}

/** A settlement that its invoice's cancellation has ended. */
export interface FormerSettlement extends SettledAdvance {
  /** The day of recording of the cancellation. */
  readonly until: CalendarDay;
}

/**
 * An invoice as the one leaves it that has settled it: that waits for its advances, or has replaced it. What it replaces is
 * declared as credited by it.
 */
export function settledInvoice(invoice: BookedInvoice, settled: SettledAdvance): BookedInvoice {
  const { document } = invoice;
  if (isAdvanceType(document.documentType)) return { ...invoice, settled };
  const { by, recordedOn } = settled;
  const { id: invoiceId, invoiceNumber, issueDate } = document;
  const own = { creditNoteNumber: by.invoiceNumber, issueDate: by.issueDate };
  const reversal: CreditingDocument = { ...document, ...own, corrects: { invoiceId, invoiceNumber, issueDate } };
  const replaced = { on: by.issueDate, recordedOn };
  return { ...invoice, replaced, creditNotes: [...invoice.creditNotes, { document: reversal, recordedOn }] };
}

/** A credit note, or an invoice as the one that replaced it takes it back. */
export type CreditingDocument = ReportedDocument & Pick<CreditNoteDocument, "creditNoteNumber" | "corrects">;

/** A credit note with the day on which the journal recorded it. */
export interface BookedCreditNote {
  readonly document: CreditingDocument;
  readonly recordedOn: CalendarDay;
  /** The host's own rates, for a note that does not credit one invoice of the books. */
  readonly rates?: VatRates | undefined;
}

/** What an amount in a report comes from. */
export type BookingKind = "invoice" | "credit-note" | "payment" | "cancellation" | "write-off";

/** An amount of a document with where it is declared. */
export interface Booking extends TaxedAmount {
  readonly kind: BookingKind;
  /** Of the credit note, or else of the invoice. */
  readonly number: string;
  readonly declaration: Declaration;
  readonly category: DocumentPart["category"];
  /** Percent. */
  readonly taxRate: number;
  /** Percent; `undefined` without an equivalence surcharge. */
  readonly surchargeRate: number | undefined;
  /** The day that decides the period in which it is declared. */
  readonly on: CalendarDay;
  /** The day that decides the period of the underlying invoice. For a payment, its own day. */
  readonly invoicedOn: CalendarDay;
  readonly recordedOn: CalendarDay;
  readonly document: ReportedDocument;
  /** The part of the document that it is of. */
  readonly part: DocumentPart;
  /** The exchange rate of the payment, if it has one. Absent: the document's. */
  readonly exchangeRate?: number | undefined;
  /** Where it was declared before it was cancelled. Absent: that is its `declaration`. */
  readonly declaredAs?: Declaration;
  /** Set on what a cash discount without a credit note takes off. */
  readonly isDiscount?: true;
}

interface Recorded {
  readonly recordedOn: CalendarDay;
}

/** A part of an invoice, and where it is declared. */
export interface DeclaredPart {
  readonly part: DocumentPart;
  readonly declaration: Declaration;
  /** Whether payments declare it: taxed sales at home under cash accounting, and advances (`386`). */
  readonly isByPayments: boolean;
  /** The day on which payments that are still missing no longer matter; `undefined` if there is none. */
  readonly restDueOn?: CalendarDay | undefined;
}

/**
 * Whether VAT comes back if a part is written off: VAT that is declared whether or not it is paid. Under cash accounting, only
 * where the unpaid rest is due one day.
 */
export function hasVatToReturn({ part, isByPayments, restDueOn }: DeclaredPart): boolean {
  return part.taxRate > 0 && (!isByPayments || restDueOn !== undefined);
}

/**
 * What a report of these days declares of an invoice and its credit notes, as far as it was known at the end of the day
 * `asOf`; absent: all of it.
 */
export function bookingsOf(invoice: BookedInvoice, span: Span, asOf?: CalendarDay): Booking[] {
  if (asOf !== undefined && invoice.recordedOn > asOf) return [];
  return bookingsWithin(knownOn(invoice, asOf), span, paymentBookings);
}

/** What {@link bookingsOf} returns as of now, with a booking for each day on which payments declare something. */
export function dailyBookingsOf(invoice: BookedInvoice, span: Span): Booking[] {
  return bookingsWithin(invoice, span, dailyPaymentBookings);
}

function bookingsWithin(known: BookedInvoice, span: Span, ofPayments: typeof paymentBookings): Booking[] {
  const bookings = known.parts.flatMap((declared) => {
    if (declared.isByPayments) return ofPayments(known, declared, span);
    return invoiceBookings(known, declared, span);
  });
  const all = [
    ...bookings,
    ...creditNoteBookings(known),
    ...discountBookings(known),
    ...writeOffBookings(known, undefined),
  ];
  return all.filter((booking) => isWithin(booking.on, span) && !isZero(booking));
}

/** What a cancelled invoice would declare if it were not: what is not credited. */
export function cancelledBookingsOf(invoice: BookedInvoice): Booking[] {
  if (invoice.cancelledOn === undefined) return [];
  return invoice.parts
    .filter(({ isByPayments }) => !isByPayments)
    .flatMap((declared) => notCreditedBookings(invoice, declared))
    .filter((booking) => !isZero(booking));
}

/**
 * The bookings recorded after the day `asOf` that change a report of these days, or correct what it declares. Those
 * dated within these days, together with what {@link bookingsOf} returns for `asOf`, give today's report.
 */
export function additionsOf(invoice: BookedInvoice, span: Span, asOf: CalendarDay): Booking[] {
  const isNew = invoice.recordedOn > asOf;
  const before = isNew ? undefined : knownOn(invoice, asOf);
  const additions = invoice.parts.flatMap((declared) => {
    if (declared.isByPayments) return latePayments(invoice, before, declared, span, asOf);
    const dues = lateDues(invoice, before, declared, asOf);
    return [...dues, ...lateCancellation(invoice, declared, asOf)];
  });
  const corrections = [
    ...creditNoteBookings(invoice),
    ...discountBookings(invoice),
    ...writeOffBookings(invoice, before),
    ...endedBookings(invoice, before),
  ].filter(({ recordedOn }) => recordedOn > asOf);
  const concerns = ({ on, invoicedOn }: Booking) => isWithin(on, span) || isWithin(invoicedOn, span);
  return [...additions, ...corrections].filter((booking) => concerns(booking) && !isZero(booking));
}

/** Declares again what had been replaced until the corrected invoice was cancelled. */
function endedBookings({ former, creditNotes, parts }: BookedInvoice, before: BookedInvoice | undefined): Booking[] {
  if (former === undefined || before === undefined) return [];
  const ended = before.creditNotes.filter((note) => !creditNotes.includes(note));
  return creditNoteBookings({ creditNotes: ended, parts }).map((booking) => {
    return { ...booking, ...times(booking, new Decimal(-1)), kind: "cancellation", recordedOn: former.until };
  });
}

/** What a report of these days declares of a credit note that does not credit one invoice of the books. */
export function creditNoteBookingsOf(creditNote: BookedCreditNote, span: Span, asOf?: CalendarDay): Booking[] {
  if (asOf !== undefined && creditNote.recordedOn > asOf) return [];
  return ofCreditNoteAlone(creditNote).filter(({ on }) => isWithin(on, span));
}

/** The same that was recorded after the day `asOf`: see {@link additionsOf}. */
export function creditNoteAdditionsOf(creditNote: BookedCreditNote, span: Span, asOf: CalendarDay): Booking[] {
  if (creditNote.recordedOn <= asOf) return [];
  return ofCreditNoteAlone(creditNote).filter(({ on, invoicedOn }) => isWithin(on, span) || isWithin(invoicedOn, span));
}

function ofCreditNoteAlone(creditNote: BookedCreditNote): Booking[] {
  return creditNoteBookings({ creditNotes: [creditNote], parts: [] }).filter((booking) => !isZero(booking));
}

/**
 * What was paid within these days before the tax point of a taxed sale, by day, as far as it was known at the end of the day
 * `asOf`; absent: all of it. {@link bookingsOf} contains it.
 */
export function advancesOf(invoice: BookedInvoice, span: Span, asOf?: CalendarDay): Booking[] {
  const { document } = invoice;
  const isAhead = ({ paidOn }: { readonly paidOn: CalendarDay }) => isBeforeSupply(document, paidOn);
  if (!invoice.payments.some((payment) => isAhead(payment) && isWithin(payment.paidOn, span))) return [];
  if (asOf !== undefined && invoice.recordedOn > asOf) return [];
  const known = knownOn(invoice, asOf);
  if (known.cancelledOn !== undefined) return [];
  const paid = known.payments.filter(isAhead).map(({ paidOn }) => paidOn);
  const days = [...new Set(paid)].filter((day) => isWithin(day, span)).sort();
  const advances = known.parts.flatMap((declared) => {
    if (!declared.isByPayments) return dueBookings(known, declared, declared.part);
    return days.map((on) => {
      const amount = paidWithin(known, declared, { from: on, to: on });
      return bookingOf("payment", known, declared, { on, invoicedOn: on, amount });
    });
  });
  return advances.filter((booking) => {
    const { kind, on, taxRate } = booking;
    return kind === "payment" && taxRate > 0 && isWithin(on, span) && !isZero(booking);
  });
}

function knownOn(now: BookedInvoice, asOf: CalendarDay | undefined): BookedInvoice {
  if (asOf === undefined) return now;
  const { former } = now;
  const isFormer = former !== undefined && former.recordedOn <= asOf && former.until > asOf;
  const invoice = isFormer ? settledInvoice(now, former) : now;
  const isKnown = ({ recordedOn }: { readonly recordedOn: CalendarDay }) => recordedOn <= asOf;
  const { payments, creditNotes, discounts, applied, cancelledOn, writtenOff, settled, replaced } = invoice;
  return {
    ...invoice,
    applied: applied.filter(isKnown),
    payments: payments.filter(isKnown),
    creditNotes: creditNotes.filter(isKnown),
    discounts: discounts.filter(isKnown),
    cancelledOn: cancelledOn !== undefined && cancelledOn <= asOf ? cancelledOn : undefined,
    writtenOff: writtenOff !== undefined && isKnown(writtenOff) ? writtenOff : undefined,
    settled: settled !== undefined && isKnown(settled) ? settled : undefined,
    replaced: replaced !== undefined && isKnown(replaced) ? replaced : undefined,
  };
}

/** Whether a day of payment is before the tax point. The supply of an advance that states none is always yet to come. */
function isBeforeSupply(document: InvoiceDocument, day: CalendarDay): boolean {
  const supplied = isAdvanceDueWhenPaid(document) ? statedSupplyDay(document) : document.taxPointDate;
  return supplied === undefined || day < supplied;
}

/** The parts of an invoice, and where they are declared. `rates` are the host's own. */
export function declaredParts(document: InvoiceDocument, rates?: VatRates): DeclaredPart[] {
  return documentParts(document).map((part) => declaredPart(document, part, rates));
}

function declaredPart(document: InvoiceDocument, part: DocumentPart, rates: VatRates | undefined): DeclaredPart {
  const declaration = declarationOf(document, part, rates);
  // Nothing is ever paid on a total of 0.
  if (document.total <= 0) return { part, declaration, isByPayments: false };
  const isTaxedAtHome = declaration.section === "domestic" && part.taxRate > 0;
  const cash = isTaxedAtHome ? cashAccountingOf(document, part) : undefined;
  if (cash?.isByPayments === true) return { part, declaration, isByPayments: true, restDueOn: cash.restDueOn };
  if (isDeclaredAsAdvance(document, declaration)) {
    const isStated = statedSupplyDay(document) !== undefined;
    const restDueOn = isDueWithSupply(declaration) && isStated ? chargeableDay(document, declaration) : undefined;
    return { part, declaration, isByPayments: true, restDueOn: restDueOn ?? statedSupplyDay(document) };
  }
  if (cash === undefined || cash.isByPayments === false) return { part, declaration, isByPayments: false };
  return { part, declaration: { section: "unplaced", reason: "supply_not_stated" }, isByPayments: false };
}

/** Advances for goods that leave the state are declared with their supply, all others once they are paid. @see articles 65 and 67 */
function isDeclaredAsAdvance(document: InvoiceDocument, declaration: Declaration): boolean {
  if (isDueWithSupply(declaration)) return isAdvanceType(document.documentType);
  return isAdvanceDueWhenPaid(document) && declaration.section !== "unplaced";
}

/** What an invoice declares of an amount of one of its parts. */
function dueBookings(invoice: BookedInvoice, declared: DeclaredPart, amount: TaxedAmount): Booking[] {
  const dues = duesOf(invoice.document, invoice.payments, declared.declaration, amount);
  return dues.map((due) => bookingOf(due.isAdvance ? "payment" : "invoice", invoice, declared, due));
}

function bookingOf(
  kind: BookingKind,
  { document, recordedOn }: BookedInvoice,
  { part, declaration }: DeclaredPart,
  { on, invoicedOn, amount }: Pick<Due, "on" | "invoicedOn" | "amount">,
): Booking {
  return {
    kind,
    number: document.invoiceNumber,
    declaration: correctable(declaration, on, invoicedOn),
    category: part.category,
    taxRate: part.taxRate,
    surchargeRate: part.surchargeRate,
    on,
    invoicedOn,
    recordedOn,
    document,
    part,
    ...amount,
  };
}

/** Of a cancelled invoice only what was credited: its credit notes correct that. The rest vanishes, or is declared nowhere. */
function invoiceBookings(invoice: BookedInvoice, declared: DeclaredPart, span: Span): Booking[] {
  const { cancelledOn } = invoice;
  const booked = dueBookings(invoice, declared, invoicedAmount(invoice, declared));
  if (cancelledOn === undefined || cancelledOn <= span.to) return booked;
  const rest = notCreditedBookings(invoice, declared);
  const declaration: Declaration = { section: "unplaced", reason: "cancelled_without_credit_note" };
  return [...booked, ...rest.map((booking) => ({ ...booking, declaration, declaredAs: booking.declaration }))];
}

function notCreditedBookings(invoice: BookedInvoice, declared: DeclaredPart): Booking[] {
  return dueBookings(invoice, declared, subtracted(declared.part, creditedOf(invoice, declared.part)));
}

function invoicedAmount(invoice: BookedInvoice, { part }: DeclaredPart): TaxedAmount {
  return invoice.cancelledOn === undefined ? part : creditedOf(invoice, part);
}

/** What was recorded later changes in what an invoice declares, but for its cancellation. */
function lateDues(
  invoice: BookedInvoice,
  before: BookedInvoice | undefined,
  declared: DeclaredPart,
  asOf: CalendarDay,
): Booking[] {
  if (before === undefined) return dueBookings(invoice, declared, declared.part);
  const late = invoice.payments.filter(({ recordedOn }) => recordedOn > asOf);
  if (late.length === 0) return [];
  const amount = invoicedAmount(before, declared);
  const dues = ({ document, payments }: BookedInvoice) => duesOf(document, payments, declared.declaration, amount);
  const recordedOn = late.reduce((latest, each) => laterDay(latest, each.recordedOn), asOf);
  return dueChanges(dues(invoice), dues(before)).map((change) => {
    return { ...bookingOf("payment", invoice, declared, change), recordedOn };
  });
}

function lateCancellation(invoice: BookedInvoice, declared: DeclaredPart, asOf: CalendarDay): Booking[] {
  const { cancelledOn } = invoice;
  if (cancelledOn === undefined || cancelledOn <= asOf) return [];
  const rest = dueBookings(invoice, declared, subtracted(creditedOf(invoice, declared.part), declared.part));
  return rest.map((booking) => ({ ...booking, kind: "cancellation", recordedOn: cancelledOn }));
}

/** What all credit notes and cash discounts take off a part. Credit notes over several invoices take the same share of each part. */
export function creditedOf(invoice: BookedInvoice, part: DocumentPart): TaxedAmount {
  const { document, creditNotes, discounts, applied } = invoice;
  const byNotes = [
    ...creditNotes.map((note) => creditedByNote(note.document, part)),
    ...discounts.map((discount) => discountedOfPart(invoice, discount, part)),
  ].reduce<TaxedAmount>(added, ZERO);
  if (applied.length === 0) return byNotes;
  const share = exactSum(applied.map(({ total }) => total)).div(document.total);
  return added(byNotes, times(part, share));
}

/** What a credit note credits of a part of its invoice. */
function creditedByNote(creditNote: CreditingDocument, part: DocumentPart): TaxedAmount {
  return documentParts(creditNote)
    .filter((own) => isSamePart(own, part))
    .reduce<TaxedAmount>(added, ZERO);
}

function discountedOfPart({ parts }: BookedInvoice, discount: BookedDiscount, part: DocumentPart): TaxedAmount {
  return discountedOf(
    discount,
    part,
    parts.map((declared) => declared.part),
  );
}

function isSamePart(one: DocumentPart, other: DocumentPart): boolean {
  return (
    one.category === other.category &&
    one.taxRate === other.taxRate &&
    one.rateCountry === other.rateCountry &&
    one.surchargeRate === other.surchargeRate &&
    one.supply === other.supply &&
    one.placeOfSupply === other.placeOfSupply
  );
}

/** A credit note is declared where the invoice was, because the seller may have moved since. */
function creditNoteBookings({ creditNotes, parts }: Pick<BookedInvoice, "creditNotes" | "parts">): Booking[] {
  return creditNotes.flatMap(({ document, recordedOn, rates }) =>
    documentParts(document).flatMap((part) => {
      const invoiced = parts.find((declared) => isSamePart(declared.part, part));
      if (invoiced?.isByPayments === true) return [];
      const { category, taxRate, surchargeRate } = part;
      const due = invoiced?.declaration ?? declarationOf(document, part, rates);
      const [on, invoicedOn] = [correctionDay(document, due), chargeableDay(document, due)];
      const declaration = correctable(due, on, invoicedOn);
      const kind = isReplacing(document) ? "invoice" : "credit-note";
      const what = { kind, number: document.creditNoteNumber, declaration, category, taxRate, surchargeRate } as const;
      return [{ ...what, on, invoicedOn, recordedOn, document, part, ...times(part, new Decimal(-1)) }];
    }),
  );
}

/** On the day of payment, but never before the sale is declared. Where payments declare it, the settlements have them. */
function discountBookings(invoice: BookedInvoice): Booking[] {
  const { document, parts, discounts } = invoice;
  return parts.flatMap((declared) => {
    if (declared.isByPayments) return [];
    const invoicedOn = chargeableDay(document, declared.declaration);
    return discounts.map((discount) => {
      const amount = times(discountedOfPart(invoice, discount, declared.part), new Decimal(-1));
      const booked = bookingOf("payment", invoice, declared, {
        on: laterDay(discount.on, invoicedOn),
        invoicedOn,
        amount,
      });
      return { ...booked, recordedOn: discount.recordedOn, isDiscount: true };
    });
  });
}

/**
 * What a write-off takes back of what the invoice declares, and what was paid or credited since brings back: what is so by now,
 * less what was so `before`. Where payments declare it, the settlements have it.
 */
function writeOffBookings(invoice: BookedInvoice, before: BookedInvoice | undefined): Booking[] {
  const { document, parts, writtenOff, former } = invoice;
  if (writtenOff === undefined) return [];
  return parts.flatMap((declared) => {
    if (declared.isByPayments || !hasVatToReturn(declared)) return [];
    const [changes, known] = [writtenOffByDay(invoice, declared), writtenOffByDay(before, declared)];
    const invoicedOn = chargeableDay(document, declared.declaration);
    const since = laterDay(writtenOff.recordedOn, former?.until ?? null);
    const recordedOn = settlementsOf(invoice, declared).reduce((last, each) => laterDay(last, each.recordedOn), since);
    return [...new Set([...changes.keys(), ...known.keys()])].map((on) => {
      const amount = subtracted(changes.get(on) ?? ZERO, known.get(on) ?? ZERO);
      return { ...bookingOf("write-off", invoice, declared, { on, invoicedOn, amount }), recordedOn };
    });
  });
}

/**
 * What is declared less of a part on each day, because it is written off and not paid: from the day of the loss on, but never
 * before the sale is declared. Nothing of a cancelled invoice, which is declared nowhere.
 */
function writtenOffByDay(invoice: BookedInvoice | undefined, declared: DeclaredPart): Map<CalendarDay, TaxedAmount> {
  const changes = new Map<CalendarDay, TaxedAmount>();
  if (invoice?.writtenOff === undefined || invoice.cancelledOn !== undefined) return changes;
  const { document, writtenOff } = invoice;
  const { part, declaration } = declared;
  const first = laterDay(writtenOff.on, declarationDay(document, declaration, chargeableDay(document, declaration)));
  const settlements = settlementsOf(invoice, declared).map((each) => ({ ...each, on: laterDay(each.on, first) }));
  let before = ZERO;
  for (const day of [...new Set([first, ...settlements.map(({ on }) => on)])].sort()) {
    const unpaid = unpaidAmount(part, payableOf(document), settlements, day);
    changes.set(day, subtracted(before, unpaid));
    before = unpaid;
  }
  return changes;
}

/** The declaration, unless it is in an OSS return that is too old to be corrected. */
function correctable(due: Declaration, on: CalendarDay, invoicedOn: CalendarDay): Declaration {
  const isTooLate = due.section === "oss" && isTooLateForOss(on, invoicedOn, due);
  return isTooLate ? { section: "unplaced", reason: "oss_correction_too_late" } : due;
}

function paymentBookings(invoice: BookedInvoice, declared: DeclaredPart, span: Span): Booking[] {
  const settlements = settlementsOf(invoice, declared);
  if (
    declared.declaration.section !== "oss" &&
    invoice.payments.some(({ exchangeRate }) => exchangeRate !== undefined)
  ) {
    const amounts = amountsByExchangeRate(declared.part, payableOf(invoice.document), settlements, span);
    return [...amounts].map(([exchangeRate, amount]) => {
      return { ...paymentBooking(invoice, declared, span.to, amount), exchangeRate };
    });
  }
  return spansOf(declared, settlements, [span]).map((within) => {
    return paymentBooking(invoice, declared, within.to, paidWithin(invoice, declared, within));
  });
}

/** The same by day. OSS has it by day already. */
function dailyPaymentBookings(invoice: BookedInvoice, declared: DeclaredPart, span: Span): Booking[] {
  if (declared.declaration.section === "oss") return paymentBookings(invoice, declared, span);
  const days = new Set(settlementsOf(invoice, declared).map(({ on }) => on));
  return [...days].flatMap((day) => paymentBookings(invoice, declared, { from: day, to: day }));
}

/** What was recorded later changes in what payments declare: one change for each quarter of the span. */
function latePayments(
  invoice: BookedInvoice,
  before: BookedInvoice | undefined,
  declared: DeclaredPart,
  span: Span,
  asOf: CalendarDay,
): Booking[] {
  const settlements = (before === undefined ? [invoice] : [invoice, before]).flatMap((each) =>
    settlementsOf(each, declared),
  );
  const quarters = new Set(settlements.filter(({ on }) => isWithin(on, span)).map(({ on }) => quarterOf(on)));
  const spans = [...quarters].sort().map((quarter) => overlapOf(span, spanOfQuarter(quarter)));
  return spansOf(declared, settlements, spans).map((within) => {
    const known = before === undefined ? ZERO : paidWithin(before, declared, within);
    const amount = subtracted(paidWithin(invoice, declared, within), known);
    const late = settlements.filter(({ on, recordedOn }) => recordedOn > asOf && on <= within.to);
    const { settled, former } = invoice;
    const since = laterDay(laterDay(invoice.recordedOn, settled?.recordedOn ?? null), former?.until ?? null);
    const recordedOn = late.reduce((latest, each) => laterDay(latest, each.recordedOn), since);
    return { ...paymentBooking(invoice, declared, within.to, amount), recordedOn };
  });
}

/** The given spans, or for OSS every day by itself: each can be late for the return of its quarter. */
function spansOf({ declaration }: DeclaredPart, settlements: readonly Settlement[], spans: readonly Span[]) {
  if (declaration.section !== "oss") return spans;
  return [...new Set(settlements.map(({ on }) => on))].sort().map((day): Span => ({ from: day, to: day }));
}

function paymentBooking(
  invoice: BookedInvoice,
  declared: DeclaredPart,
  day: CalendarDay,
  amount: TaxedAmount,
): Booking {
  const on = declarationDay(invoice.document, declared.declaration, day);
  return bookingOf("payment", invoice, declared, { on, invoicedOn: day, amount });
}

function paidWithin(invoice: BookedInvoice, declared: DeclaredPart, { from, to }: Span): TaxedAmount {
  const { part } = declared;
  const settlements = settlementsOf(invoice, declared);
  const total = payableOf(invoice.document);
  const until = (day: CalendarDay) => amountByCashAccounting(part, total, settlements, day);
  return subtracted(until(to), until(addDays(from, -1)));
}

/**
 * What was received, and the day on which the rest is due. Once an advance is deducted, its rest is not, but where its VAT
 * is due with the invoice; and one that waits for its supply is declared with that of the final invoice.
 */
function receiptsOf(
  invoice: BookedInvoice,
  { declaration, restDueOn }: DeclaredPart,
  received: readonly (Settlement & Recorded)[],
): (Settlement & Recorded)[] {
  const { document, recordedOn, settled } = invoice;
  const restOn = (on: CalendarDay | undefined): (Settlement & Recorded)[] => {
    return on === undefined ? [] : [{ on, recordedOn, isRestDue: true }];
  };
  if (!isDueWithSupply(declaration)) return [...received, ...restOn(settled === undefined ? restDueOn : undefined)];
  if (settled === undefined) return restOn(restDueOn);
  const supplied = chargeableDay(settled.by, declaration);
  if (!isAdvanceDueWhenPaid(document)) return restOn(supplied);
  return received.map((each) => ({
    ...each,
    on: laterDay(each.on, supplied),
    recordedOn: laterDay(each.recordedOn, settled.recordedOn),
  }));
}

/**
 * What was paid before the invoice counts from its tax point, or from its day if it is an advance or has replaced what it was
 * paid on. Offsetting is paying: what a
 * credit note over several invoices takes off here, that credit note declares. Cancelling credits all that is left. What was
 * paid on an invoice that another one replaced counts there, and no sooner than that one was issued.
 */
function settlementsOf(invoice: BookedInvoice, declared: DeclaredPart): (Settlement & Recorded)[] {
  const { document } = invoice;
  const settlements = recordedSettlements(invoice, declared);
  if (!isReplacing(document)) return settlements;
  return settlements.map((each) => ({ ...each, on: notBeforeReplacing(document, each.on) }));
}

function recordedSettlements(invoice: BookedInvoice, declared: DeclaredPart): (Settlement & Recorded)[] {
  const { part } = declared;
  const { document, payments, creditNotes, discounts, applied, cancelledOn, writtenOff, replaced } = invoice;
  const { prepaidAmount = 0, taxPointDate, issueDate } = document;
  const isAhead = isAdvanceDueWhenPaid(document) && issueDate < taxPointDate;
  const prepaidOn = isAhead || isReplacing(document) ? issueDate : taxPointDate;
  const received: (Settlement & Recorded)[] = [
    { on: prepaidOn, recordedOn: invoice.recordedOn, prepaid: new Decimal(prepaidAmount) },
    ...payments.map(({ paidOn: on, amount, recordedOn, exchangeRate }) => {
      return { on, recordedOn, paid: new Decimal(amount), exchangeRate: exchangeRate?.rate };
    }),
    ...applied.map(({ on, recordedOn, payable }) => ({ on, recordedOn, paid: new Decimal(payable) })),
  ];
  const settlements: (Settlement & Recorded)[] = [
    ...receiptsOf(invoice, declared, received),
    ...creditNotes.map(({ document: note, recordedOn }) => {
      return { on: note.issueDate, recordedOn, credited: payableOf(note), ofPart: creditedByNote(note, part) };
    }),
    ...discounts.map((discount) => {
      const { on, recordedOn, payable } = discount;
      return { on, recordedOn, credited: new Decimal(payable), ofPart: discountedOfPart(invoice, discount, part) };
    }),
  ];
  if (writtenOff !== undefined && hasVatToReturn(declared)) settlements.push({ ...writtenOff, isWrittenOff: true });
  const moved = replaced === undefined ? [] : received.filter(({ paid }) => paid !== undefined);
  for (const { paid, on, ...each } of moved) {
    const recordedOn = laterDay(each.recordedOn, replaced!.recordedOn);
    settlements.push({ ...each, paid: paid!.neg(), on: laterDay(on, replaced!.on), recordedOn });
  }
  if (cancelledOn === undefined) return settlements;
  const offset = exactSum([...applied, ...discounts].map(({ payable }) => payable));
  const before = creditNotes.reduce((sum, { document: note }) => sum.plus(payableOf(note)), offset);
  const credited = payableOf(document).minus(before);
  const ofPart = subtracted(part, creditedOf(invoice, part));
  return [...settlements, { on: cancelledOn, recordedOn: cancelledOn, credited, ofPart }];
}
