import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import type { ExchangeRate } from "../../domain/invoice/generated/order.ts";
import { requirePlausibleDates } from "../../domain/invoice/order/order-dates.ts";
import { applyPayment, requireConvertible, requirePaymentDay } from "../../domain/invoice/payment.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { uuidV7 } from "../commit/uuid-v7.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { paymentRequestSchema } from "../schemas/requests.ts";
import { findReplayed, type RepeatableOptions, replayedInvoiceId, requireIdempotency } from "./idempotency.ts";
import { presentWithPayments, requireInvoice, requireInvoiceId } from "./read.ts";

/** A payment that was received for an invoice, or a refund. */
export interface PaymentRequest {
  /**
   * In the invoice's currency, with no more decimals than it has: above 0 and at most the amount due or, for a refund,
   * below 0 and at most what was paid.
   */
  readonly amount: number;
  /** At most a year before the issue date, and at the latest tomorrow. Absent: today in the company's time zone. */
  readonly paidOn?: CalendarDay | undefined;
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
 * @throws Refusal `request_invalid` (also for a `paidOn` after tomorrow or more than a year before the invoice, and an exchange rate that is not needed), `idempotency_key_reused`,
 *   `invoice_not_found`, `amount_out_of_range` (more decimals than the currency has, or too large to convert), `invoice_cancelled`, `payment_exceeds_amount_due`, `refund_exceeds_amount_paid`, `clock_out_of_step` (without
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
  const now = context.clock.now();
  requirePlausibleDates({ "/exchangeRate/date": parsed.exchangeRate?.date }, calendarDayIn("UTC", now));
  // No invoice has an id that is not valid Unicode, so the look-up below does not find one.
  const idempotency = requireIdempotency(options, { recordPayment: invoiceId.toWellFormed(), ...parsed });
  const earlier = await findReplayed(context, idempotency);
  if (earlier !== undefined) return { invoice: presentWithPayments(earlier), replayed: true };
  const profile = await requireProfile(context);

  const { invoice, replayed } = await context.write<PaymentResult & { readonly becamePaid: boolean }>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: [invoiceId] },
    decide: (books) => {
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      const found = requireInvoice(books.invoice(invoiceId));
      if (replayedId !== undefined) {
        return { invoice: presentWithPayments(found), replayed: true, becamePaid: false };
      }
      const { amount, method = null, reference = null, exchangeRate } = parsed;
      const timeZone = timeZoneOf(profile);
      if (parsed.paidOn !== undefined) requirePaymentDay(found.document, parsed.paidOn, calendarDayIn(timeZone, now));
      if (exchangeRate !== undefined) requireConvertible(found.document, amount, exchangeRate, profile.defaultCurrency);
      const state = applyPayment(found.document, found.state, amount);
      const paidOn = parsed.paidOn ?? books.dates.today(timeZone);
      const id = uuidV7(books.now);
      const payment = { id, amount, paidOn, method, reference, exchangeRate };
      books.addPayment(invoiceId, payment, state, context.author);
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId });
      const becamePaid = state.status === "PAID" && found.state.status !== "PAID";
      return { invoice: presentWithPayments(books.invoice(invoiceId)!), replayed: false, becamePaid };
    },
    committed({ invoice, replayed, becamePaid }) {
      if (replayed) return;
      context.emit("payment.recorded", invoice);
      if (becamePaid) context.emit("invoice.paid", invoice);
    },
  });
  return { invoice, replayed };
}
