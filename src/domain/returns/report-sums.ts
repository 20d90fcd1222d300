import type { CalendarDay } from "../calendar.ts";
import { taxCurrencyOf } from "../invoice/tax-currency.ts";
import { amountAsNumber, Decimal, roundToMinorUnits } from "../money/decimal.ts";
import { vatTerritory } from "../vat/territory/membership.ts";
import type { Booking, BookingKind } from "./booking.ts";
import { isWithin, monthOf, quarterOf, type Span, spanOfQuarter } from "./period.ts";
import type { Placement, UnplacedReason } from "./placement.ts";
import { invoiceIssueDateOf, type ReportedDocument } from "./reported-document.ts";
import { statementCode } from "./statement-codes.ts";
import { added, isNothing, NOTHING, type TaxedAmount, times } from "./taxed-amount.ts";
import type {
  DomesticLine,
  ForeignLine,
  IncludedCorrection,
  NeededRate,
  OssCorrection,
  OssLine,
  OssRates,
  RecapitulativeLine,
  ReportAddition,
  ReportAmounts,
  ReportLine,
  UnplacedAmount,
  VatReport,
} from "./vat-report.ts";

/** Why an amount has no place, and what to do about it. */
const UNPLACED_DETAILS: Record<UnplacedReason, string> = {
  document_unreadable:
    "The document lacks fields that a return needs, so its amounts are not known. An audit names what is wrong.",
  payment_unreadable:
    "The journal entry of a payment lacks its amount or its day, which decide what is declared. An audit names what is wrong.",
  cancelled_without_credit_note:
    "The invoice was cancelled after the end of these days, without a credit note. If it was sent and declared, it needs one.",
  supply_not_stated:
    "The sale crosses a border, and the document does not state whether it is goods, services or digital services.",
  rate_country_unproven: "The rate is that of another state, but OSS does not cover the sale.",
  reverse_charge_of_goods:
    "Goods under reverse charge are not listed in the recapitulative statement, unless the sale is triangular.",
  reverse_charge_outside_the_eu: "Reverse charge, but seller and client are not both in the EU.",
  client_number_missing: "The recapitulative statement needs the client's VAT number, which is missing or malformed.",
  client_number_of_the_sellers_state:
    "The client's VAT number is of the seller's own state, so the sale cannot be in the recapitulative statement.",
  oss_correction_too_late:
    "OSS returns can be corrected for three years. Correct this one with the member state of consumption.",
};

/** A document or a payment whose amounts are not known. */
interface UnknownAmount {
  readonly kind: BookingKind;
  readonly number: string;
  readonly on: CalendarDay;
}

/** A line that is being summed. */
interface Sum<Key> {
  readonly key: Key;
  readonly currency: string;
  converted: TaxedAmount;
  readonly asIssued: Map<string, TaxedAmount>;
}

/** Sums by key. The number of lines does not grow with the number of documents, except by clients. */
class Sums<Key extends object> {
  readonly #sums = new Map<string, Sum<Key>>();

  add(key: Key, currency: string, converted: TaxedAmount, { document, ...issued }: Booking): void {
    const id = JSON.stringify([...Object.values(key), currency]);
    let sum = this.#sums.get(id);
    if (sum === undefined) {
      sum = { key, currency, converted: NOTHING, asIssued: new Map() };
      this.#sums.set(id, sum);
    }
    sum.converted = added(sum.converted, converted);
    sum.asIssued.set(document.currency, added(sum.asIssued.get(document.currency) ?? NOTHING, issued));
  }

  /** In the order of their keys, without lines in which everything cancels out. */
  lines(): (Key & ReportLine)[] {
    return this.sorted().map(({ key, currency, converted, asIssued }) => ({
      ...key,
      ...amountsIn(currency, converted),
      asIssued: issuedAmounts(asIssued),
    }));
  }

