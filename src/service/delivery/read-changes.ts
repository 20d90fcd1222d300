import { setImmediate as nextTurn } from "node:timers/promises";
import type { BookChange } from "../../domain/books/book-change.ts";
import { issuedAtIn } from "../../domain/books/journal.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { presentCreditNote, presentStored } from "../../domain/invoice/present.ts";
import { parseInvoice, parseStored } from "../../domain/invoice/stored-document.ts";
import type { AuditedInvoice, BooksHead, JournalReader, StoredEntry } from "../../ports/journal.ts";
import { findLastCounter } from "../audit/pages.ts";
import { type RunCall, requireBooks } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { changesSchema } from "../schemas/requests.ts";

/** Options of `company.changes`. */
export interface ChangesOptions {
  /** A position of the journal: only later changes are read. Absent: all. */
  readonly after?: number | undefined;
}

/** Rows per page: few enough that a synchronous store does not block the process for long. */
const PAGE_SIZE = 200;

/** Each read is a call, so that closing waits for it. */
interface Books {
  readonly head: () => Promise<BooksHead>;
  readonly invoicesAfter: (counter: number, limit: number) => Promise<readonly AuditedInvoice[]>;
  readonly entriesAfter: (position: number) => Promise<readonly StoredEntry[]>;
}

/**
 * The changes of the books, in the order of the journal, up to the last one when reading began. Reads short pages and keeps
 * two of them. Writers can continue meanwhile.
 *
 * @throws Refusal `request_invalid`
 */
export async function* readChanges(run: RunCall, options: ChangesOptions): AsyncGenerator<BookChange, void, undefined> {
  const read = <Rows>(of: (journal: JournalReader, companyId: string) => Promise<Rows>) =>
    run((context) => of(requireBooks(context, "changes").journal, context.companyId));
  const books: Books = {
    head: () => read((journal, companyId) => journal.head(companyId)),
    invoicesAfter: (counter, limit) => read((journal, companyId) => journal.invoicesAfter(companyId, counter, limit)),
    entriesAfter: (position) => read((journal, companyId) => journal.entriesAfter(companyId, position, PAGE_SIZE)),
  };
  const { after = 0 } = parseRequest(changesSchema, options, "parameter");
  const head = await books.head();
  const streams = [invoicesOf(books, head, after), entriesOf(books, head, after)];
  const [invoices, entries] = await Promise.all(streams.map((stream) => stream.next()));
  for (let next = [invoices!, entries!]; ; ) {
    const [first, second] = next.map(({ done, value }) => (done ? undefined : value));
    const isSecond = second !== undefined && (first === undefined || second.position < first.position);
    const change = isSecond ? second : first;
    if (change === undefined) return;
    if (change.kind !== undefined) yield change;
    const following = await streams[isSecond ? 1 : 0]!.next();
    next = isSecond ? [next[0]!, following] : [following, next[1]!];
  }
}

/** An entry of the journal that is not a change of an invoice, such as that numbering was continued. */
interface OtherEntry {
  readonly position: number;
  readonly kind?: undefined;
}

/**
 * Invoices that another program has inserted may have no position yet. The next write gives them those after the last one,
 * in the order of their counters, which are the ones that they have here.
 */
async function* invoicesOf(
  books: Books,
  head: BooksHead,
  after: number,
): AsyncGenerator<BookChange | OtherEntry, void, undefined> {
  let last = head.position;
  const isPast = (invoice: AuditedInvoice) => isChained(invoice, head) && invoice.place!.position <= after;
  const next = async (counter: number) => (await books.invoicesAfter(counter, 1))[0];
  for (
    let counter = await findLastCounter(next, after === 0 ? 0 : head.lastCounter, isPast);
    counter < head.lastCounter;
  ) {
    const page = await books.invoicesAfter(counter, PAGE_SIZE);
    for (const invoice of page) {
      if (invoice.counter > head.lastCounter) return;
      const isOpen = !isChained(invoice, head);
      if (isOpen) last += 1;
      const position = isOpen ? last : invoice.place!.position;
      if (position > after) yield issued(invoice, position);
    }
    if (page.length === 0) return;
    counter = page.at(-1)!.counter;
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
  }
}

function isChained({ place }: AuditedInvoice, head: BooksHead): boolean {
  return place !== null && place.position <= head.position;
}

function issued(row: AuditedInvoice, position: number): BookChange {
  const document = parseInvoice(row.document);
  return {
    kind: "invoice.issued",
    position,
    at: issuedAtIn(document, row.issueDate),
    invoice: presentStored(document, { ...row, amountDue: row.amountDue ?? asIssued(document).amountDue }),
  };
}

async function* entriesOf(
  books: Books,
  head: BooksHead,
  after: number,
): AsyncGenerator<BookChange | OtherEntry, void, undefined> {
  for (let position = after; position < head.position; ) {
    const page = await books.entriesAfter(position);
    for (const entry of page) {
      if (entry.position > head.position) return;
      yield changeOf(entry);
    }
    if (page.length === 0) return;
    position = page.at(-1)!.position;
    await nextTurn();
  }
}

/** What an entry says. A new kind does not compile until it is added here. */
function changeOf({ kind, position, at, document }: StoredEntry): BookChange | OtherEntry {
  switch (kind) {
    case "payment.recorded": {
      const { invoiceId, ...payment } = parseStored(kind, document);
      return { kind, position, at, invoiceId, payment };
    }
    case "invoice.cancelled": {
      const { invoiceId, cancellationReason: reason } = parseStored(kind, document);
      return { kind, position, at, invoiceId, reason };
    }
    case "invoice.written_off":
      return { kind, position, at, ...parseStored(kind, document) };
    case "credit_note.issued":
      return { kind, position, at, creditNote: presentCreditNote(parseStored(kind, document), []) };
    case "credit_note.applied": {
      const { invoiceId, creditNoteId, total, payable } = parseStored(kind, document);
      return { kind, position, at, invoiceId, creditNoteId, total, payable };
    }
    case "portal_number.recorded": {
      const { invoiceId, creditNoteId, portal, number, replaces } = parseStored(kind, document);
      return { kind, position, at, invoiceId, creditNoteId, portal, number, replaces };
    }
    case "portal_refusal.recorded":
      return { kind, position, at, ...parseStored(kind, document) };
    case "invoice.issued":
    case "numbering.continued":
    case "dates.resumed":
      return { position };
  }
}
