import { addDays, type CalendarDay, calendarDayIn, laterDay } from "../../domain/calendar.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { NumberSequence, SequenceHead } from "../../ports/number-sequence.ts";
import { systemClock } from "../system-clock.ts";

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** How far behind UTC the westernmost time zone is. */
const WESTERNMOST_MS = 12 * HOUR_MS;

/**
 * The dates of one batch. They all come from one instant, which is checked against the store's clock. Issue dates never
 * run backwards along the sequence, whatever the clock says.
 */
export class IssueDates {
  readonly #now: Date;
  readonly #storeNow: Date | undefined;
  /** No invoice may be dated before it; `null` if any day is allowed. */
  #last: CalendarDay | null;
  #today: { readonly timeZone: string; readonly day: CalendarDay } | undefined;

  private constructor(now: Date, storeNow: Date | undefined, last: CalendarDay | null) {
    this.#now = now;
    this.#storeNow = storeNow;
    this.#last = last;
  }

  /** Continues the locked sequence after its last issue date, at the instant `now` of `clock`. */
  static async open(
    head: SequenceHead,
    numbers: Pick<NumberSequence, "resumedOn">,
    clock: Clock,
    now: Date,
  ): Promise<IssueDates> {
    const { lastIssueDate: last } = head;
    // A host that passes its own clock, as tests do, intends its time, so it is not compared with the database's.
    const storeNow = clock === systemClock ? head.storeNow : undefined;
    const earliestToday = calendarDayIn("UTC", new Date(now.getTime() - WESTERNMOST_MS));
    // Otherwise the answer would change nothing, and the company would wait for one more statement.
    const mayBeResumed = last !== null && isFarAhead(last, earliestToday);
    const resumedOn = mayBeResumed ? await numbers.resumedOn?.() : undefined;
    return new IssueDates(now, storeNow, resumedOn ?? last);
  }

  /**
   * Dates the next invoice, not before `earliest`, if its series continues from that day.
   *
   * @throws Refusal `clock_out_of_step` if the last date is far ahead, or as {@link instant} does
   */
  next(timeZone: string, earliest: CalendarDay | null = null): CalendarDay {
    const today = this.today(timeZone);
    if (earliest !== null) this.#last = laterDay(earliest, this.#last);
    if (this.#last === null || this.#last <= today) this.#last = today;
    else if (isFarAhead(this.#last, today)) {
      const message =
        `The last invoice is dated ${this.#last}, but this server's clock says ${today}. Nothing can be issued until ` +
        "they agree. Correct the clock or, if a wrong clock dated that invoice, call resumeDates.";
      throw new Refusal("clock_out_of_step", message);
    }
    return this.#last;
  }

  /** Continues after an invoice that was issued elsewhere on this day. */
  continueFrom(day: CalendarDay | null): void {
    this.#last = day;
  }

  /**
   * Continues from today and returns today. `isOtherAhead` is whether the last credit note is dated far ahead.
   *
   * @throws Refusal `request_invalid` if the last date is not far ahead; `clock_out_of_step` like {@link instant}
   */
  resume(timeZone: string, isOtherAhead: boolean): CalendarDay {
    const today = this.today(timeZone);
    if (!isOtherAhead && (this.#last === null || !isFarAhead(this.#last, today))) {
      const message =
        `There is nothing to resume. Today is ${today}, and the next invoice may be dated ` +
        `${this.#last === null ? "any day" : `${this.#last} or later`}. Issue it as usual.`;
      throw new Refusal("request_invalid", message);
    }
    this.#last = today;
    return today;
  }

  /** The current day in the time zone. @throws Refusal `clock_out_of_step` like {@link instant} */
  today(timeZone: string): CalendarDay {
    this.#requireInStep();
    // A batch belongs to one company, so it is enough to remember one day.
    if (this.#today?.timeZone !== timeZone) this.#today = { timeZone, day: calendarDayIn(timeZone, this.#now) };
    return this.#today.day;
  }

  /** The instant of the batch. @throws Refusal `clock_out_of_step` if the store's clock is more than a day away */
  instant(): string {
    this.#requireInStep();
    return this.#now.toISOString();
  }

  #requireInStep(): void {
    const [now, storeNow] = [this.#now, this.#storeNow ?? this.#now];
    if (Math.abs(now.getTime() - storeNow.getTime()) > DAY_MS) {
      const message =
        `This server's clock says ${now.toISOString()}, but the database's clock says ${storeNow.toISOString()}. ` +
        "Nothing can be dated while they are more than a day apart. Correct the one that is wrong.";
      throw new Refusal("clock_out_of_step", message);
    }
  }
}

/** Whether `day` is so far ahead of `today` that a lagging clock cannot explain it. */
export function isFarAhead(day: CalendarDay, today: CalendarDay): boolean {
  return day > addDays(today, 1);
}
