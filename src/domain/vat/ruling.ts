import type { CalendarDay } from "../calendar.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import { vatexCodeOf } from "./category.ts";
import { requireTaxPoint } from "./check-input.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import { vatNote } from "./note.ts";
import { requireChargeablePlace } from "./place-of-supply.ts";
import { chosenRate, unknownRate, type VatRateChoice } from "./rates/chosen-rate.ts";
import type { VatRates } from "./rates/rate-table.ts";
import { rateInForce } from "./rates/standard-rate.ts";
import { vatReason } from "./reason.ts";
import { registrationUsed } from "./registration.ts";
import { type ClassifiedSale, classify, type SaleFacts } from "./sale-facts.ts";
import { territoryWithId, type VatTerritory } from "./territory/territory.ts";
import type { VatDecision } from "./types.ts";
import { saleWarnings } from "./warnings.ts";

/** A decision, except for the parts that depend on the client's VAT number or on the seller's own note. */
export interface VatRuling extends Omit<VatDecision, "reason"> {
  /** The territory whose rate is charged; `undefined` if no VAT is charged. */
  readonly ratedBy: VatTerritory | undefined;
  /** The reason up to the client's number; the whole reason if it does not name the number. */
  readonly reasonStart: string;
  /** The reason after the client's number. */
  readonly reasonEnd: string | undefined;
  /** Whether the treatment would be another one without the client's number. */
  readonly numberDecides: boolean;
  readonly clientInEu: boolean;
  /** The registration whose number the document shows; `undefined` if it is the company's own. */
  readonly registration: VatRegistration | undefined;
}

/**
 * Decides a sale from its facts. Pure: the same arguments always give the same ruling.
 *
 * @param choice the rates of what is sold. Absent: the standard rate applies
 * @throws Refusal `request_invalid`, `vat_rate_unknown`, `vat_rate_unlawful`
 */
export function ruleOn(facts: SaleFacts, rates: VatRates | undefined, choice?: VatRateChoice): VatRuling {
  requireTaxPoint(facts.on);
  const sale = classify(facts);
  const { row, seller, sellerInEu, supply, language, clientLanguage, place } = sale;
  if (place !== undefined) requireChargeablePlace(sale);
  const registration = registrationUsed(sale);
  const { treatment, rateOf } = row;
  const ratedBy = rateOf === "nobody" ? undefined : ratingTerritory(sale, rateOf, choice);
  const chosen = choice && ratedBy && withHostRates(() => chosenRate(choice, { ratedBy, supply, on: facts.on }, rates));
  const { rate, kind } = chosen ?? { rate: rateCharged(ratedBy, facts.on, rates), kind: "standard" };
  const category = categoryOf(sale, rate, ratedBy);
  const [reasonStart, reasonEnd] = vatReason(sale, { rate, kind }, ratedBy);
  return {
    rate,
    ratedBy,
    treatment,
    rateCountry: ratedBy?.rateCountry ?? null,
    category,
    vatexCode: vatexCodeOf(category),
    reasonStart,
    reasonEnd,
    vatNote: vatNote(treatment, {
      sellerCountry: seller.numbersOf,
      sellerInEu,
      supply,
      isPlaceStated: place !== undefined,
      language,
      clientLanguage,
    }),
    warnings: saleWarnings(sale),
    numberDecides: sale.numberDecides,
    clientInEu: sale.clientInEu,
    registration,
  };
}

/**
 * The territory whose rate is charged. Goods between Corsica and the rest of France have the rates of where they arrive. The
 * rates of the Greek islands apply if the order states one, because no table of their postal codes was read.
 *
 * @throws Refusal `vat_rate_unlawful`
 * @see CGI, article 297; ν. 5144/2024, article 26(4)
 */
function ratingTerritory(sale: ClassifiedSale, rateOf: "seller" | "client", choice: VatRateChoice = {}): VatTerritory {
  const { row, seller, client, place, supply, nationalRateOf } = sale;
  const isDomestic = row.treatment === "domestic";
  const isCorsican = isDomestic && supply === "goods" && [seller, client].some(({ area }) => area?.id === "FR-20R");
  const ratedBy = place ?? (isCorsican ? client : sale[nationalRateOf ?? rateOf]);
  if (ratedBy.id !== "GR" || choice["GR-islands"] === undefined) return ratedBy;
  if (seller.id === "GR" && (supply === "services" || (isDomestic && supply !== "digital")))
    return territoryWithId("GR-islands");
  const detail =
    "is only for goods and services of sellers on an island, and goods for businesses there; state the rate under GR";
  throw fieldRefusal("vatRates/GR-islands", detail, "vat_rate_unlawful");
}

/**
 * The standard rate of a territory in percent; 0 if no VAT is charged.
 *
 * @throws Refusal `request_invalid`, `vat_rate_unknown`
 */
export function rateCharged(ratedBy: VatTerritory | undefined, on: CalendarDay, rates: VatRates | undefined): number {
  if (ratedBy === undefined) return 0;
  const rate = withHostRates(() => rateInForce(ratedBy.ratesId, on, rates));
  if (rate !== undefined) return rate;
  throw unknownRate("No standard VAT rate is known for", ratedBy, on);
}

/** A faulty row of the host's rates is refused like any other faulty argument. */
function withHostRates<Result>(lookUp: () => Result): Result {
  try {
    return lookUp();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const detail = cause.message;
    throw new Refusal("request_invalid", `The VAT cannot be determined: ${detail}.`, [{ parameter: "rates", detail }], {
      cause,
    });
  }
}

/** EN 16931 calls a rate of 0 zero rated (BR-S-05), whether it was chosen or the host's standard rate. */
function categoryOf({ row }: ClassifiedSale, rate: number, ratedBy: VatTerritory | undefined) {
  return ratedBy?.category === "S" && rate === 0 ? "Z" : (ratedBy?.category ?? row.category);
}
