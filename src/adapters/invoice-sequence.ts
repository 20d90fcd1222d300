import type { CalendarDay } from "../domain/calendar.ts";
import type { ChangeOrigin } from "../domain/journal.ts";
import type { DateResumption, NumberSequence, SequenceHead, SequencePosition } from "../ports/number-sequence.ts";
import { InvoiceDates, type ResumptionAccess } from "./invoice-dates.ts";

/** How a store reads and moves a company's place, inside the transaction that holds its lock. */
export interface SequenceAccess extends ResumptionAccess {
  readonly read: () => SequenceHead | Promise<SequenceHead>;
  readonly continueFrom: (position: SequencePosition, origin: ChangeOrigin) => void | Promise<void>;
}

/**
 * The sequence that the invoices themselves are: the next counter is one more than the last invoice's, so there is no
 * counter beside them that could drift from them. For one transaction.
 */
export class InvoiceSequence implements NumberSequence {
  readonly #access: SequenceAccess;
  readonly #dates: InvoiceDates;
  #next: number | undefined;
  #started = false;

  constructor(access: SequenceAccess) {
    this.#access = access;
    this.#dates = new InvoiceDates(access);
  }

  async lock(): Promise<SequenceHead> {
    const head = await this.#access.read();
    this.#next = head.lastCounter + 1;
    this.#started = head.started;
    this.#dates.startFrom(head.started ? head : undefined);
    return head;
  }

  async take(count: number): Promise<number> {
    if (this.#next === undefined) throw new TypeError("take() needs lock() first");
    if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`cannot take ${count} counters`);
    const first = this.#next;
    this.#next += count;
    this.#started = true;
    this.#dates.startFrom(undefined);
    return first;
  }

  async continueFrom(position: SequencePosition, origin: ChangeOrigin): Promise<void> {
    if (this.#next === undefined) throw new TypeError("continueFrom() needs lock() first");
    if (this.#started) throw new TypeError("numbering has started; it goes on from its last invoice");
    await this.#access.continueFrom(position, origin);
    this.#next = position.lastCounter + 1;
  }

  resumeDates(resumption: DateResumption, origin: ChangeOrigin): Promise<void> {
    return this.#dates.resumeDates(resumption, origin);
  }

  resumedOn(): Promise<CalendarDay | null> {
    return this.#dates.resumedOn();
  }
}
