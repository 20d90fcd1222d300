import type { JournalHead } from "../../domain/books/journal.ts";
import type { NewCreditNote } from "../../ports/credit-note-repository.ts";
import type { NewInvoice, NewPayment, StateChange, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";

/** An invoice and the position and digest of its journal entry. */
export type ChainedInvoice = NewInvoice & { readonly entry: JournalHead };

/** The row of an invoice in a named series. */
export interface SeriesRow {
  /** Its number among the company's invoices in named series, from 1. */
  readonly place: number;
  readonly series: string;
  readonly number: number;
  /** Of the invoice, like its number as text. */
  readonly counter: number;
  readonly invoiceNumber: string;
}

/** A credit note and the position of its journal entry. */
export type ChainedCreditNote = NewCreditNote & { readonly position: number };

/** The changes to a company's books that one transaction has gathered but not written yet. */
export interface Batch {
  /** The position from which the sequence continues. */
  continuedFrom: SequencePosition | undefined;
  readonly invoices: ChainedInvoice[];
  /** The rows of those of the invoices that are in named series, in the same order. */
  readonly inSeries: SeriesRow[];
  /** Journal entries that are not invoices. Their positions come after those of the invoices. */
  readonly entries: StoredEntry[];
  readonly payments: NewPayment[];
  readonly creditNotes: ChainedCreditNote[];
  readonly keys: UsedKey[];
  /** New states by invoice id, one for each invoice. */
  readonly states: Map<string, StateChange>;
}
