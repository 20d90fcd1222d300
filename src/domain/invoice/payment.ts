import { type CalendarDay, yearsFrom } from "../calendar.ts";
import { Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { Refusal, type RefusalCode } from "../refusal.ts";
import { isAdvanceType, settlementWords } from "./document-types.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";
import type { ExchangeRate } from "./generated/order.ts";
import { type InvoiceState, type PayableAmounts, refundable, withPayment } from "./invoice-state.ts";
import { requireRecordedDay } from "./order/order-dates.ts";
import { convertTax, requireTaxCurrency, taxStateOf } from "./tax-currency.ts";

type Payable = PayableAmounts & Pick<InvoiceDocument, "currency"> & Partial<Pick<InvoiceDocument, "documentType">>;

/**
 * The state of an invoice after a payment of `amount`, or a refund if it is negative, which reaches what was paid and prepaid.
 * A cancelled invoice takes refunds only, and stays cancelled.
 *
 * @throws Refusal `amount_out_of_range` if the amount has more decimals than the invoice's currency,
 *   `invoice_cancelled`, `payment_exceeds_amount_due`, `refund_exceeds_amount_paid`
 */
export function applyPayment(document: Payable, state: InvoiceState, amount: number): InvoiceState {
  const { currency } = document;
  const paid = new Decimal(amount);
  if (!roundToMinorUnits(paid, currency).eq(paid)) {
    throw faultyAmount("amount_out_of_range", `has more decimals than ${currency} allows`);
  }
  if (paid.gt(0)) requireDue(document, state, paid);
  const { settledBy, amountDue } = state;
  if (settledBy !== null && paid.lt(0) && paid.lt(Math.min(0, amountDue))) {
    const step = isAdvanceType(document.documentType)
      ? `credit ${settledBy} first, or cancel it if its total is 0`
      : "record it there";
    const detail = `must be a refund of at most ${Math.max(0, -amountDue)} ${currency}, because ${settlementWords(document, settledBy)}; ${step}`;
    throw faultyAmount("refund_exceeds_amount_paid", detail);
  }
  const most = refundable(document, state);
  if (most.plus(paid).lt(0)) {
    const detail = `must be a refund of at most what was paid${document.prepaidAmount ? " and prepaid" : ""}, ${most} ${currency}`;
    throw faultyAmount("refund_exceeds_amount_paid", detail);
  }
  return withPayment(state, paid);
}

/**
 * Checks the day of a payment. One more than a year before the invoice would move VAT to another return.
 *
 * @param today in the company's time zone
 * @throws Refusal `request_invalid`
 */
export function requirePaymentDay(
  { issueDate }: Pick<InvoiceDocument, "issueDate">,
  paidOn: CalendarDay,
  today: CalendarDay,
): void {
  const tooEarly = `is more than a year before the invoice, ${issueDate}; check the year. What was paid so early is prepaidAmount in the order`;
  requireRecordedDay("paidOn", paidOn, { earliest: yearsFrom(issueDate, -1), tooEarly, today });
}

/**
 * Checks the exchange rate of a payment. `defaultCurrency` is the company's.
 *
 * @throws Refusal `request_invalid` if the invoice is in the currency of the seller's VAT, `amount_out_of_range` if the
 *   converted amount cannot be stored exactly
 */
export function requireConvertible(
  document: Pick<InvoiceDocument, "seller" | "issueDate" | "currency" | "registrationCountry" | "vatBreakdown">,
  amount: number,
  exchangeRate: Omit<ExchangeRate, "currency">,
  defaultCurrency: string,
): void {
  const { seller, issueDate, currency, registrationCountry: state, vatBreakdown: parts } = document;
  const registration = state === undefined ? undefined : { country: state };
  const country = taxStateOf(seller, { registration, parts }, issueDate);
  const taxCurrency = requireTaxCurrency({ country, defaultCurrency }, { exchangeRate, currency }, issueDate);
  convertTax(amount, exchangeRate, taxCurrency);
}

function requireDue(document: Payable, { status, amountDue, settledBy }: InvoiceState, paid: Decimal): void {
  if (status === "CANCELLED") {
    throw new Refusal("invoice_cancelled", "A cancelled invoice cannot take payments, only refunds.");
  }
  const due = Math.max(0, amountDue);
  if (settledBy !== null && paid.gt(due))
    throw faultyAmount(
      "payment_exceeds_amount_due",
      `is too late: ${settlementWords(document, settledBy)}; record it there`,
    );
  if (paid.gt(due))
    throw faultyAmount("payment_exceeds_amount_due", `must be at most the amount due, ${due} ${document.currency}`);
}

function faultyAmount(code: RefusalCode, detail: string): Refusal {
  return new Refusal(code, `The amount ${detail}.`, [{ pointer: "/amount", detail }]);
}
