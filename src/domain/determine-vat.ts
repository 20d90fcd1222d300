import type { CalendarDay } from "./calendar.ts";
import { Refusal } from "./refusal.ts";
import { rateInForce } from "./standard-vat-rate.ts";
import type { VatClient, VatCompany, VatDecision, VatOptions } from "./vat-decision.ts";
import type { VatRates } from "./vat-rates.ts";
import { ruleOn, writeReason } from "./vat-ruling.ts";
import { readSale, type VatSale } from "./vat-sale.ts";
import type { VatTerritory } from "./vat-territory.ts";

/**
 * Which VAT applies to a sale: rate, treatment, note and reason. Pure and synchronous; the same arguments always give
 * the same decision, in the server and in the browser.
 *
 * @throws Refusal `request_invalid` when an argument is not of its shape; `vat_number_invalid` when the client's number
 *   decides and is malformed or the seller's own state's; `vat_rate_unknown` when no rate is known for the place
 * @see Directive 2006/112/EC, articles 5 to 8, 31 to 59c, 93, 138, 146, 194 to 196, 358a to 369k
 *
 * @example
 * ```ts
 * import { determineVat } from "faktura/vat";
 *
 * const seller = { country: "DE", vatRegistered: true, ossRegistered: true };
 * const toConsumer = determineVat(seller, { country: "FI" }, { on: "2026-11-20" });
 * console.log(toConsumer.rate, toConsumer.treatment); // 25.5 oss
 * const toBusiness = determineVat(seller, { country: "FR", vatNumber: "FR 40 303 265 045" }, { on: "2026-11-20" });
 * console.log(toBusiness.rate, toBusiness.treatment); // 0 reverse-charge
 * const toTenerife = determineVat(seller, { country: "ES", postalCode: "38001" }, { on: "2026-11-20" });
 * console.log(toTenerife.rate, toTenerife.treatment); // 0 export
 * ```
 */
export function determineVat(company: VatCompany, client: VatClient, options: VatOptions): VatDecision {
  return decideVat(readSale(company, client, options), company, options);
}

/** The second half of {@link determineVat}: what a sale that is read comes to. */
export function decideVat(sale: VatSale, company: VatCompany, options: VatOptions): VatDecision {
  const { rateOf } = sale.kind.row;
  const ratedBy = rateOf === "nobody" ? undefined : sale.kind[rateOf];
  const rate = ratedBy === undefined ? 0 : requireRate(ratedBy, options.on, options.rates);
  const ruling = ruleOn(sale, rate, ratedBy, company);
  const { treatment, rateCountry, category, vatexCode, vatNote, warnings } = ruling;
  return {
    rate,
    treatment,
    rateCountry,
    category,
    vatexCode,
    reason: writeReason(ruling, sale.vatNumber),
    vatNote,
    warnings,
  };
}

function requireRate({ ratesId, name }: VatTerritory, on: CalendarDay, rates: VatRates | undefined): number {
  const rate = usableRate(ratesId, on, rates);
  if (rate !== undefined) return rate;
  const message = `No standard VAT rate is known for ${name} on ${on}; pass it in \`rates\` under "${ratesId}".`;
  throw new Refusal("vat_rate_unknown", message);
}

/** A row that cannot be used is a mistake of who wrote it; here it is told like every other argument's. */
function usableRate(ratesId: string, on: CalendarDay, rates: VatRates | undefined): number | undefined {
  try {
    return rateInForce(ratesId, on, rates);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const detail = cause.message;
    throw new Refusal("request_invalid", `The VAT cannot be determined: ${detail}.`, [{ parameter: "rates", detail }], {
      cause,
    });
  }
}
