import type { CalendarDay } from "../calendar.ts";
import { article194Law } from "./article-194.ts";
import type { VatRateKind } from "./rates/rate-table.ts";
import { article194Hint } from "./registration.ts";
import { type ClassifiedSale, canUseOss, holdsForServicesOnly, isGoodsForCompany } from "./sale-facts.ts";
import { territoryStanding } from "./territory/membership.ts";
import { nationalRateOf } from "./territory/national-services.ts";
import type { VatTerritory } from "./territory/territory.ts";
import type { AutomaticTreatment } from "./vat-table.ts";

/** The text before and after the client's VAT number; one text if the reason does not name the number. */
export type Reason = readonly [start: string, end?: string];

/**
 * The reason for each treatment: the places, whose rate applies and why, what was assumed, and what would change it.
 */
const REASONS: Record<AutomaticTreatment, (sale: ClassifiedSale, rate: string) => Reason> = {
  "not-registered": () => [
    "The seller is not registered for VAT, so no VAT is charged. Once it registers, VAT may be due.",
  ],
  domestic: (sale, rate) => [
    isRegisteredThere(sale)
      ? `Goods sold ${sale.seller === sale.client ? `in ${sale.seller.name}` : toConsumer(sale)}, where the seller is registered: ${rate}.${otherwise194(sale)}`
      : sale.nationalRateOf === undefined
        ? `Domestic sale ${within(sale)}: ${rate}. A VAT number makes no difference.`
        : `Service supplied ${route(sale)} to a ${sale.isBusiness ? "business" : "consumer"}, taxed like a domestic one ` +
          `(${sale.nationalRule?.law}): ${rate}.`,
  ],
  "outside-scope": (sale) => [
    `${sale.goods ? "Goods sold" : "Service supplied"} ${route(sale)}, ${leaving(sale)}: outside the scope of EU VAT, so no VAT is charged.${scope(sale)}`,
  ],
  export: (sale) => [
    `Export ${route(sale)}, ${leaving(sale)}: no VAT is charged.${assumedGoods(sale)}${ossHint(sale)}`,
  ],
  "intra-community-supply": (sale) => [
    `Goods sold ${toBusiness(sale)} with the VAT number `,
    ": exempt intra-Community supply, so the client owes the VAT on its acquisition. " +
      "Without the VAT number, VAT would be charged.",
  ],
  "reverse-charge": (sale) => [
    `Sale ${toBusiness(sale)} with the VAT number `,
    `${ofSellersState(sale)}: reverse charge, so the client owes the VAT${law194(sale)}.${assumedServices(sale)} ` +
      "Without the VAT number, VAT would be charged.",
  ],
  oss: (sale, rate) => [
    `Sale ${toConsumer(sale)}, declared through ${sale.goods?.isImportedBySeller ? "the import scheme" : "OSS"}: ${rate}.${assumedDistance(sale)}${numberHint(sale)}`,
  ],
  origin: originReason,
};

/**
 * The reason for the treatment, in English, for people; programs read the treatment. The rate in percent is one of
 * `ratedBy`, which is `undefined` if no VAT is charged.
 */
export function vatReason(
  sale: ClassifiedSale,
  { rate, kind }: { readonly rate: number; readonly kind: VatRateKind },
  ratedBy: VatTerritory | undefined,
): Reason {
  const charged =
    ratedBy === undefined ? "" : `charged at the ${kind} rate of ${ratedBy.rateName} on ${sale.on}, ${rate} %`;
  const { place, row } = sale;
  return place === undefined || row.treatment === "not-registered"
    ? REASONS[row.treatment](sale, charged)
    : [reasonAtPlace(sale, charged)];
}

/** The reason for the VAT of a stated place, no matter who the client is. */
function reasonAtPlace({ supply, client, sellerInEu, clientInEu, row }: ClassifiedSale, rate: string): string {
  const [sold, articles] =
    supply === "goods"
      ? ["Goods handed over in", "article 31"]
      : ["Service with its place of supply in", "articles 47 to 57"];
  const law = sellerInEu || clientInEu ? ` (Directive 2006/112/EC, ${articles})` : "";
  const how = row.treatment === "oss" ? ", declared through OSS" : "";
  return `${sold} ${client.name}${law}${how}: ${rate || "outside the scope of EU VAT, so no VAT is charged"}.`;
}

function originReason(sale: ClassifiedSale, rate: string): Reason {
  const { supply, hasNumberOfSellersState, client } = sale;
  if (hasNumberOfSellersState) {
    const exempt =
      "Goods are exempt only with a number of another member state (Directive 2006/112/EC, article 138(1)(b))";
    return [`Goods sold ${toBusiness(sale)} with the VAT number `, `${ofSellersState(sale)}: ${rate}. ${exempt}.`];
  }
  if (supply === "services" || isGoodsForCompany(sale)) {
    const sold = supply === "services" ? "Service supplied" : "Goods sold";
    return [`${sold} ${toConsumer(sale)}, taxed where the seller is: ${rate}.${numberHint(sale)}`];
  }
  const ossHint = `With OSS, the rate of ${client.rateName} would apply.`;
  return [
    `Sale ${toConsumer(sale)}, by a seller without OSS: ${rate}. ${ossHint}${assumedDistance(sale)}${numberHint(sale)}`,
  ];
}

/** Which state's number it is, where that matters. Follows the number. */
function ofSellersState({ hasNumberOfSellersState, goods, seller }: ClassifiedSale): string {
  return hasNumberOfSellersState ? `, which is of ${goods ? seller.name : "the seller's own state"}` : "";
}

