import { type CalendarDay, laterDay } from "../calendar.ts";
import { isVatPaidByClient } from "../invoice/payable.ts";
import { amountAsNumber, Decimal, roundToMinorUnits } from "../money/decimal.ts";
import {
  type BookedCreditNote,
  type BookedInvoice,
  type Booking,
  cancelledBookingsOf,
  creditNoteBookingsOf,
  dailyBookingsOf,
} from "../returns/booking.ts";
import type { Declaration, UnplacedReason } from "../returns/declaration.ts";
import { isWithin, quarterOf, type Span } from "../returns/period.ts";
import { declaredCurrency, type ReportedDocument, sellerPlaceOf } from "../returns/reported-document.ts";
import { amountsIn } from "../returns/sums-by-key.ts";
import { added, rounded, subtracted, type TaxedAmount, times, ZERO } from "../returns/taxed-amount.ts";
import type { ReportAmounts } from "../returns/vat-report.ts";
import {
  type AccountingFacts,
  type AccountingKind,
  type AccountMap,
  type Debtors,
  moneyAccountOf,
  salesAccountOf,
} from "./accounts.ts";

/**
 * A row for bookkeeping: what a document or a payment changes on a client's account and on one other. Amounts are in the
 * currency of the seller's VAT, or in that of the document if it has no exchange rate.
 */
export interface AccountingRow extends AccountingFacts, ReportAmounts {
  /** The day that decides the period: as in the VAT report, of a payment the day on which the money came. */
  readonly on: CalendarDay;
  /** Number of the credit note, or else of the invoice. */
  readonly number: string;
  /** The invoice that is paid, credited, cancelled or written off; `null` if there is not one of these books. */
  readonly invoiceNumber: string | null;
  /** As on the document. */
  readonly clientName: string;
  /** The host's own; `null` if the document has none. */
  readonly clientNumber: string | null;
  /** With its prefix; `null` if the document has none. */
  readonly clientVatNumber: string | null;
  /** The client's account; `null` if it has none. */
  readonly debtor: string | null;
  /** Revenue, bank or whatever else is on the other side; `null` if `accounts` has none. */
  readonly account: string | null;
  /** That of the entry in `accounts`; `null` if it has none. */
  readonly taxKey: string | null;
  /** Why the VAT report has no section for it; `null` if it has. */
  readonly reason: UnplacedReason | null;
  /** The state of the registration whose number the document has; `null` for the company's own. */
  readonly registrationCountry: string | null;
  /** What the client owes more, with the VAT that it pays; negative if less. */
  readonly amount: number;
  /** The amounts in the currency of the document. */
  readonly asIssued: ReportAmounts;
  /** Of a payment, as given. */
  readonly method: string | null;
  /** Of a payment, as given. */
  readonly reference: string | null;
}

/** What a row has unless it is known. */
const NOTHING = {
  ...{ invoiceNumber: null, clientName: "", clientNumber: null, clientVatNumber: null, registrationCountry: null },
  ...{ debtor: null, account: null, taxKey: null, section: null, reason: null, category: null, taxRate: null },
  ...{ country: null, method: null, reference: null },
};

/** Gathers the rows of some days. */
export class AccountingRows {
  readonly #span: Span;
  readonly #accounts: AccountMap;
  readonly #debtors: Debtors;
  readonly #rows: AccountingRow[] = [];
  /** What was added to each line of the VAT report, before it is rounded. */
  readonly #sums = new Map<string, TaxedAmount>();

  constructor(span: Span, accounts: AccountMap, debtors: Debtors) {
    this.#span = span;
    this.#accounts = accounts;
    this.#debtors = debtors;
  }

