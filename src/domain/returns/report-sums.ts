import type { CalendarDay } from "../calendar.ts";
import { isVatPaidByClient } from "../invoice/payable.ts";
import type { VatRates } from "../vat/rates/rate-table.ts";
import { vatTerritory } from "../vat/territory/membership.ts";
import { advanceAtOtherRate } from "./advances.ts";
import type { Booking, BookingKind } from "./booking.ts";
import { isReplacing } from "./chargeable-day.ts";
import type { Declaration, RecapitulativeKind, UnplacedReason } from "./declaration.ts";
import { EuroRates } from "./euro-rates.ts";
import { ossPeriodOf } from "./oss-deadlines.ts";
import { isWithin, monthOf, quarterOf, type Span } from "./period.ts";
import { declaredCurrency, type ReportedDocument, sellerPlaceOf } from "./reported-document.ts";
import { amountsIn, SumsByKey } from "./sums-by-key.ts";
import { times } from "./taxed-amount.ts";
import type {
  AdvanceAtOtherRate,
  DomesticLine,
  ForeignLine,
  IncludedCorrection,
  OssCorrection,
  OssLine,
  OssRates,
  RecapitulativeLine,
  ReportAddition,
  ReportLine,
  SmallEnterpriseReturn,
  StateReturns,
  UnplacedAmount,
  VatReport,
} from "./vat-report.ts";

/** Why an amount has no place, and what to do about it. */
const UNPLACED_DETAILS: Record<UnplacedReason, string> = {
  document_unreadable:
    "The document lacks fields that a return needs, or has a documentVersion of a later release, so its amounts are not " +
    "known. An audit names what is wrong.",
  payment_unreadable:
    "The journal entry of a payment lacks its amount or its day, which decide what is declared. An audit names what is wrong.",
  cancelled_without_credit_note:
    "The invoice was cancelled after the end of these days, without a credit note. If it was sent and declared, it needs one.",
  supply_not_stated:
    "The document does not state whether it is goods, services or digital services, which decides where or when it is declared.",
  rate_country_unproven: "The rate is that of another state, but OSS does not cover the sale.",
  reverse_charge_of_goods:
    "Goods under reverse charge are not listed in the recapitulative statement, unless the sale is triangular.",
  reverse_charge_outside_the_eu: "Reverse charge, but seller and client are not both in the EU.",
  export_inside_the_eu: "An export (category G), but the goods stay in the EU.",
  intra_community_supply_outside_the_eu: "An intra-Community supply (category K), but the goods leave the EU.",
  intra_community_supply_within_the_state:
    "An intra-Community supply (category K), but the goods stay in the state that they leave.",
  client_number_missing: "The recapitulative statement needs the client's VAT number, which is missing or malformed.",
  client_number_of_the_sellers_state:
    "The client's VAT number is of the seller's own state, so the sale cannot be in the recapitulative statement.",
  small_enterprise_service:
    "The seller is not registered. Whether its state wants the service in the recapitulative statement is not known.",
  oss_correction_too_late:
    "OSS returns can be corrected for three years. Correct this one with the member state of consumption.",
};

/** A document or a payment whose amounts are not known. */
interface UnknownAmount {
  readonly kind: BookingKind;
  readonly number: string;
  readonly on: CalendarDay;
}

type KeyOf<Line extends ReportLine> = Omit<Line, keyof ReportLine>;

/** Gathers what is declared in one state, of what the company sells under its number there. */
class StateSums {
  readonly domestic = new SumsByKey<KeyOf<DomesticLine>>();
  readonly recapitulative = new SumsByKey<KeyOf<RecapitulativeLine>>();
  readonly exports = new SumsByKey<KeyOf<ForeignLine>>();
  readonly outsideScope = new SumsByKey<KeyOf<ForeignLine>>();
  readonly included = new SumsByKey<KeyOf<IncludedCorrection>>();

