import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { discountWord } from "../../domain/invoice/credit/cash-discount.ts";
import { applyCredit, applyDiscount, requireCreditable } from "../../domain/invoice/credit/credit.ts";
import {
  creditNoteDocument,
  referencesTo,
  requireCreditNotePrefix,
  requireUnusedPrefixes,
} from "../../domain/invoice/credit/credit-document.ts";
import type { CreditNote, CreditOrder } from "../../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../../domain/invoice/generated/invoice.ts";
import type { InvoiceState } from "../../domain/invoice/invoice-state.ts";
import { presentCreditNote, presentStored } from "../../domain/invoice/present.ts";
import { type CreditPreview, unissuedCreditNote } from "../../domain/invoice/preview.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { LockedBooks, Needs, NumberingOptions } from "../commit/locked-books.ts";
import { readUnlocked, requireFreeCreditNumber } from "../commit/unlocked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import {
  type Idempotency,
  type RepeatableOptions,
  replayedCreditNoteId,
  requireIdempotency,
} from "../invoices/idempotency.ts";
import {
  type Related,
  releaseAdvances,
  requireNotDeducted,
  requireRelated,
  withRelated,
} from "../invoices/order-advances.ts";
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

/** A credit note, and the invoice as it was credited. */
export interface Credited {
  readonly creditNote: CreditNote;
  readonly invoice: Invoice;
  readonly becamePaid: boolean;
}

/** What one write did: nothing but finding the credit note, if it is a repeat. */
type CreditedOnce = Credited | { readonly creditNote: CreditNote; readonly invoice?: undefined };

/** What is to be credited, checked as far as that needs no lock. */
export interface PreparedCredit {
  readonly invoiceId: string;
  /** Absent: a cash discount is credited, and its name is the reason. */
  readonly order: CreditOrder | undefined;
  readonly profile: CompanyProfile;
  readonly numbering: NumberingOptions;
  /** What a payment left as cash discount, with VAT, and the state after that payment, which joins the books later. */
  readonly cashDiscount?: { readonly total: number; readonly paid: InvoiceState } | undefined;
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
  const parsed = parseCredit(invoiceId, order);
  // No invoice has an id that is not valid Unicode, so the look-up below does not find one.
  const idempotency = requireIdempotency(options, { credit: invoiceId.toWellFormed(), ...parsed });
  const earlier = await findReplayedCreditNote(context, idempotency);
  if (earlier !== undefined) return { creditNote: earlier, replayed: true };
  const prepared = await prepareCredit(context, invoiceId, parsed);
  const { creditNote, invoice } = await withRelated(context, invoiceId, (related) =>
    writeCredit(context, prepared, related, idempotency),
  );
  return { creditNote, replayed: invoice === undefined };
}

function writeCredit(
  context: CompanyContext,
  prepared: PreparedCredit,
  related: Related,
  idempotency: Idempotency | undefined,
): Promise<CreditedOnce> {
  const { invoiceId } = prepared;
  return context.write<CreditedOnce>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], ...needsOf(prepared, related) },
    decide: (books) => {
      const replayed = replayedCreditNote(books, idempotency);
      if (replayed !== undefined) return { creditNote: replayed };
      const credited = addCredit(books, prepared, related, context);
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId, creditNoteId: credited.creditNote.id });
      return credited;
    },
    committed(credited) {
      if (credited.invoice === undefined) return;
      context.emit("credit_note.issued", credited.invoice, credited.creditNote);
      if (credited.becamePaid) context.emit("invoice.paid", credited.invoice);
    },
  });
}

/**
 * The credit note that the order would become if it were issued now, and the invoice after it. Decides what crediting decides,
 * and writes nothing.
 */
export async function previewCredit(
  context: CompanyContext,
  invoiceId: string,
  order: CreditOrder,
): Promise<CreditPreview> {
  const prepared = await prepareCredit(context, invoiceId, parseCredit(invoiceId, order));
  const { creditNote, invoice } = await withRelated(context, invoiceId, async (related) =>
    addCredit(await readUnlocked(context, needsOf(prepared, related)), prepared, related, context),
  );
  await requireFreeCreditNumber(context, creditNote.creditNoteNumber);
  return { creditNote: unissuedCreditNote(creditNote), invoice };
}

