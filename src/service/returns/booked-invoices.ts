import { setImmediate as nextTurn } from "node:timers/promises";
import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import type { CreditNoteDocument } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { faultsIn, readStored } from "../../domain/invoice/stored-document.ts";
import {
  type BookedInvoice,
  type BookingKind,
  declaredParts,
  type FormerSettlement,
  settledInvoice,
} from "../../domain/returns/booking.ts";
import { type BookedDiscount, discountOf } from "../../domain/returns/discounts.ts";
import { monthOf, type Span } from "../../domain/returns/period.ts";
import { reportedDocument } from "../../domain/returns/reported-document.ts";
import type { VatRates } from "../../domain/vat/rates/rate-table.ts";
import type { ReturnIndex, TouchedRecords } from "../../ports/invoicing-store.ts";
import type { AuditedInvoice, BooksHead, JournalReader, StoredEntry } from "../../ports/journal.ts";
import { settledNumbers } from "../invoices/order-advances.ts";

/** Invoices per page: few enough that a synchronous store does not block the process for long. */
const PAGE_SIZE = 200;

/** A document or a payment that lacks what a return needs. */
export interface UnreadableRecord {
  readonly kind: BookingKind;
  /** Of the invoice or, if it is known, of the credit note. */
  readonly number: string;
  /** The day of issue or of recording, because the day that counts is not known. */
  readonly on: CalendarDay;
}

/** An invoice as returns read it. */
export interface ReadInvoice {
  readonly invoiceNumber: string;
  /** `undefined` if its document lacks what a return needs. */
  readonly booked: BookedInvoice | undefined;
  /** What lacks a field: the document itself, credit notes, or the payments that declare the invoice. */
  readonly unreadable: readonly UnreadableRecord[];
}

/** The books that returns read. Without an index, all of them are. */
export interface ReportedBooks {
  readonly journal: Pick<JournalReader, "head" | "invoicesAfter" | "creditNotesAfter" | "entriesAfter">;
  readonly returns?: Omit<ReturnIndex, "index"> | undefined;
}

/** What a report reads: what the journal says when it begins, of everything that its days may declare. */
export interface ReportReading extends ReportedBooks {
  readonly companyId: string;
  readonly timeZone: string;
  readonly head: BooksHead;
  /** Absent: all of the books. */
  readonly touched: TouchedRecords | undefined;
}

/** Begins to read what the company's returns of these days may declare. */
export async function readingOf(
  { journal, returns }: ReportedBooks,
  companyId: string,
  timeZone: string,
  { from, to }: Span,
): Promise<ReportReading> {
  const head = await journal.head(companyId);
  return partOf({ journal, returns, companyId, timeZone, head }, { from, to });
}

/** What these days may declare of the books as they were when reading began. */
export async function partOf(reading: Omit<ReportReading, "touched">, { from, to }: Span): Promise<ReportReading> {
  const touched = await reading.returns?.touched(reading.companyId, monthOf(from), monthOf(to));
  return { ...reading, touched };
}

/**
 * The invoices that the report may declare, in the order of their counters, with what the journal said about them when
 * reading began; also others. An advance comes with the final invoice that deducted it, and what was replaced with the
 * corrected one. Keeps them until then. The company's last invoice is always there.
 *
 * @param asOf the day whose report is asked for too. What settled an invoice then may be cancelled since. Absent: only what
 *   is so now
 * @param rates the host's own, which are lawful too
 */
