import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { fieldRefusal } from "../../refusal.ts";
import { vatexCodeOf } from "../../vat/category.ts";
import type { DecidedVat } from "../../vat/determine-vat.ts";
import { wordingOf, writeNote } from "../../vat/note.ts";
import { dispatchOf, territoryOf } from "../../vat/sale-facts.ts";
import { countryName } from "../../vat/territory/country.ts";
import { isTerritoryInEu } from "../../vat/territory/territory.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { deliveryPlaceOf } from "./delivery-place.ts";
import type { OrderPart } from "./order-parts.ts";

/**
 * The VAT of a sale by the middle company of a triangular transaction, whose goods go directly from a third member state
 * to its client: the client owes the VAT in its own state.
 *
 * @param decided the decision of the VAT table about the sale
 * @throws Refusal `request_invalid` if it is not a sale of goods to a business in another member state
 * @see Directive 2006/112/EC, articles 42, 141, 197 and 226(11a)
 */
export function triangularVat(
  profile: CompanyProfile,
  order: InvoiceOrder,
  { decision, vatNumber, registration }: DecidedVat,
): DecidedVat {
  if (decision.treatment !== "intra-community-supply" || vatNumber === undefined) {
    const detail =
      "is only for goods sold to a business in another member state, under a VAT number of a state other than the " +
      "seller's; leave it out";
    throw fieldRefusal("triangular", detail);
  }
  const { country: sellerCountry, language } = profile;
  const reason =
    `Triangular transaction: goods sold from ${countryName(sellerCountry)} to a business in ` +
    `${countryName(order.clientCountry!)} with the VAT number ${vatNumber.prefix}${vatNumber.number}, which go there ` +
    "from a third member state. The client owes the VAT.";
  const vatNote = writeNote("Reverse charge", wordingOf("reverseCharge"), "articles 141 and 197", {
    ...{ sellerCountry, language, clientLanguage: order.clientLanguage },
    sellerInEu: true, // an intra-Community supply has a seller in the EU
  });
  const changes = {
    treatment: "reverse-charge",
    category: "AE",
    vatexCode: vatexCodeOf("AE"),
    reason,
    vatNote,
  } as const;
  return { decision: { ...decision, ...changes }, vatNumber, registration };
}

/**
 * Where the goods of a triangular transaction leave, if the order says so.
 *
 * @throws Refusal `request_invalid` if it is not a third member state
 * @see Directive 2006/112/EC, articles 42 and 141(c)
 */
export function requireThirdState(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly OrderPart[],
  on: CalendarDay,
): void {
  const { clientCountry, clientAddress } = order;
  const client = clientCountry === undefined ? undefined : { country: clientCountry, address: clientAddress };
  const places = [profile, deliveryPlaceOf(order) ?? client].filter((place) => place !== undefined);
  const others = places.map((place) => territoryOf(place, "goods").numbersOf);
  for (const { dispatchedFrom, index, field } of parts) {
    const from = dispatchOf({ supply: "goods", dispatchedFrom });
    if (from === undefined || (isTerritoryInEu(from, on, "goods") && !others.includes(from.numbersOf))) continue;
    const isOfLine = field === "items" && parts.some((part) => part.dispatchedFrom !== dispatchedFrom);
    const detail = "must be a third member state with triangular: true, or leave triangular out";
    throw fieldRefusal(isOfLine ? `items/${index}/dispatchedFrom` : "dispatchedFrom", detail);
  }
}
