import type { CalendarDay } from "./calendar.ts";
import type { ClassifiedSale } from "./sale-kind.ts";
import { territoryStanding } from "./territory-standing.ts";
import type { AutomaticTreatment } from "./vat-table.ts";
import type { VatTerritory } from "./vat-territory.ts";

/** Why a treatment was chosen, as the texts before and after the client's VAT number; one text where it is not named. */
export type Reason = readonly [start: string, end?: string];

/** Why each treatment was chosen: the places, whose rate and why, what was assumed, and what would change it. */
const REASONS: Record<AutomaticTreatment, (sale: ClassifiedSale, rate: string) => Reason> = {
  "not-registered": () => ["The seller is not registered for VAT, so no VAT is charged; once it is, VAT may be due."],
  domestic: (sale, rate) => [`Domestic sale ${within(sale)}: ${rate}, with a VAT number or without.`],
  "outside-scope": (sale) => [
    `Service supplied ${route(sale)}, ${leaving(sale)}: outside the scope of EU VAT, no VAT is charged.${scope(sale)}`,
  ],
  export: (sale) => [
    `Export ${route(sale)}, ${leaving(sale)}: no VAT is charged.${assumedGoods(sale)}${ossHint(sale)}`,
  ],
  "intra-community-supply": (sale) => [
    `Goods sold ${route(sale)} to a business with the VAT number `,
    ": exempt intra-Community supply, the client owes the VAT on its acquisition. " +
      "Without the VAT number, VAT would be charged.",
  ],
  "reverse-charge": (sale) => [
    `Sale ${route(sale)} to a business with the VAT number `,
    `: reverse charge, the client owes the VAT.${assumedServices(sale)} Without the VAT number, VAT would be charged.`,
  ],
  oss: (sale, rate) => [
    `Sale ${route(sale)} to ${consumer(sale)}, declared through OSS: ${rate}.${assumedDistance(sale)}${numberHint(sale)}`,
  ],
  origin: (sale, rate) => [
    sale.supply === "services"
      ? `Service supplied ${route(sale)} to ${consumer(sale)}, taxed where the seller is: ${rate}.${numberHint(sale)}`
      : `Sale ${route(sale)} to ${consumer(sale)} by a seller without OSS: ${rate}. ` +
        `With OSS it would be the rate of ${sale.client.rateName}.${assumedDistance(sale)}${numberHint(sale)}`,
  ],
};

/**
 * Why the treatment was chosen, in English, for people; programs read the treatment. `rate` in percent is the standard
 * rate of `ratedBy`, which is `undefined` where no VAT is charged.
 */
export function vatReason(sale: ClassifiedSale, rate: number, ratedBy: VatTerritory | undefined): Reason {
  const standardRate =
    ratedBy === undefined ? "" : `the standard rate of ${ratedBy.rateName} on ${sale.on}, ${rate} %, applies`;
  return REASONS[sale.row.treatment](sale, standardRate);
}

function route({ seller, client }: ClassifiedSale): string {
  return `from ${seller.name} to ${client.name}`;
}

function within({ seller, client }: ClassifiedSale): string {
  return seller.name === client.name
    ? `in ${seller.name}`
    : `from ${seller.name} to ${client.name}, one country for VAT`;
}

/** Which of the parties is outside, and by which law where it is tied to a member state. */
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

function consumer({ isCompany }: ClassifiedSale): string {
  return isCompany === true ? "a company without a VAT number (taxed as a consumer)" : "a consumer";
}

function assumedGoods({ supply, sellerInEu }: ClassifiedSale): string {
  if (supply !== undefined || !sellerInEu) return "";
  return " What is sold is unsaid and taken for goods; services would be outside the scope of VAT.";
}

function assumedServices({ supply }: ClassifiedSale): string {
  if (supply !== undefined) return "";
  return " What is sold is unsaid and taken for services; goods would be an exempt intra-Community supply.";
}

function assumedDistance({ supply, seller, sellerInEu }: ClassifiedSale): string {
  if (supply !== undefined) return "";
  const otherwise = sellerInEu ? `have the rate of ${seller.rateName}` : "be outside the scope";
  return ` What is sold is unsaid and taken for goods or digital services; other services would ${otherwise}.`;
}

/** Article 45 is where services to consumers part; nobody said that this client is one. */
function scope({ supply, sellerInEu, isCompany }: ClassifiedSale): string {
  if (!sellerInEu || supply !== "services" || isCompany === true) return "";
  return " That holds for businesses and for the services of article 59; others to consumers are taxed at the seller's.";
}

function ossHint({ sellerInEu, clientInEu, ossRegistered }: ClassifiedSale): string {
  const mayUseOss = !sellerInEu && clientInEu && !ossRegistered;
  return mayUseOss ? " With OSS, sales to consumers there would have their country's VAT." : "";
}

function numberHint({ isCompany, sellerInEu, supply }: ClassifiedSale): string {
  const better = !sellerInEu ? "an export" : supply === "goods" ? "an exempt intra-Community supply" : "reverse charge";
  return ` ${isCompany === true ? "Its" : "A business's"} VAT number would make it ${better}.`;
}
