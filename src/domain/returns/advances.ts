import { lawfulRates } from "../vat/rates/lawful-rates.ts";
import type { VatRates } from "../vat/rates/rate-table.ts";
import { REDUCED_RATES_SINCE } from "../vat/rates/reduced-rate-table.ts";
import { ratesKeysOf, type VatTerritory, vatTerritoryOf } from "../vat/territory/territory.ts";
import type { Booking } from "./booking.ts";
import { arrivalOf } from "./declaration.ts";
import { clientOf, sellerPlaceOf } from "./reported-document.ts";
import { amountsIn } from "./sums-by-key.ts";
import type { AdvanceAtOtherRate } from "./vat-report.ts";

/**
 * What was paid before the tax point, if its rate was not lawful on the day of payment; otherwise `undefined`. Days before
 * the table of rates begins, and places without known rates, are not judged. `rates` are the host's own.
 *
 * @see Directive 2006/112/EC, article 93
 */
export function advanceAtOtherRate(advance: Booking, rates: VatRates | undefined): AdvanceAtOtherRate | undefined {
  const { number, taxRate, declaration, document, invoicedOn: on } = advance;
  const { section } = declaration;
  if ((section !== "domestic" && section !== "oss") || on < REDUCED_RATES_SINCE) return undefined;
  const client = clientOf(document);
  const abroad = section === "oss" && declaration.supply === "goods" ? arrivalOf(document) : client;
  const places = [section === "domestic" ? sellerPlaceOf(document) : (abroad ?? { country: declaration.country })];
  // A consumer in an area of the seller's own state can have the rate of that area.
  if (section === "domestic" && client !== undefined) places.push(client);
  const [territory, ...others] = places.map(({ country, address }) => vatTerritoryOf(country, address?.postalCode));
  const supply = section === "oss" ? declaration.supply : document.supply;
  const lawfulIn = (place: VatTerritory) => lawfulRates(ratesKeysOf(place, supply)[0]!, on, rates);
  const states = [territory!, ...others.filter(({ numbersOf }) => numbersOf === territory!.numbersOf)];
  const lawful = lawfulIn(territory!);
  if (lawful.length === 0 || states.some((place) => lawfulIn(place).some(({ rate }) => rate === taxRate))) {
    return undefined;
  }
  const country = ratesKeysOf(territory!, supply)[0]!;
  const amounts = amountsIn(document.currency, advance);
  return { number, on, section, country, taxRate, lawfulRates: lawful.map(({ rate }) => rate), ...amounts };
}
