import { type Company, type InvoiceWithPayments, isRefusal } from "faktura";
import { Hono, type HonoRequest } from "hono";
import { z } from "zod";
import { reversalMethod, reversalsOf } from "../../payment-reversals.ts";
import type { Failure, InvoiceView } from "../../wire.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf } from "./call-body.ts";

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

/** What an invoice's page shows. */
type ViewOf = (company: Company, companyId: string, invoice: InvoiceWithPayments) => Promise<InvoiceView>;

/** The calls that record payments and reverse those recorded by mistake, below `/invoices`. */
export function paymentCalls(viewOf: ViewOf): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.post("/:id/payments", bodyOf(z.any()), async ({ var: { company, companyId }, req, json }) => {
    const invoice = await company.recordPayment(req.param("id"), req.valid("json"), keyOf(req));
    return json(await viewOf(company, companyId, invoice));
  });

  calls.post("/:id/payments/:payment/reversal", bodyOf(reversalCall), async (context) => {
    const { var: own, req, json } = context;
    const { company, companyId } = own;
    const reason = req.valid("json").reason.trim();
    const { payments } = await company.get(req.param("id"));
    const payment = payments.find(({ id }) => id === req.param("payment"));
    const isCounterEntry = reversalsOf(payments).some(({ counterEntry }) => counterEntry === payment);
    if (payment === undefined || isCounterEntry) return json(NOT_FOUND, 404);
    if (reason === "") return json(REASON_MISSING, 422);
    const { amount, paidOn, exchangeRate } = payment;
    // On its own day and at its own rate, so that a return that counts payments has neither of them.
    const counterEntry = { amount: -amount, paidOn, method: reversalMethod(payment), reference: reason, exchangeRate };
    try {
      const options = { idempotencyKey: `reversal:${payment.id}` };
      const invoice = await company.recordPayment(req.param("id"), counterEntry, options);
      return json(await viewOf(company, companyId, invoice));
    } catch (error) {
      if (!isRefusal(error, "idempotency_key_reused")) throw error;
      return json(REVERSED, 409);
    }
  });

  return calls;
}

/** Pages send a key with each call that must not take effect twice, so that they can repeat it after a lost response. */
export function keyOf(request: HonoRequest) {
  return { idempotencyKey: request.header("Idempotency-Key") };
}
