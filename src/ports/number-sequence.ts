import type { ChangeOrigin } from "../domain/books/journal.ts";
import type { CalendarDay } from "../domain/calendar.ts";
import type { CreditNoteSeries } from "./credit-note-repository.ts";

/** A position in a company's sequence. */
export interface SequencePosition {
  /** The last counter that was taken; 0 before the first one. */
  readonly lastCounter: number;
  /** The issue date of its invoice; `null` before the first one, or if a host's counter does not know it. */
  readonly lastIssueDate: CalendarDay | null;
}

/** A position from which numbering continues. */
export interface ContinuedPosition extends SequencePosition {
  /** The named series that continues. Absent: the first series. */
  readonly series?: string | undefined;
}

/** Where a named series ends. */
export interface SeriesHead extends SequencePosition {
  /** Its name. */
  readonly series: string;
  /** Whether an invoice has been issued from it. Until then it can continue another one. */
  readonly started: boolean;
}

/** The current position of a company's sequence. */
export interface SequenceHead extends SequencePosition {
  /**
   * How many of the company's invoices are in named series. Their counters are between those of the first series, in the
   * order of issue, so the first series' last number is `lastCounter` minus this. Absent: 0.
   */
  readonly inSeries?: number | undefined;
  /** Whether an invoice has been issued from it. Until then it can continue another sequence. */
  readonly started: boolean;
  /** The time on the clock of the store's server. Absent if the store has no clock except that of this machine. */
  readonly storeNow?: Date | undefined;
}

/** Where a company's sequences end, read without their lock: others may issue before anything is decided from it. */
export interface CompanySequences {
  /** That of invoices. With a host's own counter, according to the invoices kept here: the counter is only read locked. */
  readonly invoices: SequenceHead;
  /** As {@link NumberSequence.resumedOn} returns it. */
  readonly resumedOn: CalendarDay | null;
  /** As {@link NumberSequence.series} returns them. Absent: there are no named series, or a host's own counter numbers. */
  readonly series?: readonly SeriesHead[] | undefined;
  /** That of credit notes. */
  readonly creditNotes: CreditNoteSeries;
}

/** The day from which issue dates continue, although the last invoice is dated later. */
export interface DateResumption {
  /** No later invoice is dated before this day. */
  readonly resumedOn: CalendarDay;
  /** 1 to 1,000 characters. */
  readonly reason: string;
}

/**
 * The sequence of one company's invoice numbers, inside one transaction. The web panel takes its numbers from the same
 * sequence. Stores have one built in, in which the invoices are the sequence. If your panel already has a counter, pass
 * that.
 *
 * - **Guarantee**: the counters of committed invoices are consecutive, with none missing and none repeated.
 * - **Condition**: the invoices are inserted in the transaction that took their counters.
 * - **Cost**: transactions of one company run one after another, so keep them short and await nothing else in them.
 */
export interface NumberSequence {
  /**
   * Waits until no other transaction holds the company's sequence, locks it, and returns its current position.
   *
   * @throws StoreBusyError if it stays locked for longer than the adapter's `lockTimeoutMs`; nothing was written
   */
  lock(): Promise<SequenceHead>;

  /** Takes the next `count` counters (at least 1) and returns the first of them. Only after {@link lock}. */
  take(count: number): Promise<number>;

  /**
   * Continues an existing sequence: the next counter is `position.lastCounter + 1`. The journal records it. Only after
   * {@link lock} and before the first invoice; in a named series, before the first one of the series. Absent if the sequence is a host's own counter, which has its position.
   */
  continueFrom?(position: ContinuedPosition, origin: ChangeOrigin): Promise<void>;

  /**
   * Where these named series end; a series without any invoice ends at the position that it continues, else at 0. Only
   * after {@link lock}. Absent if the sequence is a host's own counter, or if the store has no named series.
   */
  series?(names: readonly string[]): Promise<readonly SeriesHead[]>;

  /**
   * Lets the next invoice be dated before the last one, but not before `resumption.resumedOn`. After that, dates do not
   * run backwards again. The journal records it, with the last invoice. Only after {@link lock}, before {@link take},
   * and once there is an invoice. Every built-in sequence implements this. A host's own counter does not need it.
   */
  resumeDates?(resumption: DateResumption, origin: ChangeOrigin): Promise<void>;

  /**
   * The day of the last {@link resumeDates} since the last invoice; `null` if there is none. Only after {@link lock}. A
   * host's own counter does not need it.
   */
  resumedOn?(): Promise<CalendarDay | null>;
}
