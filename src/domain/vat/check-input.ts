import { type CalendarDay, isCalendarDay } from "../calendar.ts";
import { nearestNameHint } from "../known-names.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import { countryCodeFault, isCountryCode } from "./territory/country.ts";
import { TREATED_AS } from "./territory/membership.ts";
import type { VatClient, VatCompany, VatOptions } from "./types.ts";
import { SUPPLIES } from "./vat-table.ts";

/** What may follow when the client's VAT number fails its checksum. */
export const FAILED_CHECKSUM_CHOICES = ["warn", "refuse"] as const;

const OPTIONS: Record<keyof VatOptions, true> = { on: true, supply: true, rates: true, failedChecksum: true };
const NOT_A_DAY = "must be a calendar day, YYYY-MM-DD";
const OPTION_NAMES = Object.keys(OPTIONS);

/**
 * Checks the arguments of a decision, except `on`. Browsers call `determineVat` directly, with no schema in front, so
 * each wrong argument is refused by name.
 *
 * @throws Refusal `request_invalid`
 */
export function requireVatArguments(company: VatCompany, client: VatClient, options: VatOptions): void {
  // Collecting the faults costs more than a whole decision, so it is done only if there are any.
  if (isCompany(company) && isClient(client) && areOptions(options)) return;
  const errors = faultsOf(company ?? {}, client ?? {}, options ?? {});
  throw new Refusal("request_invalid", "The VAT cannot be determined.", errors);
}

/**
 * Checks the day that a decision is for.
 *
 * @throws Refusal `request_invalid`
 */
export function requireTaxPoint(on: CalendarDay): void {
  if (isCalendarDay(on)) return;
  throw new Refusal("request_invalid", "The VAT cannot be determined.", [{ parameter: "on", detail: NOT_A_DAY }]);
}

function isCompany(company: VatCompany | undefined): boolean {
  return (
    company !== undefined &&
    isCountryCode(company.country) &&
    isStringOrAbsent(company.postalCode) &&
    isStringOrAbsent(company.address?.postalCode) &&
    typeof company.vatRegistered === "boolean" &&
    typeof company.ossRegistered === "boolean" &&
    isStringOrAbsent(company.vatNumber) &&
    isStringOrAbsent(company.language) &&
    isStringOrAbsent(company.exemptionNote)
  );
}

function isClient(client: VatClient | undefined): boolean {
  return (
    client !== undefined &&
    isCountryCode(client.country) &&
    isStringOrAbsent(client.postalCode) &&
    isStringOrAbsent(client.address?.postalCode) &&
    isStringOrAbsent(client.vatNumber) &&
    (client.isCompany === undefined || typeof client.isCompany === "boolean")
  );
}

function areOptions(options: VatOptions | undefined): boolean {
  if (options === undefined) return false;
  for (const name in options) if (!OPTION_NAMES.includes(name)) return false;
  const { supply, rates, failedChecksum } = options;
  return (
    isOneOfOrAbsent(SUPPLIES, supply) &&
    ratesFault(rates) === undefined &&
    isOneOfOrAbsent(FAILED_CHECKSUM_CHOICES, failedChecksum)
  );
}

function isStringOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isOneOfOrAbsent(known: readonly string[], value: string | undefined): boolean {
  return value === undefined || known.includes(value);
}

/** The rows themselves are checked when they are used: there may be many. */
function ratesFault(rates: unknown): string | undefined {
  if (rates === undefined) return undefined;
  if (typeof rates !== "object" || rates === null) return "must be an object that lists rates by country";
  const misplaced = Object.keys(TREATED_AS).find((country) => Object.hasOwn(rates, country));
  return (
    misplaced && `${misplaced} is charged as ${TREATED_AS[misplaced]}; list its rates under ${TREATED_AS[misplaced]}`
  );
}

/** All faults, the seller's first. */
function faultsOf(company: VatCompany, client: VatClient, options: VatOptions): FieldError[] {
  const errors: FieldError[] = [];
  const check = (place: string, fault: string | false | undefined) => {
    if (fault)
      errors.push(place.startsWith("/") ? { pointer: place, detail: fault } : { parameter: place, detail: fault });
  };
  const [notString, notBoolean] = ["must be a string", "must be true or false"];
  check("/country", countryCodeFault(company.country));
  check("/postalCode", !isStringOrAbsent(company.postalCode) && notString);
  check("/address/postalCode", !isStringOrAbsent(company.address?.postalCode) && notString);
  check("/vatRegistered", typeof company.vatRegistered !== "boolean" && notBoolean);
  check("/ossRegistered", typeof company.ossRegistered !== "boolean" && notBoolean);
  check("/vatNumber", !isStringOrAbsent(company.vatNumber) && notString);
  check("/language", !isStringOrAbsent(company.language) && notString);
  check("/exemptionNote", !isStringOrAbsent(company.exemptionNote) && notString);
  check("/clientCountry", countryCodeFault(client.country));
  check("/clientPostalCode", !isStringOrAbsent(client.postalCode) && notString);
  check("/clientAddress/postalCode", !isStringOrAbsent(client.address?.postalCode) && notString);
  check("/clientVatNumber", !isStringOrAbsent(client.vatNumber) && notString);
  check("/isCompany", client.isCompany !== undefined && typeof client.isCompany !== "boolean" && notBoolean);
  check("on", !isCalendarDay(options.on) && NOT_A_DAY);
  check("supply", notOneOf(SUPPLIES, options.supply));
  check("rates", ratesFault(options.rates));
  check("failedChecksum", notOneOf(FAILED_CHECKSUM_CHOICES, options.failedChecksum));
  for (const name in options) {
    if (OPTION_NAMES.includes(name)) continue;
    check(name, `is not a known option${nearestNameHint(name, OPTION_NAMES)}`);
  }
  return errors;
}

function notOneOf(known: readonly string[], value: string | undefined): string | false {
  return !isOneOfOrAbsent(known, value) && `must be one of ${known.join(", ")}`;
}
