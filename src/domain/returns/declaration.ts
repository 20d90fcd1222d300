import type { CalendarDay } from "../calendar.ts";
import { deliveryPlaceOf, dispatchPlaceOf } from "../invoice/order/delivery-place.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import { isLawfulInState, lawfulRates } from "../vat/rates/lawful-rates.ts";
import type { VatRates } from "../vat/rates/rate-table.ts";
import { type ClassifiedSale, classify, isServiceTaxedAbroad, saleFactsOf, stateOfSale } from "../vat/sale-facts.ts";
import { isMemberState, vatTerritory } from "../vat/territory/membership.ts";
import {
  inlandOf,
  isTerritoryInEu,
  ratesKeysOf,
  territoryWithId,
  type VatTerritory,
  vatTerritoryOf,
} from "../vat/territory/territory.ts";
import type { VatClient, VatOptions, VatPlace } from "../vat/types.ts";
import type { Supply } from "../vat/vat-table.ts";
import type { DocumentPart } from "./document-parts.ts";
import { clientOf, type ReportedDocument, sellerPlaceOf } from "./reported-document.ts";

/** What a line of a recapitulative statement is about. */
export type RecapitulativeKind = "goods" | "services" | "triangular";

/** Why a part of a document has no place in a return, in the order in which they are checked. */
export const UNPLACED_REASONS = [
  "document_unreadable",
  "payment_unreadable",
  "cancelled_without_credit_note",
  "supply_not_stated",
  "rate_country_unproven",
  "reverse_charge_of_goods",
  "reverse_charge_outside_the_eu",
  "export_inside_the_eu",
  "intra_community_supply_outside_the_eu",
  "intra_community_supply_within_the_state",
  "client_number_missing",
  "client_number_of_the_sellers_state",
  "small_enterprise_service",
  "oss_correction_too_late",
] as const;

/** One of {@link UNPLACED_REASONS}. */
export type UnplacedReason = (typeof UNPLACED_REASONS)[number];

/** The section of the returns in which a part of a document is declared, and what it is listed by there. */
export type Declaration =
  | { readonly section: "domestic" }
  | {
      readonly section: "oss";
      readonly country: string;
      readonly supply: "goods" | "services";
      readonly scheme?: "import";
    }
  | { readonly section: "recapitulative"; readonly clientVatNumber: string; readonly kind: RecapitulativeKind }
  | { readonly section: "exports" | "outsideScope"; readonly country: string | null }
  | { readonly section: "unplaced"; readonly reason: UnplacedReason };

/** The facts that decide a declaration. */
interface ReportedSale {
  readonly document: ReportedDocument;
  readonly part: DocumentPart;
  /** Whether the library decided the VAT by its table. */
  readonly isAutomatic: boolean;
  /** Whether seller and client are in different territories; `false` if the client's is not known. */
  readonly crossesBorder: boolean;
  /** The member state of consumption, if the part can be in an OSS return. `XI` is Northern Ireland. */
  readonly consumedIn: string | undefined;
  /** Whether the country of the rate belongs to another state than the seller. */
  readonly hasForeignRate: boolean;
  /** The host's own. */
  readonly rates: VatRates | undefined;
}

interface DeclarationRow {
  readonly applies: (sale: ReportedSale) => boolean;
  readonly declares: (sale: ReportedSale) => Declaration;
}

const unplaced = (reason: UnplacedReason): Declaration => ({ section: "unplaced", reason });
const needsSupply = ({ part }: ReportedSale) => part.supply === undefined;

/**
 * Where each part of a document is declared: the first row that applies decides. The last one always applies.
 *
 * @see Directive 2006/112/EC: articles 250 and 251 (VAT return), 262 to 264 (recapitulative statement), 369g (OSS return)
 */
