import { amountAsNumber, Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { Refusal } from "../refusal.ts";
import type { InvoiceDocument, InvoiceState } from "./invoice.ts";
import { amountDue, prepaidOf } from "./invoice.ts";

/**
 * The state of an invoice after a payment of `amount`: `PAID` once payments cover the total minus what was prepaid.
 *
 * @throws Refusal `amount_out_of_range` if the amount has more decimals than the invoice's currency,
 *   `invoice_cancelled`, `payment_exceeds_amount_due`
 */
export function applyPayment(
  document: Pick<InvoiceDocument, "currency" | "total" | "prepaidAmount">,
  state: InvoiceState,
  amount: number,
): InvoiceState {
  const { currency, total, prepaidAmount } = document;
  const paid = new Decimal(amount);
  if (!roundToMinorUnits(paid, currency).eq(paid)) {
    throw faultyAmount("amount_out_of_range", `has more decimals than ${currency} allows`);
  }
  if (state.status === "CANCELLED") {
    throw new Refusal("invoice_cancelled", "A cancelled invoice cannot take payments.");
  }
  const due = amountDue(document, state);
  if (paid.gt(due))
    throw faultyAmount("payment_exceeds_amount_due", `must be at most the amount due, ${due} ${currency}`);
  const amountPaid = new Decimal(state.amountPaid).plus(paid);
  const status = amountPaid.plus(prepaidOf(prepaidAmount)).eq(total) ? "PAID" : state.status;
  return { ...state, amountPaid: amountAsNumber(amountPaid), status };
}

function faultyAmount(code: "amount_out_of_range" | "payment_exceeds_amount_due", detail: string): Refusal {
  return new Refusal(code, `The amount ${detail}.`, [{ pointer: "/amount", detail }]);
}
