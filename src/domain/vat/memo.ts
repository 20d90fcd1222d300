import type { CalendarDay } from "../calendar.ts";
import { NOTE_LANGUAGES } from "./note.ts";
import type { VatRates } from "./rates/rate-table.ts";
import { rateCharged, ruleOn, type VatRuling } from "./ruling.ts";
import type { SaleFacts } from "./sale-facts.ts";
import { TERRITORY_COUNT } from "./territory/territory.ts";
import { SUPPLIES } from "./vat-table.ts";

/** A few megabytes. Enough for every pair of member states in ten ways, or for 32 sellers' places and all countries. */
const MOST_RULINGS = 8192;

/** The rulings of each day, by {@link keyOf}. */
const days = new Map<CalendarDay, Map<number, VatRuling>>();
let rulingCount = 0;

/** The day of the last sale, and that day's rulings: most sales are on the same day as the one before. */
let lastDay: CalendarDay | undefined;
let lastRulings: Map<number, VatRuling> | undefined;

/**
 * The ruling that `ruleOn(facts, rates)` makes, from memory if an earlier sale had the same facts. Making one takes
 * several times as long as the rest of a decision.
 *
 * This file is the one exception to a domain without state, apart from the date formatters that `calendar.ts` keeps. To
 * do without it, call `ruleOn` instead.
 *
 * @throws Refusal `request_invalid`, `vat_rate_unknown`
 */
export function rememberedRuling(facts: SaleFacts, rates: VatRates | undefined): VatRuling {
  if (facts.on !== lastDay) {
    lastDay = facts.on;
    lastRulings = days.get(facts.on);
  }
  const key = keyOf(facts, rates);
  const known = lastRulings?.get(key);
  if (known !== undefined && isCurrent(known, facts.on, rates)) return known;
  const ruling = ruleOn(facts, rates);
  if (known === undefined) makeRoom();
  lastRulings = days.get(facts.on) ?? new Map<number, VatRuling>();
  days.set(facts.on, lastRulings.set(key, ruling));
  return ruling;
}

/** The built-in rates never change, but a host may change its own at any time. */
function isCurrent({ rate, ratedBy }: VatRuling, on: CalendarDay, rates: VatRates | undefined): boolean {
  return rates === undefined || rate === rateCharged(ratedBy, on, rates);
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
