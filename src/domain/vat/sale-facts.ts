import type { CalendarDay } from "../calendar.ts";
import { mainLanguageOf } from "./main-language.ts";
import { noteLanguageOf } from "./note.ts";
import { beginsWithXi, parseVatNumber } from "./number/parse.ts";
import { lawfulRates } from "./rates/lawful-rates.ts";
import type { VatRates } from "./rates/rate-table.ts";
import { type NationalServiceRule, nationalRateOf, nationalServiceRule } from "./territory/national-services.ts";
import {
  isTerritoryInEu,
  ratesKeysOf,
  territoryWithId,
  type VatTerritory,
  vatTerritoryOf,
} from "./territory/territory.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./types.ts";
import { classifySale, type Sale, type Supply, type VatRow } from "./vat-table.ts";

/** Everything that a decision depends on, except the rates, the client's VAT number and the seller's own note. */
export interface SaleFacts {
  readonly on: CalendarDay;
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  /** Whether the seller's VAT number is well formed; for goods from Northern Ireland it must also begin with XI. */
  readonly sellerHasVatNumber: boolean;
  /** Whether the client gave a VAT number, well formed or not. */
  readonly clientHasVatNumber: boolean;
  /** Whether that number decides and is of the seller's own state, although the client is in another one. */
  readonly hasNumberOfSellersState: boolean;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  /** The stated place of supply. */
  readonly place: VatTerritory | undefined;
  /** The language of the note, from `noteLanguageOf`; `undefined` if the seller named none. */
  readonly language: string | undefined;
  /** The client's, from `noteLanguageOf`; `undefined` if notes are in it anyway. */
  readonly clientLanguage: string | undefined;
}

/** The facts of a sale and its row in the VAT table. Its `client` is where the sale is made, if the place is stated. */
export interface ClassifiedSale extends SaleFacts {
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly row: VatRow;
  /** National law on services between the two places, if they belong to one state and the law is known. */
  readonly nationalRule: NationalServiceRule | undefined;
  /** Whether it is a business for that law. */
  readonly isBusiness: boolean;
  readonly nationalRateOf: Sale["nationalRateOf"];
  /** Whether the sale would have another row without the client's number. */
  readonly numberDecides: boolean;
}

/** The facts of a sale. The arguments must have been checked, except `on`. */
export function saleFactsOf(company: VatCompany, buyer: VatClient, options: VatOptions): SaleFacts {
  const { on, placeOfSupply } = options;
  const place = placeOfSupply === undefined ? undefined : territoryWithId(placeOfSupply);
  const supply = options.supply ?? (place && "services");
  const seller = territoryOf(company, supply);
  const language = company.language === undefined ? undefined : noteLanguageOf(company.language);
  const other = buyer.language === undefined ? "en" : noteLanguageOf(buyer.language);
  const isKnown = other === "en" || other === (language ?? mainLanguageOf(company.country));
  return {
    seller,
    client: territoryOf(buyer, supply),
    vatRegistered: company.vatRegistered,
    ossRegistered: company.ossRegistered,
    sellerHasVatNumber: company.vatNumber !== undefined && isOwnNumber(company.vatNumber, seller),
    clientHasVatNumber: buyer.vatNumber !== undefined,
    hasNumberOfSellersState: false,
    isCompany: buyer.isCompany,
    supply,
    place,
    language,
    clientLanguage: isKnown ? undefined : other,
    on,
  };
}

/** Finds a sale's row in the VAT table. */
export function classify(facts: SaleFacts): ClassifiedSale {
  const { seller, vatRegistered, ossRegistered, sellerHasVatNumber, clientHasVatNumber } = facts;
  const { hasNumberOfSellersState, isCompany, supply, language, clientLanguage, on, place } = facts;
  const isPlaceStated = place !== undefined;
  const client = place ?? facts.client;
  const sellerInEu = isTerritoryInEu(seller, on, supply);
  const clientInEu = isTerritoryInEu(client, on, supply);
  const nationalRule = nationalServiceRule(seller.id, client.id, on);
  const isBusiness = clientHasVatNumber || isCompany === true;
  const nationalSide = nationalRateOf(nationalRule, supply, isPlaceStated || isBusiness);
  const sale: Sale = {
    vatRegistered,
    ossRegistered: ossRegistered && (isPlaceStated || canUseOss(facts)),
    sellerTerritory: seller.id,
    clientTerritory: client.id,
    sellerInEu,
    clientInEu,
    // At a stated place, the VAT is that of the place no matter who the client is, as it is for a consumer's digital services.
    clientHasVatNumber: clientHasVatNumber && !isPlaceStated,
    hasNumberOfSellersState,
    isCompany: isPlaceStated ? undefined : isCompany,
    nationalRateOf: nationalSide,
    supply: isPlaceStated ? "digital" : supply,
  };
  const row = classifySale(sale);
  const numberDecides = sale.clientHasVatNumber && classifySale({ ...sale, clientHasVatNumber: false }) !== row;
  // Written out, because spreading the facts takes several times as long.
  return {
    seller,
    client,
    vatRegistered,
    ossRegistered,
    sellerHasVatNumber,
    clientHasVatNumber,
    hasNumberOfSellersState,
    isCompany,
    supply,
    place,
    language,
    clientLanguage,
    on,
    sellerInEu,
    clientInEu,
    row,
    nationalRule,
    isBusiness,
    nationalRateOf: nationalSide,
    numberDecides,
  };
}

