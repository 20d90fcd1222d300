import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import { supplyAssumed } from "../../domain/invoice/order/default-supply.ts";
import { requirePlausibleDates, taxPointWarnings } from "../../domain/invoice/order/order-dates.ts";
import { clientCountryRequired } from "../../domain/invoice/order/order-vat.ts";
import { Refusal } from "../../domain/refusal.ts";
import { decideVat } from "../../domain/vat/determine-vat.ts";
import type { VatRateChoice } from "../../domain/vat/rates/chosen-rate.ts";
import type { CountryCode } from "../../domain/vat/territory/country.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { VatDecision, VatOptions } from "../../domain/vat/types.ts";
import type { Supply } from "../../domain/vat/vat-table.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { suggestionSchema } from "../schemas/requests.ts";
import { verifyVatNumber } from "./verify-number.ts";

/** A client and a sale to suggest the VAT for. */
export interface SuggestionRequest {
  /** ISO 3166-1 alpha-2. */
  readonly clientCountry: CountryCode;
  /** Identifies territories without their own country code, such as the Canary Islands. Absent: the mainland. */
  readonly clientPostalCode?: string | undefined;
  /** Decides between reverse charge and VAT between member states. */
  readonly clientVatNumber?: string | undefined;
  /** Whether the client is a company. Absent: not stated, and a client without a VAT number counts as a consumer. */
  readonly isCompany?: boolean | undefined;
  /**
   * What is sold; it decides the legal basis. Absent: that of the profile, unless a place is stated. Without either, decided
   * as if the supply did not matter, as in the specification.
   */
  readonly supply?: Supply | undefined;
  /**
   * The VAT rate of what is sold in each state whose VAT may apply, in percent by territory. Absent: the standard rate, as in
   * a state without an entry.
   */
  readonly vatRates?: VatRateChoice | undefined;
  /**
   * Where a service is supplied, if its place is not that of a party (articles 47 to 57), such as a stay in a hotel: ISO
   * 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the VAT table decides.
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Where the transport of goods begins: ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: where the company
   * is. Only for stated goods, as the next three.
   */
  readonly dispatchedFrom?: string | undefined;
  /** The country in which goods arrive, ISO 3166-1 alpha-2. Absent: the client's. */
  readonly deliverToCountry?: CountryCode | undefined;
  /** The postal code there, which identifies areas such as the Canary Islands. Only with {@link deliverToCountry}. */
  readonly deliverToPostalCode?: string | undefined;
  /** Who imports goods that enter the EU. Absent: the client, of goods from the company's own state. */
  readonly importer?: VatOptions["importer"];
  /** The tax point. Absent: today in the company's time zone. */
  readonly supplyDate?: CalendarDay | undefined;
}

/** The VAT that an invoice to this client would have. Nothing is issued and nothing is billed. */
export async function suggestVat(context: CompanyContext, request: SuggestionRequest): Promise<VatDecision> {
  const { clientCountry, clientPostalCode, clientVatNumber, isCompany, ...sale } = parseRequest(
    suggestionSchema,
    request,
    "parameter",
  );
  const profile = await requireProfile(context);
  const today = calendarDayIn(timeZoneOf(profile), context.clock.now());
  try {
    requirePlausibleDates({ "/supplyDate": sale.supplyDate }, today);
    if (clientCountry === undefined) throw clientCountryRequired({ parameter: "clientCountry" });
    const { supplyDate: on = today, deliverToCountry, deliverToPostalCode, supply: given, ...stated } = sale;
    const arrival = deliverToCountry ? { country: deliverToCountry, postalCode: deliverToPostalCode } : undefined;
    const place = { country: clientCountry, postalCode: clientPostalCode, arrival };
    const client = { ...place, vatNumber: clientVatNumber, isCompany };
    const assumed = (given ?? stated.placeOfSupply) === undefined ? profile.supply : undefined;
    const supply = given ?? assumed;
    const ofSupply = assumed === undefined ? [] : [supplyAssumed(assumed, "The sale")];
    const options = { ...context.vatOptions, on, supply, ...stated };
    const { decision, vatNumber } = decideVat(profile, client, options);
    const verified = await verifyVatNumber(context, profile, vatNumber);
    // Nothing is issued, so an outage is a warning and not a refusal.
    const isDown = verified?.verification.status === "unavailable";
    const ofNumber = isDown ? [{ code: "vat_number_unverified", detail: verified.detail } as const] : [];
    return { ...decision, warnings: [...decision.warnings, ...ofSupply, ...taxPointWarnings(on, today), ...ofNumber] };
  } catch (error) {
    throw error instanceof Refusal ? asParameterFault(error) : error;
  }
}

/** The same refusal for a request that has parameters instead of a body: `deliverToCountry` for `/deliverTo/country`. */
function asParameterFault({ code, message, errors }: Refusal): Refusal {
  const nameOf = (pointer: string) =>
    pointer.slice(1).replace("deliverTo/country", "deliverToCountry").replaceAll("/", ".");
  const faults = errors.map((error) =>
    "pointer" in error ? { parameter: nameOf(error.pointer), detail: error.detail } : error,
  );
  return new Refusal(code, message, faults);
}
