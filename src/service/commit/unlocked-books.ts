import { takenNumber } from "../../domain/invoice/credit/credit-document.ts";
import { isSameNumber, parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { numberOfOtherSeries } from "../../domain/invoice/series.ts";
import type { StoredCreditNote } from "../../ports/credit-note-repository.ts";
import type { StoredInvoiceWithPayments } from "../../ports/invoice-repository.ts";
import type { CompanyContext } from "../context.ts";
import { type BooksSource, LockedBooks, type Needs } from "./locked-books.ts";

/** How many credit notes of an invoice are read at a time. */
const READ_TOGETHER = 100;

/**
 * The books as they are now, without their lock, for previews: the same decisions give what a write would give, if nobody
 * else writes first. They are never written.
 */
export async function readUnlocked(context: CompanyContext, needs: Omit<Needs, "keys">): Promise<LockedBooks> {
  const { companyId, clock, store } = context;
  const sequences = await store.reader.sequences(companyId, needs.series ?? []);
  const { invoices, resumedOn, series, creditNotes } = sequences;
  const found = new Map<string, StoredInvoiceWithPayments>();
  const source: BooksSource = {
    numbers: {
      lock: async () => invoices,
      resumedOn: async () => resumedOn,
      ...(series && { series: async () => series }),
    },
    invoices: {
      findKeys: async () => [],
      findMany: async (ids) => {
        for (const id of ids) {
          const invoice = await store.reader.find(companyId, id);
          if (invoice !== undefined) found.set(id, invoice);
        }
        return [...found.values()];
      },
    },
    creditNotes: {
      series: async () => creditNotes,
      findOfInvoices: async () =>
        (await Promise.all([...found.values()].map((invoice) => findCreditNotes(context, invoice)))).flat(),
    },
  };
  return LockedBooks.lock(companyId, source, clock, () => ({ ...needs, keys: [] }));
}

/**
 * The credit notes of an invoice, oldest first: those that it had when it was read. Others may be issued meanwhile, which
 * its state does not have yet, and which move the pages.
 */
async function findCreditNotes(
  { store, companyId }: CompanyContext,
  { document: { id: invoiceId }, creditNotes: known }: StoredInvoiceWithPayments,
): Promise<StoredCreditNote[]> {
  const found = new Map<string, StoredCreditNote>();
  for (let page = 1; known.some(({ id }) => !found.has(id)); page += 1) {
    const { creditNotes } = await store.creditNotes.list(companyId, { invoiceId, page, limit: READ_TOGETHER });
    for (const note of creditNotes) found.set(note.document.id, note);
    if (creditNotes.length < READ_TOGETHER) break;
  }
  return known.flatMap(({ id }) => found.get(id) ?? []);
}

/** The credit note with this number. Its counter is part of the number, and the series has no gaps. */
export async function findNoteByNumber(
  { store, companyId }: CompanyContext,
  number: string,
): Promise<StoredCreditNote | undefined> {
  const counter = parseInvoiceNumber(number)?.counter;
  if (counter === undefined) return undefined;
  const { creditNotes } = await store.creditNotes.list(companyId, { page: 1, limit: 1, before: counter + 1 });
  return creditNotes.find(({ document }) => isSameNumber(document.creditNoteNumber, number));
}

/**
 * Refuses the number of the next invoice of a series as the store would when it writes. If the series has the number by now,
 * somebody has issued meanwhile, and issuing will give another.
 *
 * @throws Refusal `request_invalid` if a credit note or an invoice of another series has it
 */
export async function requireFreeInvoiceNumber(
  context: CompanyContext,
  number: string,
  series: string | undefined,
): Promise<void> {
  if ((await findNoteByNumber(context, number)) !== undefined) throw takenNumber("invoicePrefix");
  const { store, companyId } = context;
  const taken = await store.reader.findByNumber(companyId, number);
  if (taken !== undefined && taken.document.series !== series) throw numberOfOtherSeries();
}

/** Refuses the number of the next credit note as the store would. @throws Refusal `request_invalid` if an invoice has it */
export async function requireFreeCreditNumber({ store, companyId }: CompanyContext, number: string): Promise<void> {
  if ((await store.reader.findByNumber(companyId, number)) !== undefined) throw takenNumber("creditNotePrefix");
}
