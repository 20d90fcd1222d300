import type { ChangeAuthor, ChangeOrigin } from "../../domain/books/journal.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { type CreditNoteNumber, subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import { numberDocument, type UnnumberedDocument } from "../../domain/invoice/document.ts";
import type { DocumentNumber } from "../../domain/invoice/generated/answer-order.ts";
import type { CreditNoteDocument } from "../../domain/invoice/generated/credit-note.ts";
import { asIssued, type InvoiceState } from "../../domain/invoice/invoice-state.ts";
import { formatInvoiceNumber } from "../../domain/invoice/number.ts";
import type { StoredCreditApplied, StoredPayment, StoredPortalEntry } from "../../domain/invoice/stored-document.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CreditNoteRepository } from "../../ports/credit-note-repository.ts";
import type { InvoiceRepository, StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { ContinuedPosition, NumberSequence, SequenceHead } from "../../ports/number-sequence.ts";
import { BookChanges } from "./book-changes.ts";
import { IssueDates } from "./issue-dates.ts";
import { LockedCredits } from "./locked-credits.ts";
import { LockedSeries, requireSeries } from "./locked-series.ts";
import { uuidV7 } from "./uuid-v7.ts";

/** A company's settings for its invoice numbers. */
export interface NumberingOptions {
  readonly prefix: string;
  /** IANA time zone of the issue date. */
  readonly timeZone: string;
  /** The named series of the invoice. Absent: the first series. */
  readonly series?: string | undefined;
}

/** An invoice that a credit note credits, and its state afterwards. */
export interface CreditedState {
  readonly invoiceId: string;
  readonly state: InvoiceState;
  /** What a credit note over several invoices takes off this one. Absent: it credits only this one. */
  readonly applied?: Pick<StoredCreditApplied, "total" | "payable"> | undefined;
}

/** What must be read before a write can decide. */
export interface Needs {
  readonly keys: readonly string[];
  readonly invoiceIds: readonly string[];
  /** Whether the series of credit notes is needed, and the credit notes of those invoices. Absent: no. */
  readonly creditNotes?: boolean | undefined;
  /** The named series that are needed. Absent: none. */
  readonly series?: readonly string[] | undefined;
}

/** Where a batch reads the books: in its transaction, or for a preview without one. */
export interface BooksSource extends Pick<StoreTransaction, "profile"> {
  readonly numbers: Pick<NumberSequence, "lock" | "series" | "resumedOn" | "continueFrom" | "resumeDates">;
  readonly invoices: Pick<InvoiceRepository, "findKeys" | "findMany">;
  readonly creditNotes: Pick<CreditNoteRepository, "series" | "findOfInvoices">;
}

/** What was read while the sequence was locked, before anything was decided. */
interface LockedReads {
  /** The instant of the batch. */
  readonly now: Date;
  readonly head: SequenceHead;
  readonly dates: IssueDates;
  readonly keys: readonly UsedKey[];
  readonly invoices: readonly StoredInvoiceWithPayments[];
  /** Absent: the batch needs no credit notes. */
  readonly credits: LockedCredits | undefined;
  /** Absent: the batch needs no named series, or the store has none. */
  readonly series: LockedSeries | undefined;
}

/**
 * One company's books while their sequence is locked: what was read, and what the decisions of a batch add to it.
 * Decisions are synchronous and see what earlier decisions of the same batch did. Nothing is written before
 * {@link LockedBooks.write}.
 */
export class LockedBooks {
  /** The instant of this batch, at which everything in it is issued, paid and cancelled. */
  readonly now: Date;
  readonly #instant: string;
  readonly #source: BooksSource;
  readonly #head: SequenceHead;
  /** The source of every day and instant that this batch writes. */
  readonly dates: IssueDates;
  #lastCounter: number;
  /** How many invoices are in named series. */
  #inSeries: number;
  readonly #series: LockedSeries | undefined;
  readonly #keys: Map<string, UsedKey>;
  readonly #invoices: Map<string, StoredInvoiceWithPayments>;
  readonly #changes: BookChanges;
  /** Only if a write of the batch needs it. */
  readonly #credits: LockedCredits | undefined;

  private constructor(companyId: string, source: BooksSource, reads: LockedReads) {
    this.#changes = new BookChanges(companyId);
    this.#source = source;
    this.now = reads.now;
    this.#instant = reads.now.toISOString();
    this.#head = reads.head;
    this.#lastCounter = reads.head.lastCounter;
    this.#inSeries = reads.head.inSeries ?? 0;
    this.#series = reads.series;
    this.dates = reads.dates;
    this.#credits = reads.credits;
    this.#keys = new Map(reads.keys.map((used) => [used.key, used]));
    this.#invoices = new Map(reads.invoices.map((invoice) => [invoice.document.id, invoice]));
  }

  /**
   * Locks the company's sequence, then reads, in this order, so that the reads see what others have committed. Calls
   * `needs` once the lock is held.
   */
  static async lock(companyId: string, source: BooksSource, clock: Clock, needs: () => Needs): Promise<LockedBooks> {
    const { numbers, invoices: repository, creditNotes } = source;
    const head = await numbers.lock();
    const needed = needs();
    const keys = needed.keys.length === 0 ? [] : await repository.findKeys(needed.keys);
    // A replayed key also needs its invoice, which is known only now.
    const ids = new Set([...needed.invoiceIds, ...keys.map(({ invoiceId }) => invoiceId)]);
    const invoices = ids.size === 0 ? [] : await repository.findMany([...ids]);
    const now = clock.now();
    const dates = await IssueDates.open(head, numbers, clock, now);
    const credits = needed.creditNotes === true ? await LockedCredits.open(creditNotes, ids) : undefined;
    const series = needed.series === undefined ? undefined : await LockedSeries.open(numbers, needed.series);
    return new LockedBooks(companyId, source, { now, head, dates, keys, invoices, credits, series });
  }

  /** The company's stored profile as JSON, read together with the lock; `undefined` if it was not read. */
  get profile(): string | undefined {
    return this.#source.profile?.();
  }

  /** How many invoices the batch issues. */
  get issued(): number {
    return this.#changes.invoices.length;
  }

  /** What `key` was used for, in this batch or earlier; `undefined` if it is new. */
  usedKey(key: string): UsedKey | undefined {
    return this.#keys.get(key);
  }

  /** The invoice in its current state; `undefined` if the company has none with this id. */
  invoice(id: string): StoredInvoiceWithPayments | undefined {
    return this.#invoices.get(id) ?? this.#changes.issued(id);
  }

  /** Numbers and adds an invoice. @throws Refusal `clock_out_of_step`, see {@link IssueDates.next} */
  addInvoice(
    prepared: UnnumberedDocument,
    { prefix, timeZone, series: name }: NumberingOptions,
    author: ChangeAuthor,
  ): DocumentNumber {
    const last = name === undefined ? undefined : requireSeries(this.#series).head(name);
    // Dates follow each other along the journal, so an earlier invoice of the series needs no look.
    const issueDate = this.dates.next(timeZone, last?.started === false ? last.lastIssueDate : null);
    const counter = this.#lastCounter + 1;
    const inSeries = last === undefined ? counter - this.#inSeries : last.lastCounter + 1;
    const id = uuidV7(this.now);
    const issuedAt = this.#instant;
    const { number, text } = numberDocument(prepared, { id, prefix, counter: inSeries, issueDate, issuedAt });
    this.#lastCounter = counter;
    if (last !== undefined) {
      this.#inSeries += 1;
      this.#series!.move(last.series, { lastCounter: inSeries, lastIssueDate: issueDate }, true);
    }
    this.#changes.addInvoice({
      id,
      counter,
      series: last && { name: last.series, number: inSeries },
      invoiceNumber: number.invoiceNumber,
      issueDate,
      source: author.source,
      actor: author.actor,
      amountDue: asIssued(prepared.document).amountDue,
      issuedAt,
      document: text,
    });
    return number;
  }

  addPayment(
    invoiceId: string,
    { exchangeRate, ...given }: Omit<StoredPayment, "invoiceId">,
    state: InvoiceState,
    author: ChangeAuthor,
  ): void {
    const payment = { ...given, ...(exchangeRate && { exchangeRate }) };
    this.#changes.payments.push({ ...payment, invoiceId, origin: this.#originOf(author) });
    const invoice = this.#invoices.get(invoiceId)!;
    this.#invoices.set(invoiceId, { ...invoice, payments: [...invoice.payments, payment] });
    this.changeState(invoiceId, state, author);
  }

  /**
   * What portals answered about the invoice and its credit notes, or by its own id about a credit note that does not credit
   * one invoice of the books.
   */
  portalEntriesOf(subjectId: string): readonly StoredPortalEntry[] {
    return this.#invoices.get(subjectId)?.portalEntries ?? this.#credits?.portalEntriesOf(subjectId) ?? [];
  }

  /** Adds what a portal answered about the invoice, or a credit note. */
  addPortalEntry(entry: StoredPortalEntry, author: ChangeAuthor): void {
    const { invoiceId } = entry;
    this.#changes.portalEntries.push({ ...entry, origin: this.#originOf(author) });
    const invoice = this.#invoices.get(invoiceId);
    if (invoice === undefined) this.#credits!.addPortalEntry(entry);
    else this.#invoices.set(invoiceId, { ...invoice, portalEntries: [...invoice.portalEntries, entry] });
  }

  /** As {@link LockedCredits.of} returns them. Only if the write needs credit notes. */
  creditNotesOf(subjectId: string): readonly CreditNoteDocument[] {
    return this.#credits!.of(subjectId);
  }

  /**
   * Numbers and adds a credit note, and changes the state of the invoices of the books that it credits.
   *
   * @throws Refusal `clock_out_of_step`, see {@link LockedCredits.next}
   */
  addCreditNote(
    { prefix, timeZone }: NumberingOptions,
    credited: readonly CreditedState[],
    write: (number: CreditNoteNumber) => { readonly document: CreditNoteDocument; readonly text: string },
    author: ChangeAuthor,
  ): CreditNoteDocument {
    const dates = credited.map(({ invoiceId }) => this.#invoices.get(invoiceId)!.document.issueDate);
    const { counter, issueDate } = this.#credits!.next(this.dates.today(timeZone), dates);
    const yearMonth = issueDate.slice(0, 4) + issueDate.slice(5, 7);
    const creditNoteNumber = formatInvoiceNumber({ prefix, yearMonth, counter });
    const id = uuidV7(this.now);
    const { document, text } = write({ id, creditNoteNumber, issueDate, issuedAt: this.#instant });
    const { total, payable } = document;
    this.#credits!.add(document);
    const origin = this.#originOf(author);
    const applied = credited.flatMap(({ invoiceId, applied: part }): StoredCreditApplied[] =>
      part === undefined ? [] : [{ invoiceId, creditNoteId: id, creditNoteNumber, issueDate, ...part }],
    );
    this.#changes.creditNotes.push({
      id,
      counter,
      creditNoteNumber,
      issueDate,
      invoiceId: subjectOfCredit(document),
      total,
      payable,
      ...(applied.length > 0 && { applied }),
      origin,
      document: text,
    });
    for (const { invoiceId, state, applied: part } of credited) {
      const invoice = this.#invoices.get(invoiceId)!;
      const creditNotes = [...invoice.creditNotes, { id, creditNoteNumber, total: part?.total ?? total }];
      this.#invoices.set(invoiceId, { ...invoice, creditNotes });
      this.changeState(invoiceId, state, author);
    }
    return document;
  }

  changeState(invoiceId: string, state: InvoiceState, author: ChangeAuthor): void {
    const invoice = this.#invoices.get(invoiceId)!;
    this.#invoices.set(invoiceId, { ...invoice, state });
    // Only the last state of the batch is written, so compare with the state before the batch.
    const earlier = this.#changes.states.get(invoiceId);
    const wasCancelled = earlier === undefined ? invoice.state.status === "CANCELLED" : earlier.wasCancelled;
    const wasWrittenOff = earlier === undefined ? invoice.state.writtenOffOn !== null : earlier.wasWrittenOff;
    const before = { wasCancelled, wasWrittenOff };
    this.#changes.states.set(invoiceId, { ...state, ...before, invoiceId, origin: this.#originOf(author) });
  }

  useKey(used: UsedKey): void {
    this.#keys.set(used.key, used);
    this.#changes.keys.push(used);
  }

  /** Continues another sequence. @throws Refusal `numbering_started` if this one already has an invoice */
  continueFrom(position: ContinuedPosition, author: ChangeAuthor): void {
    if (position.series !== undefined) {
      this.#continueSeries(position.series, position, author);
      return;
    }
    if (this.#head.started || this.#changes.invoices.length > 0) {
      const message = "Numbering has started. A sequence can only be continued before its first invoice.";
      throw new Refusal("numbering_started", message);
    }
    if (this.#source.numbers.continueFrom === undefined) {
      throw new TypeError("this store takes its numbers from your own counter; continue the numbering there");
    }
    this.#changes.continuations.push({ position, origin: this.#originOf(author) });
    this.#lastCounter = position.lastCounter;
    this.dates.continueFrom(position.lastIssueDate);
  }

  #continueSeries(name: string, position: ContinuedPosition, author: ChangeAuthor): void {
    const series = requireSeries(this.#series);
    if (series.head(name).started) {
      const message = "The series has started. It can only be continued before its first invoice.";
      throw new Refusal("numbering_started", message);
    }
    this.#changes.continuations.push({ position, origin: this.#originOf(author) });
    series.move(name, position, false);
  }

  /** Lets issue dates continue from today in the time zone. @throws Refusal see {@link IssueDates.resume} */
  resumeDates(reason: string, timeZone: string, author: ChangeAuthor): void {
    if (this.#source.numbers.resumeDates === undefined) {
      throw new TypeError("this store cannot resume issue dates: its number sequence has no resumeDates()");
    }
    if (!this.#head.started && this.#changes.invoices.length === 0) {
      const message =
        "No invoice was issued yet. To correct the date of the last invoice, call continueNumbering again.";
      throw new Refusal("request_invalid", message);
    }
    const resumedOn = this.#resumeFrom(timeZone);
    this.#changes.resumptions.push({ resumption: { resumedOn, reason }, origin: this.#originOf(author) });
  }

  /** Both series continue from today if the last date of either one is far ahead. */
  #resumeFrom(timeZone: string): CalendarDay {
    const today = this.dates.today(timeZone);
    const isCreditAhead = this.#credits?.isFarAhead(today) === true;
    const resumedOn = this.dates.resume(timeZone, isCreditAhead);
    this.#credits?.resume(resumedOn);
    return resumedOn;
  }

  #originOf({ actor, source }: ChangeAuthor): ChangeOrigin {
    return { at: this.#instant, actor, source };
  }

  /** Writes everything that the batch decided, in the transaction that has locked the books. */
  write(transaction: StoreTransaction): Promise<void> {
    return this.#changes.write(transaction);
  }
}