export async function* bookedInvoices(
  reading: ReportReading,
  { asOf, rates }: { readonly asOf?: CalendarDay | undefined; readonly rates?: VatRates | undefined } = {},
): AsyncGenerator<ReadInvoice> {
  const { head, timeZone } = reading;
  const readRow = (row: AuditedInvoice) => readInvoice(row, head, timeZone, rates);
  const held = new Map<string, ReadInvoice[]>();
  const ended = asOf === undefined ? undefined : await endedSettlements(reading, readRow, asOf);
  for await (const row of reportedRows(reading, [...(ended?.keys() ?? [])])) {
    const { settledBy, invoiceNumber } = row;
    const read = readRow(row);
    const former = ended?.get(invoiceNumber);
    const invoice = former && read.booked ? { ...read, booked: { ...read.booked, former } } : read;
    const { booked: by } = invoice;
    const settled = by && { by: by.document, recordedOn: by.recordedOn };
    for (const earlier of held.get(invoiceNumber) ?? []) {
      const { booked } = earlier;
      const isKnown = booked !== undefined && settled !== undefined;
      yield isKnown ? { ...earlier, booked: settledInvoice(booked, settled) } : earlier;
    }
    held.delete(invoiceNumber);
    // A corrected invoice may itself be replaced.
    if (settledBy === null) yield invoice;
    else held.set(settledBy, [...(held.get(settledBy) ?? []), invoice]);
  }
  // What settled them came after reading began.
  for (const earlier of held.values()) yield* earlier;
}

/** By number, what invoices had settled on a day that are cancelled since. */
async function endedSettlements(
  reading: ReportReading,
  readRow: (row: AuditedInvoice) => ReadInvoice,
  asOf: CalendarDay,
): Promise<ReadonlyMap<string, FormerSettlement>> {
  const ended = new Map<string, FormerSettlement>();
  const { touched } = reading;
  for await (const row of touched === undefined ? allRows(reading) : rowsAmong(reading, new Set(touched.ended))) {
    if (row.status !== "CANCELLED" || !IS_SETTLING.test(row.document)) continue;
    const { document: by, recordedOn = asOf, cancelledOn: until = asOf } = readRow(row).booked ?? {};
    if (by === undefined || recordedOn > asOf || until <= asOf) continue;
    for (const number of settledNumbers(by)) ended.set(number, { by, recordedOn, until });
  }
  return ended;
}

/** In documents that may have settled others. */
const IS_SETTLING = /"(?:advances|replaces)"/;

/** The rows of a report, with those that its invoices have settled, or that have settled them. `numbers` are read too. */
async function* reportedRows(reading: ReportReading, numbers: readonly string[]): AsyncGenerator<AuditedInvoice> {
  const { companyId, head, touched, returns } = reading;
  if (touched === undefined || returns === undefined) return yield* allRows(reading);
  const wanted = new Set(touched.invoices).add(head.lastCounter);
  for (const counter of await returns.countersOf(companyId, numbers)) wanted.add(counter);
  yield* rowsAmong(reading, wanted, true);
}

/** The rows with these counters, in order. Reads short pages and keeps one of them. */
async function* rowsAmong(
  { companyId, head, returns }: ReportReading,
  wanted: Set<number>,
  withSettled = false,
): AsyncGenerator<AuditedInvoice> {
  for (let left = descending(wanted); left.length > 0; await nextTurn()) {
    const page = left.splice(-PAGE_SIZE);
    const last = page[0]!;
    const rows: AuditedInvoice[] = [];
    for (let counters = page; counters.length > 0; ) {
      const found = await returns!.invoices(companyId, counters);
      rows.push(...found);
      // Two invoices name the same one if the first that replaced it was cancelled.
      const numbers = [...new Set(withSettled ? found.flatMap(settledWith) : [])];
      const others = numbers.length === 0 ? [] : await returns!.countersOf(companyId, numbers);
      const added = others.filter((counter) => !wanted.has(counter));
      for (const counter of added) wanted.add(counter);
      counters = added.filter((counter) => counter <= last);
      if (counters.length < added.length) left = descending([...left, ...added.filter((each) => each > last)]);
    }
    rows.sort((one, other) => one.counter - other.counter);
    yield* rows.filter(({ counter }) => counter <= head.lastCounter);
  }
}