  add(invoice: BookedInvoice): void {
    const { document, cancelledOn } = invoice;
    for (const booking of dailyBookingsOf(invoice, this.#span)) this.#addSale(booking, document.invoiceNumber);
    if (cancelledOn !== undefined) this.#addCancelled(invoice, cancelledOn);
    for (const payment of invoice.payments) {
      if (isWithin(payment.paidOn, this.#span)) this.#addPayment(document, payment);
    }
  }

  /** One that does not credit one invoice of the books. */
  addCreditNote(note: BookedCreditNote): void {
    for (const booking of creditNoteBookingsOf(note, this.#span)) this.#addSale(booking, null);
  }

  /** Its amounts are not known, and 0 in the row. */
  addUnreadable({ kind, number, on }: Pick<Booking, "kind" | "number" | "on">): void {
    if (!isWithin(on, this.#span)) return;
    const reason = kind === "payment" ? "payment_unreadable" : "document_unreadable";
    const none = { currency: "XXX", taxableAmount: 0, taxAmount: 0 };
    const about = { kind, number, on, section: "unplaced", reason, treatment: "manual", amount: 0 } as const;
    this.#rows.push({ ...NOTHING, ...about, ...none, asIssued: none });
  }

  /** By day, and in the order of the books within a day. */
  rows(): AccountingRow[] {
    return this.#rows.toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
  }

  /**
   * The report of these days has nothing of an invoice that was cancelled by their end, so it has two rows that add up to 0. One
   * of earlier days is in their report without a place, and so is what takes it back.
   */
  #addCancelled(invoice: BookedInvoice, cancelledOn: CalendarDay): void {
    const { invoiceNumber } = invoice.document;
    if (cancelledOn > this.#span.to) return;
    for (const booking of cancelledBookingsOf(invoice)) {
      const isIssuedNow = isWithin(booking.on, this.#span);
      const [on, back] = [laterDay(cancelledOn, booking.on), times(booking, new Decimal(-1))];
      if (isIssuedNow) this.#addSale(booking, invoiceNumber);
      if (!isWithin(on, this.#span)) continue;
      const declaration: Declaration = isIssuedNow
        ? booking.declaration
        : { section: "unplaced", reason: "cancelled_without_credit_note" };
      const declaredAs = booking.declaration;
      this.#addSale({ ...booking, ...back, kind: "cancellation", on, declaration, declaredAs }, invoiceNumber);
    }
  }

  #addSale(booking: Booking, invoiceNumber: string | null): void {
    const { on, number, document, part, declaration, category, taxRate, exchangeRate } = booking;
    const { currency, rate } = declaredCurrency(document, exchangeRate);
    const line = `${lineOf(booking)} ${currency}`;
    const amounts = this.#rounded(line, currency, rate === undefined ? booking : times(booking, rate));
    const asIssued = this.#rounded(`as issued ${line} ${document.currency}`, document.currency, booking);
    const { taxableAmount, taxAmount, surchargeAmount } = amounts;
    if ([taxableAmount, taxAmount, surchargeAmount].every((each) => each.eq(0))) return;
    const vatPaid = isSplit(booking) ? new Decimal(0) : taxAmount;
    const { declaredAs = declaration } = booking;
    const facts: AccountingFacts = {
      kind: kindOf(booking),
      section: declaration.section,
      treatment: document.vatTreatment,
      category,
      taxRate,
      country: "country" in declaredAs ? declaredAs.country : part.rateCountry,
    };
    // Its own days booked what was cancelled later by its section, so it is taken back from that account.
    const found = salesAccountOf(this.#accounts, { ...facts, section: declaredAs.section });
    this.#rows.push({
      ...NOTHING,
      ...this.#clientOf(document),
      ...facts,
      ...amountsIn(currency, amounts),
      on,
      number,
      invoiceNumber,
      account: found?.account ?? null,
      taxKey: found?.taxKey ?? null,
      reason: "reason" in declaration ? declaration.reason : null,
      amount: amountAsNumber(taxableAmount.plus(vatPaid).plus(surchargeAmount)),
      asIssued: amountsIn(document.currency, asIssued),
    });
  }

  #addPayment(document: BookedInvoice["document"], payment: BookedInvoice["payments"][number]): void {
    const { amount: paid, paidOn: on, exchangeRate, method = null, reference = null } = payment;
    const { currency, rate = new Decimal(1) } = declaredCurrency(document, exchangeRate?.rate);
    const { invoiceNumber, vatTreatment: treatment } = document;
    this.#rows.push({
      ...NOTHING,
      ...this.#clientOf(document),
      ...amountsIn(currency, ZERO),
      ...{ kind: "payment", on, number: invoiceNumber, invoiceNumber, treatment, method, reference },
      account: moneyAccountOf(this.#accounts, method) ?? null,
      amount: amountAsNumber(roundToMinorUnits(new Decimal(-paid).times(rate), currency)),
      asIssued: amountsIn(document.currency, ZERO),
    });
  }

  #clientOf(document: ReportedDocument) {
    const { clientName, clientNumber = null, clientVatNumber = null, registrationCountry = null } = document;
    return {
      clientName,
      clientNumber,
      clientVatNumber,
      registrationCountry,
      debtor: this.#debtors.accountOf(document),
    };
  }

  /** Rounds so that the rows of a line add up to what the report has, which rounds their sum. */
  #rounded(line: string, currency: string, amount: TaxedAmount): TaxedAmount {
    const before = this.#sums.get(line) ?? ZERO;
    const sum = added(before, amount);
    this.#sums.set(line, sum);
    return subtracted(rounded(sum, currency), rounded(before, currency));
  }
}

function kindOf({ kind, isDiscount }: Booking): AccountingKind {
  return kind === "payment" ? (isDiscount ? "discount" : "paid-sale") : kind;
}

/** Whether the client pays the VAT to the state instead of the seller. */
function isSplit({ document, taxRate, declaration }: Booking): boolean {
  return declaration.section === "domestic" && taxRate > 0 && isVatPaidByClient(sellerPlaceOf(document), document);
}

/** The line of the VAT report that has the amount, but for its currency. */
function lineOf(booking: Booking): string {
  const { declaration, category, taxRate, surchargeRate, on, invoicedOn, number, document } = booking;
  const state = document.registrationCountry;
  if (declaration.section === "oss") {
    const [period, declaredIn] = [quarterOf(invoicedOn), quarterOf(on)];
    const line = period === declaredIn ? [declaration, taxRate, state] : ["correction", declaration.country];
    return JSON.stringify([...line, period, declaredIn]);
  }
  const apart = {
    domestic: [category, taxRate, surchargeRate, isSplit(booking)],
    unplaced: [number, on, category, taxRate],
    ...{ recapitulative: [], exports: [], outsideScope: [] },
  };
  return JSON.stringify([declaration, state, ...apart[declaration.section]]);
}
