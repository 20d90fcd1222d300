import {
  type Company,
  type CreditNote,
  type CreditOrder,
  createInvoicing,
  formatInvoiceNumber,
  type InvoiceWithPayments,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { allCreditNotes } from "./lists/credit-note-list.ts";
import type { PreviewOptions } from "./preview.ts";

/** A credit note that is not issued, and the invoice as it would be after it. */
export interface PreviewedCredit {
  readonly creditNote: CreditNote;
  readonly invoice: InvoiceWithPayments;
}

const COPY = "preview";

/**
 * The credit note that an order would become if it were issued now. It is issued for a copy of the invoice in memory, so it is
 * what the library would print. Its number is only probable: another credit note may be issued first.
 *
 * @throws Refusal as crediting would
 */
export async function creditPreviewOf(
  company: Company,
  invoiceId: string,
  order: CreditOrder,
  { rates, clock }: PreviewOptions,
): Promise<PreviewedCredit> {
  const invoice = await company.get(invoiceId);
  const [profile, earlier, { data }] = await Promise.all([
    company.profile(),
    allCreditNotes(company, { invoiceId }),
    company.creditNotes({ limit: 1 }),
  ]);
  const store = memoryStore();
  await copyBooks(store, invoice, earlier.reverse());
  const copy = createInvoicing({ store, rates, clock }).company(COPY, { source: "panel" });
  await copy.saveProfile(profile);
  const creditNote = await copy.credit(invoiceId, order);
  const { invoicePrefix, creditNotePrefix: prefix = `${invoicePrefix}-CN` } = profile;
  const yearMonth = creditNote.issueDate.slice(0, 7).replace("-", "");
  const creditNoteNumber = formatInvoiceNumber({ prefix, yearMonth, counter: counterOf(data[0]) + 1 });
  return { creditNote: { ...creditNote, creditNoteNumber }, invoice: await copy.get(invoiceId) };
}

/** Writes an invoice and its credit notes into a store, as they are now. */
async function copyBooks(
  store: ReturnType<typeof memoryStore>,
  invoice: InvoiceWithPayments,
  creditNotes: readonly CreditNote[],
): Promise<void> {
  const { payments, creditNotes: _, ...issued } = invoice;
  const { status, amountPaid, creditedTotal, amountDue: __, cancelledAt, cancellationReason, ...fields } = issued;
  const { id, invoiceNumber, issueDate, issuedAt } = fields;
  const origin = { at: issuedAt, actor: null, source: "panel" as const };
  await store.transaction(COPY, async (ports) => {
    await ports.numbers.lock();
    const counter = await ports.numbers.take(1);
    const document = JSON.stringify({ ...fields, documentVersion: 1 });
    const row = { id, counter, invoiceNumber, issueDate, issuedAt, document, source: "panel" as const, actor: null };
    await ports.invoices.insert([row]);
    await ports.invoices.insertPayments(payments.map((payment) => ({ ...payment, invoiceId: id, origin })));
    await ports.creditNotes.insert(
      creditNotes.map((note, index) => {
        const { id: noteId, creditNoteNumber, issueDate: day, total } = note;
        const text = JSON.stringify({ ...note, documentVersion: 1 });
        const own = { id: noteId, counter: index + 1, creditNoteNumber, issueDate: day, total, document: text };
        return { ...own, invoiceId: id, origin };
      }),
    );
    const state = { status, amountPaid, creditedTotal, cancelledAt, cancellationReason: cancellationReason ?? null };
    await ports.invoices.changeStates([{ invoiceId: id, ...state, origin }]);
  });
}

/** Numbers of credit notes end with the counter. */
function counterOf(last: CreditNote | undefined): number {
  return last === undefined ? 0 : Number(/\d+$/.exec(last.creditNoteNumber)![0]);
}
