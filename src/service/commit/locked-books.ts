import type { ChangeAuthor, ChangeOrigin } from "../../domain/books/journal.ts";
import { numberDocument, type UnnumberedDocument } from "../../domain/invoice/document.ts";
import type { DocumentNumber, InvoiceState, Payment } from "../../domain/invoice/invoice.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StoredInvoiceWithPayments, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { SequenceHead, SequencePosition } from "../../ports/number-sequence.ts";
import { IssueDates } from "../invoices/issue-dates.ts";
import { BookEntries } from "./changes.ts";
import { uuidV7 } from "./uuid-v7.ts";

/** What a company says of its numbers. */
export interface NumberingOptions {
  readonly prefix: string;
  /** IANA, in which the issue date is told. Absent: UTC. */
  readonly timeZone: string | undefined;
}

/** What a batch of writes needs to have read before it can decide. */
export interface Needs {
  readonly keys: readonly string[];
  readonly invoiceIds: readonly string[];
}

/**
 * One company's books while their sequence is locked: what was read of them, and what the decisions of a batch add.
 * Deciding is synchronous and sees what earlier decisions of the same batch did; nothing is written before
 * {@link OpenBooks.write}.
 */
export class OpenBooks {
  /** The instant of this batch: all of it is issued, paid and cancelled then. */
  readonly now: Date;
  readonly #instant: string;
  readonly #transaction: StoreTransaction;
  readonly #head: SequenceHead;
  /** What is dated takes its day or its instant from here. */
  readonly dates: IssueDates;
  #lastCounter: number;
  readonly #keys: Map<string, UsedKey>;
  readonly #invoices: Map<string, StoredInvoiceWithPayments>;
  readonly #entries: BookEntries;

  private constructor(
    companyId: string,
    transaction: StoreTransaction,
    now: Date,
    head: SequenceHead,
    dates: IssueDates,
    keys: readonly UsedKey[],
    invoices: readonly StoredInvoiceWithPayments[],
  ) {
    this.#entries = new BookEntries(companyId);
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
   * Locks the company's sequence, then reads: in this order, so that what others committed meanwhile is seen. What is
   * needed is asked once the lock is held.
   */
  static async lock(
    companyId: string,
    transaction: StoreTransaction,
    clock: Clock,
    needs: () => Needs,
  ): Promise<OpenBooks> {
    const { numbers, invoices } = transaction;
    const head = await numbers.lock();
    const needed = needs();
    const keys = needed.keys.length === 0 ? [] : await invoices.findKeys(needed.keys);
    // A replayed key needs the invoice that it was used for, which is known only now.
    const ids = new Set([...needed.invoiceIds, ...keys.map(({ invoiceId }) => invoiceId)]);
    const found = ids.size === 0 ? [] : await invoices.findMany([...ids]);
    const now = clock.now();
    const dates = await IssueDates.open(head, numbers, clock, now);
    return new OpenBooks(companyId, transaction, now, head, dates, keys, found);
  }

  /** What `key` was used for, here or earlier; `undefined` when it never was. */
  usedKey(key: string): UsedKey | undefined {
    return this.#keys.get(key);
  }

  /** The invoice with its state as of now; `undefined` when the company has none with this id. */
  invoice(id: string): StoredInvoiceWithPayments | undefined {
    return this.#invoices.get(id) ?? this.#entries.issued(id);
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
    this.#entries.addInvoice({ id, counter, invoiceNumber, issueDate, source, actor, issuedAt, document: text });
    return number;
  }

  addPayment(invoiceId: string, payment: Payment, state: InvoiceState, author: ChangeAuthor): void {
    this.#entries.payments.push({ ...payment, invoiceId, origin: this.#originOf(author) });
    const invoice = this.#invoices.get(invoiceId)!;
    this.#invoices.set(invoiceId, { ...invoice, payments: [...invoice.payments, payment] });
    this.changeState(invoiceId, state, author);
  }

  changeState(invoiceId: string, state: InvoiceState, author: ChangeAuthor): void {
    this.#invoices.set(invoiceId, { ...this.#invoices.get(invoiceId)!, state });
    this.#entries.states.set(invoiceId, { ...state, invoiceId, origin: this.#originOf(author) });
  }

  useKey(used: UsedKey): void {
    this.#keys.set(used.key, used);
    this.#entries.keys.push(used);
  }

  /** Goes on from another sequence. @throws Refusal `numbering_started` when this one has an invoice already */
  continueFrom(position: SequencePosition, author: ChangeAuthor): void {
    if (this.#head.started || this.#entries.invoices.length > 0) {
      const message = "Numbering has started: a sequence can be continued before its first invoice only.";
      throw new Refusal("numbering_started", message);
    }
    if (this.#transaction.numbers.continueFrom === undefined) {
      throw new TypeError("this store numbers with the host's own counter, which knows where it stands");
    }
    this.#entries.continuations.push({ position, origin: this.#originOf(author) });
    this.#lastCounter = position.lastCounter;
    this.dates.continueFrom(position.lastIssueDate);
  }

  /** Lets issue dates go on from today in the time zone. @throws Refusal see {@link IssueDates.resume} */
  resumeDates(reason: string, timeZone: string, author: ChangeAuthor): void {
    if (this.#transaction.numbers.resumeDates === undefined) {
      throw new TypeError("this store cannot resume issue dates: its number sequence has no resumeDates()");
    }
    if (!this.#head.started && this.#entries.invoices.length === 0) {
      const message = "No invoice was issued yet. Correct the date that numbering goes on from with continueNumbering.";
      throw new Refusal("request_invalid", message);
    }
    const resumedOn = this.dates.resume(timeZone);
    this.#entries.resumptions.push({ resumption: { resumedOn, reason }, origin: this.#originOf(author) });
  }

  #originOf({ actor, source }: ChangeAuthor): ChangeOrigin {
    return { at: this.#instant, actor, source };
  }

  /** Writes what the batch decided. */
  write(): Promise<void> {
    return this.#entries.write(this.#transaction);
  }
}
