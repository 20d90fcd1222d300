import { addDays, type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { NumberSequence, SequenceHead } from "../../ports/number-sequence.ts";
import { systemClock } from "../system-clock.ts";

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** How far behind UTC the westernmost time zone is. */
const WESTERNMOST_MS = 12 * HOUR_MS;

/**
 * The dates of one batch: all are of one instant, which the store's clock bears out, and issue dates do not run backwards
 * along the sequence, whatever the clock says.
 */
export class IssueDates {
  readonly #now: Date;
  readonly #storeNow: Date | undefined;
  /** No invoice may be dated before it; `null` where any day will do. */
  #last: CalendarDay | null;
  #today: { readonly timeZone: string; readonly day: CalendarDay } | undefined;

  private constructor(now: Date, storeNow: Date | undefined, last: CalendarDay | null) {
    this.#now = now;
    this.#storeNow = storeNow;
    this.#last = last;
  }

  /** Goes on from where the locked sequence stands, at the instant `now` of `clock`. */
  static async open(head: SequenceHead, numbers: NumberSequence, clock: Clock, now: Date): Promise<IssueDates> {
    const { lastIssueDate: last } = head;
    // A clock of the host's own is a test's: what it says is meant.
    const storeNow = clock === systemClock ? head.storeNow : undefined;
    const earliestToday = calendarDayIn("UTC", new Date(now.getTime() - WESTERNMOST_MS));
    // Elsewhere the answer would change nothing, and the company would wait for one more statement.
    const mayBeResumed = last !== null && isFarAhead(last, earliestToday);
    const resumedOn = mayBeResumed ? await numbers.resumedOn?.() : undefined;
    return new IssueDates(now, storeNow, resumedOn ?? last);
  }

  /** Dates the next invoice. @throws Refusal `clock_out_of_step` when the last date, or the store's clock, is far from this one */
  next(timeZone: string): CalendarDay {
    const today = this.today(timeZone);
    if (this.#last === null || this.#last <= today) this.#last = today;
    else if (isFarAhead(this.#last, today)) {
      const message =
        `The last invoice is dated ${this.#last}, but the clock of this server says ${today}. Nothing is issued until ` +
        "they agree: set the clock right, or, where that invoice was dated by a wrong clock, call resumeDates.";
      throw new Refusal("clock_out_of_step", message);
    }
    return this.#last;
  }

  /** Continues behind an invoice of this day that was issued elsewhere. */
  continueFrom(day: CalendarDay | null): void {
    this.#last = day;
  }

  /**
   * Goes on from today, and gives today.
   *
   * @throws Refusal `request_invalid` when the last date is not far ahead; `clock_out_of_step` like {@link next}
   */
  resume(timeZone: string): CalendarDay {
    const today = this.today(timeZone);
    if (this.#last === null || !isFarAhead(this.#last, today)) {
      const message =
        `There is nothing to resume: today is ${today}, and the next invoice may be dated ` +
        `${this.#last === null ? "any day" : `${this.#last} or later`}. Issue it.`;
      throw new Refusal("request_invalid", message);
    }
    this.#last = today;
    return today;
  }

  /** The day that it is in the time zone. @throws Refusal `clock_out_of_step` like {@link instant} */
  today(timeZone: string): CalendarDay {
    this.#requireInStep();
    // All of a batch is one company's, so one day is remembered.
    if (this.#today?.timeZone !== timeZone) this.#today = { timeZone, day: calendarDayIn(timeZone, this.#now) };
    return this.#today.day;
  }

  /** The instant of the batch. @throws Refusal `clock_out_of_step` when the store's clock is more than a day from this one */
  instant(): string {
    this.#requireInStep();
    return this.#now.toISOString();
  }

  #requireInStep(): void {
    const [now, storeNow] = [this.#now, this.#storeNow ?? this.#now];
    if (Math.abs(now.getTime() - storeNow.getTime()) > DAY_MS) {
      const message =
        `The clock of this server says ${now.toISOString()}, that of the database ${storeNow.toISOString()}. Nothing is ` +
        "dated while they are more than a day apart: set the one right that is wrong.";
      throw new Refusal("clock_out_of_step", message);
    }
  }
}

/** Whether a day is so far ahead of today that no clock lags by as much. */
function isFarAhead(day: CalendarDay, today: CalendarDay): boolean {
  return day > addDays(today, 1);
}
