import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatCategory } from "../../vat/category.ts";
import { parseVatNumber } from "../../vat/number/parse.ts";
import { isLawfulInState } from "../../vat/rates/lawful-rates.ts";
import { dispatchOf, territoryOf } from "../../vat/sale-facts.ts";
import { inlandOf, isTerritoryInEu, territoryWithId, type VatTerritory } from "../../vat/territory/territory.ts";
import type { VatPlace, VatWarning } from "../../vat/types.ts";
import type { Supply } from "../../vat/vat-table.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { deliveryPlaceOf } from "../order/delivery-place.ts";
import type { DecidedPart } from "../order/order-parts.ts";
import type { OrderVat } from "../order/order-vat.ts";

/** A line, and where it goes. */
interface Delivery {
  readonly order: InvoiceOrder;
  readonly line: DecidedPart;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
  readonly seller: VatTerritory;
  readonly sellerInEu: boolean;
  readonly client: VatTerritory | undefined;
  readonly deliverTo: VatTerritory | undefined;
  /** Whether {@link arrival} is a stated place of supply. */
  readonly isPlaceStated: boolean;
  /** The stated place of supply, or else {@link deliverTo}, or else {@link client}. */
  readonly arrival: VatTerritory;
  readonly arrivalInEu: boolean;
}

/** Why each category does not allow that the goods go where they go; `undefined` or `false` if it does. */
const CONTRADICTIONS: Record<VatCategory, (delivery: Delivery) => string | undefined | false> = {
  // A seller outside the EU may have a store of goods inside.
  K: (delivery) =>
    (!delivery.arrivalInEu || isAtSellers(delivery)) &&
    `an intra-Community supply (category K) must arrive in ${memberState(delivery)} (Directive 2006/112/EC, article 138(1))`,
  G: (delivery) =>
    !isService(delivery) &&
    !hasOtherReason(delivery, "VATEX-EU-G") &&
    staysInside(delivery) &&
    `an export (category G) must leave ${areaLeft(delivery)} (Directive 2006/112/EC, article 146(1))`,
  // Sellers without VAT registration often use category O for everything.
  O: (delivery) =>
    delivery.order.autoVat === false &&
    delivery.line.treatment !== "not-registered" &&
    delivery.line.exemptionReason === undefined &&
    !hasOtherReason(delivery, "VATEX-EU-O") &&
    staysInside(delivery) &&
    `category O is only for sales outside the scope of VAT in ${areaLeft(delivery)} (Directive 2006/112/EC, articles 31 ` +
      "to 33, 44, 45, 58 and 59)",
  AE: reverseChargeContradiction,
  S: taxedContradiction,
  Z: taxedContradiction,
  L: taxedContradiction,
  M: taxedContradiction,
  E: () => undefined, // the exemptions of articles 132 to 136, and of small enterprises, hold wherever goods go
};

/** The categories that a line states by hand and that depend on where the goods go, also without `deliverTo`. */
const GOING_TO_CLIENT: readonly VatCategory[] = ["K", "G", "O"];

/**
 * Warns of goods that go to a place that contradicts their VAT: to `deliverTo` or, if lines state category K, G or O by
 * hand, to the client. With automatic VAT, `deliverTo` decides about stated goods alone, because the specification decides by
 * the client's country. Lines that state services are not goods. Where a line states its place of supply, that is the place.
 *
 * @see Directive 2006/112/EC, articles 31 to 33 (place of goods), 138 (intra-Community supply), 141 (triangular
 *   transactions), 146 (export)
 */
export function deliveryWarnings(
  profile: CompanyProfile,
  order: InvoiceOrder,
  vat: OrderVat,
  on: CalendarDay,
): VatWarning[] {
  const details = new Set<string>();
  for (const line of vat.parts.slice(0, order.items.length)) {
    const delivery = deliveryOf(profile, order, line, on);
    const contradiction = delivery && CONTRADICTIONS[delivery.line.vatCategory](delivery);
    if (contradiction) details.add(`${placeInWords(delivery)}, but ${contradiction}. ${nextStep(delivery)}`);
  }
  return [...details].map((detail) => ({ code: "delivery_contradicts_vat", detail }));
}

