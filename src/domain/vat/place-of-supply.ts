import { fieldRefusal } from "../refusal.ts";
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
      ? `but for goods it can only be in ${seller.rateName} or where the company has registrations, if they are handed over there; leave it out of lines of goods`
      : clientInEu &&
        (isBusiness
          ? "and OSS is not for businesses; register for VAT there or, where article 194 of Directive 2006/112/EC applies, " +
            "order with autoVat: false and vatCategory AE"
          : !ossRegistered && "whose VAT is due; register for OSS or for VAT there, or order with autoVat: false");
  if (!fault) return;
  throw fieldRefusal("placeOfSupply", `is in ${client.name}, ${fault}`);
}