// biome-ignore format: a decision table is read by its columns
const DECLARATION_TABLE: readonly DeclarationRow[] = [
  { applies: isExemptElsewhere, declares: ({ part }) => ({ section: "outsideScope", country: part.rateCountry }) },
  { applies: isServiceOfSmallEnterprise, declares: serviceOfSmallEnterprise },
  { applies: ({ part }) => part.category === "O", declares: outsideScope },
  { applies: (sale) => sale.part.category === "G" && sale.isAutomatic && needsSupply(sale), declares: () => unplaced("supply_not_stated") },
  { applies: (sale) => sale.part.category === "G" && staysInEu(sale), declares: () => unplaced("export_inside_the_eu") },
  { applies: isInImportScheme, declares: (sale) => throughOss(sale, sale.part.rateCountry!) },
  { applies: isMovedElsewhere, declares: () => unplaced("rate_country_unproven") },
  { applies: ({ part }) => part.category === "G", declares: (sale) => abroad("exports", sale) },
  { applies: (sale) => sale.part.category === "K" && arrivesInEu(sale) === false, declares: () => unplaced("intra_community_supply_outside_the_eu") },
  { applies: (sale) => sale.part.category === "K" && staysInState(sale), declares: () => unplaced("intra_community_supply_within_the_state") },
  { applies: ({ part }) => part.category === "K", declares: (sale) => listed("goods", sale) },
  { applies: ({ part, document }) => part.category === "AE" && document.triangular === true, declares: (sale) => listed("triangular", sale) },
  { applies: isSuppliedAtHome, declares: atHome },
  { applies: ({ part }) => part.placeOfSupply !== undefined, declares: suppliedAbroad },
  { applies: isOwedWhereGoodsAre, declares: ({ document }) => ({ section: "outsideScope", country: dispatchOf(document)!.id }) },
  { applies: ({ part, crossesBorder }) => part.category === "AE" && crossesBorder, declares: reverseCharge },
  { applies: isExemptServiceAbroad, declares: (sale) => abroad("outsideScope", sale) },
  { applies: isServiceAbroad, declares: serviceAbroad },
  { applies: (sale) => isOss(sale) && needsSupply(sale), declares: () => unplaced("supply_not_stated") },
  { applies: isOss, declares: (sale) => throughOss(sale, sale.consumedIn!) },
  { applies: ({ document }) => document.vatTreatment === "oss", declares: () => unplaced("rate_country_unproven") },
  { applies: (sale) => !sale.isAutomatic && sale.hasForeignRate, declares: (sale) => unplaced(needsSupply(sale) ? "supply_not_stated" : "rate_country_unproven") },
  { applies: isZeroAcrossBorder, declares: () => unplaced("supply_not_stated") },
  { applies: () => true, declares: atHome },
];

/** Where a part of a document is declared. `rates` are the host's own. */
export function declarationOf(document: ReportedDocument, part: DocumentPart, rates?: VatRates): Declaration {
  const sale = saleOf(document, part, rates);
  for (const row of DECLARATION_TABLE) if (row.applies(sale)) return row.declares(sale);
  throw new TypeError("DECLARATION_TABLE must end with a row that always applies");
}

function saleOf(document: ReportedDocument, part: DocumentPart, rates: VatRates | undefined): ReportedSale {
  const { vatTreatment } = document;
  const client = clientOf(document);
  const isAutomatic = vatTreatment !== "manual" && vatTreatment !== "not-registered";
  const own = territoryOf(sellerPlaceOf(document));
  const on = document.taxPointDate;
  const crossesBorder = client !== undefined && inlandOf(own, on) !== inlandOf(territoryOf(client), on);
  const state = part.rateCountry === null ? undefined : vatTerritoryOf(part.rateCountry).numbersOf;
  const hasForeignRate = state !== undefined && state !== own.numbersOf;
  const isForeign = isAutomatic && hasForeignRate;
  return {
    document,
    part,
    isAutomatic,
    crossesBorder,
    consumedIn: consumedIn(document, part, isForeign),
    hasForeignRate,
    rates,
  };
}

/** Where the goods of a document leave; `undefined` if it does not say. */
export function dispatchOf(document: ReportedDocument): VatTerritory | undefined {
  const from = dispatchPlaceOf(document);
  return from === undefined ? undefined : territoryWithId(from);
}

/** Goods sold within another state, in which their buyer owes the VAT. @see article 194 */
function isOwedWhereGoodsAre({ document, part }: ReportedSale): boolean {
  if (part.category !== "AE" || part.supply !== "goods") return false;
  const from = dispatchOf(document);
  return from !== undefined && from.numbersOf !== territoryOf(sellerPlaceOf(document)).numbersOf;
}

/**
 * Goods from outside the EU with the VAT of where they arrive, under no registration there: orders have it only through the
 * import scheme. @see articles 33(c), 369l
 */
function isInImportScheme({ document, part }: ReportedSale): boolean {
  if (part.rateCountry === null || part.supply !== "goods" || document.registrationCountry !== undefined) return false;
  if (document.vatTreatment === "domestic") return false; // imported at home
  const from = dispatchOf(document) ?? territoryOf(sellerPlaceOf(document));
  return document.importer === "seller" && !isTerritoryInEu(from, document.taxPointDate, "goods");
}

