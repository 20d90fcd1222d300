import { type CalendarDay, isCalendarDay } from "./calendar.ts";
import { countryCodeFault, countryName } from "./country.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import { standardVatRate } from "./standard-vat-rate.ts";
import type { VatClient, VatCompany, VatDecision, VatOptions, VatWarning } from "./vat-decision.ts";
import { parseVatNumber, type VatNumber } from "./vat-number.ts";
import type { VatRates } from "./vat-rates.ts";
import { classifySale, type Sale, SUPPLIES } from "./vat-table.ts";
import { isEuVatTerritory, vatTerritory } from "./vat-territory.ts";
import { type DecidedSale, vatNote, vatReason } from "./vat-texts.ts";

/**
 * Which VAT applies to a sale: rate, treatment, note and reason. Pure and synchronous; the same arguments always give
 * the same decision, in the server and in the browser.
 *
 * @throws Refusal `request_invalid` when an argument is not of its shape; `vat_number_invalid` when the client's number
 *   decides and is malformed or the seller's own state's; `vat_rate_unknown` when no rate is known for the country
 * @see Directive 2006/112/EC, articles 31 to 59, 138, 146, 194 to 196, 369a to 369k
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
 * ```
 */
export function determineVat(company: VatCompany, client: VatClient, options: VatOptions): VatDecision {
  requireShape(company, client, options);
  const { on, supply, rates } = options;
  const places = {
    sellerTerritory: vatTerritory(company.country),
    clientTerritory: vatTerritory(client.country),
    sellerInEu: isEuVatTerritory(company.country, on),
    clientInEu: isEuVatTerritory(client.country, on),
  };
  const { vatRegistered, ossRegistered } = company;
  const asked = { ...places, vatRegistered, ossRegistered, supply };
  const vatNumber = numberDecides(asked) ? requireVatNumber(client, places.sellerTerritory, on) : undefined;
  const row = classifySale({ ...asked, clientHasVatNumber: vatNumber !== undefined });

  const rateCountry = { nobody: null, seller: places.sellerTerritory, client: places.clientTerritory }[row.rateOf];
  const rate = rateCountry === null ? 0 : requireRate(rateCountry, on, rates);
  const sale: DecidedSale = {
    sellerCountry: company.country,
    clientCountry: client.country,
    sellerInEu: places.sellerInEu,
    vatNumber: vatNumber && vatNumber.prefix + vatNumber.number,
    isCompany: client.isCompany,
    supply,
    rate,
    rateCountry,
    exemptionNote: company.exemptionNote,
  };
  return {
    rate,
    treatment: row.treatment,
    rateCountry,
    // A host's own table may hold a country whose standard rate is 0, which EN 16931 calls zero rated (BR-S-05).
    category: row.category === "S" && rate === 0 ? "Z" : row.category,
    vatexCode: row.vatexCode,
    reason: vatReason(row.treatment, sale),
    vatNote: vatNote(row.treatment, sale),
    warnings: vatNumber === undefined ? [] : numberWarnings(vatNumber, client, places.clientTerritory),
  };
}

/** Whether the client's VAT number can change the treatment; where it cannot, it is neither read nor refused. */
function numberDecides(sale: Omit<Sale, "clientHasVatNumber">): boolean {
  return classifySale({ ...sale, clientHasVatNumber: true }) !== classifySale({ ...sale, clientHasVatNumber: false });
}

function requireVatNumber(client: VatClient, sellerTerritory: string, on: CalendarDay): VatNumber | undefined {
  if (client.vatNumber === undefined) return undefined;
  const parsed = parseVatNumber(client.vatNumber, client.country);
  if (parsed === undefined || !isEuVatTerritory(parsed.country, on)) {
    throw vatNumberInvalid("is not the VAT number of an EU member state; correct it, or leave it out to charge VAT");
  }
  if (parsed.country === sellerTerritory) {
    throw vatNumberInvalid("is a number of the seller's own state, from which no reverse charge follows; leave it out");
  }
  return parsed;
}

function vatNumberInvalid(detail: string): Refusal {
  return new Refusal("vat_number_invalid", `The client's VAT number ${detail}.`, [
    { pointer: "/clientVatNumber", detail },
  ]);
}

function requireRate(country: string, on: CalendarDay, rates: VatRates | undefined): number {
  const rate = standardVatRate(country, on, rates);
  if (rate !== undefined) return rate;
  const message = `No standard VAT rate is known for ${countryName(country)} on ${on}; pass it in \`rates\`.`;
  throw new Refusal("vat_rate_unknown", message);
}

function numberWarnings({ country, prefix }: VatNumber, client: VatClient, clientTerritory: string): VatWarning[] {
  const warnings: VatWarning[] = [];
  if (country !== clientTerritory) {
    const detail = `The VAT number begins with ${prefix}, but the client is in ${countryName(client.country)}.`;
    warnings.push({ code: "vat_number_of_another_state", detail });
  }
  if (client.isCompany === false) {
    const detail = "The client is said to be no company, but has a VAT number; the number decided.";
    warnings.push({ code: "vat_number_of_a_consumer", detail });
  }
  return warnings;
}

/** Panels call without a schema in front: what would decide wrongly or end in an obscure error is refused by name. */
function requireShape(company: VatCompany, client: VatClient, { on, supply }: VatOptions): void {
  const errors: FieldError[] = [];
  const check = (at: { pointer: string } | { parameter: string }, fault: string | false | undefined) => {
    if (fault) errors.push({ ...at, detail: fault });
  };
  const notABoolean = (value: unknown) => typeof value !== "boolean" && "must be true or false";
  const { vatNumber, isCompany } = client;
  check({ pointer: "/country" }, countryCodeFault(company.country));
  check({ pointer: "/vatRegistered" }, notABoolean(company.vatRegistered));
  check({ pointer: "/ossRegistered" }, notABoolean(company.ossRegistered));
  check({ pointer: "/clientCountry" }, countryCodeFault(client.country));
  check({ pointer: "/clientVatNumber" }, vatNumber !== undefined && typeof vatNumber !== "string" && "must be a text");
  check({ pointer: "/isCompany" }, isCompany !== undefined && notABoolean(isCompany));
  check({ parameter: "on" }, !isCalendarDay(on) && "must be a calendar day, YYYY-MM-DD");
  const known = supply === undefined || SUPPLIES.includes(supply);
  check({ parameter: "supply" }, !known && `must be one of ${SUPPLIES.join(", ")}`);
  if (errors.length > 0) throw new Refusal("request_invalid", "The VAT cannot be determined.", errors);
}