/** The number of a customs declaration (MRN). @see Delegated Regulation (EU) 2015/2446, annex B, data element 12 01 000 000 */
const EXPORT_DECLARATION = /^\d\d[A-Z]{2}[A-Z\d]{13}\d$/i;

/**
 * Warns once of stated goods that leave the EU without VAT, unless a supporting document is the export declaration.
 *
 * @see Directive 2006/112/EC, articles 131 and 146(1)
 */
export function exportWarnings(
  profile: CompanyProfile,
  { supportingDocuments = [] }: InvoiceOrder,
  { parts }: OrderVat,
  on: CalendarDay,
): VatWarning[] {
  const leavesEu = (part: DecidedPart) =>
    part.treatment === "export" &&
    part.supply === "goods" &&
    isTerritoryInEu(dispatchOf(part) ?? territoryOf(profile, "goods"), on, "goods");
  if (!parts.some(leavesEu)) return [];
  if (supportingDocuments.some(({ reference }) => EXPORT_DECLARATION.test(reference.trim()))) return [];
  const detail =
    "Exported goods are without VAT only if you can prove that they left the EU (Directive 2006/112/EC, articles 131 and " +
    "146(1)). Keep the proof or, if you have it already, name the export declaration in supportingDocuments, with its MRN of " +
    "18 characters as the reference.";
  return [{ code: "export_proof_missing", detail }];
}

function deliveryOf(
  profile: CompanyProfile,
  order: InvoiceOrder,
  line: DecidedPart,
  on: CalendarDay,
): Delivery | undefined {
  const { clientCountry, clientAddress, clientVatNumber: vatNumber, autoVat } = order;
  const { placeOfSupply: place, supply = place === undefined ? undefined : "services" } = line;
  if (autoVat !== false && supply === "goods" && order.triangular !== true) return undefined; // decided by where they arrive
  // Northern Ireland is in the EU for goods only.
  const sold = supply ?? (line.vatCategory === "O" ? "services" : "goods");
  const placeOf = (place: VatPlace) => territoryOf({ ...place, vatNumber }, sold);
  const client = clientCountry === undefined ? undefined : placeOf({ country: clientCountry, address: clientAddress });
  const delivered = deliveryPlaceOf(order);
  const deliverTo = delivered && placeOf(delivered);
  const goesToClient = autoVat === false && GOING_TO_CLIENT.includes(line.vatCategory);
  const stated = place === undefined ? undefined : territoryWithId(place);
  const arrival = stated ?? deliverTo ?? (goesToClient ? client : undefined);
  if (arrival === undefined) return undefined;
  const seller = dispatchOf(line) ?? territoryOf(profile, sold);
  return {
    ...{ order, line, supply, on, seller, client, deliverTo, arrival },
    isPlaceStated: stated !== undefined,
    sellerInEu: isTerritoryInEu(seller, on, sold),
    arrivalInEu: isTerritoryInEu(arrival, on, sold),
  };
}

/** Goods with reverse charge: those of a triangular transaction, and those whose supply is not stated. */
function reverseChargeContradiction(delivery: Delivery): string | undefined | false {
  const { order, supply, client, arrival, arrivalInEu } = delivery;
  if (order.triangular === true) {
    const states = [client?.numbersOf, parseVatNumber(order.clientVatNumber ?? "", order.clientCountry)?.country];
    if (arrivalInEu && states.includes(arrival.numbersOf)) return undefined;
    return (
      "the goods of a triangular transaction must arrive in the member state whose VAT number the client has (Directive " +
      "2006/112/EC, article 141)"
    );
  }
  // By hand, it may be a domestic reverse charge (articles 199 and 199a).
  if (order.autoVat === false || supply !== undefined) return undefined;
  return (
    (!arrivalInEu || isAtSellers(delivery)) &&
    `goods without VAT must arrive in ${memberState(delivery)} (Directive 2006/112/EC, article 138(1))`
  );
}

