import { Refusal } from "../refusal.ts";
import type { VatExemption } from "./generated/vat-exemption.ts";
import { countryName } from "./territory/country.ts";
import type { VatDecision } from "./types.ts";

/**
 * The decision about a sale that the law of the seller's state exempts, from the decision of the VAT table about it. The
 * treatment stays. The exemption also comes before that of intra-Community supplies, and replaces the note of a small
 * enterprise.
 *
 * @throws Refusal `request_invalid` if the law of the client's state decides
 * @see Directive 2006/112/EC, articles 132, 135 and 136; Court of Justice, C-240/05 (Eurodental)
 */
export function exempted(decision: VatDecision, exemption: VatExemption, country: string): VatDecision {
  const { treatment, category, warnings } = decision;
  if (treatment === "reverse-charge" || treatment === "oss") {
    const how = treatment === "oss" ? "through OSS" : "under reverse charge";
    const isUnstated = warnings.some(({ code }) => code === "supply_not_stated");
    const detail =
      `is of the seller's state, but the client's state decides about a sale ${how}; leave it out or, if the sale is exempt ` +
      `there too, order with autoVat: false${isUnstated ? "; for goods, state supply" : ""}`;
    throw new Refusal("request_invalid", `The exemption ${detail}.`, [{ pointer: "/exemption", detail }]);
  }
  if (category === "G" || category === "O") return decision;
  const { reason: why, vatexCode = null } = exemption;
  const consequence =
    treatment === "not-registered"
      ? "The seller is not registered for VAT, so it would charge none anyway."
      : category === "K"
        ? "This comes before the exemption of intra-Community supplies (Court of Justice, C-240/05), so the sale is not in the " +
          "recapitulative statement."
        : "Without the exemption, VAT would be charged.";
  const reason = `Exempt in ${countryName(country)}, as the order says: ${why}. ${consequence}`;
  return { ...decision, rate: 0, rateCountry: null, category: "E", vatexCode, vatNote: why, reason };
}