/** The order, as its schema gives it back. @throws Refusal `request_invalid` */
function parseCredit(invoiceId: string, order: CreditOrder): CreditOrder {
  requireInvoiceId(invoiceId);
  return parseRequest(creditOrderSchema, order, "pointer");
}

export async function prepareCredit(
  context: CompanyContext,
  invoiceId: string,
  order?: CreditOrder,
): Promise<PreparedCredit> {
  const profile = await requireProfile(context);
  if (context.printable !== undefined) {
    // What the credit note repeats of the invoice cannot be written otherwise any more.
    requirePrintable(context.printable, order ?? {});
    requirePrintableProfile(context.printable, profile);
  }
  const prefix = requireCreditNotePrefix(profile);
  return { invoiceId, order, profile, numbering: { prefix, timeZone: timeZoneOf(profile) } };
}

export function needsOf({ invoiceId }: PreparedCredit, related: Related): Omit<Needs, "keys"> {
  return { invoiceIds: [invoiceId, ...(related?.values() ?? [])], creditNotes: true };
}

/**
 * Numbers the credit note and adds it to the books, which it leaves as they were if it throws.
 *
 * @throws Refusal as {@link creditInvoice}, for what the books decide
 */
export function addCredit(
  books: LockedBooks,
  { invoiceId, order: given, profile, numbering, cashDiscount }: PreparedCredit,
  related: Related,
  context: CompanyContext,
): Credited {
  const { author, formats } = context;
  const found = requireInvoice(books.invoice(invoiceId));
  requireRelated(found, related);
  const { document, portalEntries } = found;
  const state = cashDiscount?.paid ?? found.state;
  const language = document.clientLanguage ?? profile.language;
  const order = given ?? { reason: discountWord({ ...profile, language }) };
  const creditNotes = books.creditNotesOf(invoiceId);
  requireCreditable(document, creditNotes);
  requireUnusedPrefixes(profile, document);
  const credited =
    cashDiscount === undefined
      ? applyCredit({ document, state, creditNotes }, order)
      : applyDiscount({ document, state, creditNotes }, cashDiscount.total);
  requireNotDeducted(document, credited.state, related, books);
  const references = {
    ...referencesTo(document, order.documentType),
    ...(cashDiscount !== undefined && { cashDiscount: true }),
  };
  const creditNote = books.addCreditNote(
    numbering,
    [{ invoiceId, state: credited.state }],
    (number) =>
      creditNoteDocument(profile, document, order, credited.amounts, references, number, (note) =>
        einvoiceWarnings(profile, note, formats),
      ),
    author,
  );
  if (credited.state.creditedTotal === document.total)
    releaseAdvances(document, document.advances ?? [], related, books, context);
  const becamePaid = credited.state.status === "PAID" && state.status !== "PAID";
  const invoice = presentStored(document, credited.state);
  return { creditNote: presentCreditNote(creditNote, portalEntries), invoice, becamePaid };
}

/** The credit note that the same request issued with the same key. @throws Refusal `idempotency_key_reused` */
export async function findReplayedCreditNote(
  { store, companyId }: CompanyContext,
  idempotency: Idempotency | undefined,
): Promise<CreditNote | undefined> {
  if (idempotency === undefined) return undefined;
  const id = replayedCreditNoteId(await store.reader.findKey(companyId, idempotency.key), idempotency);
  const found = id === undefined ? undefined : await store.creditNotes.find(companyId, id);
  return found && presentNote(found);
}

/** The same under the lock. @throws Refusal `idempotency_key_reused` */
export function replayedCreditNote(books: LockedBooks, idempotency: Idempotency | undefined): CreditNote | undefined {
  const used = idempotency && books.usedKey(idempotency.key);
  const replayedId = idempotency && replayedCreditNoteId(used, idempotency);
  if (replayedId === undefined) return undefined;
  const replayed = books.creditNotesOf(used!.invoiceId).find(({ id }) => id === replayedId);
  return presentCreditNote(replayed!, books.portalEntriesOf(used!.invoiceId));
}
