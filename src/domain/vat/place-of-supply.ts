import { fieldRefusal } from "../refusal.ts";
import type { ClassifiedSale } from "./sale-facts.ts";

/**
 * Checks that the seller can charge or declare the VAT of the stated place of a service: at home, outside the EU, or through
 * OSS.
 *
 * @throws Refusal `request_invalid`
 * @see Directive 2006/112/EC, articles 47 to 57 (place), 194 (reverse charge), 358a and 369a (OSS)
 */
export function requireChargeablePlace(sale: ClassifiedSale): void {
  const { row, client, clientInEu, isBusiness, ossRegistered } = sale;
  if (row.treatment === "not-registered" || row.treatment === "domestic") return;
  const fault =
    clientInEu &&
    (isBusiness
      ? "and OSS is not for businesses; name an establishment in registrations, or order with autoVat: false, with vatCategory AE if the client owes the VAT (article 194)"
      : !ossRegistered &&
        "whose VAT is due; name a registration there, register for OSS, or order with autoVat: false");
  if (!fault) return;
  throw fieldRefusal("placeOfSupply", `is in ${client.name}, ${fault}`);
}
