import type { CalendarDay } from "../calendar.ts";
import { owesByArticle194 } from "./article-194.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import { mainLanguageOf } from "./main-language.ts";
import { noteLanguageOf } from "./note.ts";
import { beginsWithXi, parseVatNumber } from "./number/parse.ts";
import { lawfulRates } from "./rates/lawful-rates.ts";
import type { VatRates } from "./rates/rate-table.ts";
import { type NationalServiceRule, nationalRateOf, nationalServiceRule } from "./territory/national-services.ts";
import {
  inlandOf,
  isTerritoryInEu,
  ratesKeysOf,
  territoryWithId,
  type VatTerritory,
  vatTerritoryOf,
} from "./territory/territory.ts";
import type { ExemptingStates, VatClient, VatCompany, VatOptions, VatPlace } from "./types.ts";
import { classifySale, type Sale, type Supply, type VatRow } from "./vat-table.ts";

/** Everything that a decision depends on, except the rates, the client's VAT number and the seller's own note. */
export interface SaleFacts {
  readonly on: CalendarDay;
  /** Where the company is; of goods, where their transport begins. */
  readonly seller: VatTerritory;
  /** Where the client is; of goods, where they arrive. */
  readonly client: VatTerritory;
  /** What decides only about goods that leave or arrive elsewhere, or whose seller has registrations. */
  readonly goods: GoodsFacts | undefined;
  /** The company's registrations on that day, by state, if they can decide about what is sold. */
  readonly registrations: ReadonlyMap<string, VatRegistration> | undefined;
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

/** Where the parties to a sale of goods are, apart from the goods. */
interface GoodsFacts {
  readonly company: VatTerritory;
  readonly buyer: VatTerritory;
  /** The state of the client's number; `""` if it has none or one from outside the EU, `undefined` if it is malformed. */
  readonly numberOf: string | undefined;
  readonly isRegisteredAtHome: boolean;
  /** The other states that exempt the company as a small enterprise. */
  readonly exemptIn: ExemptingStates | undefined;
  readonly importer: VatOptions["importer"];
  /**
   * Whether the seller imports them. They are then sold where they arrive, or through the import scheme. @see Directive
   * 2006/112/EC, articles 32, 33(c) and 369l
   */
  readonly isImportedBySeller: boolean;
  /** Where they arrive by the order, if it also says that they are handed over elsewhere. */
  readonly elsewhere: VatTerritory | undefined;
  /** The field of the order that says where they leave or, without one, arrive. */
  readonly field: "dispatchedFrom" | "placeOfSupply" | "deliverTo/country" | "clientCountry";
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
  const own = territoryOf(company, supply);
  const movement = supply === "goods" ? movementOf(company, buyer, options, own, place) : undefined;
  const { seller, client, goods } = movement ?? { seller: own, client: territoryOf(buyer, supply), goods: undefined };
  const registrations =
    company.registrations && (goods || place || supply === "digital") ? registrationsOn(company, on) : undefined;
  // A number from outside the EU exempts nothing, but no consumer has one.
  const isOutside = goods?.numberOf === "" && buyer.vatNumber !== undefined;
  // Goods that leave another state need no registration at home.
  const vatRegistered =
    company.vatRegistered || registrations?.has((goods ? seller : (place ?? seller)).numbersOf) === true;
  const isUsual = (company.ossSchemes === undefined && !(goods && vatRegistered)) || goods?.isImportedBySeller;
  const language = company.language === undefined ? undefined : noteLanguageOf(company.language);
  const other = buyer.language === undefined ? "en" : noteLanguageOf(buyer.language);
  const isKnown = other === "en" || other === (language ?? mainLanguageOf(company.country));
  return {
    seller,
    client,
    goods,
    registrations,
    vatRegistered,
    ossRegistered: company.ossRegistered && (isUsual || usesScheme(company, own, supply, on)),
    // A sale from another state needs a registration there, which has a number.
    sellerHasVatNumber:
      seller.numbersOf !== own.numbersOf || (company.vatNumber !== undefined && isOwnNumber(company.vatNumber, seller)),
    clientHasVatNumber: buyer.vatNumber !== undefined && !isOutside,
    hasNumberOfSellersState: false,
    isCompany: isOutside || buyer.isCompany,
    supply,
    place: goods === undefined ? place : undefined,
    language,
    clientLanguage: isKnown ? undefined : other,
    on,
  };
}

/**
 * Where stated goods leave and arrive, if the company or the sale says more than where the parties are. Goods that are handed
 * over in a shop leave and arrive there.
 */
function movementOf(
  company: VatCompany,
  buyer: VatClient,
  { on, dispatchedFrom, importer }: VatOptions,
  own: VatTerritory,
  place: VatTerritory | undefined,
): { seller: VatTerritory; client: VatTerritory; goods: GoodsFacts } | undefined {
  const { registrations = [] } = company;
  const { vatNumber, country } = buyer;
  // In the client's country, only a postal code says more than the client's own.
  const { postalCode, address, country: goesTo } = buyer.arrival ?? {};
  const isAtClients = goesTo === country && !postalCode?.trim() && !address?.postalCode?.trim();
  const arrival = isAtClients ? undefined : buyer.arrival;
  if ((dispatchedFrom ?? place ?? arrival ?? importer) === undefined && registrations.length === 0) return undefined;
  // Who has no VAT registration at all charges none anywhere.
  const isUnregistered = !company.vatRegistered && registrations.length === 0;
  const isPlain = place && (dispatchedFrom ?? arrival) === undefined && (place.id === own.id || isUnregistered);
  if (isPlain) return undefined; // `requireChargeablePlace` decides
  const arrivesAt = territoryOf({ vatNumber, ...(arrival ?? buyer) }, "goods");
  const client = place ?? arrivesAt;
  const stated = dispatchOf({ supply: "goods", dispatchedFrom });
  const dispatch = stated || place || own;
  const isInEu = (territory: VatTerritory) => isTerritoryInEu(territory, on, "goods");
  const isImportedBySeller = importer === "seller" && !isInEu(dispatch) && isInEu(client);
  const isConsumer = vatNumber === undefined && buyer.isCompany !== true;
  const inImportScheme =
    isImportedBySeller && isConsumer && company.ossRegistered && company.ossSchemes?.includes("import") === true;
  const number = vatNumber === undefined ? undefined : parseVatNumber(vatNumber, country);
  const bought = territoryOf(buyer, "goods");
  const unknown = vatNumber === undefined || !isInEu(bought) ? "" : undefined;
  const goods: GoodsFacts = {
    company: own,
    buyer: bought,
    numberOf: number === undefined || number.prefix === "GB" ? unknown : number.country,
    isRegisteredAtHome: company.vatRegistered,
    exemptIn: company.smallEnterprise?.states,
    importer,
    isImportedBySeller,
    elsewhere: arrival && arrivesAt.id !== client.id ? arrivesAt : undefined,
    field: stated ? "dispatchedFrom" : place ? "placeOfSupply" : arrival ? "deliverTo/country" : "clientCountry",
  };
  return { seller: isImportedBySeller && !inImportScheme ? client : dispatch, client, goods };
}

/** Where the transport of stated goods begins, if that is stated. */
export function dispatchOf({
  supply,
  dispatchedFrom,
}: Pick<VatOptions, "supply" | "dispatchedFrom">): VatTerritory | undefined {
  return dispatchedFrom === undefined || supply !== "goods" ? undefined : territoryWithId(dispatchedFrom);
}

/** A company's registrations that are in force on a day, by state. */
export function registrationsOn({ registrations = [] }: VatCompany, on: CalendarDay) {
  const inForce = registrations.filter(({ since = on, until = on }) => since <= on && on <= until);
  return new Map(inForce.map((registration) => [registration.country as string, registration]));
}

/** Whether a company with OSS uses the scheme that the sale needs. See also {@link canUseOss}. */
function usesScheme(
  { ossSchemes }: VatCompany,
  own: VatTerritory,
  supply: Supply | undefined,
  on: CalendarDay,
): boolean {
  const usual = isTerritoryInEu(own, on, supply) ? "union" : "non-union";
  return (ossSchemes ?? [usual]).includes(supply === "goods" ? "union" : usual);
}

/** The places of a sale by a seller with more than one, as far as the table asks for them. */
function placesOfSale(facts: SaleFacts, sellerInEu: boolean, isBusiness: boolean) {
  const { goods, registrations, seller } = facts;
  const client = facts.place ?? facts.client;
  const registration = registrations?.get(client.numbersOf);
  if (goods === undefined) {
    // What is supplied from an establishment is not for OSS: article 369b. Without one, a business may owe the VAT: article 194.
    if (registration?.establishment) return { ossRegistered: false, isRegisteredAtArrival: true };
    return { isRegisteredAtArrival: registration !== undefined && !isBusiness };
  }
  const { company, isRegisteredAtHome } = goods;
  const isOwn = seller.numbersOf === company.numbersOf;
  const isEstablished = isOwn || registrations?.get(seller.id)?.establishment === true;
  const isWithinState = sellerInEu && seller.id === client.id;
  return {
    isFromElsewhere: !sellerInEu && !isOwn && !goods.isImportedBySeller,
    businessOwes: isBusiness && isWithinState && !isEstablished && owesByArticle194(seller.id, goods) === true,
    isRegisteredAtArrival: client.numbersOf === company.numbersOf ? isRegisteredAtHome : registration !== undefined,
  };
}

/** Finds a sale's row in the VAT table. */
export function classify(facts: SaleFacts): ClassifiedSale {
  const { seller, vatRegistered, ossRegistered, sellerHasVatNumber, clientHasVatNumber } = facts;
  const { hasNumberOfSellersState, isCompany, supply, language, clientLanguage, on, place, goods, registrations } =
    facts;
  const isPlaceStated = place !== undefined;
  const client = place ?? facts.client;
  const sellerInEu = isTerritoryInEu(seller, on, supply);
  const clientInEu = isTerritoryInEu(client, on, supply);
  const nationalRule = nationalServiceRule(seller.id, client.id, on);
  const isBusiness = clientHasVatNumber || isCompany === true;
  const nationalSide = nationalRateOf(nationalRule, supply, isPlaceStated || isBusiness);
  const sale: Sale = {
    vatRegistered,
    ossRegistered: ossRegistered && (isPlaceStated || canUseOss(facts, sellerInEu)),
    sellerTerritory: inlandOf(seller, on),
    clientTerritory: inlandOf(client, on),
    sellerInEu,
    clientInEu,
    // At a stated place, the VAT is that of the place no matter who the client is, as it is for a consumer's digital services.
    clientHasVatNumber: clientHasVatNumber && !isPlaceStated,
    hasNumberOfSellersState,
    isCompany: isPlaceStated ? undefined : isCompany,
    nationalRateOf: nationalSide,
    supply: isPlaceStated ? "digital" : supply,
    ...placesOfSale(facts, sellerInEu, isBusiness),
  };
  const row = classifySale(sale);
  const numberDecides =
    sale.clientHasVatNumber && classifySale({ ...sale, clientHasVatNumber: false, businessOwes: false }) !== row;
  // Written out, because spreading the facts takes several times as long.
  return {
    seller,
    client,
    goods,
    registrations,
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

/** The state in which a sale with VAT, or an exempt one, is made, ISO 3166-1 alpha-2. A stated place counts with OSS. */
export function stateOfSale({ row, seller, client }: ClassifiedSale): string {
  return (row.rateOf === "client" || row.treatment === "reverse-charge" ? client : seller).rateCountry;
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
 * Whether a seller with OSS could declare the sale there if it is to a consumer in the EU. Goods must be sent from a member
 * state: those from outside are exports, but for the import scheme. If the supply is not stated, so are those from an area outside the EU to the rest of
 * its state. OSS covers the area's digital services, because the seller is not established in the EU (article 358a).
 */
export function canUseOss({ seller: { id, numbersOf }, client, supply, goods }: SaleFacts, sellerInEu: boolean) {
  if (supply === "goods") return sellerInEu || goods?.isImportedBySeller === true;
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
