import { type CalendarDay, isCalendarDay } from "../calendar.ts";
import { insteadOf, insteadOfText, isPromise } from "../instead-of.ts";
import { nearestNameHint, notOneOf } from "../known-names.ts";
import { type FieldError, inputRefusal } from "../refusal.ts";
import type { VatExemption } from "./generated/vat-exemption.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import { rateChoiceFaults, territoryFault } from "./rates/chosen-rate.ts";
import { registrationFault } from "./registration.ts";
import { countryCodeFault, isCountryCode } from "./territory/country.ts";
import { isMemberState, TREATED_AS } from "./territory/membership.ts";
import { IMPORTERS, OSS_SCHEMES, type VatClient, type VatCompany, type VatOptions, type VatPlace } from "./types.ts";
import { SUPPLIES } from "./vat-table.ts";

/** What may follow when the client's VAT number fails its checksum. */
export const FAILED_CHECKSUM_CHOICES = ["warn", "refuse"] as const;

const OPTIONS: Record<keyof VatOptions, true> = {
  dispatchedFrom: true,
  importer: true,
  on: true,
  supply: true,
  rates: true,
  vatRates: true,
  exemption: true,
  placeOfSupply: true,
  failedChecksum: true,
};
const UNDETERMINED = "The VAT cannot be determined";
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
  const whole = faultsOfWhole({ company, client, options });
  throw inputRefusal(UNDETERMINED, whole.length > 0 ? whole : faultsOf(company, client, options));
}

/**
 * Checks the day that a decision is for.
 *
 * @throws Refusal `request_invalid`
 */
export function requireTaxPoint(on: CalendarDay): void {
  if (isCalendarDay(on)) return;
  throw inputRefusal(UNDETERMINED, [{ parameter: "on", detail: notADay(on) }]);
}

function notADay(on: unknown): string {
  return `must be a calendar day, YYYY-MM-DD${insteadOfText(on)}`;
}

/** The arguments that are no objects, or promises of them. */
function faultsOfWhole(given: Readonly<Record<keyof typeof EXAMPLES, unknown>>): FieldError[] {
  const names = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];
  return names.flatMap((parameter) => {
    const value = given[parameter];
    if (typeof value === "object" && value !== null && !isPromise(value)) return [];
    return [{ parameter, detail: `must be an object such as ${EXAMPLES[parameter]}${insteadOf(value)}` }];
  });
}

const EXAMPLES = {
  company: '{ country: "DE", vatRegistered: true, ossRegistered: false }',
  client: '{ country: "FR" }',
  options: '{ on: "2026-11-20" }',
};

function isCompany(company: VatCompany | undefined): boolean {
  return (
    company !== undefined &&
    isPlace(company) &&
    typeof company.vatRegistered === "boolean" &&
    typeof company.ossRegistered === "boolean" &&
    isStringOrAbsent(company.vatNumber) &&
    isStringOrAbsent(company.language) &&
    isStringOrAbsent(company.exemptionNote) &&
    areSchemes(company.ossSchemes) &&
    areStates(company) &&
    registrationsFault(company) === undefined
  );
}

function areSchemes(schemes: VatCompany["ossSchemes"]): boolean {
  return schemes === undefined || (Array.isArray(schemes) && schemes.every((scheme) => OSS_SCHEMES.includes(scheme)));
}

function areStates({ smallEnterprise }: VatCompany): boolean {
  const states = Object.entries(smallEnterprise?.states ?? {});
  return states.every(([state, entry]) => isMemberState(state, "2021-01-01") && typeof entry?.note === "string");
}

/** What is wrong with a company's registrations; `undefined` if nothing is. */
function registrationsFault({ country: own, registrations }: VatCompany): string | undefined {
  if (registrations === undefined) return undefined;
  const hasShape = (given: Partial<VatRegistration> | null) =>
    isStringOrAbsent(given?.country) &&
    typeof given?.vatNumber === "string" &&
    [given.since, given.until].every((day) => day === undefined || isCalendarDay(day)) &&
    typeof (given.establishment ?? false) === "boolean";
  if (!Array.isArray(registrations) || !registrations.every(hasShape))
    return "must be an array of { country, vatNumber }";
  const fault = registrationFault(registrations, own);
  return fault && `has a fault in ${fault.index}.${fault.field}, which ${fault.detail}`;
}

function isPlace(place: VatPlace): boolean {
  return (
    isCountryCode(place.country) && isStringOrAbsent(place.postalCode) && isStringOrAbsent(place.address?.postalCode)
  );
}

function isClient(client: VatClient | undefined): boolean {
  return (
    client !== undefined &&
    isPlace(client) &&
    isStringOrAbsent(client.vatNumber) &&
    isStringOrAbsent(client.language) &&
    (client.isCompany === undefined || typeof client.isCompany === "boolean") &&
    (client.arrival === undefined || isPlace(Object(client.arrival))) &&
    misnamedNumber(client) === undefined
  );
}

/** What a VAT number is called elsewhere: in orders, in tables and in other libraries. */
interface NumberElsewhere {
  readonly clientVatNumber?: unknown;
  readonly customerVatNumber?: unknown;
  readonly vat_number?: unknown;
  readonly vat_id?: unknown;
  readonly vatId?: unknown;
}

/**
 * The field in which a client without `vatNumber` has one. Other fields may be there, because hosts pass the objects that
 * they have, but without its number a business would be charged VAT as a consumer. A loop over all fields would cost a
 * tenth of the decision.
 */
