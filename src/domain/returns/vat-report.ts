import type { CalendarDay } from "../calendar.ts";
import type { VatCategory } from "../vat/category.ts";
import type { BookingKind } from "./booking.ts";
import type { RecapitulativeKind, UnplacedReason } from "./declaration.ts";

/** Amounts in one currency, in its units. Negative if credit notes exceed invoices. */
export interface ReportAmounts {
  /** ISO 4217. */
  readonly currency: string;
  /** Without VAT. */
  readonly taxableAmount: number;
  /** The VAT. */
  readonly taxAmount: number;
  /** Spain's equivalence surcharge, which {@link taxAmount} does not contain. Absent: none. */
  readonly surchargeAmount?: number | undefined;
}

/**
 * A line of a section. Each amount is converted with the exchange rate of its document and not rounded. Only their sum is
 * rounded, half away from zero. {@link currency} is that of the seller's VAT, or the documents' own if they have no
 * exchange rate.
 */
export interface ReportLine extends ReportAmounts {
  /** The same amounts in the currencies of the documents. The documents add up to them exactly. */
  readonly asIssued: readonly ReportAmounts[];
}

/** VAT of the seller's own state. */
export interface DomesticLine extends ReportLine {
  /**
   * That the clients pay this VAT to the state instead of the company, which declares it and does not owe it (Italy). Absent on
   * other lines. @see DPR 633/1972, articolo 17-ter
   */
  readonly splitPayment?: true;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** Percent. */
  readonly taxRate: number;
  /** The rate of Spain's equivalence surcharge, in percent. Absent on lines without one. @see Ley 37/1992, artículo 161 */
  readonly surchargeRate?: number;
}

/** A line of an OSS return, in euros. If a rate of exchange is missing, in the documents' currency. */
export interface OssLine extends ReportLine {
  /** The tax period, a calendar quarter: `2026-Q4`. In the import scheme a month: `2026-11`. */
  readonly period: string;
  /** Member state of consumption, ISO 3166-1 alpha-2; `XI` for Northern Ireland. */
  readonly country: string;
  /** Digital services are services. */
  readonly supply: "goods" | "services";
  /** Percent. */
  readonly taxRate: number;
  /** That the import scheme declares it, in a monthly return of its own. Absent: another scheme. @see articles 369l and 369s */
  readonly scheme?: "import";
  /**
   * The member state that the goods were sent from, ISO 3166-1 alpha-2. Absent: the company's own.
   * @see Directive 2006/112/EC, article 369g(2)
   */
  readonly dispatchedFrom?: string;
  /** The company's number in {@link dispatchedFrom}. */
  readonly vatNumber?: string | undefined;
}

/** A line of a recapitulative statement. */
export interface RecapitulativeLine extends ReportLine {
  /** With its prefix. */
  readonly clientVatNumber: string;
  /** What was sold. */
  readonly kind: RecapitulativeKind;
  /**
   * The kind as the statement of the seller's state writes it, such as `L`, `S` and `T`; `null` if the state has no codes, or
   * they are not known.
   */
  readonly code: string | null;
}

/** Sales to one country, without VAT. */
export interface ForeignLine extends ReportLine {
  /**
   * The client's, ISO 3166-1 alpha-2, or the id of an area outside the EU VAT area such as `ES-CN`; `null` if the documents
   * do not name it.
   */
  readonly country: string | null;
}

/** A correction of an earlier OSS return. @see Directive 2006/112/EC, article 369g(4) */
export interface OssCorrection extends ReportLine {
  /** The quarter that declares it; in the import scheme the month. */
  readonly declaredIn: string;
  /** The quarter, or month, that it corrects. Its exchange rate applies. */
  readonly period: string;
  /** Member state of consumption. */
  readonly country: string;
  /** As in {@link OssLine}. */
  readonly scheme?: "import";
}

/** What credit notes and write-offs in the other sections take from an earlier period. Those sections include it. */
export interface IncludedCorrection extends ReportLine {
  /** The section that includes it. */
  readonly section: "domestic" | "recapitulative" | "exports" | "outsideScope";
  /** The month of the invoices that they correct: `2026-09`. */
  readonly period: string;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** Percent. */
  readonly taxRate: number;
}

/** A part of a document that a report names: an addition, or one without a place. */
export interface NamedAmount extends ReportAmounts {
  /** What was booked. */
  readonly kind: BookingKind;
  /** Number of the credit note, or else of the invoice. */
  readonly number: string;
  /** The state of the registration whose number the document has. Absent: the company's own state. */
  readonly registrationCountry?: string;
  /** The day that decides the period that declares it. */
  readonly on: CalendarDay;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** Percent. */
  readonly taxRate: number;
}

/**
 * Something that was recorded after the day of the report, in the currency of its document. It has no amounts if it
 * cannot be read.
 */
export interface ReportAddition extends Partial<NamedAmount> {
  /** What was booked. */
  readonly kind: BookingKind;
  /** Number of the credit note, or else of the invoice. */
  readonly number: string;
  /** The day that decides the period that declares it. */
  readonly on: CalendarDay;
  /** The section that it belongs to. */
  readonly section: "domestic" | "oss" | "recapitulative" | "exports" | "outsideScope" | "unplaced";
  /** The calendar quarter that it changes: that of the invoice or, with cash accounting, that of the payment. */
  readonly period: string;
  /** In the company's time zone. */
  readonly recordedOn: CalendarDay;
}

