import { addDays, type CalendarDay, laterDay } from "../domain/calendar.ts";
import type { ChangeOrigin } from "../domain/journal.ts";
import type { DateResumption, SequenceHead } from "../ports/number-sequence.ts";
import { InvoiceDates, type ResumptionAccess } from "./invoice-dates.ts";

/**
 * The issue dates of a company that a host's own counter numbers: those of the invoices kept here count, and the
 * counter's last one where it knows any. For one transaction.
 */
export class HostDates {
  readonly #ours: InvoiceDates;
  #host: CalendarDay | null = null;

  constructor(access: ResumptionAccess) {
    this.#ours = new InvoiceDates(access);
  }

  /** The host's head with the later of both dates. `ours` says where the invoices kept here stand. */
  startFrom(host: SequenceHead, ours: SequenceHead): SequenceHead {
    this.#host = host.lastIssueDate;
    this.#ours.startFrom(ours.started ? ours : undefined);
    const { lastIssueDate, storeNow } = ours;
    const later = lastIssueDate === null ? host.lastIssueDate : laterDay(lastIssueDate, host.lastIssueDate);
    return { ...host, lastIssueDate: later, storeNow };
  }

  /** Told that numbers are taken: the invoice that dates would go on behind is not the last one any more. */
  end(): void {
    this.#ours.startFrom(undefined);
  }

  /** @throws TypeError when it is the host's counter that dates its last invoice more than a day after that day */
  async resumeDates(resumption: DateResumption, origin: ChangeOrigin): Promise<void> {
    if (this.#host !== null && this.#host > addDays(resumption.resumedOn, 1)) {
      const message = `the host's own counter dates its last invoice ${this.#host}; correct its date there first`;
      throw new TypeError(message);
    }
    await this.#ours.resumeDates(resumption, origin);
  }

  async resumedOn(): Promise<CalendarDay | null> {
    const day = await this.#ours.resumedOn();
    return day === null ? null : laterDay(day, this.#host);
  }
}