  sorted(): Sum<Key>[] {
    const order = new Intl.Collator("en", { numeric: true });
    return [...this.#sums]
      .filter(([, { asIssued }]) => ![...asIssued.values()].every(isNothing))
      .sort(([one], [other]) => order.compare(one, other))
      .map(([, sum]) => sum);
  }
}

function issuedAmounts(asIssued: ReadonlyMap<string, TaxedAmount>): ReportAmounts[] {
  const sorted = [...asIssued].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.filter(([, amount]) => !isNothing(amount)).map(([currency, amount]) => amountsIn(currency, amount));
}

/** Rounds, once. */
function amountsIn(currency: string, { taxableAmount, taxAmount }: TaxedAmount): ReportAmounts {
  const rounded = (amount: Decimal) => amountAsNumber(roundToMinorUnits(amount, currency));
  return { currency, taxableAmount: rounded(taxableAmount), taxAmount: rounded(taxAmount) };
}

type KeyOf<Line extends ReportLine> = Omit<Line, keyof ReportLine>;

/** Gathers bookings and makes the report of them. */
export class ReportSums {
  readonly #span: Span;
  readonly #domestic = new Sums<KeyOf<DomesticLine>>();
  readonly #oss = new Sums<KeyOf<OssLine>>();
  readonly #recapitulative = new Sums<KeyOf<RecapitulativeLine>>();
  readonly #exports = new Sums<KeyOf<ForeignLine>>();
  readonly #outsideScope = new Sums<KeyOf<ForeignLine>>();
  readonly #ossCorrections = new Sums<KeyOf<OssCorrection>>();
  readonly #included = new Sums<KeyOf<IncludedCorrection>>();
  readonly #additions: ReportAddition[] = [];
  readonly #unplaced: UnplacedAmount[] = [];

  constructor(span: Span) {
    this.#span = span;
  }

  /** Adds what the report declares. */
  add(booking: Booking): void {
    const { placement } = booking;
    if (placement.section === "unplaced") this.#unplaced.push(unplacedAmount(booking, placement.reason));
    else if (placement.section === "oss") this.#addOss(booking, placement);
    else this.#addConverted(booking, placement);
  }

  /** Adds something that came after the day of the report. */
  addLater(booking: Booking): void {
    const { placement, invoicedOn, recordedOn } = booking;
    const period = quarterOf(invoicedOn);
    this.#additions.push({ ...namedAmount(booking), section: placement.section, period, recordedOn });
  }

  /** Adds a document or a payment whose amounts are not known. */
  addUnreadable({ kind, number, on }: UnknownAmount): void {
    const reason = kind === "payment" ? "payment_unreadable" : "document_unreadable";
    this.#unplaced.push({ kind, number, on, reason, detail: UNPLACED_DETAILS[reason] });
  }

  /** Adds one that came after the day of the report. */
  addUnreadableLater({ kind, number, on }: UnknownAmount): void {
    this.#additions.push({ kind, number, on, section: "unplaced", period: quarterOf(on), recordedOn: on });
  }

  #addOss(booking: Booking, { country, supply }: Placement & { section: "oss" }): void {
    const [declaredIn, period] = [quarterOf(booking.on), quarterOf(booking.invoicedOn)];
    const { taxRate, document } = booking;
    if (period === declaredIn) this.#oss.add({ period, country, supply, taxRate }, document.currency, booking, booking);
    else this.#ossCorrections.add({ declaredIn, period, country }, document.currency, booking, booking);
  }

