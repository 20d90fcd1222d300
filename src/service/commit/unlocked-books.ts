import { takenNumber } from "../../domain/invoice/credit/credit-document.ts";
import { isSameNumber, parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { numberOfOtherSeries } from "../../domain/invoice/series.ts";
import type { StoredCreditNote } from "../../ports/credit-note-repository.ts";
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
  const source: BooksSource = {
    numbers: {
      lock: async () => invoices,
      resumedOn: async () => resumedOn,
      ...(series && { series: async () => series }),
    },
    invoices: {
      findKeys: async () => [],
      findMany: async (ids) => {
        const found = await Promise.all(ids.map((id) => store.reader.find(companyId, id)));
        return found.filter((invoice) => invoice !== undefined);
      },
    },
    creditNotes: {
      series: async () => creditNotes,
      findOfInvoices: async (ids) => (await Promise.all(ids.map((id) => findCreditNotes(context, id)))).flat(),
    },
  };
  return LockedBooks.lock(companyId, source, clock, () => ({ ...needs, keys: [] }));
}

/** The credit notes of an invoice, oldest first. */
async function findCreditNotes({ store, companyId }: CompanyContext, invoiceId: string): Promise<StoredCreditNote[]> {
  const found: StoredCreditNote[] = [];
  for (let page = 1; ; page += 1) {
    const { creditNotes } = await store.creditNotes.list(companyId, { invoiceId, page, limit: READ_TOGETHER });
    found.push(...creditNotes);
    if (creditNotes.length < READ_TOGETHER) return found.reverse();
  }
}

/**
 * Refuses the number of the next invoice as the store would when it writes.
 *
 * @throws Refusal `request_invalid` if a credit note or an invoice of another series has it
 */
export async function requireFreeInvoiceNumber({ store, companyId }: CompanyContext, number: string): Promise<void> {
  const { counter } = parseInvoiceNumber(number)!;
  const { total } = await store.creditNotes.list(companyId, { page: 1, limit: 1 });
  if (counter <= total) {
    // Newest first, and without gaps.
    const { creditNotes } = await store.creditNotes.list(companyId, { page: total - counter + 1, limit: 1 });
    const isTaken = creditNotes.some(({ document }) => isSameNumber(document.creditNoteNumber, number));
    if (isTaken) throw takenNumber("invoicePrefix");
  }
  if ((await store.reader.findByNumber(companyId, number)) !== undefined) throw numberOfOtherSeries();
}

/** Refuses the number of the next credit note as the store would. @throws Refusal `request_invalid` if an invoice has it */
export async function requireFreeCreditNumber({ store, companyId }: CompanyContext, number: string): Promise<void> {
  if ((await store.reader.findByNumber(companyId, number)) !== undefined) throw takenNumber("creditNotePrefix");
}
