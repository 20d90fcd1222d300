import { isRefusal } from "faktura";
import { z } from "zod";
import { reversalMethod, reversalsOf } from "../../payment-reversals.ts";
import { invoiceView } from "../invoice-view.ts";
import { type CallRow, failed, keyOf, row } from "./call.ts";

const reversalCall = z.object({ reason: z.string().max(200) });

/** The calls that record payments and reverse those recorded by mistake. */
export const PAYMENT_CALLS: readonly CallRow[] = [
  row("POST /invoices/{id}/payments", { right: "issue", body: z.any() }, async (call, books) => {
    const { company, companyId, id, body, request } = call;
    return invoiceView(company, companyId, await company.recordPayment(id, body, keyOf(request)), books);
  }),
  row("POST /invoices/{id}/payments/{part}/reversal", { right: "issue", body: reversalCall }, async (call, books) => {
    const { company, companyId, id, part } = call;
    const reason = call.body.reason.trim();
    const { payments } = await company.get(id);
    const payment = payments.find((one) => one.id === part);
    const isCounterEntry = reversalsOf(payments).some(({ counterEntry }) => counterEntry === payment);
    if (payment === undefined || isCounterEntry) {
      return failed(404, "payment_not_found", "This payment does not exist.");
    }
    if (reason === "") {
      const errors = [{ pointer: "/reason", detail: "must not be blank" }];
      return failed(422, "reason_required", "The reversal needs a reason.", errors);
    }
    const { amount, paidOn, exchangeRate, discountTaken = 0 } = payment;
    // On its own day and at its own rate, so that a return that counts payments has neither of them.
    const entry = { amount: -amount, paidOn, method: reversalMethod(payment), reference: reason, exchangeRate };
    const counterEntry = discountTaken > 0 ? { ...entry, cashDiscount: true } : entry;
    try {
      const invoice = await company.recordPayment(id, counterEntry, { idempotencyKey: `reversal:${payment.id}` });
      return await invoiceView(company, companyId, invoice, books);
    } catch (error) {
      if (!isRefusal(error, "idempotency_key_reused")) throw error;
      return failed(409, "payment_reversed", "This payment is already reversed. Reload the page.");
    }
  }),
];