function descending(counters: Iterable<number>): number[] {
  return [...new Set(counters)].sort((one, other) => other - one);
}

/** The numbers of what has settled an invoice, and of what it has settled. */
function settledWith({ settledBy, document: text }: AuditedInvoice): readonly string[] {
  const document = IS_SETTLING.test(text) ? readStored("invoice.issued", text).content : undefined;
  return [...(settledBy === null ? [] : [settledBy]), ...(document === undefined ? [] : settledNumbers(document))];
}

/** All invoices, in the order of their counters. Reads short pages and keeps one of them. Writers can continue meanwhile. */
export async function* allRows({ journal, companyId, head }: ReportReading): AsyncGenerator<AuditedInvoice> {
  for (let after = 0; after < head.lastCounter; ) {
    const page = await journal.invoicesAfter(companyId, after, PAGE_SIZE);
    for (const invoice of page) {
      if (invoice.counter > head.lastCounter) return;
      yield invoice;
    }
    if (page.length === 0) return;
    after = page.at(-1)!.counter;
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
  }
}

/**
 * The credit notes that do not credit one invoice of the books, in the order of their counters; `document` is `undefined` if
 * it lacks what a return needs.
 */
export async function* creditNotesAlone({ journal, companyId, timeZone, head, touched }: ReportReading) {
  for await (const position of touched?.creditNotes ?? positionsAlone({ journal, companyId, head })) {
    if (position > head.position) continue;
    const [entry] = await journal.entriesAfter(companyId, position - 1, 1);
    if (entry?.position === position) yield readCreditNote(entry, dayReader(timeZone));
  }
}

async function* positionsAlone({ journal, companyId, head }: Pick<ReportReading, "journal" | "companyId" | "head">) {
  for (let after = 0; after < head.lastCreditNote; ) {
    const page = await journal.creditNotesAfter(companyId, after, PAGE_SIZE);
    for (const { id, invoiceId, position } of page) if (invoiceId === id) yield position;
    if (page.length === 0) return;
    after = page.at(-1)!.counter;
    await nextTurn();
  }
}

/** The day of an instant. The stored ones are in UTC already, and a quarter of a report's time would go into parsing them. */
function dayReader(timeZone: string): (instant: string) => CalendarDay {
  return (instant) => (timeZone === "UTC" ? instant.slice(0, 10) : calendarDayIn(timeZone, new Date(instant)));
}

function readInvoice(
  invoice: AuditedInvoice,
  { position }: BooksHead,
  timeZone: string,
  rates: VatRates | undefined,
): ReadInvoice {
  const { invoiceNumber, issueDate } = invoice;
  const dayOf = dayReader(timeZone);
  const document = reportedDocument(readStored("invoice.issued", invoice.document));
  const entries = invoice.entries.filter((entry) => entry.position <= position);
  if (document === undefined) {
    return {
      invoiceNumber,
      booked: undefined,
      unreadable: [{ kind: "invoice", number: invoiceNumber, on: issueDate }],
    };
  }
  const issuedAt = parseInstant(document.issuedAt);
  const recordedOn = issuedAt === undefined ? issueDate : dayOf(issuedAt);
  const notes = entries
    .filter(({ kind }) => kind === "credit_note.issued")
    .map((entry) => readCreditNote(entry, dayOf));
  const payments = entries
    .filter(({ kind }) => kind === "payment.recorded")
    .map(({ document: text, at }) => ({ payment: readPayment(text), recordedOn: dayOf(at) }));
  const cancelled = entries.find(({ kind }) => kind === "invoice.cancelled");
  const parts = declaredParts(document, rates);
  const booked: BookedInvoice = {
    document,
    parts,
    recordedOn,
    payments: payments.flatMap(({ payment, recordedOn: on }) => {
      return payment === undefined ? [] : [{ ...payment, recordedOn: on }];
    }),
    creditNotes: notes.flatMap(({ document: note, recordedOn: on }) => {
      return note === undefined ? [] : [{ document: note, recordedOn: on }];
    }),
    applied: entries
      .filter(({ kind }) => kind === "credit_note.applied")
      .flatMap(({ document: text, at }) => {
        const { content, faults } = readStored("credit_note.applied", text);
        if (content === undefined || faults.length > 0) return [];
        const { issueDate: on, total, payable } = content;
        return [{ on, total, payable, recordedOn: dayOf(at) }];
      }),
    discounts: readDiscounts(document, entries, dayOf),
    cancelledOn: cancelled && dayOf(cancelled.at),
    writtenOff: readWriteOff(entries, dayOf),
  };
  const unreadableNotes = notes.filter((note) => note.document === undefined);
  const isByPayments = parts.some((part) => part.isByPayments);
  const unreadablePayments = payments.filter(
    ({ payment, recordedOn: on }) => payment === undefined && (isByPayments || on < document.taxPointDate),
  );
  const unreadable: UnreadableRecord[] = [
    ...unreadableNotes.map(({ number, recordedOn: on }) => ({ kind: "credit-note" as const, number, on })),
    ...unreadablePayments.map(({ recordedOn: on }) => ({ kind: "payment" as const, number: invoiceNumber, on })),
  ];
  return { invoiceNumber, booked, unreadable };
}

