import { issuedAtOf } from "../../domain/books/journal.ts";
import type { EventEntry } from "../../domain/books/journal-event.ts";
import type { PendingEntries } from "../../ports/event-feed.ts";

/** An entry of the journal as the databases return it: an invoice, or a row of the journal with its invoice. */
export interface EventRow {
  /** `null` for an invoice that another writer has inserted, until the library gives it a position. */
  readonly position: number | string | null;
  readonly digest: string | null;
  readonly kind: EventEntry["kind"];
  readonly document: string;
  /** `null` for an invoice, whose document says when it was issued. */
  readonly recorded_at: string | null;
  readonly issue_date: string | null;
  readonly invoice_id: string | null;
  readonly counter: number | string | null;
  readonly invoice_number: string | null;
  readonly currency: unknown;
  readonly payment_position: number | string | null;
  /** The counter of the last invoice before the page; 0 if there is none. */
  readonly counter_before: number | string;
}

/** Whether rows are missing from the page until they have positions. They come last. */
export function hasOpenRows(rows: readonly EventRow[]): boolean {
  return rows.at(-1)?.position === null;
}

/** The page of these rows, without invoices that have no position. */
export function pendingEntriesOf(rows: readonly EventRow[]): PendingEntries {
  const chained = rows.filter(({ position }) => position !== null);
  const last = chained.at(-1);
  const lastInvoice = chained.findLast(({ kind }) => kind === "invoice.issued");
  if (last === undefined) return { entries: [], end: null };
  const counter = Number(lastInvoice?.counter ?? last.counter_before);
  return { entries: chained.map(entryOf), end: { position: Number(last.position), counter, digest: last.digest! } };
}

function entryOf(row: EventRow): EventEntry {
  const { kind, document, invoice_id: id, payment_position: payment } = row;
  return {
    position: Number(row.position),
    kind,
    at: row.recorded_at ?? issuedAtOf(document, row.issue_date!),
    document,
    invoice: id === null ? null : { id, ...numbersOf(row) },
    paymentPosition: payment === null ? null : Number(payment),
  };
}

function numbersOf({ counter, invoice_number, currency }: EventRow) {
  return {
    counter: Number(counter),
    invoiceNumber: invoice_number!,
    currency: typeof currency === "string" ? currency : "",
  };
}
