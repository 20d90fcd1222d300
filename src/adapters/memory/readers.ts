import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import { sequencesOf } from "../engine/number-sequence.ts";
import { copied, type MemoryBooks, readInvoice } from "./books.ts";
import { sequenceHead } from "./dialect.ts";
import { listCreditNotes, listInvoices } from "./list.ts";

/** Reads the invoices of these books. */
export function invoiceReader(booksOf: (companyId: string) => MemoryBooks): InvoiceReader {
  return {
    find: async (companyId, id) => {
      const invoice = booksOf(companyId).byId.get(id);
      return invoice && readInvoice(invoice);
    },
    findByNumber: async (companyId, invoiceNumber) => {
      const invoice = booksOf(companyId).findNumber(invoiceNumber);
      return invoice && readInvoice(invoice);
    },
    findKey: async (companyId, key) => copied([booksOf(companyId).keys.get(key)])[0],
    list: async (companyId, request) => listInvoices(booksOf(companyId), request),
    sequences: async (companyId, names) => {
      const books = booksOf(companyId);
      const series = names.map((name) => books.seriesHead(name));
      return sequencesOf({ sequence: sequenceHead(books) }, books.resumptions.at(-1), series, books.series);
    },
  };
}

/** Reads the credit notes of these books. */
export function creditNoteReader(booksOf: (companyId: string) => MemoryBooks): CreditNoteReader {
  return {
    find: async (companyId, id) => {
      const books = booksOf(companyId);
      const creditNote = books.creditNotes.find((each) => each.id === id);
      return creditNote && books.readCreditNote(creditNote);
    },
    list: async (companyId, request) => listCreditNotes(booksOf(companyId), request),
  };
}
