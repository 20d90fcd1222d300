import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { discountLeftBy, withoutDiscount } from "../../domain/invoice/credit/cash-discount.ts";
import { requireCreditable } from "../../domain/invoice/credit/credit.ts";
import { discountEffect } from "../../domain/invoice/credit/offered-discounts.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceDocument, InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import type { ExchangeRate } from "../../domain/invoice/generated/order.ts";
import { type InvoiceState, withDiscount } from "../../domain/invoice/invoice-state.ts";
import { requirePlausibleDates } from "../../domain/invoice/order/order-dates.ts";
import { applyPayment, requireConvertible, requirePaymentDay } from "../../domain/invoice/payment.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { uuidV7 } from "../commit/uuid-v7.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { addCredit, needsOf, prepareCredit } from "../credit-notes/credit.ts";
import {
  findReplayed,
  type Idempotency,
  type RepeatableOptions,
  replayedInvoiceId,
  requireIdempotency,
} from "../invoices/idempotency.ts";
import { type Related, withRelated } from "../invoices/order-advances.ts";
import { presentWithPayments, requireInvoice, requireInvoiceId } from "../invoices/read.ts";
import { parseRequest } from "../schemas/parse.ts";
import { paymentRequestSchema } from "../schemas/requests.ts";

/** A payment that was received for an invoice, or a refund. */
export interface PaymentRequest {
  /**
   * In the invoice's currency, with no more decimals than it has: above 0 and at most the amount due or, for a refund,
   * below 0 and at most what was paid.
   */
  readonly amount: number;
  /** At most a year before the issue date, and at the latest tomorrow. Absent: today in the company's time zone. */
  readonly paidOn?: CalendarDay | undefined;
  /**
   * Whether the payment settles the rest of the invoice as a cash discount that it offers (`cashDiscounts`): the invoice is
   * `PAID`. Where the law wants a document, this issues a credit note for it. Of a refund, whether it takes back
   * `discountTaken`, whichever payments left it. Absent: no.
   */
  readonly cashDiscount?: boolean | undefined;
  /** Such as `bank_transfer`. */
  readonly method?: string | undefined;
  /** Such as the bank's transaction id. */
  readonly reference?: string | undefined;
  /**
   * From the invoice's currency to that of the seller's VAT, on the day of the payment: under cash accounting it converts
   * the VAT that the payment declares. Only if the currencies differ. Absent: the invoice's.
   */
  readonly exchangeRate?: Omit<ExchangeRate, "currency"> | undefined;
}

/** The invoice after a payment, and whether the payment had already been recorded with the same idempotency key. */
export interface PaymentResult {
  /** As it is after the payment. */
  readonly invoice: InvoiceWithPayments;
  /** Whether an earlier request with the same key had recorded it. */
  readonly replayed: boolean;
}

/**
 * Records a payment or a refund. The invoice is `PAID` once something was paid and payments and credit notes cover its
 * total; a refund can make it `SENT` again. A cancelled invoice takes only refunds. A repeat with the same idempotency key
 * records nothing and returns the invoice in its current state.
 *
 * @throws Refusal `request_invalid` (also for a `paidOn` after tomorrow or more than a year before the invoice, an exchange rate
 *   that is not needed, and a cash discount that is not offered, or not any more), `idempotency_key_reused`,
 *   `invoice_not_found`, `document_unreadable`, `amount_out_of_range` (more decimals than the currency has, too large to convert, or leaving more than the cash discount), `invoice_cancelled`, `payment_exceeds_amount_due`, `refund_exceeds_amount_paid`, `clock_out_of_step` (without
 *   `paidOn`, if this server's clock and the database's are more than a day apart)
 */
export async function recordPayment(
  context: CompanyContext,
  invoiceId: string,
  payment: PaymentRequest,
  options: RepeatableOptions,
): Promise<PaymentResult> {
  requireInvoiceId(invoiceId);
  const parsed = parseRequest(paymentRequestSchema, payment, "pointer");
  const today = calendarDayIn("UTC", context.clock.now());
  requirePlausibleDates({ "/exchangeRate/date": parsed.exchangeRate?.date }, today);
  // No invoice has an id that is not valid Unicode, so the look-up below does not find one.
  const idempotency = requireIdempotency(options, { recordPayment: invoiceId.toWellFormed(), ...parsed });
  const earlier = await findReplayed(context, idempotency);
  if (earlier !== undefined) return { invoice: presentWithPayments(earlier), replayed: true };
  const profile = await requireProfile(context);
  const { invoice, replayed } = await withRelated(context, invoiceId, (related) =>
    writePayment(context, { invoiceId, profile, request: parsed, related, idempotency }),
  );
  return { invoice, replayed };
}

