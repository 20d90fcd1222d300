import { applyCredit, requireCreditable } from "../../domain/invoice/credit/credit.ts";
import {
  creditNoteDocument,
  requireCreditNotePrefix,
  requireUnusedPrefixes,
} from "../../domain/invoice/credit/credit-document.ts";
import type { CreditNote, CreditOrder } from "../../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import { presentCreditNote, presentStored } from "../../domain/invoice/present.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import {
  type Idempotency,
  type RepeatableOptions,
  replayedCreditNoteId,
  requireIdempotency,
} from "../invoices/idempotency.ts";
import { requireInvoice, requireInvoiceId } from "../invoices/read.ts";
import { einvoiceWarnings } from "../invoices/require-einvoice.ts";
import { requirePrintable, requirePrintableProfile } from "../require-printable.ts";
import { creditOrderSchema } from "../schemas/generated/records.ts";
import { parseRequest } from "../schemas/parse.ts";
import { presentNote } from "./read.ts";

/** An issued credit note, and whether it had already been issued with the same idempotency key. */
export interface CreditResult {
  /** As it was issued. */
  readonly creditNote: CreditNote;
  /** Whether an earlier request with the same key had issued it. */
  readonly replayed: boolean;
}

/** What one write did: the credit note, and the invoice as it was credited, or nothing if the credit note is a repeat. */
interface Credited {
  readonly creditNote: CreditNote;
  readonly invoice?: Invoice;
  readonly becamePaid?: boolean;
}

/**
 * Credits an invoice, as a whole or in part. VAT is copied from the invoice and credited by difference, so that parts
 * add up to it exactly.
 *
 * @throws Refusal `request_invalid`, also if a text of the order or of the profile could not be printed, the company's prefix of credit notes is another series', or gives this
 *   credit note the number of an invoice;
 *   `idempotency_key_reused`, `company_not_found`, `invoice_not_found`, `document_unreadable`, `amount_out_of_range`
 *   (more decimals than the currency has), `invoice_cancelled`, `credit_exceeds_invoice`, `clock_out_of_step`
 */
export async function creditInvoice(
  context: CompanyContext,
  invoiceId: string,
  order: CreditOrder,
  options: RepeatableOptions,
): Promise<CreditResult> {
  requireInvoiceId(invoiceId);
  const parsed = parseRequest(creditOrderSchema, order, "pointer");
  // No invoice has an id that is not valid Unicode, so the look-up below does not find one.
  const idempotency = requireIdempotency(options, { credit: invoiceId.toWellFormed(), ...parsed });
  const earlier = await findReplayed(context, idempotency);
  if (earlier !== undefined) return { creditNote: earlier, replayed: true };
  const profile = await requireProfile(context);
  if (context.printable !== undefined) {
    // What the credit note repeats of the invoice cannot be written otherwise any more.
    requirePrintable(context.printable, parsed);
    requirePrintableProfile(context.printable, profile);
  }
  const prefix = requireCreditNotePrefix(profile);
  const numbering = { prefix, timeZone: timeZoneOf(profile) };
  const { creditNote, invoice } = await context.write<Credited>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: [invoiceId], creditNotes: true },
    decide: (books) => {
      const used = idempotency && books.usedKey(idempotency.key);
      const replayedId = idempotency && replayedCreditNoteId(used, idempotency);
      if (replayedId !== undefined) {
        const replayed = books.creditNotesOf(used!.invoiceId).find(({ id }) => id === replayedId);
        return { creditNote: presentCreditNote(replayed!, books.invoice(used!.invoiceId)!.portalNumbers) };
      }
      const { document, state, portalNumbers } = requireInvoice(books.invoice(invoiceId));
      const creditNotes = books.creditNotesOf(invoiceId);
      requireCreditable(document, creditNotes);
      requireUnusedPrefixes(profile, document);
      const credited = applyCredit({ document, state, creditNotes }, parsed);
      const creditNote = books.addCreditNote(
        invoiceId,
        numbering,
        credited.state,
        (number) =>
          creditNoteDocument(profile, document, parsed, credited.amounts, number, (note) =>
            einvoiceWarnings(profile, note),
          ),
        context.author,
      );
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId, creditNoteId: creditNote.id });
      const becamePaid = credited.state.status === "PAID" && state.status !== "PAID";
      const invoice = presentStored(document, credited.state);
      return { creditNote: presentCreditNote(creditNote, portalNumbers), invoice, becamePaid };
    },
    committed({ creditNote, invoice, becamePaid }) {
      if (invoice === undefined) return;
      context.emit("credit_note.issued", invoice, creditNote);
      if (becamePaid) context.emit("invoice.paid", invoice);
    },
  });
  return { creditNote, replayed: invoice === undefined };
}

/** The credit note that the same request issued with the same key. @throws Refusal `idempotency_key_reused` */
async function findReplayed(
  { store, companyId }: CompanyContext,
  idempotency: Idempotency | undefined,
): Promise<CreditNote | undefined> {
  if (idempotency === undefined) return undefined;
  const id = replayedCreditNoteId(await store.reader.findKey(companyId, idempotency.key), idempotency);
  const found = id === undefined ? undefined : await store.creditNotes.find(companyId, id);
  return found && presentNote(found);
}
