import type { CalendarDay } from "../calendar.ts";
import { amountAsNumber, Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { isMemberState, MEMBER_STATES } from "../vat/territory/membership.ts";
import type { Booking } from "./booking.ts";
import { stateSoldIn } from "./declaration.ts";
import { passedOn } from "./oss-threshold.ts";
import { isWithin, type Span } from "./period.ts";
import type { NeededRate, OssRates, SmallEnterpriseReturn } from "./vat-report.ts";

/** EUR. @see Directive 2006/112/EC, article 284(2)(a) */
const LIMIT = 100_000;

/** Sums what a small enterprise sells: by state of the days that are asked for, and in the Union by year. */
export class TurnoverSums {
  /** The days whose bookings it needs: those of both years too. */
  readonly span: Span;
  readonly #asked: Span;
  readonly #year: string;
  readonly #rates: OssRates;
  readonly #byState = new Map<string, Decimal>();
  readonly #byDay = new Map<CalendarDay, Decimal>();
  #previous = new Decimal(0);
  readonly #needed = new Map<string, NeededRate>();

  constructor(asked: Span, rates: OssRates) {
    this.#asked = asked;
    this.#rates = rates;
    this.#year = asked.to.slice(0, 4);
    const yearBefore = `${String(Number(this.#year) - 1).padStart(4, "0")}-01-01`;
    this.span = { from: asked.from < yearBefore ? asked.from : yearBefore, to: asked.to };
    for (const state of Object.keys(MEMBER_STATES).sort()) {
      if (isMemberState(state, asked.to)) this.#byState.set(state, new Decimal(0));
    }
  }

  add(booking: Booking): void {
    const { declaration, document, part, on, kind } = booking;
    if (kind === "write-off") return; // who does not pay undoes no supply: article 288 counts supplies
    if (declaration.section === "unplaced" && declaration.reason === "cancelled_without_credit_note") return;
    const state = isTurnover(booking) ? stateSoldIn(document, part) : undefined;
    const sum = this.#byState.get(state ?? "");
    if (sum === undefined) return;
    const rate = this.#rateOf(document.currency, on);
    if (rate === undefined) return;
    const net = booking.taxableAmount.div(rate);
    if (isWithin(on, this.#asked)) this.#byState.set(state!, sum.plus(net));
    if (on.startsWith(this.#year)) this.#byDay.set(on, (this.#byDay.get(on) ?? new Decimal(0)).plus(net));
    else if (on < this.#year && on >= `${Number(this.#year) - 1}`) this.#previous = this.#previous.plus(net);
  }

  result(): SmallEnterpriseReturn {
    const rounded = (euros: Decimal) => amountAsNumber(roundToMinorUnits(euros, "EUR"));
    const zero = new Decimal(0);
    return {
      smallEnterprise: [...this.#byState].map(([country, net]) => ({ country, net: rounded(net) })),
      unionTurnover: {
        limit: LIMIT,
        soFar: rounded([...this.#byDay.values()].reduce((sum, net) => sum.plus(net), zero)),
        previousYear: rounded(this.#previous),
        exceededOn: passedOn(this.#byDay, zero, (net) => net.gt(LIMIT))?.on ?? null,
        ratesNeeded: [...this.#needed.keys()].sort().map((key) => this.#needed.get(key)!),
      },
    };
  }

  /** The rate of the first day of the year. @see article 284c(1) */
  #rateOf(currency: string, on: CalendarDay): Decimal | undefined {
    if (currency === "EUR") return new Decimal(1);
    const period = on.slice(0, 4);
    const given = Object.hasOwn(this.#rates, currency) ? this.#rates[currency] : undefined;
    const rate = typeof given === "object" ? given[period] : undefined;
    if (rate !== undefined) return new Decimal(rate);
    this.#needed.set(`${period} ${currency}`, { currency, period, on: `${period}-01-01` });
    return undefined;
  }
}

/** Whether it would be taxed without the scheme, as far as codes say: what article 132 exempts would not. @see article 288(1) */
function isTurnover({ document, part }: Booking): boolean {
  const { category, rateCountry } = part;
  return !document.vatBreakdown.some((group) => {
    const isSame = group.category === category && group.rateCountry === rateCountry;
    return isSame && group.vatexCode?.startsWith("VATEX-EU-132") === true;
  });
}
