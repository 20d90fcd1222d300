import type { ChangeAuthor, ChangeOrigin } from "../../domain/books/journal.ts";
import { numberDocument, type UnnumberedDocument } from "../../domain/invoice/document.ts";
import type { DocumentNumber, InvoiceState, Payment } from "../../domain/invoice/invoice.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { SequenceHead, SequencePosition } from "../../ports/number-sequence.ts";
import { IssueDates } from "../invoices/issue-dates.ts";
import { BookChanges } from "./book-changes.ts";
import { uuidV7 } from "./uuid-v7.ts";

/** A company's settings for its invoice numbers. */
export interface NumberingOptions {
  readonly prefix: string;
  /** IANA time zone of the issue date. Absent: UTC. */
  readonly timeZone: string | undefined;
}

/** What must be read before a write can decide. */
export interface Needs {
  readonly keys: readonly string[];
  readonly invoiceIds: readonly string[];
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
  readonly #transaction: StoreTransaction;
  readonly #head: SequenceHead;
  /** The source of every day and instant that this batch writes. */
  readonly dates: IssueDates;
  #lastCounter: number;
  readonly #keys: Map<string, UsedKey>;
  readonly #invoices: Map<string, StoredInvoiceWithPayments>;
  readonly #changes: BookChanges;

  private constructor(
    companyId: string,
    transaction: StoreTransaction,
    now: Date,
    head: SequenceHead,
    dates: IssueDates,
    keys: readonly UsedKey[],
    invoices: readonly StoredInvoiceWithPayments[],
  ) {
    this.#changes = new BookChanges(companyId);
    this.#transaction = transaction;
    this.now = now;
    this.#instant = now.toISOString();
    this.#head = head;
    this.#lastCounter = head.lastCounter;
    this.dates = dates;
    this.#keys = new Map(keys.map((used) => [used.key, used]));
    this.#invoices = new Map(invoices.map((invoice) => [invoice.document.id, invoice]));
  }

  /**
   * Locks the company's sequence, then reads, in this order, so that the reads see what others have committed. Calls
   * `needs` once the lock is held.
   */
  static async lock(
    companyId: string,
    transaction: StoreTransaction,
    clock: Clock,
    needs: () => Needs,
  ): Promise<LockedBooks> {
    const { numbers, invoices } = transaction;
    const head = await numbers.lock();
    const needed = needs();
    const keys = needed.keys.length === 0 ? [] : await invoices.findKeys(needed.keys);
    // A replayed key also needs its invoice, which is known only now.
    const ids = new Set([...needed.invoiceIds, ...keys.map(({ invoiceId }) => invoiceId)]);
    const found = ids.size === 0 ? [] : await invoices.findMany([...ids]);
    const now = clock.now();
    const dates = await IssueDates.open(head, numbers, clock, now);
    return new LockedBooks(companyId, transaction, now, head, dates, keys, found);
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
    { prefix, timeZone = "UTC" }: NumberingOptions,
    author: ChangeAuthor,
  ): DocumentNumber {
    const issueDate = this.dates.next(timeZone);
    const counter = this.#lastCounter + 1;
    const id = uuidV7(this.now);
    const issuedAt = this.#instant;
    const { number, text } = numberDocument(prepared, { id, prefix, counter, issueDate, issuedAt });
    this.#lastCounter = counter;
    const [{ invoiceNumber }, { actor, source }] = [number, author];
    this.#changes.addInvoice({ id, counter, invoiceNumber, issueDate, source, actor, issuedAt, document: text });
    return number;
  }

  addPayment(invoiceId: string, payment: Payment, state: InvoiceState, author: ChangeAuthor): void {
    this.#changes.payments.push({ ...payment, invoiceId, origin: this.#originOf(author) });
    const invoice = this.#invoices.get(invoiceId)!;
    this.#invoices.set(invoiceId, { ...invoice, payments: [...invoice.payments, payment] });
    this.changeState(invoiceId, state, author);
  }

  changeState(invoiceId: string, state: InvoiceState, author: ChangeAuthor): void {
    this.#invoices.set(invoiceId, { ...this.#invoices.get(invoiceId)!, state });
    this.#changes.states.set(invoiceId, { ...state, invoiceId, origin: this.#originOf(author) });
  }

  useKey(used: UsedKey): void {
    this.#keys.set(used.key, used);
    this.#changes.keys.push(used);
  }

  /** Continues another sequence. @throws Refusal `numbering_started` if this one already has an invoice */
  continueFrom(position: SequencePosition, author: ChangeAuthor): void {
    if (this.#head.started || this.#changes.invoices.length > 0) {
      const message = "Numbering has started. A sequence can only be continued before its first invoice.";
      throw new Refusal("numbering_started", message);
    }
    if (this.#transaction.numbers.continueFrom === undefined) {
      throw new TypeError("this store takes its numbers from your own counter; continue the numbering there");
    }
    this.#changes.continuations.push({ position, origin: this.#originOf(author) });
    this.#lastCounter = position.lastCounter;
    this.dates.continueFrom(position.lastIssueDate);
  }

  /** Lets issue dates continue from today in the time zone. @throws Refusal see {@link IssueDates.resume} */
  resumeDates(reason: string, timeZone: string, author: ChangeAuthor): void {
    if (this.#transaction.numbers.resumeDates === undefined) {
      throw new TypeError("this store cannot resume issue dates: its number sequence has no resumeDates()");
    }
    if (!this.#head.started && this.#changes.invoices.length === 0) {
      const message =
        "No invoice was issued yet. To correct the date of the last invoice, call continueNumbering again.";
      throw new Refusal("request_invalid", message);
    }
    const resumedOn = this.dates.resume(timeZone);
    this.#changes.resumptions.push({ resumption: { resumedOn, reason }, origin: this.#originOf(author) });
  }

  #originOf({ actor, source }: ChangeAuthor): ChangeOrigin {
    return { at: this.#instant, actor, source };
  }

  /** Writes everything that the batch decided. */
  write(): Promise<void> {
    return this.#changes.write(this.#transaction);
  }
}
