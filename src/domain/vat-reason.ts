import type { CalendarDay } from "./calendar.ts";
import type { SaleKind } from "./sale-kind.ts";
import { territoryStanding } from "./territory-standing.ts";
import type { AutomaticTreatment } from "./vat-table.ts";
import type { VatTerritory } from "./vat-territory.ts";

/** Why each treatment was chosen: the places, whose rate and why, what was assumed, and what would change it. */
const REASONS: Record<AutomaticTreatment, (sale: SaleKind, rate: string, number: string) => string> = {
  "not-registered": () => "The seller is not registered for VAT, so no VAT is charged; once it is, VAT may be due.",
  domestic: (sale, rate) => `Domestic sale ${within(sale)}: ${rate}, with a VAT number or without.`,
  "outside-scope": (sale) =>
    `Service supplied ${route(sale)}, ${leaving(sale)}: outside the scope of EU VAT, no VAT is charged.${scope(sale)}`,
  export: (sale) => `Export ${route(sale)}, ${leaving(sale)}: no VAT is charged.${assumedGoods(sale)}${ossHint(sale)}`,
  "intra-community-supply": (sale, _, number) =>
    `Goods sold ${route(sale)} to ${business(number)}: exempt intra-Community supply, the client owes the VAT on its ` +
    "acquisition. Without the VAT number, VAT would be charged.",
  "reverse-charge": (sale, _, number) =>
    `Sale ${route(sale)} to ${business(number)}: reverse charge, the client owes the VAT.${assumedServices(sale)} ` +
    "Without the VAT number, VAT would be charged.",
  oss: (sale, rate) =>
    `Sale ${route(sale)} to ${consumer(sale)}, declared through OSS: ${rate}.${assumedDistance(sale)}${numberHint(sale)}`,
  origin: (sale, rate) =>
    sale.supply === "services"
      ? `Service supplied ${route(sale)} to ${consumer(sale)}, taxed where the seller is: ${rate}.${numberHint(sale)}`
      : `Sale ${route(sale)} to ${consumer(sale)} by a seller without OSS: ${rate}. ` +
        `With OSS it would be the rate of ${sale.client.rateName}.${assumedDistance(sale)}${numberHint(sale)}`,
};

/**
 * Why the treatment was chosen, in English, for people; programs read the treatment. `number` is the client's as it is
 * to be written; `rate` in percent is that of `ratedBy`, `undefined` where it is nobody's.
 */
export function vatReason(sale: SaleKind, number: string, rate: number, ratedBy: VatTerritory | undefined): string {
  const standardRate =
    ratedBy === undefined ? "" : `the standard rate of ${ratedBy.rateName} on ${sale.on}, ${rate} %, applies`;
  return REASONS[sale.row.treatment](sale, standardRate, number);
}

function route({ seller, client }: SaleKind): string {
  return `from ${seller.name} to ${client.name}`;
}

function within({ seller, client }: SaleKind): string {
  return seller.name === client.name
    ? `in ${seller.name}`
    : `from ${seller.name} to ${client.name}, one country for VAT`;
}

/** Which of the parties is outside, and by which law where it is tied to a member state. */
function leaving({ seller, client, sellerInEu, on }: SaleKind): string {
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

function business(number: string): string {
  return `a business with the VAT number ${number}`;
}

function consumer({ isCompany }: SaleKind): string {
  return isCompany === true ? "a company without a VAT number (taxed as a consumer)" : "a consumer";
}

function assumedGoods({ supply, sellerInEu }: SaleKind): string {
  if (supply !== undefined || !sellerInEu) return "";
  return " What is sold is unsaid and taken for goods; services would be outside the scope of VAT.";
}

function assumedServices({ supply }: SaleKind): string {
  if (supply !== undefined) return "";
  return " What is sold is unsaid and taken for services; goods would be an exempt intra-Community supply.";
}

function assumedDistance({ supply, seller, sellerInEu }: SaleKind): string {
  if (supply !== undefined) return "";
  const otherwise = sellerInEu ? `have the rate of ${seller.rateName}` : "be outside the scope";
  return ` What is sold is unsaid and taken for goods or digital services; other services would ${otherwise}.`;
}

/** Article 45 is where services to consumers part; nobody said that this client is one. */
function scope({ supply, sellerInEu, isCompany }: SaleKind): string {
  if (!sellerInEu || supply !== "services" || isCompany === true) return "";
  return " That holds for businesses and for the services of article 59; others to consumers are taxed at the seller's.";
}

function ossHint({ sellerInEu, clientInEu, ossRegistered }: SaleKind): string {
  const mayUseOss = !sellerInEu && clientInEu && !ossRegistered;
  return mayUseOss ? " With OSS, sales to consumers there would have their country's VAT." : "";
}

function numberHint({ isCompany, sellerInEu, supply }: SaleKind): string {
  const better = !sellerInEu ? "an export" : supply === "goods" ? "an exempt intra-Community supply" : "reverse charge";
  return ` ${isCompany === true ? "Its" : "A business's"} VAT number would make it ${better}.`;
}
