import { isCalendarDay } from "./calendar.ts";
import { countryCodeFault } from "./country.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import { TREATED_AS } from "./territory-standing.ts";
import type { VatClient, VatCompany, VatOptions } from "./vat-decision.ts";
import { SUPPLIES } from "./vat-table.ts";

/** What a failed check of a VAT number may do. */
export const FAILED_CHECKSUM_CHOICES = ["warn", "refuse"] as const;

/**
 * Panels call without a schema in front: what would decide wrongly or end in an obscure error is refused by name.
 *
 * @throws Refusal `request_invalid`
 */
export function requireVatArguments(company: VatCompany, client: VatClient, options: VatOptions): void {
  const errors: FieldError[] = [];
  const check = (place: string, fault: string | false | undefined) => {
    if (fault)
      errors.push(place.startsWith("/") ? { pointer: place, detail: fault } : { parameter: place, detail: fault });
  };
  check("/country", countryCodeFault(company.country));
  check("/postalCode", notText(company.postalCode));
  check("/address/postalCode", notText(company.address?.postalCode));
  check("/vatRegistered", notBoolean(company.vatRegistered));
  check("/ossRegistered", notBoolean(company.ossRegistered));
  check("/vatNumber", notText(company.vatNumber));
  check("/language", notText(company.language));
  check("/exemptionNote", notText(company.exemptionNote));
  check("/clientCountry", countryCodeFault(client.country));
  check("/clientPostalCode", notText(client.postalCode));
  check("/clientAddress/postalCode", notText(client.address?.postalCode));
  check("/clientVatNumber", notText(client.vatNumber));
  check("/isCompany", client.isCompany !== undefined && notBoolean(client.isCompany));
  check("on", !isCalendarDay(options.on) && "must be a calendar day, YYYY-MM-DD");
  check("supply", notOneOf(SUPPLIES, options.supply));
  check("rates", notRates(options.rates));
  check("failedChecksum", notOneOf(FAILED_CHECKSUM_CHOICES, options.failedChecksum));
  if (errors.length > 0) throw new Refusal("request_invalid", "The VAT cannot be determined.", errors);
}

function notBoolean(value: unknown): string | false {
  return typeof value !== "boolean" && "must be true or false";
}

function notText(value: unknown): string | false {
  return value !== undefined && typeof value !== "string" && "must be a text";
}

function notOneOf(known: readonly string[], value: string | undefined): string | false {
  return value !== undefined && !known.includes(value) && `must be one of ${known.join(", ")}`;
}

/** The rows are looked at where they are used: there may be many. */
function notRates(rates: unknown): string | false {
  if (rates === undefined) return false;
  if (typeof rates !== "object" || rates === null) return "must be an object of rows by country";
  const misplaced = Object.keys(TREATED_AS).find((country) => Object.hasOwn(rates, country));
  return misplaced !== undefined && `${misplaced} is charged as ${TREATED_AS[misplaced]}; list its rows there`;
}
