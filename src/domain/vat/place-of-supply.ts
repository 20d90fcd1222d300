import { Refusal } from "../refusal.ts";
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
      ? "and OSS is not for businesses; order with autoVat: false: under your registration there or, where article 194 of " +
        "Directive 2006/112/EC applies, with vatCategory AE"
      : !ossRegistered &&
        "whose VAT is due; register for OSS, or order with autoVat: false under your registration there");
  if (!fault) return;
  const detail = `is in ${client.name}, ${fault}`;
  throw new Refusal("request_invalid", `placeOfSupply ${detail}.`, [{ pointer: "/placeOfSupply", detail }]);
}