/** A part of a document that is declared nowhere, in the currency of the document. Decide by hand. */
export interface UnplacedAmount extends Partial<NamedAmount> {
  /** What was booked. */
  readonly kind: BookingKind;
  readonly number: string;
  readonly on: CalendarDay;
  /** Why it has no place. Codes never change their meaning. */
  readonly reason: UnplacedReason;
  /** In English, for people. */
  readonly detail: string;
}

/**
 * What was paid on a day before the tax point, at a rate that was not lawful on that day, in the currency of its document.
 * A section includes it.
 */
export interface AdvanceAtOtherRate extends ReportAmounts {
  /** Number of the invoice. */
  readonly number: string;
  /** The day of payment. */
  readonly on: CalendarDay;
  /** The section that includes it. */
  readonly section: "domestic" | "oss";
  /** Where the rate was not lawful: ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`. */
  readonly country: string;
  /** The invoice's, in percent. */
  readonly taxRate: number;
  /** Those that were lawful there on that day, in percent, highest first. */
  readonly lawfulRates: readonly number[];
}

/** An exchange rate that is missing. */
export interface NeededRate {
  /** ISO 4217. */
  readonly currency: string;
  /** The quarter that needs it; for the import scheme the month, for small enterprises the year, such as `2026`. */
  readonly period: string;
  /** The European Central Bank's rate of this day or, if it published none, of the next day with one. */
  readonly on: CalendarDay;
}

/** What a small enterprise sells in a member state. */
export interface StateTurnover {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Without VAT, in euros, less credit notes. 0 if nothing was sold there. */
  readonly net: number;
}

/** How close a small enterprise is to the limit above which no other state exempts it. Amounts are in euros. */
export interface UnionTurnover {
  /** 100,000. */
  readonly limit: number;
  /** What was sold in all member states in the year in which the report ends, until its last day. */
  readonly soFar: number;
  /** The same of the year before. Above the limit, no other state exempts the company in this year. */
  readonly previousYear: number;
  /** The day on which the year's sales first closed above the limit; `null` if they have not. */
  readonly exceededOn: CalendarDay | null;
  /** Amounts in these currencies are not counted. Pass the rates by year: `{ SEK: { "2026": 11.2 } }`. */
  readonly ratesNeeded: readonly NeededRate[];
}

/** What a company in the scheme for small enterprises reports, by place of supply. @see Directive 2006/112/EC, articles 284b, 284c */
export interface SmallEnterpriseReturn {
  /** One for each member state, its own too. Empty if the profile has no `smallEnterprise`. */
  readonly smallEnterprise: readonly StateTurnover[];
  /** `null` if the profile has no `smallEnterprise`. */
  readonly unionTurnover: UnionTurnover | null;
}

/** What a company declares in one state, of what it sells under its number there. */
export interface StateReturns {
  /** VAT of that state, by category and rate. */
  readonly domestic: {
    /** One for each category, rate and currency. VAT under split payment, or with an equivalence surcharge, has lines of its own. */
    readonly lines: readonly DomesticLine[];
  };
  /** Sales to businesses in other member states, by client. */
  readonly recapitulative: {
    /** One for each VAT number, kind and currency. */
    readonly lines: readonly RecapitulativeLine[];
  };
  /** Goods that leave the EU, by country. */
  readonly exports: {
    /** One for each country and currency. */
    readonly lines: readonly ForeignLine[];
  };
  /** What is outside the scope of the VAT of that state, by country. */
  readonly outsideScope: {
    /** One for each country and currency. */
    readonly lines: readonly ForeignLine[];
  };
}

/** The same for another state in which the company is registered. */
export interface RegistrationReturns extends StateReturns {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** What changes earlier periods. */
  readonly corrections: {
    /** The sections of this registration include them. */
    readonly included: readonly IncludedCorrection[];
  };
}

/**
 * The amounts of a company's books for its VAT returns: those of its own state, of its other registrations and of OSS. Each
 * amount of a document is in exactly one of the sections.
 */
export interface VatReport extends StateReturns, SmallEnterpriseReturn {
  /** By country. Only registrations with something to declare. */
  readonly registrations: readonly RegistrationReturns[];
  /** OSS returns. {@link corrections} has the corrections of earlier ones. */
  readonly oss: {
    /** One for each quarter, country, supply, rate, currency and state of dispatch. */
    readonly lines: readonly OssLine[];
    /** Pass these as `rates`. Until then, their lines have the currency of their documents. */
    readonly ratesNeeded: readonly NeededRate[];
  };
  /** What changes earlier periods. */
  readonly corrections: {
    /** Of earlier OSS returns. In no other section. */
    readonly oss: readonly OssCorrection[];
    /** Of other earlier periods, in the company's own state. Its sections include them. */
    readonly included: readonly IncludedCorrection[];
    /** With `asOf`: what came later. In no other section. */
    readonly additions: readonly ReportAddition[];
  };
  /** What was paid before the tax point when its rate was not lawful. The other sections include it. Check each by hand. */
  readonly advancesAtOtherRates: readonly AdvanceAtOtherRate[];
  /** What the other sections do not contain, by document. Decide each by hand. */
  readonly unplaced: readonly UnplacedAmount[];
}

/**
 * Rates of the European Central Bank by currency: how much of it one euro is worth. One number for the quarter in which the
 * report ends, or one for each quarter: `{ SEK: { "2026-Q3": 11.1, "2026-Q4": 11.2 } }`. The import scheme needs those of months: `"2026-11"`. Small enterprises need those of the
 * first day of a year: `{ SEK: { "2026": 11.1 } }`.
 */
export type OssRates = Readonly<Record<string, number | Readonly<Record<string, number>>>>;
