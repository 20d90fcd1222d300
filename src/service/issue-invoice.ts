import { calendarDayIn } from "../domain/calendar.ts";
import { AS_ISSUED, type Invoice, type InvoiceDocument, presentInvoice } from "../domain/invoice.ts";
import { prepareDocument, type UnnumberedDocument } from "../domain/invoice-document.ts";
import { draftInvoice, type InvoiceDraft, verifiedDraft } from "../domain/invoice-draft.ts";
import type { InvoiceOrder } from "../domain/invoice-order.ts";
import { Refusal } from "../domain/refusal.ts";
import { type CompanyContext, requireProfile } from "./context.ts";
import {
  findReplayed,
  type Idempotency,
  type RepeatableOptions,
  replayedInvoiceId,
  requireIdempotency,
} from "./idempotency.ts";
import type { NumberingOptions } from "./open-books.ts";
import { parseRequest } from "./parse-request.ts";
import { orderSchema } from "./request-schemas.ts";
import { verifyVatNumber } from "./verify-vat-number.ts";

/** An issued invoice, and whether it had been issued before under the same idempotency key. */
export interface IssueResult {
  readonly invoice: Invoice;
  readonly replayed: boolean;
}

/** An order that lacks nothing but its number. */
interface ReadyToIssue {
  readonly prepared: UnnumberedDocument;
  readonly numbering: NumberingOptions;
}

interface Issued {
  readonly document: InvoiceDocument;
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
  const issued = await issueOnce(context, parsed, idempotency);
  // A replay answers as the first call did, whatever has been paid or cancelled since.
  const invoice = presentInvoice(issued.document, AS_ISSUED);
  if (!issued.replayed) context.emit("invoice.issued", invoice);
  return { invoice, replayed: issued.replayed };
}

async function issueOnce(
  context: CompanyContext,
  order: InvoiceOrder,
  idempotency: Idempotency | undefined,
): Promise<Issued> {
  let ready: ReadyToIssue | Issued;
  try {
    ready = await prepare(context, order, idempotency);
  } catch (error) {
    // A repeat is answered whatever has changed since, so a key is looked up before the state refuses anything.
    const earlier = await findReplayed(context, idempotency);
    if (earlier === undefined) throw error;
    return { document: earlier.document, replayed: true };
  }
  if ("replayed" in ready) return ready;
  const { prepared, numbering } = ready;
  return context.write<Issued>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: [] },
    length: prepared.textAfterDates.length,
    decide: (books) => {
      // Two calls under one key may both come this far: the second finds what the first did, if that did anything.
      const replayedId = idempotency && replayedInvoiceId(books.usedKey(idempotency.key), idempotency);
      if (replayedId !== undefined) return { document: books.invoice(replayedId)!.document, replayed: true };
      const document = books.addInvoice(prepared, numbering);
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId: document.id });
      return { document, replayed: false };
    },
  });
}

/** Decides all that can be decided before the lock. */
async function prepare(
  context: CompanyContext,
  order: InvoiceOrder,
  idempotency: Idempotency | undefined,
): Promise<ReadyToIssue | Issued> {
  const profile = await requireProfile(context);
  const { invoicePrefix: prefix, timeZone } = profile;
  const today = calendarDayIn(timeZone ?? "UTC", context.clock.now());
  const { rates, failedChecksum } = context.vatOptions;
  let draft = draftInvoice(profile, order, { rates, failedChecksum, today });
  if (context.verifier !== undefined) {
    // A register is not asked again for what was issued already.
    const earlier = await findReplayed(context, idempotency);
    if (earlier !== undefined) return { document: earlier.document, replayed: true };
    draft = await verify(context, draft);
  }
  return { prepared: prepareDocument(draft), numbering: { prefix, timeZone } };
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
