import type { CalendarDay } from "../calendar.ts";
import type { ClassifiedSale } from "./sale-facts.ts";
import type { AutomaticTreatment } from "./table.ts";
import { territoryStanding } from "./territory/membership.ts";
import type { VatTerritory } from "./territory/territory.ts";

/** The text before and after the client's VAT number; one text if the reason does not name the number. */
export type Reason = readonly [start: string, end?: string];

/**
 * The reason for each treatment: the places, whose rate applies and why, what was assumed, and what would change it.
 */
const REASONS: Record<AutomaticTreatment, (sale: ClassifiedSale, rate: string) => Reason> = {
  "not-registered": () => [
    "The seller is not registered for VAT, so no VAT is charged. Once it registers, VAT may be due.",
  ],
  domestic: (sale, rate) => [`Domestic sale ${within(sale)}: ${rate}. A VAT number makes no difference.`],
  "outside-scope": (sale) => [
    `Service supplied ${route(sale)}, ${leaving(sale)}: outside the scope of EU VAT, so no VAT is charged.${scope(sale)}`,
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
    `: reverse charge, so the client owes the VAT.${assumedServices(sale)} ` +
      "Without the VAT number, VAT would be charged.",
  ],
  oss: (sale, rate) => [
    `Sale ${toConsumer(sale)}, declared through OSS: ${rate}.${assumedDistance(sale)}${numberHint(sale)}`,
  ],
  origin: (sale, rate) => [
    sale.supply === "services"
      ? `Service supplied ${toConsumer(sale)}, taxed where the seller is: ${rate}.${numberHint(sale)}`
      : `Sale ${toConsumer(sale)}, by a seller without OSS: ${rate}. ` +
        `With OSS, the rate of ${sale.client.rateName} would apply.${assumedDistance(sale)}${numberHint(sale)}`,
  ],
};

/**
 * The reason for the treatment, in English, for people; programs read the treatment. `rate` in percent is the standard
 * rate of `ratedBy`, which is `undefined` if no VAT is charged.
 */
export function vatReason(sale: ClassifiedSale, rate: number, ratedBy: VatTerritory | undefined): Reason {
  const charged =
    ratedBy === undefined ? "" : `charged at the standard rate of ${ratedBy.rateName} on ${sale.on}, ${rate} %`;
  return REASONS[sale.row.treatment](sale, charged);
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

function toConsumer({ seller, client, isCompany }: ClassifiedSale): string {
  return isCompany === true
    ? `from ${seller.name} to a company in ${client.name} without a VAT number (taxed as a consumer)`
    : `from ${seller.name} to a consumer in ${client.name}`;
}

/** Which of the parties is outside, and the law that puts it there if it is tied to a member state. */
function leaving({ seller, client, sellerInEu, on }: ClassifiedSale): string {
  const [outside, who] = sellerInEu ? [client, ""] : [seller, "by a seller "];
  return `${who}outside the EU VAT area${lawThatLeavesOut(outside, on)}`;
}

function lawThatLeavesOut({ id, area }: VatTerritory, on: CalendarDay): string {
  const place = territoryStanding(id, on);
  if (area?.standing === "for-goods") return "";
  const law = area?.law ?? (place.standing === "tied" ? place.law : undefined);
  if (law === undefined) return "";
  return law.startsWith("article") ? ` (Directive 2006/112/EC, ${law})` : ` (${law})`;
}

function assumedGoods({ supply, sellerInEu }: ClassifiedSale): string {
  if (supply !== undefined || !sellerInEu) return "";
  return " Supply type not stated; treated as goods. Services would be outside the scope of EU VAT.";
}

function assumedServices({ supply }: ClassifiedSale): string {
  if (supply !== undefined) return "";
  return " Supply type not stated; treated as services. Goods would be an exempt intra-Community supply.";
}

function assumedDistance({ supply, seller, sellerInEu }: ClassifiedSale): string {
  if (supply !== undefined) return "";
  const otherwise = sellerInEu ? `be charged at the rate of ${seller.rateName}` : "be outside the scope of EU VAT";
  return ` Supply type not stated; treated as goods or digital services. Other services would ${otherwise}.`;
}

/** Article 45 taxes services to consumers where the seller is, and the client may be a consumer. */
function scope({ supply, sellerInEu, isCompany }: ClassifiedSale): string {
  if (!sellerInEu || supply !== "services" || isCompany === true) return "";
  return " This holds for businesses and for the services of article 59; other services to consumers are taxed where the seller is.";
}

function ossHint({ sellerInEu, clientInEu, ossRegistered }: ClassifiedSale): string {
  const mayUseOss = !sellerInEu && clientInEu && !ossRegistered;
  return mayUseOss ? " With OSS, consumers there would be charged the VAT of their own country." : "";
}

function numberHint({ isCompany, sellerInEu, supply }: ClassifiedSale): string {
  const given = `With ${isCompany === true ? "its" : "a business's"} VAT number`;
  if (!sellerInEu) return ` ${given}, the sale would be an export.`;
  return supply === "goods"
    ? ` ${given}, the sale would be an exempt intra-Community supply.`
    : ` ${given}, reverse charge would apply.`;
}