/** Whether it is a sale of goods to a company without a VAT number, which is not a distance sale. */
export function isGoodsForCompany({ supply, isCompany, clientHasVatNumber }: SaleFacts): boolean {
  return supply === "goods" && isCompany === true && !clientHasVatNumber;
}

/**
 * Whether the treatment of a sale whose supply is not stated holds for services only. Goods would be taxed if the
 * client's number is of the seller's own state, and would stay within the EU between it and Northern Ireland.
 */
export function holdsForServicesOnly({ row, supply, hasNumberOfSellersState, seller, client, on }: ClassifiedSale) {
  if (supply !== undefined) return false;
  if (row.treatment === "reverse-charge") return hasNumberOfSellersState;
  return row.treatment === "export" && isTerritoryInEu(seller, on, "goods") && isTerritoryInEu(client, on, "goods");
}

/**
 * Whether a seller with OSS could declare the sale there if it is to a consumer in the EU. Goods from an area outside the
 * EU to the rest of its state are exports, with OSS or without. OSS covers the area's digital services, because the seller
 * is not established in the EU (article 358a).
 */
export function canUseOss({ seller: { id, numbersOf }, client, supply }: SaleFacts): boolean {
  return supply === "digital" || id === numbersOf || numbersOf !== client.id;
}

/** Whether the number is well formed, of any state; for goods from Northern Ireland it must begin with XI. */
function isOwnNumber(vatNumber: string, { numbersOf, area }: VatTerritory): boolean {
  const own = parseVatNumber(vatNumber, numbersOf);
  return own !== undefined && (area?.standing !== "for-goods" || own.prefix === "XI");
}

/** Where a party is. A blank postal code counts as absent, because forms send one for a field that was left empty. */
export function territoryOf(
  party: VatPlace & { vatNumber?: string | undefined },
  supply: Supply | undefined,
): VatTerritory {
  const postalCode = party.postalCode?.trim() || party.address?.postalCode?.trim() || undefined;
  if (party.country !== "GB" || (supply !== undefined && supply !== "goods"))
    return vatTerritoryOf(party.country, postalCode);
  // A number that begins with XI means Northern Ireland, unless a British postal code says otherwise.
  const isBritish = postalCode !== undefined && /^\s*[A-Z]{1,2}\d/i.test(postalCode);
  const isNorthern = !isBritish && party.vatNumber !== undefined && beginsWithXi(party.vatNumber);
  return vatTerritoryOf("GB", isNorthern ? "BT1" : postalCode);
}

/**
 * Whether a service for a consumer is taxed in its member state, because of its rate: services are taxed where the seller is,
 * but for those of articles 47 to 57, such as a stay in a hotel, which the library cannot tell from others.
 */
export function isServiceTaxedAbroad(sale: ClassifiedSale, percent: number, rates?: VatRates): boolean {
  const { supply, clientInEu, isBusiness, seller, client } = sale;
  return (
    supply === "services" && clientInEu && !isBusiness && seller.id !== client.id && isForeignRate(percent, sale, rates)
  );
}

/** Whether a rate, in percent, is lawful where the client is but not where the seller is: the VAT of the client's state. */
function isForeignRate(percent: number, sale: SaleFacts, rates?: VatRates): boolean {
  const isLawfulIn = (territory: VatTerritory) => {
    const [key] = ratesKeysOf(territory, sale.supply) as [string];
    return lawfulRates(key, sale.on, rates).some(({ rate }) => rate === percent);
  };
  return isLawfulIn(sale.client) && !isLawfulIn(sale.seller);
}
