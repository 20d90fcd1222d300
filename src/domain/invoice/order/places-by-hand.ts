import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatRegistration } from "../../vat/generated/vat-registration.ts";
import { isLawfulInState } from "../../vat/rates/lawful-rates.ts";
import type { VatRates } from "../../vat/rates/rate-table.ts";
import { supplyAssumption } from "../../vat/reason.ts";
import { placeOfNumber } from "../../vat/registration.ts";
import {
  type ClassifiedSale,
  classify,
  isServiceTaxedAbroad,
  registrationsOn,
  saleFactsOf,
  territoryOf,
} from "../../vat/sale-facts.ts";
import { territoryWithId } from "../../vat/territory/territory.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { deliveryPlaceOf } from "./delivery-place.ts";
import type { OrderPart, PartVat } from "./order-parts.ts";

type RatedPart = OrderPart & Pick<PartVat, "taxRate" | "vatCategory">;

/** Where the VAT of an order is declared, and warnings about what is missing to decide it. */
interface PlacesByHand {
  /**
   * For each part the country in which its VAT is declared through OSS, ISO 3166-1 alpha-2, `null` if none; and the
   * registration whose number the invoice shows.
   */
  readonly places: readonly Pick<PartVat, "rateCountry" | "registration">[];
  readonly warnings: readonly VatWarning[];
}

/**
 * Where the VAT of an order with `autoVat: false` is declared. OSS: in the client's country, or that of a stated place of
 * supply, for taxed lines whose sale is `oss` by the VAT table. The rate does not matter, because OSS has reduced rates too.
 * Goods are sold where they go; at another place they may come from a store there, which OSS does not cover.
 *
 * @see Directive 2006/112/EC, article 369g: the return has the VAT of each member state of consumption
 */
export function placesByHand(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly RatedPart[],
  on: CalendarDay,
  rates: VatRates | undefined,
): PlacesByHand {
  const { clientCountry: country, clientAddress: address, clientVatNumber: vatNumber, isCompany } = order;
  const client = { country: country ?? profile.country, address, vatNumber, isCompany };
  const arrival = deliveryPlaceOf(order);
  const sales = new Map<string, ClassifiedSale>();
  const places = parts.map((part) => {
    const { supply, placeOfSupply, dispatchedFrom, taxRate, vatCategory } = part;
    const place = supply === "goods" ? arrival : undefined;
    const isTaxed = taxRate !== 0 && vatCategory === "S" && (placeOfSupply ?? country ?? place) !== undefined;
    if (!isTaxed && profile.registrations === undefined) return { rateCountry: null, registration: undefined };
    const key = `${supply} ${placeOfSupply} ${dispatchedFrom}`;
    const buyer = { ...client, ...place };
    // The place of goods of a company without registrations says where they go.
    const stated = supply === "goods" && !profile.registrations?.length ? undefined : placeOfSupply;
    const options = { on, supply, placeOfSupply: stated, dispatchedFrom, importer: order.importer };
    const sale = sales.get(key) ?? classify(saleFactsOf(profile, buyer, options));
    sales.set(key, sale);
    const goesTo = supply === "goods" ? territoryOf(buyer, supply) : sale.client;
    const isOutsideOss =
      placeOfSupply !== undefined && (sale.isBusiness || goesTo.id !== territoryWithId(placeOfSupply).id);
    const isDistant = sale.row.treatment === "oss";
    const isOss = isDistant || (profile.ossRegistered && isServiceTaxedAbroad(sale, taxRate, rates));
    const rateCountry = isTaxed && !isOutsideOss && isOss ? sale.client.rateCountry : null;
    return { rateCountry, registration: registrationByHand(profile, part, sale, rateCountry, rates) };
  });
  return { places, warnings: supplyWarnings(sales.get("undefined undefined undefined")) };
}

/**
 * The registration of a part with VAT by hand: of goods the one that the VAT table would choose, unless the rate is none of
 * where they arrive; of services that of the stated place, unless they are declared through OSS. None if the client owes the
 * VAT, or the sale is outside its scope.
 *
 * @see Directive 2006/112/EC, articles 226(3) and 369g(2)
 */
function registrationByHand(
  profile: CompanyProfile,
  { taxRate, vatCategory }: RatedPart,
  sale: ClassifiedSale,
  ossCountry: string | null,
  rates: VatRates | undefined,
): VatRegistration | undefined {
  const { on, supply, place, seller } = sale;
  if (profile.registrations === undefined || vatCategory === "AE" || vatCategory === "O") return undefined;
  if (supply === "goods") {
    const state = placeOfNumber(sale);
    const isOfState = vatCategory === "S" && isLawfulInState(state, taxRate, on, rates) !== false;
    return registrationsOn(profile, on).get((isOfState ? state : seller).numbersOf);
  }
  return place && ossCountry === null ? registrationsOn(profile, on).get(place.numbersOf) : undefined;
}

/** The warning about taxed lines whose supply is not stated, if they are sold to a consumer in another member state. */
function supplyWarnings(unstated: ClassifiedSale | undefined): VatWarning[] {
  if (unstated?.row.treatment !== "oss" && unstated?.row.treatment !== "origin") return [];
  const detail =
    `${supplyAssumption(unstated)} State supply: the OSS return lists goods and services apart, and lacks services that ` +
    "are taxed where the seller is.";
  return [{ code: "supply_not_stated", detail }];
}