/** The national law by which a business owes the VAT on goods sold within its state. */
function law194({ supply, seller }: ClassifiedSale): string {
  return supply === "goods" ? ` (${article194Law(seller.id)})` : "";
}

/** What to do if the business owes the VAT, in states whose law was not read. */
function otherwise194(sale: ClassifiedSale): string {
  const hint = article194Hint(sale);
  return hint && ` Otherwise order with autoVat: false${hint}.`;
}

/** Whether a sale with domestic VAT is taxed by a registration, or where it arrives. */
function isRegisteredThere({ seller, client, goods }: ClassifiedSale): boolean {
  return goods !== undefined && (seller.id !== client.id || seller.numbersOf !== goods.company.numbersOf);
}

function route({ seller, client }: ClassifiedSale): string {
  return `from ${seller.name} to ${client.name}`;
}

function within({ seller, client }: ClassifiedSale): string {
  return seller.name === client.name
    ? `in ${seller.name}`
    : `from ${seller.name} to ${client.name}, which count as one country for VAT`;
}

function toBusiness({ seller, client }: ClassifiedSale): string {
  return `from ${seller.name} to a business in ${client.name}`;
}

function toConsumer(sale: ClassifiedSale): string {
  const { seller, client, isCompany } = sale;
  if (isCompany !== true) return `from ${seller.name} to a consumer in ${client.name}`;
  const taxed = isGoodsForCompany(sale) ? "" : " (taxed as a consumer)";
  return `from ${seller.name} to a company in ${client.name} without a VAT number${taxed}`;
}

/** Which of the places is outside, and the law that puts it there if it is tied to a member state. */
function leaving({ seller, client, sellerInEu, on, goods }: ClassifiedSale): string {
  const [outside, who] = sellerInEu ? [client, ""] : [seller, goods ? "begun " : "by a seller "];
  const forServices = outside.area?.standing === "for-goods" ? " for services" : "";
  return `${who}outside the EU VAT area${forServices}${lawThatLeavesOut(outside, on)}`;
}

function lawThatLeavesOut({ id, area }: VatTerritory, on: CalendarDay): string {
  const place = territoryStanding(id, on);
  if (area?.standing === "for-goods") return "";
  const law = area?.law ?? (place.standing === "tied" ? place.law : undefined);
  if (law === undefined) return "";
  return law.startsWith("article") ? ` (Directive 2006/112/EC, ${law})` : ` (${law})`;
}

/** The supply that was assumed because the sale does not state one: the supply for which its treatment is right. */
function assumedSupply(sale: ClassifiedSale): string {
  const { treatment } = sale.row;
  if (treatment === "reverse-charge" || holdsForServicesOnly(sale)) return "services";
  if (treatment === "export") return "goods";
  // Goods sold to a company, or sent from outside the EU, are not what OSS covers.
  const isDigital = treatment === "oss" && (sale.isCompany === true || !sale.sellerInEu);
  return isDigital ? "digital services" : "goods or digital services";
}

/** Says which supply was assumed because the sale does not state one. */
export function supplyAssumption(sale: ClassifiedSale): string {
  return `Supply type not stated; treated as ${assumedSupply(sale)}.`;
}

function assumption(sale: ClassifiedSale, otherwise: string): string {
  return sale.supply === undefined ? ` ${supplyAssumption(sale)} ${otherwise}.` : "";
}

function assumedGoods(sale: ClassifiedSale): string {
  if (holdsForServicesOnly(sale)) return assumption(sale, "Goods would be sold within the EU");
  if (!sale.sellerInEu) return "";
  const isNational = nationalRateOf(sale.nationalRule, "services", sale.isBusiness) !== undefined;
  return assumption(sale, `Services would be ${isNational ? "taxed by national law" : "outside the scope of EU VAT"}`);
}

function assumedServices(sale: ClassifiedSale): string {
  const charged = `charged at the rate of ${sale.seller.rateName}`;
  const isCharged = sale.hasNumberOfSellersState;
  return assumption(sale, `Goods would be ${isCharged ? charged : "an exempt intra-Community supply"}`);
}

function assumedDistance(sale: ClassifiedSale): string {
  const others = assumedSupply(sale) === "digital services" ? "Goods and other" : "Other";
  const charged = `charged at the rate of ${sale.seller.rateName}`;
  return assumption(sale, `${others} services would be ${sale.sellerInEu ? charged : "outside the scope of EU VAT"}`);
}

/** Article 45 taxes services to consumers where the seller is, and the client may be a consumer. */
function scope({ supply, sellerInEu, isBusiness, isCompany }: ClassifiedSale): string {
  if (!sellerInEu || supply !== "services" || (isBusiness && isCompany !== false)) return "";
  return " This holds for businesses and for the services of article 59; other services to consumers are taxed where the seller is.";
}

function ossHint(sale: ClassifiedSale): string {
  const mayRegister = !sale.sellerInEu && sale.clientInEu && !sale.ossRegistered && canUseOss(sale, sale.sellerInEu);
  return mayRegister ? " With OSS, consumers there would be charged the VAT of their own country." : "";
}

function numberHint({ isCompany, sellerInEu, supply }: ClassifiedSale): string {
  const given = `With ${isCompany === true ? "its" : "a business's"} VAT number`;
  if (!sellerInEu) return ` ${given}, the sale would be an export.`;
  return supply === "goods"
    ? ` ${given}, the sale would be an exempt intra-Community supply.`
    : ` ${given}, reverse charge would apply.`;
}