/**
 * Goods by hand whose places say that the VAT, or its exemption, is of another state: they leave one without the number that the
 * document shows, and do not arrive at home or need a number there; or they leave a registration's for a consumer elsewhere.
 * @see articles 31 to 33, 138, 146, 369g(2); article 59c is for the state of establishment alone
 */
function isMovedElsewhere({ document, part }: ReportedSale): boolean {
  const { category, rateCountry, placeOfSupply, supply } = part;
  if (document.vatTreatment !== "manual" || supply !== "goods" || category === "AE") return false;
  const own = territoryOf(sellerPlaceOf(document)).rateCountry;
  const from = dispatchOf(document)?.rateCountry ?? own;
  const place = placeOfSupply === undefined ? arrivalOf(document) : territoryWithId(placeOfSupply);
  const isAtHome = place !== undefined && ("country" in place ? territoryOf(place) : place).rateCountry === own;
  if (from !== own) return !isAtHome || rateCountry !== null || "GK".includes(category);
  const isCharged = category === "S" && rateCountry === null && document.registrationCountry !== undefined;
  return isCharged && placeOfSupply === undefined && clientRateCountry(document, supply) !== undefined;
}

/**
 * Taxed by hand, a rate that nobody has in the seller's state and its areas is not the VAT of that state. Nor is one of goods that
 * enter the EU from a place whose rates are not known.
 */
function atHome(sale: ReportedSale): Declaration {
  const { document, part, crossesBorder, rates } = sale;
  const own = territoryOf(sellerPlaceOf(document));
  const on = document.taxPointDate;
  const entersEu =
    part.category === "S" &&
    part.supply === "goods" &&
    document.vatTreatment === "manual" &&
    crossesBorder &&
    arrivesInEu(sale) === true &&
    !isTerritoryInEu(own, on, "goods") &&
    isLawfulInState(own, part.taxRate, on, rates) === undefined;
  return isRateOf(sale, own) && !entersEu ? { section: "domestic" } : unplaced("rate_country_unproven");
}

/**
 * The same of a rate that nobody has in the state of consumption or, if a postal code says more, in that area of it. The reduced
 * rates of Greek islands are not for sales from abroad.
 */
function throughOss(sale: ReportedSale, country: string): Declaration {
  const { document, part, isAutomatic, hasForeignRate, rates } = sale;
  const { rateCountry, supply, taxRate, placeOfSupply } = part;
  // Beside other sales, goods that are imported at home look the same with the import scheme and without.
  if (document.vatTreatment === "mixed" && !hasForeignRate) return unplaced("rate_country_unproven");
  const state = territoryWithId(rateCountry!);
  if (!isRateOf(sale, state)) return unplaced("rate_country_unproven");
  const buyer = placeOfSupply === undefined ? buyerOf(document, supply) : undefined;
  const isExact = buyer?.address?.postalCode !== undefined && territoryOf(buyer).numbersOf === state.numbersOf;
  const area = isExact ? territoryOf(buyer) : state.id === "GR" ? state : undefined;
  const lawful =
    isAutomatic || area === undefined ? [] : lawfulRates(ratesKeysOf(area, supply)[0]!, document.taxPointDate, rates);
  if (lawful.length > 0 && lawful.every(({ rate }) => rate !== taxRate)) return unplaced("rate_country_unproven");
  const declared = { section: "oss", country, supply: supply === "goods" ? "goods" : "services" } as const;
  return isInImportScheme(sale) ? { ...declared, scheme: "import" } : declared;
}

/** Whether a part can have its rate in a state. What the library decided can, and what it cannot judge. */
function isRateOf({ document, part, isAutomatic, rates }: ReportedSale, territory: VatTerritory): boolean {
  if (isAutomatic || part.category !== "S") return true;
  return isLawfulInState(territory, part.taxRate, document.taxPointDate, rates) !== false;
}

/**
 * The member state of consumption of a part that can be in an OSS return. The treatment `oss` says it, and so does the rate of
 * another state that the VAT table chose. For other documents the table must say the same of the part's supply, and the
 * country of its rate must be the client's.
 */
