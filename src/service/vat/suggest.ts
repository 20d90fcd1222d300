import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import { clientCountryRequired } from "../../domain/invoice/order-vat.ts";
import { Refusal } from "../../domain/refusal.ts";
import { decideVat } from "../../domain/vat/determine-vat.ts";
import type { Supply } from "../../domain/vat/table.ts";
import type { VatDecision } from "../../domain/vat/types.ts";
import { type CompanyContext, requireProfile } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { suggestionSchema } from "../schemas/requests.ts";
import { verifyVatNumber } from "./verify-number.ts";

/** A client and a sale to suggest the VAT for. */
export interface SuggestionRequest {
  /** ISO 3166-1 alpha-2. */
  readonly clientCountry: string;
  /** Identifies territories without a country code of their own, such as the Canary Islands. Absent: the mainland. */
  readonly clientPostalCode?: string | undefined;
  readonly clientVatNumber?: string | undefined;
  readonly isCompany?: boolean | undefined;
  /** What is sold; it decides the legal basis. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
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
  if (clientCountry === undefined) throw clientCountryRequired({ parameter: "clientCountry" });
  const on = sale.supplyDate ?? calendarDayIn(profile.timeZone ?? "UTC", context.clock.now());
  const client = { country: clientCountry, postalCode: clientPostalCode, vatNumber: clientVatNumber, isCompany };
  try {
    const options = { ...context.vatOptions, on, supply: sale.supply };
    const { decision, vatNumber } = decideVat(profile, client, options);
    const verified = await verifyVatNumber(context, profile, vatNumber);
    if (verified?.verification.status !== "unavailable") return decision;
    // Nothing is issued, so an outage is a warning and not a refusal.
    const warning = { code: "vat_number_unverified", detail: verified.detail } as const;
    return { ...decision, warnings: [...decision.warnings, warning] };
  } catch (error) {
    throw error instanceof Refusal ? asParameterFault(error) : error;
  }
}

/** The same refusal for a request that has parameters instead of a body. */
function asParameterFault({ code, message, errors }: Refusal): Refusal {
  const faults = errors.map((error) =>
    "pointer" in error ? { parameter: error.pointer.slice(1), detail: error.detail } : error,
  );
  return new Refusal(code, message, faults);
}