  #addConverted(booking: Booking, placement: Exclude<Placement, { section: "oss" | "unplaced" }>): void {
    const { category, taxRate, invoicedOn, document, kind } = booking;
    const { currency, rate } = declaredCurrency(document);
    const converted = rate === undefined ? booking : times(booking, rate);
    const { section } = placement;
    if (section === "domestic") this.#domestic.add({ category, taxRate }, currency, converted, booking);
    else if (section === "recapitulative") {
      const { clientVatNumber, kind: of } = placement;
      const code = statementCode(vatTerritory(document.seller.country), of);
      this.#recapitulative.add({ clientVatNumber, kind: of, code }, currency, converted, booking);
    } else {
      const sums = section === "exports" ? this.#exports : this.#outsideScope;
      sums.add({ country: placement.country }, currency, converted, booking);
    }
    if (kind !== "credit-note" || isWithin(invoicedOn, this.#span)) return;
    this.#included.add({ section, period: monthOf(invoicedOn), category, taxRate }, currency, converted, booking);
  }

  /** The report. Amounts of OSS are converted here, each line at once. */
  report(rates: OssRates): VatReport {
    const euros = new EuroRates(rates, quarterOf(this.#span.to));
    const [oss, corrections] = [euros.linesOf(this.#oss), euros.linesOf(this.#ossCorrections)];
    return {
      domestic: { lines: this.#domestic.lines() },
      oss: { lines: oss, ratesNeeded: euros.needed },
      recapitulative: { lines: this.#recapitulative.lines() },
      exports: { lines: this.#exports.lines() },
      outsideScope: { lines: this.#outsideScope.lines() },
      corrections: { oss: corrections, included: this.#included.lines(), additions: this.#additions },
      unplaced: this.#unplaced,
    };
  }
}

/** Converts sums into euros with the rates of their quarters. @see Directive 2006/112/EC, article 369h */
class EuroRates {
  readonly #rates: OssRates;
  readonly #quarter: string;
  readonly #needed = new Map<string, NeededRate>();

  constructor(rates: OssRates, quarter: string) {
    this.#rates = rates;
    this.#quarter = quarter;
  }

  /** The rates that were missing. */
  get needed(): readonly NeededRate[] {
    return [...this.#needed.values()].sort((a, b) =>
      `${a.period} ${a.currency}` < `${b.period} ${b.currency}` ? -1 : 1,
    );
  }

  /** One line for each key in euros, and one in each currency whose rate is missing. */
  linesOf<Key extends { readonly period: string }>(sums: Sums<Key>): (Key & ReportLine)[] {
    const lines = new Map<
      string,
      { key: Key; currency: string; sum: TaxedAmount; asIssued: Map<string, TaxedAmount> }
    >();
    for (const { key, currency, converted } of sums.sorted()) {
      const rate = this.#rateOf(currency, key.period);
      const into = rate === undefined ? currency : "EUR";
      const id = JSON.stringify([key, into]);
      const line = lines.get(id) ?? { key, currency: into, sum: NOTHING, asIssued: new Map<string, TaxedAmount>() };
      const { taxableAmount, taxAmount } = converted;
      const amount =
        rate === undefined ? converted : { taxableAmount: taxableAmount.div(rate), taxAmount: taxAmount.div(rate) };
      line.sum = added(line.sum, amount);
      line.asIssued.set(currency, converted);
      lines.set(id, line);
    }
    return [...lines.values()].map(({ key, currency, sum, asIssued }) => ({
      ...key,
      ...amountsIn(currency, sum),
      asIssued: issuedAmounts(asIssued),
    }));
  }

  #rateOf(currency: string, period: string): Decimal | undefined {
    if (currency === "EUR") return new Decimal(1);
    const given = Object.hasOwn(this.#rates, currency) ? this.#rates[currency] : undefined;
    const rate = typeof given === "object" ? given[period] : period === this.#quarter ? given : undefined;
    if (rate !== undefined) return new Decimal(rate);
    this.#needed.set(`${period} ${currency}`, { currency, period, on: spanOfQuarter(period).to });
    return undefined;
  }
}

/** The currency of the seller's VAT and the rate into it; the document's own currency if it has no rate. */
export function declaredCurrency(document: ReportedDocument): { readonly currency: string; readonly rate?: Decimal } {
  const { currency, exchangeRate, taxCurrency, seller } = document;
  const declared = taxCurrency ?? taxCurrencyOf(seller.country, invoiceIssueDateOf(document)) ?? currency;
  if (exchangeRate === undefined || declared === currency) return { currency };
  return { currency: declared, rate: new Decimal(exchangeRate.rate) };
}

function namedAmount(booking: Booking) {
  const { kind, number, on, category, taxRate, document } = booking;
  return { kind, number, on, category, taxRate, ...amountsIn(document.currency, booking) };
}

function unplacedAmount(booking: Booking, reason: UnplacedReason): UnplacedAmount {
  return { ...namedAmount(booking), reason, detail: UNPLACED_DETAILS[reason] };
}
