import { isRefusal } from "faktura";
import { z } from "zod";
import { reversalMethod, reversalsOf } from "../../payment-reversals.ts";
import type { Failure } from "../../wire.ts";
import { invoiceView } from "../invoice-view.ts";
import { type CallRow, failed, keyOf, withBody } from "./call.ts";

const reversalCall = z.object({ reason: z.string().max(200) });

const NOT_FOUND: Failure = { code: "payment_not_found", message: "This payment does not exist.", errors: [] };

const REASON_MISSING: Failure = {
  code: "reason_required",
  message: "The reversal needs a reason.",
  errors: [{ pointer: "/reason", detail: "must not be blank" }],
};

const REVERSED: Failure = {
  code: "payment_reversed",
  message: "This payment is already reversed. Reload the page.",
  errors: [],
};

/** The calls that record payments and reverse those recorded by mistake. */
export const PAYMENT_CALLS: readonly CallRow[] = [
  withBody({
    method: "POST",
    path: "/invoices/{id}/payments",
    right: "issue",
    body: z.any(),
    answer: async ({ request, company, companyId, id, body }, books) => {
      return invoiceView(company, companyId, await company.recordPayment(id, body, keyOf(request)), books);
    },
  }),
  withBody({
    method: "POST",
    path: "/invoices/{id}/payments/{part}/reversal",
    right: "issue",
    body: reversalCall,
    answer: async ({ company, companyId, id, part, body }, books) => {
      const reason = body.reason.trim();
      const { payments } = await company.get(id);
      const payment = payments.find((one) => one.id === part);
      const isCounterEntry = reversalsOf(payments).some(({ counterEntry }) => counterEntry === payment);
      if (payment === undefined || isCounterEntry) return failed(404, NOT_FOUND);
      if (reason === "") return failed(422, REASON_MISSING);
      const { amount, paidOn, exchangeRate } = payment;
      // On its own day and at its own rate, so that a return that counts payments has neither of them.
      const counterEntry = {
        amount: -amount,
        paidOn,
        method: reversalMethod(payment),
        reference: reason,
        exchangeRate,
      };
      try {
        const invoice = await company.recordPayment(id, counterEntry, { idempotencyKey: `reversal:${payment.id}` });
        return await invoiceView(company, companyId, invoice, books);
      } catch (error) {
        if (!isRefusal(error, "idempotency_key_reused")) throw error;
        return failed(409, REVERSED);
      }
    },
  }),
];
