import { Refusal } from "../refusal.ts";
import type { ClassifiedSale } from "./sale-facts.ts";

/**
 * Checks that the seller can charge or declare the VAT of the stated place: at home, outside the EU, or through OSS.
 *
 * @throws Refusal `request_invalid`
 * @see Directive 2006/112/EC, articles 47 to 57 (place), 194 (reverse charge), 358a and 369a (OSS)
 */
export function requireChargeablePlace(sale: ClassifiedSale): void {
  const { row, supply, client, clientInEu, isBusiness, ossRegistered, seller } = sale;
  if (row.treatment === "not-registered" || row.treatment === "domestic") return;
  const fault =
    supply === "goods"
      ? `but for goods it can only be in ${seller.rateName}, where they are handed over; leave it out if they are sent, and ` +
        "state it on the lines of services only"
      : clientInEu &&
        (isBusiness
          ? "whose VAT a business there is not charged through OSS; register for VAT there or, where that state applies " +
            "article 194 of Directive 2006/112/EC, order with autoVat: false and vatCategory AE"
          : !ossRegistered &&
            "whose VAT is due on services for consumers; register for OSS or in that state, or order with autoVat: false");
  if (!fault) return;
  const detail = `is in ${client.name}, ${fault}`;
  throw new Refusal("request_invalid", `placeOfSupply ${detail}.`, [{ pointer: "/placeOfSupply", detail }]);
}