/** The write-off among the entries; `undefined` if there is none, or if it lacks a field: then nothing comes back. */
function readWriteOff(entries: readonly StoredEntry[], dayOf: (instant: string) => CalendarDay) {
  const entry = entries.find(({ kind }) => kind === "invoice.written_off");
  const { content, faults = [] } = entry === undefined ? {} : readStored("invoice.written_off", entry.document);
  return content && faults.length === 0 ? { on: content.on, recordedOn: dayOf(entry!.at) } : undefined;
}

/** The cash discounts of the payments, each with the credits before it. */
function readDiscounts(
  document: InvoiceDocument,
  entries: readonly StoredEntry[],
  dayOf: (instant: string) => CalendarDay,
): BookedDiscount[] {
  const discounts: BookedDiscount[] = [];
  if (document.cashDiscounts === undefined) return discounts;
  const credits = { creditNotes: [] as CreditNoteDocument[], credited: [] as number[] };
  for (const entry of entries) {
    if (entry.kind === "credit_note.issued") {
      const note = readCreditNote(entry, dayOf).document;
      if (note !== undefined) credits.creditNotes.push(note);
      credits.credited.push(note?.total ?? 0);
    } else if (entry.kind === "credit_note.applied") {
      credits.credited.push(readStored(entry.kind, entry.document).content?.total ?? 0);
    }
    const payment = entry.kind === "payment.recorded" ? readPayment(entry.document) : undefined;
    const { discountTaken = 0, paidOn: on } = payment ?? {};
    if (on === undefined || discountTaken === 0) continue;
    discounts.push({ on, recordedOn: dayOf(entry.at), ...discountOf(document, credits, discountTaken, discounts) });
  }
  return discounts;
}

function readCreditNote({ document, at, position }: StoredEntry, dayOf: (instant: string) => CalendarDay) {
  const reported = reportedDocument(readStored("credit_note.issued", document));
  return {
    document: reported,
    number: reported?.creditNoteNumber ?? `journal entry ${position}`,
    recordedOn: dayOf(at),
  };
}

/** The payment of an entry; `undefined` if the entry lacks its amount or its day. */
function readPayment(text: string) {
  const { content, faults } = readStored("payment.recorded", text);
  return faultsIn(faults, ["amount", "paidOn"]).length > 0 ? undefined : content;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** An instant in UTC; `undefined` if the text is none. A panel may write it with an offset. */
function parseInstant(text: string): string | undefined {
  if (typeof text !== "string" || !INSTANT.test(text)) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : text.endsWith("Z") ? text : instant.toISOString();
}