function consumedIn(
  document: ReportedDocument,
  { rateCountry, supply }: DocumentPart,
  isForeign: boolean,
): string | undefined {
  if (rateCountry === null) return undefined;
  const isDecided = document.vatTreatment === "oss" || isForeign;
  if (!isDecided && clientRateCountry(document, supply) !== rateCountry) return undefined;
  return rateCountry === "GB" && !isMemberState("GB", document.taxPointDate) ? "XI" : rateCountry;
}

/**
 * The country of the client's rates, if a seller with OSS can declare the sale there: a distance sale of goods, or a
 * digital service, to a consumer in another member state. A sale whose supply is not stated can be one.
 *
 * @see Directive 2006/112/EC, articles 33(a), 58 and 369a
 */
export function clientRateCountry(document: ReportedDocument, supply: Supply | undefined): string | undefined {
  const sale = saleByOssSeller(document, { supply });
  return sale?.row.treatment === "oss" ? sale.client.rateCountry : undefined;
}

/**
 * The member state in which a part is sold, ISO 3166-1 alpha-2; `undefined` if it is outside the EU, or no supply. Sales to
 * consumers whose VAT is not that of their state are sold where the goods leave, or the seller is.
 */
export function stateSoldIn(document: ReportedDocument, part: DocumentPart): string | undefined {
  if (part.rateCountry !== null) return part.rateCountry;
  const own = territoryOf(sellerPlaceOf(document)).rateCountry;
  const sale = saleByOssSeller(document, part, part.placeOfSupply !== undefined);
  if (sale?.row.treatment === "outside-scope") return undefined;
  const state = sale === undefined ? own : stateOfSale(sale);
  return part.category === "O" && state === own ? undefined : state;
}

/** The sale as that of a seller with OSS, or without: documents do not say whether theirs has it. */
function saleByOssSeller(
  document: ReportedDocument,
  { supply, placeOfSupply }: Pick<VatOptions, "supply" | "placeOfSupply">,
  ossRegistered = true,
): ClassifiedSale | undefined {
  const { country, address } = sellerPlaceOf(document);
  const client = buyerOf(document, supply) ?? (placeOfSupply === undefined ? undefined : { country, address });
  if (client === undefined) return undefined;
  const { vatNumber } = document.seller;
  const company = { country, address, vatNumber, vatRegistered: true, ossRegistered };
  return classify(saleFactsOf(company, client, { on: document.taxPointDate, supply, placeOfSupply }));
}

/** The client; for goods, where {@link arrivalOf} says that they go. */
function buyerOf(document: ReportedDocument, supply: Supply | undefined): VatClient | undefined {
  const client = clientOf(document);
  const place = supply === "goods" ? arrivalOf(document) : undefined;
  return place === undefined ? client : { ...client, ...place };
}

/** Where goods go: to `deliverTo` or else to the client. */
export function arrivalOf(document: ReportedDocument): VatPlace | undefined {
  return deliveryPlaceOf(document) ?? clientOf(document);
}

/** A service with the VAT of the client's state, by the host's own decision: it must not land in the domestic return. */
function isServiceAbroad({ document, part, isAutomatic }: ReportedSale): boolean {
  if (isAutomatic || part.category !== "S" || part.supply !== "services") return false;
  const sale = saleByOssSeller(document, part);
  return sale !== undefined && isServiceTaxedAbroad(sale, part.taxRate);
}

/**
 * A service without VAT for a business abroad, or a digital one for anybody there, by the host's own decision: its place is the
 * client's, and what is exempt there is not in the recapitulative statement. @see articles 44, 58 and 262(1)(c)
 */
function isExemptServiceAbroad({ document, part }: ReportedSale): boolean {
  if (document.vatTreatment !== "manual" || (part.category !== "E" && part.category !== "Z")) return false;
  if (part.placeOfSupply !== undefined || !isService(part)) return false;
  const sale = saleByOssSeller(document, part);
  if (sale === undefined || !(sale.isBusiness || part.supply === "digital")) return false;
  // The table takes a company without a VAT number for a consumer, and taxes it at home.
  return isAbroadByTable(sale) || (sale.isBusiness && sale.row.treatment === "origin");
}

/** Whether the VAT table has the place of a service at the client's. */
function isAbroadByTable({ row: { treatment } }: ClassifiedSale): boolean {
  return treatment === "reverse-charge" || treatment === "outside-scope" || treatment === "oss";
}

function isService({ supply }: DocumentPart): boolean {
  return supply === "services" || supply === "digital";
}

/**
 * Outside the scope, where the place is. By hand, that is not the client's place for services that are taxed at home, and not
 * known if neither supply nor place are stated: a voucher for several purposes is no supply at all (article 30b(2)).
 */
