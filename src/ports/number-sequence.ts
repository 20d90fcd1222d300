import type { ChangeOrigin } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";

/** A place in a company's sequence. */
export interface SequencePosition {
  /** The counter taken last; 0 before the first one. */
  readonly lastCounter: number;
  /** Issue date of the invoice that has it; `null` before the first one, or where a host's counter does not know. */
  readonly lastIssueDate: CalendarDay | null;
}

/** Where a company's sequence stands. */
export interface SequenceHead extends SequencePosition {
  /** Whether an invoice was issued from it; until then it can be continued from elsewhere. */
  readonly started: boolean;
  /** The time by the clock of the store's own server. Absent where the store has none but that of this machine. */
  readonly storeNow?: Date | undefined;
}

/** From which day issue dates go on, although the last invoice is dated later. */
export interface DateResumption {
  /** No invoice from here on is dated before this day. */
  readonly resumedOn: CalendarDay;
  /** Why: 1 to 1,000 characters. */
  readonly reason: string;
}

/**
 * The sequence behind one company's invoice numbers, inside one transaction. The web panel draws from the same one.
 * The stores bring their own, in which the invoices are the sequence; a host whose panel counts already passes its own.
 *
 * - **Guarantee**: the counters of committed invoices are consecutive, with none missing and none repeated.
 * - **Condition**: the invoices are inserted in the transaction that took their counters.
 * - **Cost**: transactions of one company run one after another, so keep them short and await nothing else in them.
 */
export interface NumberSequence {
  /**
   * Waits until no other transaction holds the company's sequence, and tells where it stands.
   *
   * @throws StoreBusyError when it stays held longer than the adapter's `lockTimeoutMs`; nothing was written
   */
  lock(): Promise<SequenceHead>;

  /** Takes the next `count` counters (at least 1) and gives the first of them. Only after {@link lock}. */
  take(count: number): Promise<number>;

  /**
   * Goes on from a sequence that exists already: the next counter is `position.lastCounter + 1`. Only after {@link lock}
   * and before the first invoice; an entry of the journal. Absent where the host's counter is the sequence: it knows where it stands.
   */
  continueFrom?(position: SequencePosition, origin: ChangeOrigin): Promise<void>;

  /**
   * Lets the next invoice be dated before the last one, down to `resumption.resumedOn`; the dates of those that follow
   * do not run backwards again. An entry of the journal, which names the last invoice. Only after {@link lock}, before
   * {@link take}, and once there is an invoice. The stores have it; a host's own counter needs none.
   */
  resumeDates?(resumption: DateResumption, origin: ChangeOrigin): Promise<void>;

  /**
   * The day of the last {@link resumeDates} since the last invoice; `null` where there is none. Only after {@link lock}.
   * A host's own counter needs none.
   */
  resumedOn?(): Promise<CalendarDay | null>;
}
