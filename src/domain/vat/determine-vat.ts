import type { CalendarDay } from "../calendar.ts";
import { requireVatArguments } from "./check-input.ts";
import { exempted } from "./exempted.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import { NOTE_LANGUAGES } from "./note.ts";
import { parseVatNumber, requireClientVatNumber, type VatNumber } from "./number/parse.ts";
import type { VatRateChoice } from "./rates/chosen-rate.ts";
import type { VatRates } from "./rates/rate-table.ts";
import { rateCharged, ruleOn, type VatRuling } from "./ruling.ts";
import { type SaleFacts, saleFactsOf } from "./sale-facts.ts";
import { exemptElsewhere, smallEnterpriseCode, smallEnterpriseNote } from "./small-enterprise.ts";
import { TERRITORY_COUNT } from "./territory/territory.ts";
import type { VatClient, VatCompany, VatDecision, VatOptions } from "./types.ts";
import { SUPPLIES } from "./vat-table.ts";
import { dispatchUnread, vatNumberWarnings } from "./warnings.ts";

/**
 * Decides which VAT applies to a sale: rate, treatment, note and reason. Pure and synchronous: the same arguments
 * always give the same decision, on the server and in the browser.
 *
 * @throws Refusal `request_invalid` if an argument does not have its shape, or the seller lacks the registration that the
 *   places of the goods require; `vat_number_invalid` if the client's number
 *   decides the treatment and is malformed; `vat_rate_unknown` if no rate is known for the place; `vat_rate_unlawful` if
 *   the rate in `vatRates` is not lawful there on that day
 * @see Directive 2006/112/EC, articles 5 to 8, 31 to 59c, 93, 138, 146, 194 to 196, 358a to 369k
 *
 * @example
 * ```ts
 * import { determineVat } from "faktura/vat";
 *
 * const seller = { country: "DE", vatRegistered: true, ossRegistered: true };
 * const toConsumer = determineVat(seller, { country: "FI" }, { on: "2026-11-20" });
 * console.log(toConsumer.rate, toConsumer.treatment); // 25.5 oss
 * const toBusiness = determineVat(seller, { country: "FR", vatNumber: "FR 40 303 265 045" }, { on: "2026-11-20" });
 * console.log(toBusiness.rate, toBusiness.treatment); // 0 reverse-charge
 * const toTenerife = determineVat(seller, { country: "ES", postalCode: "38001" }, { on: "2026-11-20" });
 * console.log(toTenerife.rate, toTenerife.treatment); // 0 export
 * const book = determineVat(seller, { country: "AT" }, { on: "2026-11-20", vatRates: { DE: 7, AT: 10 } });
 * console.log(book.rate, book.treatment); // 10 oss
 * ```
 */
export function determineVat(company: VatCompany, client: VatClient, options: VatOptions): VatDecision {
  requireVatArguments(company, client, options);
  return decideVat(company, client, options).decision;
}

/** A decision, the client's VAT number if it decided the treatment, which a register may verify, and the seller's. */
export interface DecidedVat {
  readonly decision: VatDecision;
  readonly vatNumber: VatNumber | undefined;
  /** The registration whose number the invoice shows; `undefined` if it shows the company's own. */
  readonly registration: VatRegistration | undefined;
}

/**
 * Like {@link determineVat}, and also gives the client's number. Does not check the arguments: they have passed a schema.
 */
export function decideVat(company: VatCompany, client: VatClient, options: VatOptions): DecidedVat {
  const facts = saleFactsOf(company, client, options);
  const { rates, exemption, failedChecksum } = options;
  const { vatNumber: given, country } = client;
  // Where the rates of a product would apply, an exempt one has none.
  const choice = exemption === undefined ? options.vatRates : undefined;
  const first = rememberedRuling(facts, rates, choice);
  // A number that cannot change the treatment is never refused, only parsed for warnings.
  const decisive = first.numberDecides
    ? requireClientVatNumber(given!, country, facts, first.clientInEu, failedChecksum)
    : undefined;
  const number = decisive ?? (given === undefined ? undefined : parseVatNumber(given));
  // Decided anew, because only a parsed number shows whose it is, and few numbers are of the seller's own state.
  const ruling =
    decisive?.country === facts.seller.id && facts.seller.id !== facts.client.id
      ? rememberedRuling({ ...facts, hasNumberOfSellersState: true }, rates, choice)
      : first;
  const { rate, treatment, rateCountry, category, reasonStart, reasonEnd } = ruling;
  const namesNumber = decisive !== undefined && reasonEnd !== undefined;
  const reason = namesNumber ? reasonStart + decisive.prefix + decisive.number + reasonEnd : reasonStart;
  const isSmall = treatment === "not-registered";
  const abroad = exemptElsewhere(company, facts);
  const vatNote = isSmall ? ownNote(company, options) : ruling.vatNote;
  const ofNumber = number === undefined ? [] : vatNumberWarnings(facts, number, decisive !== undefined);
  const isUnread = options.dispatchedFrom !== undefined && facts.supply === undefined && treatment === "domestic";
  const before = isUnread ? [...ofNumber, dispatchUnread] : ofNumber;
  const { warnings: ofSale } = abroad ?? ruling;
  const warnings = before.length > 0 ? Object.freeze([...before, ...ofSale]) : ofSale;
  const vatexCode = isSmall ? (smallEnterpriseCode(company, vatNote) ?? null) : ruling.vatexCode;
  const decision = { rate, treatment, rateCountry, category, vatexCode, reason, vatNote, warnings };
  const lawOf = ruling.registration?.country ?? company.country;
  return {
    // Spread only where it is needed: in each decision, it would take a third of the time.
    decision: abroad
      ? { ...decision, ...abroad, warnings }
      : exemption === undefined
        ? decision
        : exempted(decision, exemption, lawOf),
    vatNumber: decisive,
    registration: ruling.registration,
  };
}

