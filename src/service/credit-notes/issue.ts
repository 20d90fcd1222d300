import { applyAmount, requireCreditable } from "../../domain/invoice/credit/credit.ts";
import { requireCreditNotePrefix, requireUnusedPrefixes } from "../../domain/invoice/credit/credit-document.ts";
import {
  namedInvoices,
  requireAmountsWithin,
  typeByReferences,
} from "../../domain/invoice/credit/credit-references.ts";
import { type NumberCreditNote, standaloneCreditNote } from "../../domain/invoice/credit/standalone-credit.ts";
import type { CreditNoteOrder, InvoiceToCorrect, NamedInvoice } from "../../domain/invoice/generated/credit-note.ts";
import type { Invoice, InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { presentCreditNote, presentStored } from "../../domain/invoice/present.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { CreditedState, LockedBooks, NumberingOptions } from "../commit/locked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { type RepeatableOptions, requireIdempotency } from "../invoices/idempotency.ts";
import { draftOrder, verifyDraft } from "../invoices/prepare.ts";
import { requireInvoice } from "../invoices/read.ts";
import { sampleNumber } from "../invoices/require-einvoice.ts";
import { creditNoteOrderSchema } from "../schemas/generated/records.ts";
import { parseRequest } from "../schemas/parse.ts";
import { type CreditResult, findReplayedCreditNote, replayedCreditNote } from "./credit.ts";

/** A credit note that is complete except for its number. */
interface PreparedCreditNote {
  readonly write: NumberCreditNote;
  readonly numbering: NumberingOptions;
  /** The invoices that the order names. */
  readonly named: readonly NamedInvoice[];
}

/** What one write did. */
interface Issued extends CreditResult {
  /** The invoices that it has settled. */
  readonly paid: readonly Invoice[];
}

/**
 * Issues a credit note that does not credit one invoice of the books. Its VAT is decided as that of an order.
 *
 * @throws Refusal as issuing an invoice and crediting one
 */
export async function issueCreditNote(
  context: CompanyContext,
  order: CreditNoteOrder,
  options: RepeatableOptions,
): Promise<CreditResult> {
  const parsed = parseRequest(creditNoteOrderSchema, order, "pointer");
  const idempotency = requireIdempotency(options, { creditNote: parsed });
  const earlier = await findReplayedCreditNote(context, idempotency);
  if (earlier !== undefined) return { creditNote: earlier, replayed: true };
  const prepared = await prepareCreditNote(context, parsed);
  const reduced = prepared.named.flatMap(({ invoiceId, amount }) => (amount === undefined ? [] : invoiceId!));
  const { creditNote, replayed } = await context.write<Issued>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: reduced, creditNotes: true },
    decide: (books) => {
      const found = replayedCreditNote(books, idempotency);
      if (found !== undefined) return { creditNote: found, replayed: true, paid: [] };
      const issued = addCreditNote(books, prepared, context);
      const { id } = issued.creditNote;
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId: id, creditNoteId: id });
      return issued;
    },
    committed(issued) {
      if (issued.replayed) return;
      context.emit("credit_note.issued", undefined, issued.creditNote);
      for (const invoice of issued.paid) context.emit("invoice.paid", invoice);
    },
  });
  return { creditNote, replayed };
}

/** Numbers the credit note and adds it to the books. @throws Refusal for what the books decide */
function addCreditNote(
  books: LockedBooks,
  { write, numbering, named }: PreparedCreditNote,
  context: CompanyContext,
): Issued {
  const paid: Invoice[] = [];
  const credited = named.flatMap(({ invoiceId, amount }, index): CreditedState[] => {
    if (invoiceId === undefined || amount === undefined) return [];
    const { document, state: before } = requireInvoice(books.invoice(invoiceId));
    const creditNotes = books.creditNotesOf(invoiceId);
    requireCreditable(document, creditNotes);
    const { state, ...applied } = applyAmount(
      { document, state: before, creditNotes },
      amount,
      `/correctedInvoices/${index}/amount`,
    );
    if (state.status === "PAID" && before.status !== "PAID") paid.push(presentStored(document, state));
    return [{ invoiceId, state, applied }];
  });
  const creditNote = books.addCreditNote(numbering, credited, write, context.author);
  return { creditNote: presentCreditNote(creditNote, []), replayed: false, paid };
}

async function prepareCreditNote(context: CompanyContext, order: CreditNoteOrder): Promise<PreparedCreditNote> {
  const profile = await requireProfile(context);
  const prefix = requireCreditNotePrefix(profile);
  const type = typeByReferences(profile, order);
  const { correctedInvoices: given, currency = profile.defaultCurrency } = order;
  const found = given === undefined ? [] : await findInvoices(context, given);
  for (const invoice of found) if (invoice !== undefined) requireUnusedPrefixes(profile, invoice);
  const named = given && namedInvoices(given, found, currency);
  const draft = draftOrder(context, profile, order, undefined, (each, today) => {
    const { number: creditNoteNumber, ...dates } = sampleNumber(prefix, today);
    const { document } = standaloneCreditNote(each, order, type, named)({ ...dates, creditNoteNumber });
    return presentCreditNote(document, []);
  });
  requireAmountsWithin(named ?? [], draft.totals.total, currency);
  const write = standaloneCreditNote(await verifyDraft(context, draft), order, type, named);
  return { write, numbering: { prefix, timeZone: timeZoneOf(profile) }, named: named ?? [] };
}

/** The invoices of the books among those that the order names, each at its place. */
async function findInvoices(
  { store, companyId }: CompanyContext,
  given: readonly InvoiceToCorrect[],
): Promise<(InvoiceDocument | undefined)[]> {
  const found = await Promise.all(given.map(({ number }) => store.reader.findByNumber(companyId, number)));
  return found.map((invoice) => invoice?.document);
}