/** A payment that is to be recorded, checked as far as that needs no lock. */
interface PreparedPayment {
  readonly invoiceId: string;
  readonly profile: CompanyProfile;
  readonly request: PaymentRequest;
  readonly related: Related;
  readonly idempotency: Idempotency | undefined;
}

/** What one write did. */
interface WrittenPayment extends PaymentResult {
  readonly becamePaid: boolean;
  readonly creditNote?: CreditNote | undefined;
}

async function writePayment(context: CompanyContext, prepared: PreparedPayment): Promise<PaymentResult> {
  const { invoiceId, profile, request, related, idempotency } = prepared;
  const timeZone = timeZoneOf(profile);
  const today = calendarDayIn(timeZone, context.clock.now());
  const isDiscounted = request.cashDiscount === true && request.amount > 0;
  const credit = isDiscounted ? await prepareCredit(context, invoiceId) : undefined;
  return context.write<WrittenPayment>({
    needs: {
      keys: idempotency === undefined ? [] : [idempotency.key],
      ...(credit === undefined ? { invoiceIds: [invoiceId] } : needsOf(credit, related)),
    },
    decide: (books) => {
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      const found = requireInvoice(books.invoice(invoiceId));
      if (replayedId !== undefined) {
        return { invoice: presentWithPayments(found), replayed: true, becamePaid: false };
      }
      const { amount, method = null, reference = null, exchangeRate, cashDiscount } = request;
      if (request.paidOn !== undefined) requirePaymentDay(found.document, request.paidOn, today);
      if (exchangeRate !== undefined) requireConvertible(found.document, amount, exchangeRate, profile.defaultCurrency);
      const paid = applyPayment(found.document, found.state, amount);
      const paidOn = request.paidOn ?? books.dates.today(timeZone);
      const settlement: Settlement =
        cashDiscount === true ? settlementOf(books, found.document, paid, { amount, paidOn }) : { state: paid };
      const { credited: total, discountTaken } = settlement;
      const discount = total === undefined ? undefined : { ...credit!, cashDiscount: { total, paid } };
      // Before the payment, because it may refuse, and what a refused call has added would be written.
      const creditNote = discount && addCredit(books, discount, related, context).creditNote;
      const state = creditNote === undefined ? settlement.state : books.invoice(invoiceId)!.state;
      const payment = { id: uuidV7(books.now), amount, paidOn, method, reference, discountTaken, exchangeRate };
      books.addPayment(invoiceId, payment, state, context.author);
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId });
      const after = books.invoice(invoiceId)!;
      const becamePaid = after.state.status === "PAID" && found.state.status !== "PAID";
      return { invoice: presentWithPayments(after), replayed: false, becamePaid, creditNote };
    },
    committed({ invoice, replayed, becamePaid, creditNote }) {
      if (replayed) return;
      context.emit("payment.recorded", invoice);
      if (creditNote !== undefined) context.emit("credit_note.issued", invoice, creditNote);
      if (becamePaid) context.emit("invoice.paid", invoice);
    },
  });
}

/** The state after a payment with a cash discount, and how the discount is recorded: with the payment, or by a credit note. */
interface Settlement {
  readonly state: InvoiceState;
  readonly discountTaken?: number | undefined;
  /** What the credit note is to credit, with VAT. */
  readonly credited?: number | undefined;
}

/** @throws Refusal as {@link recordPayment}, for the cash discount */
function settlementOf(
  books: LockedBooks,
  document: InvoiceDocument,
  paid: InvoiceState,
  { amount, paidOn }: { readonly amount: number; readonly paidOn: CalendarDay },
): Settlement {
  if (amount < 0) return { state: withoutDiscount(paid), discountTaken: -paid.discountTaken };
  const creditNotes = books.creditNotesOf(document.id);
  requireCreditable(document, creditNotes);
  const left = discountLeftBy(document, paid, creditNotes, paidOn);
  if (left.amount === 0) return { state: paid };
  if (discountEffect(document.seller) === "credit-note") return { state: paid, credited: left.total };
  return { state: withDiscount(paid, left.amount), discountTaken: left.amount };
}