function outsideScope(sale: ReportedSale): Declaration {
  const { document, part, crossesBorder } = sale;
  const isOpen = document.vatTreatment === "manual" && crossesBorder && part.placeOfSupply === undefined;
  if (isOpen && part.supply === undefined) return unplaced("supply_not_stated");
  const isAtHome = isOpen && isService(part) && !isAbroadByTable(saleByOssSeller(document, part)!);
  return isAtHome
    ? { section: "outsideScope", country: territoryOf(sellerPlaceOf(document)).id }
    : abroad("outsideScope", sale);
}

/** The seller had OSS if the document names the client's state. */
function serviceAbroad({ document, part }: ReportedSale): Declaration {
  const country = saleByOssSeller(document, part)!.client.rateCountry;
  return part.rateCountry === country
    ? { section: "oss", country, supply: "services" }
    : unplaced("rate_country_unproven");
}

/** A service, or goods, at a stated place whose VAT is that of the seller's own state. */
function isSuppliedAtHome({ document, part }: ReportedSale): boolean {
  if (part.placeOfSupply === undefined) return false;
  const sale = saleByOssSeller(document, part);
  // Goods that are handed over in another state are sold within that state.
  const own = territoryOf(sellerPlaceOf(document)).numbersOf;
  return sale?.row.treatment === "domestic" && sale.seller.numbersOf === own;
}

/**
 * A service, or goods, at a stated place elsewhere. A rate of the place's country shows that the seller has OSS. Without VAT,
 * it is outside the scope of the seller's own state, also if the client owes the VAT there: the recapitulative statement has
 * only services whose place is the client's. @see articles 194 and 262(1)(c)
 */
function suppliedAbroad(sale: ReportedSale): Declaration {
  const { part } = sale;
  const { rateCountry, id } = territoryWithId(part.placeOfSupply!);
  if (part.rateCountry === rateCountry) return throughOss(sale, rateCountry);
  return part.taxRate === 0 ? { section: "outsideScope", country: id } : unplaced("rate_country_unproven");
}

/** Whether the goods of a line with a category by hand go to a place in the EU. */
function arrivesInEu({ document, isAutomatic }: ReportedSale): boolean | undefined {
  const place = arrivalOf(document);
  return isAutomatic || !place ? undefined : isTerritoryInEu(territoryOf(place), document.taxPointDate, "goods");
}

/** Whether a delivery by hand names a place in the state that the goods leave. @see article 138(1) */
function staysInState({ document, isAutomatic }: ReportedSale): boolean {
  if (isAutomatic || document.deliverTo?.country === undefined) return false;
  return territoryOf(arrivalOf(document)!).numbersOf === territoryOf(sellerPlaceOf(document)).numbersOf;
}

/** Goods that are said to be exported. Services, and exemptions of another kind, do not depend on the border. */
function staysInEu(sale: ReportedSale): boolean {
  const { document, part } = sale;
  if (isService(part) || arrivesInEu(sale) !== true) return false;
  const isOfOtherKind = document.items.some(({ vatCategory, vatexCode = "VATEX-EU-G" }) => {
    return vatCategory === "G" && vatexCode !== "VATEX-EU-G";
  });
  return !isOfOtherKind && isTerritoryInEu(territoryOf(sellerPlaceOf(document)), document.taxPointDate, "goods");
}

/** Whether the VAT is due in another member state, if the supply is stated: a rate country alone does not prove it. */
function isOss({ document, part, isAutomatic, consumedIn }: ReportedSale): boolean {
  if (consumedIn === undefined) return false;
  if (isAutomatic) return document.vatTreatment === "oss" || document.vatTreatment === "mixed";
  return part.category === "S";
}

/** Without VAT across a border, by the host's own decision, and not known whether goods or services. */
function isZeroAcrossBorder({ document, part, crossesBorder }: ReportedSale): boolean {
  const isWithoutVat = part.category === "Z" || part.category === "E";
  return isWithoutVat && document.vatTreatment === "manual" && crossesBorder && part.supply === undefined;
}