  returns(): StateReturns {
    return {
      domestic: { lines: this.domestic.lines() },
      recapitulative: { lines: this.recapitulative.lines() },
      exports: { lines: this.exports.lines() },
      outsideScope: { lines: this.outsideScope.lines() },
    };
  }
}

/** Gathers bookings and makes the report of them. */
export class ReportSums {
  readonly #span: Span;
  readonly #own = new StateSums();
  /** By state. */
  readonly #registrations = new Map<string, StateSums>();
  readonly #oss = new SumsByKey<KeyOf<OssLine>>();
  readonly #ossCorrections = new SumsByKey<KeyOf<OssCorrection>>();
  readonly #additions: ReportAddition[] = [];
  readonly #advances: AdvanceAtOtherRate[] = [];
  readonly #unplaced: UnplacedAmount[] = [];

  constructor(span: Span) {
    this.#span = span;
  }

  /** Adds what the report declares. */
  add(booking: Booking): void {
    const { declaration } = booking;
    if (declaration.section === "unplaced") this.#unplaced.push(unplacedAmount(booking, declaration.reason));
    else if (declaration.section === "oss") this.#addOss(booking, declaration);
    else this.#addConverted(booking, declaration);
  }

  /** Adds something that came after the day of the report. */
  addLater(booking: Booking): void {
    const { declaration, invoicedOn, recordedOn } = booking;
    const period = quarterOf(invoicedOn);
    this.#additions.push({ ...namedAmount(booking), section: declaration.section, period, recordedOn });
  }

  /** Lists what was paid before the tax point, if its rate was not lawful. {@link add} has added it. */
  checkAdvance(booking: Booking, rates: VatRates | undefined): void {
    const advance = advanceAtOtherRate(booking, rates);
    if (advance !== undefined) this.#advances.push(advance);
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

  #addOss(booking: Booking, declared: Declaration & { section: "oss" }): void {
    const { country, supply, scheme } = declared;
    const [declaredIn, period] = [booking.on, booking.invoicedOn].map((day) => ossPeriodOf(day, declared)) as [
      string,
      string,
    ];
    const ofScheme = scheme && { scheme };
    const { taxRate, document } = booking;
    if (period === declaredIn) {
      const key = { period, country, supply, taxRate, ...ofScheme, ...(supply === "goods" && ossDispatch(document)) };
      this.#oss.add(key, document.currency, booking, booking);
    } else this.#ossCorrections.add({ declaredIn, period, country, ...ofScheme }, document.currency, booking, booking);
  }

  #addConverted(booking: Booking, declaration: Exclude<Declaration, { section: "oss" | "unplaced" }>): void {
    const { category, taxRate, surchargeRate, invoicedOn, document, kind, exchangeRate } = booking;
    const { currency, rate } = declaredCurrency(document, exchangeRate);
    const converted = rate === undefined ? booking : times(booking, rate);
    const { section } = declaration;
    const sums = this.#sumsOf(document);
    if (section === "domestic") {
      const isSplit = taxRate > 0 && isVatPaidByClient(sellerPlaceOf(document), document);
      const apart = {
        ...(isSplit && { splitPayment: true as const }),
        ...(surchargeRate !== undefined && { surchargeRate }),
      };
      sums.domestic.add({ category, taxRate, ...apart }, currency, converted, booking);
    } else if (section === "recapitulative") {
      const { clientVatNumber, kind: of } = declaration;
      const code = statementCode(vatTerritory(sellerPlaceOf(document).country), of);
      sums.recapitulative.add({ clientVatNumber, kind: of, code }, currency, converted, booking);
    } else {
      sums[section].add({ country: declaration.country }, currency, converted, booking);
    }
    const isCorrection = kind === "credit-note" || kind === "write-off" || isReplacing(document);
    if (!isCorrection || isWithin(invoicedOn, this.#span)) return;
    sums.included.add({ section, period: monthOf(invoicedOn), category, taxRate }, currency, converted, booking);
  }

  /** The sums of the state under whose number a document was issued. */
  #sumsOf({ registrationCountry }: ReportedDocument): StateSums {
    if (registrationCountry === undefined) return this.#own;
    const sums = this.#registrations.get(registrationCountry) ?? new StateSums();
    this.#registrations.set(registrationCountry, sums);
    return sums;
  }

