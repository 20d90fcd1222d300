import { isAdvanceType, settlementWords } from "../../domain/invoice/document-types.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import { withCancellation } from "../../domain/invoice/invoice-state.ts";
import { canCancel } from "../../domain/invoice/status.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { cancellationSchema } from "../schemas/requests.ts";
import { type Related, releaseAdvances, requireRelated, settledNumbers, withRelated } from "./order-advances.ts";
import { present, requireInvoice, requireInvoiceId } from "./read.ts";

/** The reason for a cancellation. */
export interface Cancellation {
  /** Stored with the invoice; up to 1,000 characters. Absent: no reason. */
  readonly reason?: string | undefined;
}

/**
 * Cancels an invoice, which keeps its number. Cancelling again changes nothing, not even the reason.
 *
 * @throws Refusal `request_invalid`; `invoice_not_found`; `invoice_paid`, because money has moved and only a credit note can correct that;
 *   `clock_out_of_step` if this server's clock and the database's are more than a day apart
 */
export async function cancelInvoice(context: CompanyContext, id: string, cancellation: Cancellation): Promise<Invoice> {
  requireInvoiceId(id);
  const { reason = null } = parseRequest(cancellationSchema, cancellation, "pointer");
  return withRelated(context, id, (related) => cancelWith(context, id, reason, related));
}

async function cancelWith(
  context: CompanyContext,
  id: string,
  reason: string | null,
  related: Related,
): Promise<Invoice> {
  const { invoice } = await context.write<{ invoice: Invoice; changed: boolean }>({
    needs: { keys: [], invoiceIds: [id, ...(related?.values() ?? [])] },
    decide: (books) => {
      const found = requireInvoice(books.invoice(id));
      requireRelated(found, related);
      requireCancellable(found);
      if (found.state.status === "CANCELLED") return { invoice: present(found), changed: false };
      const cancelledAt = books.dates.instant();
      const state = withCancellation(found.state, cancelledAt, reason);
      books.changeState(id, state, context.author);
      releaseAdvances(found.document, settledNumbers(found.document), related, books, context);
      return { invoice: present({ ...found, state }), changed: true };
    },
    committed({ invoice, changed }) {
      if (changed) context.emit("invoice.cancelled", invoice);
    },
  });
  return invoice;
}

/** @throws Refusal `invoice_paid` if money has moved, or another invoice has settled it */
function requireCancellable({ document, state: { settledBy, status } }: StoredInvoice): void {
  if (settledBy !== null) {
    const step = isAdvanceType(document.documentType) ? "first" : "instead";
    const message = `${settlementWords(document, settledBy)}; cancel or credit ${settledBy} ${step}.`;
    throw new Refusal("invoice_paid", message);
  }
  if (!canCancel(status)) {
    throw new Refusal("invoice_paid", "A paid invoice cannot be cancelled; correct it with a credit note.");
  }
  const { replaces, prepaidAmount = 0 } = document;
  if (status === "CANCELLED" || replaces === undefined || prepaidAmount <= 0) return;
  const message = `What was paid on ${replaces} counts here, so this invoice cannot be cancelled; correct it with a credit note.`;
  throw new Refusal("invoice_paid", message);
}