/** Services only: the statement does not contain goods that are not triangular. @see article 262(1)(c) */
function reverseCharge(sale: ReportedSale): Declaration {
  const { taxPointDate } = sale.document;
  const places = [sellerPlaceOf(sale.document), clientOf(sale.document)!].map(territoryOf);
  if (!places.every((place) => isTerritoryInEu(place, taxPointDate, sale.part.supply)))
    return unplaced("reverse_charge_outside_the_eu");
  if (needsSupply(sale)) return unplaced("supply_not_stated");
  return sale.part.supply === "goods" ? unplaced("reverse_charge_of_goods") : listed("services", sale);
}

/** What another state exempts as a small enterprise's: it is sold there. */
function isExemptElsewhere({ document, part }: ReportedSale): boolean {
  return document.vatTreatment === "not-registered" && part.rateCountry !== null;
}

/**
 * What a small enterprise sells to a business in another member state, unless it is goods, which are taxed at home. AE by
 * hand is the host's own answer in states whose law is not known.
 */
function isServiceOfSmallEnterprise(sale: ReportedSale): boolean {
  const { document, part, crossesBorder } = sale;
  if (document.vatTreatment !== "not-registered" || !crossesBorder || part.supply === "goods") return false;
  if (part.placeOfSupply !== undefined) return false; // article 196 is about services whose place is the client's
  if (part.category === "AE" ? smallEnterpriseRule(sale) === undefined : !"EO".includes(part.category)) return false;
  const places = [document.seller, clientOf(document)!].map(territoryOf);
  const isInEu = places.every((place) => isTerritoryInEu(place, document.taxPointDate, part.supply));
  return isInEu && listed("services", sale).section === "recapitulative";
}

/** Small enterprises owe no VAT on such services, but some states want them in the statement. */
function serviceOfSmallEnterprise(sale: ReportedSale): Declaration {
  const isListed = smallEnterpriseRule(sale);
  if (isListed === false) return sale.part.category === "O" ? abroad("outsideScope", sale) : { section: "domestic" };
  if (needsSupply(sale)) return unplaced("supply_not_stated");
  return isListed === undefined ? unplaced("small_enterprise_service") : listed("services", sale);
}

function smallEnterpriseRule({ document }: ReportedSale): boolean | undefined {
  return listsServicesOfSmallEnterprises(territoryOf(document.seller).numbersOf);
}

/** The client's number must be of another member state than the seller's. @see article 264(1)(b) */
function listed(kind: RecapitulativeKind, { document }: ReportedSale): Declaration {
  const { clientCountry, clientVatNumber, taxPointDate } = document;
  const number = clientVatNumber === undefined ? undefined : parseVatNumber(clientVatNumber, clientCountry);
  if (number === undefined || !isOfMemberState(number, taxPointDate)) return unplaced("client_number_missing");
  const own = territoryOf(sellerPlaceOf(document)).numbersOf;
  if (vatTerritory(number.country) === own) return unplaced("client_number_of_the_sellers_state");
  return { section: "recapitulative", clientVatNumber: number.prefix + number.number, kind };
}

function isOfMemberState({ country, prefix }: { country: string; prefix: string }, on: CalendarDay): boolean {
  return prefix === "XI" || isMemberState(vatTerritory(country), on);
}

function abroad(section: "exports" | "outsideScope", { document, part }: ReportedSale): Declaration {
  // Exported goods are supplied where they come from, and listed by where they go.
  const isStated = part.placeOfSupply !== undefined && !(section === "exports" && part.supply === "goods");
  if (isStated) return { section, country: territoryWithId(part.placeOfSupply).id };
  const buyer = buyerOf(document, part.supply);
  return { section, country: buyer === undefined ? null : territoryOf(buyer).id };
}

function territoryOf({ country, address }: VatPlace): VatTerritory {
  return vatTerritoryOf(country, address?.postalCode);
}

/**
 * Whether a recapitulative statement lists the services of small enterprises, which charge no VAT, by state. The directive
 * says so for all (art. 262(1)(c)), but not every state follows it. Other states are not known.
 *
 * @see Austria: UStG 1994, Art. 21(3); Germany: UStG § 18a(4); France: CGI, article 289 B, III, and arrêté du 23 juillet 2010,
 *   article 1
 */
const LISTS_SERVICES: Readonly<Record<string, boolean>> = { AT: true, DE: false, FR: true };

/**
 * Whether the recapitulative statement of a state lists the services of small enterprises; `undefined` if it is not known.
 * `state` is an ISO 3166-1 alpha-2 code.
 */
function listsServicesOfSmallEnterprises(state: string): boolean | undefined {
  return Object.hasOwn(LISTS_SERVICES, state) ? LISTS_SERVICES[state] : undefined;
}
