import { calendarDayIn } from "../domain/calendar.ts";
import { AS_ISSUED, type Invoice, type InvoiceDocument, presentInvoice } from "../domain/invoice.ts";
import { draftInvoice, type InvoiceDraft, verifiedDraft } from "../domain/invoice-draft.ts";
import type { InvoiceOrder } from "../domain/invoice-order.ts";
import { Refusal } from "../domain/refusal.ts";
import { type CompanyContext, requireProfile } from "./context.ts";
import { findReplayed, type RepeatableOptions, replayedInvoiceId, requireIdempotency } from "./idempotency.ts";
import { parseRequest } from "./parse-request.ts";
import { orderSchema } from "./request-schemas.ts";
import { uuidV7 } from "./uuid-v7.ts";
import { verifyVatNumber } from "./verify-vat-number.ts";

/** An issued invoice, and whether it had been issued before under the same idempotency key. */
export interface IssueResult {
  readonly invoice: Invoice;
  readonly replayed: boolean;
}

/** Issues an invoice: decides its VAT, numbers it, stores it and meters it, all or nothing. */
export async function issueInvoice(
  context: CompanyContext,
  order: InvoiceOrder,
  options: RepeatableOptions,
): Promise<IssueResult> {
  const parsed = parseRequest(orderSchema, order, "pointer");
  const idempotency = requireIdempotency(options, parsed);
  const earlier = await findReplayed(context, idempotency);
  if (earlier !== undefined) return replay(earlier.document);

  const profile = await requireProfile(context);
  const { invoicePrefix: prefix, timeZone = "UTC" } = profile;
  const today = calendarDayIn(timeZone, context.clock.now());
  const draft = draftInvoice(profile, parsed, { ...context.vatOptions, today });
  const verified = await verify(context, draft).catch(async (error: unknown) => {
    // While the register took its time, another call may have issued under this key; then that is the answer.
    const meanwhile = await findReplayed(context, idempotency);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  });
  if ("document" in verified) return replay(verified.document);

  const result = await context.write<IssueResult>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: [] },
    decide: (books) => {
      // Two calls under one key may both come this far: the second finds what the first did, if that did anything.
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      if (replayedId !== undefined) return replay(books.invoice(replayedId)!.document);
      const id = uuidV7(books.now);
      const document = books.addInvoice(verified, { id, prefix, timeZone });
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId: id });
      return { invoice: presentInvoice(document, AS_ISSUED), replayed: false };
    },
  });
  if (!result.replayed) context.emit("invoice.issued", result.invoice);
  return result;
}

/**
 * The draft with what the register says of the VAT number that decided; asked before the lock, and only about an order
 * that nothing in it refuses.
 */
async function verify(context: CompanyContext, draft: InvoiceDraft): Promise<InvoiceDraft> {
  const verified = await verifyVatNumber(context, draft.profile, draft.vat.vatNumber);
  if (verified === undefined) return draft;
  const { verification, detail } = verified;
  if (verification.status === "unavailable" && context.onOutage === "refuse") {
    throw new Refusal("vat_number_unverified", `${detail} Nothing was issued; repeat the order later.`);
  }
  return verifiedDraft(draft, verification, detail);
}

/** A replay answers as the first call did, whatever has been paid or cancelled since. */
function replay(document: InvoiceDocument): IssueResult {
  return { invoice: presentInvoice(document, AS_ISSUED), replayed: true };
}