  /** The report. Amounts of OSS are converted here, each line at once. */
  report(rates: OssRates): Omit<VatReport, keyof SmallEnterpriseReturn> {
    const euros = new EuroRates(rates, this.#span.to);
    const [oss, corrections] = [euros.linesOf(this.#oss), euros.linesOf(this.#ossCorrections)];
    const registrations = [...this.#registrations].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      ...this.#own.returns(),
      registrations: registrations.map(([country, sums]) => {
        return { country, ...sums.returns(), corrections: { included: sums.included.lines() } };
      }),
      oss: { lines: oss, ratesNeeded: euros.needed },
      corrections: { oss: corrections, included: this.#own.included.lines(), additions: this.#additions },
      advancesAtOtherRates: this.#advances.sort(byDay),
      unplaced: this.#unplaced.sort(byDay),
    };
  }
}

type Listed = Pick<UnplacedAmount, "on" | "number">;

/** The order in which documents are read depends on what has settled them since, so a repeated report would differ. */
function byDay(one: Listed, other: Listed): number {
  return one.on === other.on
    ? Number(one.number > other.number) - Number(one.number < other.number)
    : one.on < other.on
      ? -1
      : 1;
}

function namedAmount(booking: Booking) {
  const { kind, number, on, category, taxRate, document } = booking;
  const { currency, registrationCountry } = document;
  const registration = registrationCountry === undefined ? {} : { registrationCountry };
  return { kind, number, on, category, taxRate, ...registration, ...amountsIn(currency, booking) };
}

/** Where goods were sent from, if that is not the company's own state. @see Directive 2006/112/EC, article 369g(2) */
function ossDispatch({ registrationCountry, seller: { vatNumber } }: ReportedDocument) {
  return registrationCountry === undefined ? {} : { dispatchedFrom: registrationCountry, vatNumber };
}

function unplacedAmount(booking: Booking, reason: UnplacedReason): UnplacedAmount {
  return { ...namedAmount(booking), reason, detail: UNPLACED_DETAILS[reason] };
}

type Codes = Readonly<Record<RecapitulativeKind, string>>;

/**
 * The codes of the states whose own codes we read. All others have a section, a column or a form for each kind instead, or
 * codes that we do not know. The directive names no codes.
 *
 * @see Belgium: Royal Decree No 50; Czechia: `k_pln_eu` of souhrnné hlášení (zákon č. 235/2004 Sb., § 102); Germany: the CSV
 *   import of the Zusammenfassende Meldung (BZSt); Spain: modelo 349, Orden EHA/769/2010; United Kingdom: EC Sales List
 *   (VAT101), which Northern Ireland uses for goods; Portugal: declaração recapitulativa, Portaria 987/2009; Romania: form
 *   390 VIES, OPANAF 705/2020, in which `S` means services that were bought
 */
const NATIONAL_CODES: Readonly<Record<string, Codes>> = {
  BE: { goods: "L", services: "S", triangular: "T" },
  CZ: { goods: "0", services: "3", triangular: "2" },
  DE: { goods: "L", services: "S", triangular: "D" },
  ES: { goods: "E", services: "S", triangular: "T" },
  GB: { goods: "0", services: "3", triangular: "2" },
  PT: { goods: "1", services: "5", triangular: "4" },
  RO: { goods: "L", services: "P", triangular: "T" },
};

/**
 * The code that a recapitulative statement of the seller's state uses; `null` if none is known. `state` is an ISO 3166-1
 * alpha-2 code.
 */
function statementCode(state: string, kind: RecapitulativeKind): string | null {
  return Object.hasOwn(NATIONAL_CODES, state) ? NATIONAL_CODES[state]![kind] : null;
}