function misnamedNumber(client: VatClient & NumberElsewhere): keyof NumberElsewhere | undefined {
  if (client.vatNumber !== undefined) return undefined;
  if (typeof client.clientVatNumber === "string") return "clientVatNumber";
  if (typeof client.customerVatNumber === "string") return "customerVatNumber";
  if (typeof client.vat_number === "string") return "vat_number";
  if (typeof client.vat_id === "string") return "vat_id";
  return typeof client.vatId === "string" ? "vatId" : undefined;
}

function areOptions(options: VatOptions | undefined): boolean {
  if (options === undefined) return false;
  for (const name in options) if (!OPTION_NAMES.includes(name)) return false;
  const { supply, rates, vatRates, exemption, placeOfSupply, dispatchedFrom, importer, failedChecksum } = options;
  return (
    isOneOfOrAbsent(SUPPLIES, supply) &&
    ratesFault(rates) === undefined &&
    (vatRates === undefined || rateChoiceFaults(vatRates).length === 0) &&
    exemptionFault(exemption) === undefined &&
    (placeOfSupply === undefined || territoryFault(placeOfSupply) === undefined) &&
    (dispatchedFrom === undefined || territoryFault(dispatchedFrom) === undefined) &&
    isOneOfOrAbsent(IMPORTERS, importer) &&
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
  if (typeof rates !== "object" || rates === null) {
    return `must be an object that lists rates by country${insteadOf(rates)}`;
  }
  const chargedElsewhere = Object.keys(TREATED_AS).find((country) => Object.hasOwn(rates, country));
  return (
    chargedElsewhere &&
    `${chargedElsewhere} is charged as ${TREATED_AS[chargedElsewhere]}; list its rates under ${TREATED_AS[chargedElsewhere]}`
  );
}

/** All faults, the seller's first. */
function faultsOf(company: VatCompany, client: VatClient, options: VatOptions): FieldError[] {
  const errors: FieldError[] = [];
  const check = (field: string, fault: string | false | undefined) => {
    if (fault)
      errors.push(field.startsWith("/") ? { pointer: field, detail: fault } : { parameter: field, detail: fault });
  };
  const checkString = (field: string, value: unknown) =>
    check(field, !isStringOrAbsent(value) && `must be a string${insteadOf(value)}`);
  const checkPlace = (name: string, place: VatPlace) => {
    check(`${name}.country`, missingFault(place, "country", countryCodeFault(place.country)));
    checkString(`${name}.postalCode`, place.postalCode);
    checkString(`${name}.address.postalCode`, place.address?.postalCode);
  };
  checkPlace("company", company);
  check("company.vatRegistered", missingFault(company, "vatRegistered", booleanFault(company.vatRegistered)));
  check("company.ossRegistered", missingFault(company, "ossRegistered", booleanFault(company.ossRegistered)));
  checkString("company.vatNumber", company.vatNumber);
  checkString("company.language", company.language);
  checkString("company.exemptionNote", company.exemptionNote);
  check("company.ossSchemes", !areSchemes(company.ossSchemes) && `must be an array of ${OSS_SCHEMES.join(", ")}`);
  check("company.smallEnterprise", !areStates(company) && "must be { states: { FR: { note } } }");
  check("company.registrations", registrationsFault(company));
  checkPlace("client", client);
  checkString("client.vatNumber", client.vatNumber);
  checkString("client.language", client.language);
  check("client.isCompany", client.isCompany !== undefined && booleanFault(client.isCompany));
  const misnamed = misnamedNumber(client);
  if (client.arrival !== undefined) checkPlace("client.arrival", Object(client.arrival));
  check("client", misnamed !== undefined && `has the number in ${misnamed}, which is not read; name it vatNumber`);
  check("on", !isCalendarDay(options.on) && notADay(options.on));
  check("supply", choiceFault(SUPPLIES, options.supply));
  check("rates", ratesFault(options.rates));
  for (const [key, detail] of options.vatRates === undefined ? [] : rateChoiceFaults(options.vatRates)) {
    check(key === "" ? "/vatRates" : `/vatRates/${key}`, detail);
  }
  check("/exemption", exemptionFault(options.exemption));
  check("/placeOfSupply", options.placeOfSupply !== undefined && territoryFault(options.placeOfSupply));
  check("/dispatchedFrom", options.dispatchedFrom !== undefined && territoryFault(options.dispatchedFrom));
  check("importer", choiceFault(IMPORTERS, options.importer));
  check("failedChecksum", choiceFault(FAILED_CHECKSUM_CHOICES, options.failedChecksum));
  for (const name in options) {
    if (OPTION_NAMES.includes(name)) continue;
    check(name, `is not a known option${nearestNameHint(name, OPTION_NAMES)}`);
  }
  return errors;
}

function booleanFault(value: unknown): string | undefined {
  return typeof value === "boolean" ? undefined : `must be true or false${insteadOfText(value)}`;
}

/** The fault of a required field, with the name that it has instead if it is missing: `clientCountry` for `country`. */
function missingFault<Of extends object>(of: Of, field: keyof Of & string, fault: string | undefined) {
  if (fault === undefined || of[field] !== undefined) return fault;
  const other = Object.keys(of).find((key) =>
    key.replaceAll("_", "").replace(/code$/i, "").toLowerCase().endsWith(field.toLowerCase()),
  );
  return other === undefined ? fault : `${fault}; ${other} is not read, so name it ${field}`;
}

function exemptionFault(exemption: unknown): string | undefined {
  if (exemption === undefined || typeof (exemption as VatExemption | null)?.reason === "string") return undefined;
  return `must be an object such as { reason: "§ 4 Nr. 21 UStG" }${insteadOf(exemption)}`;
}

function choiceFault(known: readonly string[], value: string | undefined): string | false {
  return !isOneOfOrAbsent(known, value) && notOneOf(known, value);
}
