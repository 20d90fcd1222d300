import type { CalendarDay } from "../../calendar.ts";
import { isMemberState } from "../../vat/territory/membership.ts";

/** The rate to which a law adds points: a state's base rate, that of its central bank, or the ECB's main refinancing rate. */
export type ReferenceRate = "base" | "central-bank" | "ecb";

/** A yearly rate of interest for paying late. */
export interface LateRate {
  /** Percentage points above {@link reference}; without one, the rate itself in percent. */
  readonly points: number;
  /** Absent: the rate is fixed. */
  readonly reference?: ReferenceRate;
}

/** A flat sum for the cost of recovering a debt. */
export interface LateFee {
  /** In {@link currency}. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A fee for claims that are below an amount; the last has none. */
type FeeStep = readonly [amount: number, below?: number];

/** What a state's law lets a seller claim of a client that pays late. */
export interface LatePaymentLaw {
  /** Its source, as it is printed. */
  readonly law: string;
  /** The interest that businesses owe. */
  readonly business: LateRate;
  /** Absent: the law gives the rate no number, or only under conditions that an invoice does not show. Nothing is claimed. */
  readonly consumer?: LateRate;
  /** Of businesses. Absent: none. */
  readonly fee?: {
    /** ISO 4217. */
    readonly currency: string;
    /** Each fee, and the claims that are below this amount; the last is for all others. */
    readonly steps: readonly FeeStep[];
    /** The currency in which claims are compared. Absent: that of the fee. */
    readonly stepsIn?: string;
  };
  /** Whether businesses, too, owe interest only since a reminder. */
  readonly needsReminder?: true;
  /** Whether we have not read the act itself. Then nothing is claimed unless the company says that it holds. */
  readonly isUnread?: true;
}

const EUR_40 = { currency: "EUR", steps: [[40]] } as const;

/** `EU` is the least that the law of each other member state must give. Poland's fee depends on the amount in zlotys. */
// biome-ignore format: a table of legal facts, one state a row
const LAWS: Readonly<Record<string, LatePaymentLaw>> = {
  AT: { law: "UGB §§ 456, 458; ABGB § 1000", business: { points: 9.2, reference: "base" }, consumer: { points: 4 }, fee: EUR_40 },
  BE: { law: "law of 2002-08-02", business: { points: 8, reference: "ecb" }, fee: EUR_40, isUnread: true },
  CH: { law: "OR art. 104", business: { points: 5 }, consumer: { points: 5 }, needsReminder: true },
  DE: { law: "BGB § 288", business: { points: 9, reference: "base" }, consumer: { points: 5, reference: "base" }, fee: EUR_40 },
  ES: { law: "Ley 3/2004 art. 7, 8", business: { points: 8, reference: "ecb" }, fee: EUR_40 },
  EU: { law: "Directive 2011/7/EU, art. 3, 6", business: { points: 8, reference: "central-bank" }, fee: EUR_40, isUnread: true },
  FR: { law: "C. com. art. L441-10, D441-5", business: { points: 10, reference: "ecb" }, fee: EUR_40 },
  GR: { law: "ν. 4152/2013, Z", business: { points: 8, reference: "ecb" }, fee: EUR_40, isUnread: true },
  IE: { law: "S.I. 580/2012", business: { points: 8, reference: "ecb" }, fee: EUR_40, isUnread: true },
  IT: { law: "D.Lgs. 231/2002 art. 5, 6", business: { points: 8, reference: "ecb" }, fee: EUR_40 },
  NL: { law: "BW 6:119a, 6:96", business: { points: 8, reference: "ecb" }, fee: EUR_40, isUnread: true },
  PL: { law: "ustawa of 2013-03-08, art. 7, 10", business: { points: 10, reference: "central-bank" }, fee: { currency: "EUR", steps: [[40, 5000.01], [70, 50_000], [100]], stepsIn: "PLN" }, isUnread: true },
  SE: { law: "räntelagen 6 §; lag 1981:739", business: { points: 8, reference: "central-bank" }, fee: { currency: "SEK", steps: [[450]] }, isUnread: true },
};

/**
 * The law on paying late of the seller's country, ISO 3166-1 alpha-2; `undefined` if the library knows of none.
 *
 * @see Directive 2011/7/EU, articles 3 and 6: at least eight points above the reference rate, and 40 EUR
 */
export function latePaymentLawOf(country: string, on: CalendarDay): LatePaymentLaw | undefined {
  if (country !== "EU" && Object.hasOwn(LAWS, country)) return LAWS[country];
  return isMemberState(country, on) ? LAWS["EU"] : undefined;
}

/** The fee for a claim in a currency: the least one if the law compares amounts in another currency. */
export function feeOf({ fee }: LatePaymentLaw, amount: number, currency: string): LateFee | undefined {
  if (fee === undefined) return undefined;
  const { steps, stepsIn = fee.currency } = fee;
  const step = currency === stepsIn ? steps.find(([, below = Infinity]) => amount < below) : steps[0];
  return { amount: step![0], currency: fee.currency };
}
