import { requireCreditNotePrefix } from "../../domain/invoice/credit/credit-document.ts";
import { namedInvoices, typeByReferences } from "../../domain/invoice/credit/credit-references.ts";
import { type NumberCreditNote, standaloneCreditNote } from "../../domain/invoice/credit/standalone-credit.ts";
import type { CreditNoteOrder, InvoiceToCorrect } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { presentCreditNote } from "../../domain/invoice/present.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { NumberingOptions } from "../commit/locked-books.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { type RepeatableOptions, requireIdempotency } from "../invoices/idempotency.ts";
import { draftOrder, verifyDraft } from "../invoices/prepare.ts";
import { sampleNumber } from "../invoices/require-einvoice.ts";
import { creditNoteOrderSchema } from "../schemas/generated/records.ts";
import { parseRequest } from "../schemas/parse.ts";
import { type CreditResult, findReplayedCreditNote, replayedCreditNote } from "./credit.ts";

/** A credit note that is complete except for its number. */
interface PreparedCreditNote {
  readonly write: NumberCreditNote;
  readonly numbering: NumberingOptions;
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
  const { write, numbering } = await prepareCreditNote(context, parsed);
  return context.write<CreditResult>({
    needs: { keys: idempotency === undefined ? [] : [idempotency.key], invoiceIds: [], creditNotes: true },
    decide: (books) => {
      const replayed = replayedCreditNote(books, idempotency);
      if (replayed !== undefined) return { creditNote: replayed, replayed: true };
      const document = books.addCreditNote(numbering, [], write, context.author);
      const { id } = document;
      if (idempotency !== undefined) books.useKey({ ...idempotency, invoiceId: id, creditNoteId: id });
      return { creditNote: presentCreditNote(document, []), replayed: false };
    },
    committed({ creditNote, replayed }) {
      if (!replayed) context.emit("credit_note.issued", undefined, creditNote);
    },
  });
}

async function prepareCreditNote(context: CompanyContext, order: CreditNoteOrder): Promise<PreparedCreditNote> {
  const profile = await requireProfile(context);
  const prefix = requireCreditNotePrefix(profile);
  const type = typeByReferences(profile, order);
  const { correctedInvoices: given, currency = profile.defaultCurrency } = order;
  const named = given && namedInvoices(given, await findInvoices(context, given), currency);
  const draft = draftOrder(context, profile, order, undefined, (each, today) => {
    const { number: creditNoteNumber, ...dates } = sampleNumber(prefix, today);
    return presentCreditNote(
      standaloneCreditNote(each, order, type, named)({ ...dates, creditNoteNumber }).document,
      [],
    );
  });
  const write = standaloneCreditNote(await verifyDraft(context, draft), order, type, named);
  return { write, numbering: { prefix, timeZone: timeZoneOf(profile) } };
}

/** The invoices of the books among those that the order names, each at its place. */
async function findInvoices(
  { store, companyId }: CompanyContext,
  given: readonly InvoiceToCorrect[],
): Promise<(InvoiceDocument | undefined)[]> {
  const found: (InvoiceDocument | undefined)[] = [];
  for (const { number } of given) found.push((await store.reader.findByNumber(companyId, number))?.document);
  return found;
}
