import { type CalendarDay, laterDay } from "../calendar.ts";
import { taxCurrencyOf } from "../invoice/tax-currency.ts";
import { amountAsNumber, Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../vat/territory/territory.ts";
import { type BookedCreditNote, type BookedInvoice, creditedOf } from "./booking.ts";
import { notBeforeReplacing } from "./chargeable-day.ts";
import { clientRateCountry, dispatchOf } from "./declaration.ts";
import { discountedOf } from "./discounts.ts";
import { type DocumentPart, documentParts } from "./document-parts.ts";
import { isWithin, type Span } from "./period.ts";
import { declaredCurrency, type ReportedDocument } from "./reported-document.ts";

/** How close a seller is to the limit above which its sales to consumers in other member states are taxed there. */
export interface OssThreshold {
  /** In euros, as are all amounts here: 10,000, or what Poland's PLN 42,000 come to. */
  readonly limit: number;
  /** Sales of the year, without VAT, less credit notes. */
  readonly soFar: number;
  /** The same of the year before. If it is above the limit, the limit does not apply to this year at all. */
  readonly previousYear: number;
  /**
   * The day on which the year's sales first closed above the limit; `null` if they never did, or if the earlier sales of
   * another system were above it already.
   */
  readonly exceededOn: CalendarDay | null;
  /** The number of the invoice that took the sales over the limit that day; `null` if they never passed it. */
  readonly exceededBy: string | null;
  /** Currencies whose rate is missing, so that their sales are not counted. Pass them as `rates`. */
  readonly ratesNeeded: readonly string[];
}

/** EUR. @see Directive 2006/112/EC, article 59c(1)(c) */
const LIMIT = new Decimal(10_000);

/** The limits that states have rounded in their own currency. @see Poland: Ustawa o VAT, art. 22a(1)(3) */
const NATIONAL_LIMITS: Readonly<Record<string, string>> = { PLN: "42000" };

/**
 * How much of the currency one euro was worth on 5 December 2017, the day on which the limit was adopted. States outside the
 * euro convert it at this rate, so their sellers' sales are converted at it too.
 *
 * @see Directive 2006/112/EC, article 59c; the European Central Bank's reference rates of that day
 */
// biome-ignore format: a flat table
const RATES_OF_ADOPTION: Readonly<Record<string, string>> = {
  BGN: "1.9558", CZK: "25.653", DKK: "7.4415", GBP: "0.88183", HRK: "7.5543", HUF: "313.96", PLN: "4.202", RON: "4.6337",
  SEK: "9.968",
};

/** EUR: by less than this, sums of converted amounts can differ from the converted sum. */
const CONVERSION_NOISE = "1e-9";

/** Rates by currency: how much of it one euro is worth. */
export type ThresholdRates = Readonly<Record<string, number>>;

/** An amount in euros, and the day on which it counts. */
interface CountedSale {
  readonly on: CalendarDay;
  readonly euros: Decimal;
}

/** Sums the sales that count towards the limit: of a year by days, and of the year before. */
export class ThresholdSums {
  readonly #year: Span;
  readonly #yearBefore: Span;
  readonly #rates: ThresholdRates;
  readonly #byDay = new Map<CalendarDay, Decimal>();
  readonly #ratesNeeded = new Set<string>();
  /** EUR; by the law of the last seller, because a company can move. */
  #limit = LIMIT;
  #previous: Decimal;
  /** EUR; sold in the year before the first invoice of these books. */
  readonly #earlier: Decimal;

  /** `earlierSales` are those of another system, in euros, by year. */
  constructor(year: number, rates: ThresholdRates, earlierSales: Readonly<Record<string, number>> = {}) {
    this.#earlier = new Decimal(earlierSales[year] ?? 0);
    this.#previous = new Decimal(earlierSales[year - 1] ?? 0);
    const spanOf = (each: number) => ({ from: `${each}-01-01`, to: `${each}-12-31` });
    [this.#year, this.#yearBefore] = [spanOf(year), spanOf(year - 1)];
    this.#rates = rates;
  }

  /** Adds an invoice and its credit notes. */
  add(invoice: BookedInvoice): void {
    this.#limit = limitOf(invoice.document);
    this.#addSales([...this.#invoiced(invoice), ...this.#credited(invoice)]);
  }

  /** Adds a credit note that does not credit one invoice of the books. */
  addCreditNote({ document }: BookedCreditNote): void {
    this.#addSales(this.#creditedBy(document, document));
  }

  #addSales(sales: readonly CountedSale[]): void {
    for (const { on, euros } of sales) {
      if (isWithin(on, this.#yearBefore)) this.#previous = this.#previous.plus(euros);
      if (isWithin(on, this.#year)) this.#byDay.set(on, (this.#byDay.get(on) ?? new Decimal(0)).plus(euros));
    }
  }

  /** The day on which the year's sales first closed above the limit, and the sales of the days before it. */
  get exceeded(): { readonly on: CalendarDay; readonly before: Decimal } | undefined {
    if (this.isAbove(this.#earlier)) return undefined; // on a day that only the other system knows
    return passedOn(this.#byDay, this.#earlier, (euros) => this.isAbove(euros));
  }

  /** What an invoice adds to the sales of a day, in euros, without its credit notes. */
  soldOn(day: CalendarDay, invoice: BookedInvoice): Decimal {
    const own = this.#invoiced(invoice).filter(({ on }) => on === day);
    return own.reduce((sum, { euros }) => sum.plus(euros), new Decimal(0));
  }

  /** Whether sales of this amount are above the limit. */
  isAbove(euros: Decimal): boolean {
    return euros.minus(this.#limit).gt(CONVERSION_NOISE);
  }

  result(exceededBy: string | null): OssThreshold {
    const rounded = (euros: Decimal) => amountAsNumber(roundToMinorUnits(euros, "EUR"));
    return {
      limit: rounded(this.#limit),
      soFar: rounded([...this.#byDay.values()].reduce((sum, euros) => sum.plus(euros), this.#earlier)),
      previousYear: rounded(this.#previous),
      exceededOn: this.exceeded?.on ?? null,
      exceededBy,
      ratesNeeded: [...this.#ratesNeeded].sort(),
    };
  }

  /** Cancelled invoices do not count, except for what was credited of them. */
  #invoiced(invoice: BookedInvoice): CountedSale[] {
    const { document, parts, cancelledOn } = invoice;
    return parts
      .filter(({ part }) => countsTowardsLimit(document, part))
      .flatMap(({ part }) => {
        const { taxableAmount } = cancelledOn === undefined ? part : creditedOf(invoice, part);
        return this.#saleOf(document, notBeforeReplacing(document, document.taxPointDate), taxableAmount);
      });
  }

  /** The facts of VAT are the invoice's: the seller may have moved since. */
  #credited({ document, creditNotes, parts, discounts }: BookedInvoice): CountedSale[] {
    const all = parts.map(({ part }) => part);
    const counted = all.filter((part) => countsTowardsLimit(document, part));
    return [
      ...creditNotes.flatMap(({ document: note }) => this.#creditedBy(note, document)),
      ...discounts.flatMap((discount) =>
        counted.flatMap((part) => {
          const { taxableAmount } = discountedOf(discount, part, all);
          return this.#saleOf(document, laterDay(discount.on, document.taxPointDate), taxableAmount.times(-1));
        }),
      ),
    ];
  }

  #creditedBy(note: ReportedDocument, facts: ReportedDocument): CountedSale[] {
    return documentParts(note)
      .filter((part) => countsTowardsLimit(facts, part))
      .flatMap(({ taxableAmount }) => {
        return this.#saleOf(facts, laterDay(note.issueDate, note.taxPointDate), taxableAmount.times(-1));
      });
  }

  #saleOf(document: ReportedDocument, on: CalendarDay, amount: Decimal): CountedSale[] {
    if (!isWithin(on, this.#year) && !isWithin(on, this.#yearBefore)) return [];
    const { currency, rate = new Decimal(1) } = declaredCurrency(document);
    const perEuro = this.#perEuro(currency, document);
    if (perEuro === undefined) {
      this.#ratesNeeded.add(currency);
      return [];
    }
    return [{ on, euros: amount.times(rate).div(perEuro) }];
  }

  #perEuro(currency: string, { seller, issueDate }: ReportedDocument): Decimal | undefined {
    if (currency === "EUR") return new Decimal(1);
    const isNational = currency === taxCurrencyOf(seller.country, issueDate);
    if (isNational && Object.hasOwn(RATES_OF_ADOPTION, currency)) return new Decimal(RATES_OF_ADOPTION[currency]!);
    const given = Object.hasOwn(this.#rates, currency) ? this.#rates[currency] : undefined;
    return given === undefined ? undefined : new Decimal(given);
  }
}

/** The first day on which the sales of all days until then, and of those before, are above a limit. */
export function passedOn(
  byDay: ReadonlyMap<CalendarDay, Decimal>,
  earlier: Decimal,
  isAbove: (euros: Decimal) => boolean,
): { readonly on: CalendarDay; readonly before: Decimal } | undefined {
  let before = earlier;
  for (const [on, euros] of [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (isAbove(before.plus(euros))) return { on, before };
    before = before.plus(euros);
  }
  return undefined;
}

/**
 * Distance sales of goods that go from one member state to another one than that of the seller, and digital services for consumers
 * there; also sales whose supply is not stated, because they can be either.
 *
 * @see Directive 2006/112/EC, article 59c(1)(b)
 */
function countsTowardsLimit(document: ReportedDocument, { category, supply, placeOfSupply }: DocumentPart): boolean {
  if (placeOfSupply !== undefined) return false; // articles 47 to 57 are not in article 59c
  if (category === "G" || category === "O" || category === "K" || category === "AE") return false;
  const { seller, taxPointDate } = document;
  const own = vatTerritoryOf(seller.country, seller.address?.postalCode);
  const country = clientRateCountry(document, supply);
  if (country === undefined || country === own.rateCountry || !isTerritoryInEu(own, taxPointDate, supply)) return false;
  const from = supply === "goods" ? dispatchOf(document) : undefined;
  return from === undefined || (from.rateCountry !== country && isTerritoryInEu(from, taxPointDate, supply));
}

function limitOf({ seller, issueDate }: ReportedDocument): Decimal {
  const currency = taxCurrencyOf(seller.country, issueDate) ?? "";
  if (!Object.hasOwn(NATIONAL_LIMITS, currency)) return LIMIT;
  return new Decimal(NATIONAL_LIMITS[currency]!).div(RATES_OF_ADOPTION[currency]!);
}