/** What a seller without registration says of its scheme, unless the sale is exempt for a reason of its own. */
function ownNote(company: VatCompany, { exemption, on }: VatOptions): string {
  return exemption === undefined ? smallEnterpriseNote(company, on) : (company.exemptionNote ?? "");
}

/** A few megabytes. Enough for every pair of member states in ten ways, or for 32 sellers' places and all countries. */
const MOST_RULINGS = 8192;

/** The rulings of each day, by {@link keyOf}. */
const days = new Map<CalendarDay, Map<number, VatRuling>>();
let rulingCount = 0;

/** The day of the last sale, and that day's rulings: most sales are on the same day as the one before. */
let lastDay: CalendarDay | undefined;
let lastRulings: Map<number, VatRuling> | undefined;

/**
 * The ruling that {@link ruleOn} makes, from memory if an earlier sale had the same facts. Making one takes several times as
 * long as the rest of a decision. The memory has the rulings at standard rates without stated places and a note in the client's language, which most sales
 * have.
 *
 * This memory is the one exception to a domain without state, apart from the date formatters that `calendar.ts` keeps. To
 * do without it, call `ruleOn` instead.
 *
 * @throws Refusal as {@link ruleOn}
 */
function rememberedRuling(facts: SaleFacts, rates: VatRates | undefined, choice: VatRateChoice | undefined): VatRuling {
  if (choice !== undefined || (facts.place ?? facts.clientLanguage ?? facts.goods ?? facts.registrations) !== undefined)
    return ruleOn(facts, rates, choice);
  if (facts.on !== lastDay) {
    lastDay = facts.on;
    lastRulings = days.get(facts.on);
  }
  const key = keyOf(facts, rates);
  const known = lastRulings?.get(key);
  // The built-in rates never change, but a host may change its own at any time.
  const isCurrent = rates === undefined || known?.rate === rateCharged(known?.ratedBy, facts.on, rates);
  if (known !== undefined && isCurrent) return known;
  const ruling = ruleOn(facts, rates);
  if (known === undefined) makeRoom();
  lastRulings = days.get(facts.on) ?? new Map<number, VatRuling>();
  days.set(facts.on, lastRulings.set(key, ruling));
  return ruling;
}

/** Makes room for one ruling. A full memory is emptied, which is simpler than dropping the oldest ruling. */
function makeRoom(): void {
  if (rulingCount === MOST_RULINGS) {
    days.clear();
    rulingCount = 0;
  }
  rulingCount += 1;
}

/**
 * All facts but the day as one whole number, written like the time of day in seconds: multiply by how many values the
 * next fact can have, and add its value. Negative with rates of the host's own. It stays within 2^30 of 0, where whole
 * numbers are the fastest keys.
 */
function keyOf(facts: SaleFacts, rates: VatRates | undefined): number {
  const { seller, client, language, supply, isCompany } = facts;
  let key = seller.index * TERRITORY_COUNT + client.index;
  key = key * (NOTE_LANGUAGES.length + 1) + (language === undefined ? 0 : NOTE_LANGUAGES.indexOf(language) + 1);
  key = key * 4 + (supply === undefined ? 0 : SUPPLIES.indexOf(supply) + 1);
  key = key * 3 + (isCompany === undefined ? 0 : Number(isCompany) + 1);
  key = key * 4 + Number(facts.vatRegistered) * 2 + Number(facts.ossRegistered);
  key = key * 3 + Number(facts.clientHasVatNumber) + Number(facts.hasNumberOfSellersState);
  key = key * 2 + Number(facts.sellerHasVatNumber);
  return rates === undefined ? key : -1 - key;
}
