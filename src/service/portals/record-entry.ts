import { subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { presentCreditNote } from "../../domain/invoice/present.ts";
import type { PortalDocument, StoredPortalEntry } from "../../domain/invoice/stored-document.ts";
import type { LockedBooks } from "../commit/locked-books.ts";
import { uuidV7 } from "../commit/uuid-v7.ts";
import type { CompanyContext } from "../context.ts";
import { requireCreditNote } from "../credit-notes/read.ts";
import type { InvoicingEvent } from "../events.ts";
import { presentWithPayments, requireInvoice, requireInvoiceId } from "../invoices/read.ts";

/** The document that an entry will be about, and the entry's own id. */
export interface EntryTarget extends PortalDocument {
  readonly id: string;
  /** The document as it is before the entry. */
  readonly document: InvoiceWithPayments | CreditNote;
}

/** What is added to the books about a portal. */
export interface AddEntry {
  readonly event: Extract<InvoicingEvent["type"], `portal_${string}`>;
  /**
   * The entry; `undefined` if the document has it already. `entries` are those of the invoice and its credit notes.
   *
   * @throws Refusal if the document cannot have the entry
   */
  entryOf(target: EntryTarget, entries: readonly StoredPortalEntry[]): StoredPortalEntry | undefined;
}

/** Adds an entry about a portal and an invoice. @throws Refusal `invoice_not_found`, and what {@link AddEntry.entryOf} throws */
export async function recordOfInvoice(
  context: CompanyContext,
  invoiceId: string,
  added: AddEntry,
): Promise<InvoiceWithPayments> {
  requireInvoiceId(invoiceId);
  const documentIn = (books: LockedBooks) => presentWithPayments(requireInvoice(books.invoice(invoiceId)));
  const { answer } = await context.write<Recorded<InvoiceWithPayments>>({
    needs: { keys: [], invoiceIds: [invoiceId] },
    decide: (books) => {
      const isNew = add(context, books, { invoiceId, creditNoteId: null }, documentIn(books), added);
      return { answer: documentIn(books), isNew };
    },
    committed({ answer, isNew }) {
      if (isNew) context.emit(added.event, answer);
    },
  });
  return answer;
}

/** Adds an entry about a portal and a credit note, like {@link recordOfInvoice}. @throws Refusal `credit_note_not_found` */
export async function recordOfCreditNote(
  context: CompanyContext,
  creditNoteId: string,
  added: AddEntry,
): Promise<CreditNote> {
  const { document } = await requireCreditNote(context, creditNoteId);
  const invoiceId = subjectOfCredit(document);
  const isOfInvoice = document.corrects !== undefined;
  const documentIn = (books: LockedBooks) => presentCreditNote(document, books.portalEntriesOf(invoiceId));
  const { answer } = await context.write<Recorded<CreditNote> & { readonly invoice?: InvoiceWithPayments }>({
    needs: { keys: [], invoiceIds: [invoiceId], creditNotes: !isOfInvoice },
    decide: (books) => {
      const isNew = add(context, books, { invoiceId, creditNoteId }, documentIn(books), added);
      const answer = documentIn(books);
      return isOfInvoice
        ? { answer, isNew, invoice: presentWithPayments(books.invoice(invoiceId)!) }
        : { answer, isNew };
    },
    committed({ answer, invoice, isNew }) {
      if (isNew) context.emit(added.event, invoice, answer);
    },
  });
  return answer;
}

/** The document with its entries, and whether the request added one. */
interface Recorded<Document> {
  readonly answer: Document;
  readonly isNew: boolean;
}

function add(
  { author }: CompanyContext,
  books: LockedBooks,
  about: PortalDocument,
  document: EntryTarget["document"],
  { entryOf }: AddEntry,
): boolean {
  const entry = entryOf({ ...about, id: uuidV7(books.now), document }, books.portalEntriesOf(about.invoiceId));
  if (entry !== undefined) books.addPortalEntry(entry, author);
  return entry !== undefined;
}