/** Goods with the VAT of their destination, of the seller's own state, or of the seller's state although they leave it. */
function taxedContradiction(delivery: Delivery): string | undefined | false {
  const { order, on, seller, sellerInEu, client, arrival, arrivalInEu } = delivery;
  const { rateCountry } = delivery.line;
  if (isService(delivery) || client === undefined) return undefined;
  // By hand, the host states the place, or charges the VAT of the place of arrival.
  const isOfArrival = order.autoVat === false && rateCountry === arrival.rateCountry;
  if (
    delivery.isPlaceStated ||
    (isOfArrival && isLawfulInState(arrival, delivery.line.taxRate, delivery.on, undefined))
  )
    return undefined;
  if (rateCountry === client.rateCountry && rateCountry !== seller.rateCountry) {
    return (
      (arrival.id !== client.id || arrival.ratesId !== client.ratesId) &&
      `the VAT is that of ${client.rateName}, and goods for consumers are taxed where they arrive (Directive 2006/112/EC, ` +
        "article 33)"
    );
  }
  const exported = `goods that leave ${areaLeft(delivery)} are exported without VAT`;
  const ofExport = sellerInEu ? `${exported} (Directive 2006/112/EC, article 146(1))` : exported;
  if (inlandOf(client, on) === inlandOf(seller, on)) {
    const ofEu =
      "goods that go to another member state are an intra-Community supply, if the client has a VAT number of another " +
      "member state, or are taxed there, if it is a consumer (Directive 2006/112/EC, articles 33 and 138(1))";
    return (
      !isAtSellers(delivery) &&
      `the VAT is that of a sale within ${seller.name}, and ${sellerInEu && arrivalInEu ? ofEu : ofExport}`
    );
  }
  // By hand, the host may have its reasons to charge its own VAT on a sale across the border.
  if (order.autoVat === false) return undefined;
  return sellerInEu && !arrivalInEu && `the VAT is that of ${seller.name}, and ${ofExport}`;
}

function isService({ supply }: Delivery): boolean {
  return supply === "services" || supply === "digital";
}

/** Whether the line gives the code of a reason that does not depend on the border, such as article 148. */
function hasOtherReason({ line: { vatexCode } }: Delivery, ownCode: string): boolean {
  return vatexCode !== undefined && vatexCode !== ownCode;
}

/** Whether the goods stay in the EU or, if the seller is outside, in its country. */
function staysInside(delivery: Delivery): boolean {
  return delivery.sellerInEu ? delivery.arrivalInEu : isAtSellers(delivery);
}

function memberState({ sellerInEu, seller }: Delivery): string {
  return `a member state${sellerInEu ? ` other than ${seller.name}` : ""}`;
}

function areaLeft({ sellerInEu, seller }: Delivery): string {
  return sellerInEu ? "the EU" : seller.name;
}

/** Whether the goods arrive in the seller's own VAT territory. */
function isAtSellers({ seller, arrival, on }: Pick<Delivery, "seller" | "arrival" | "on">): boolean {
  return inlandOf(arrival, on) === inlandOf(seller, on);
}

function placeInWords({ isPlaceStated, deliverTo, arrival }: Delivery): string {
  if (isPlaceStated) return `The place of supply is in ${arrival.name}`;
  return `${deliverTo === undefined ? "The client" : "deliverTo"} is in ${arrival.name}`;
}

function nextStep({ order, line, supply, isPlaceStated, deliverTo }: Delivery): string {
  if (isPlaceStated) return "Check placeOfSupply and the VAT of the line.";
  if (order.autoVat !== false) {
    const hint = supply === undefined ? " For services, state supply." : "";
    return `Check deliverTo; if it is right, order with autoVat: false.${hint}`;
  }
  if (line.vatCategory === "O") return "Correct the vatCategory, or give the line's own reason in exemptionReason.";
  if (deliverTo !== undefined) return "Check deliverTo and the VAT of the line.";
  return "Correct the vatCategory or, if the goods go elsewhere, state deliverTo.";
}
