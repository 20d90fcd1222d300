import { type CalendarDay, calendarDayIn } from "../domain/calendar.ts";
import { determineVat } from "../domain/determine-vat.ts";
import { clientCountryRequired } from "../domain/order-vat.ts";
import { Refusal } from "../domain/refusal.ts";
import type { VatDecision } from "../domain/vat-decision.ts";
import type { Supply } from "../domain/vat-table.ts";
import { type CompanyContext, requireProfile } from "./context.ts";
import { parseRequest } from "./parse-request.ts";
import { suggestionSchema } from "./request-schemas.ts";

/** A client and a sale to suggest the VAT for. */
export interface SuggestionRequest {
  /** ISO 3166-1 alpha-2. */
  readonly clientCountry: string;
  readonly clientVatNumber?: string | undefined;
  readonly isCompany?: boolean | undefined;
  readonly supply?: Supply | undefined;
  /** The tax point. Absent: today in the company's time zone. */
  readonly supplyDate?: CalendarDay | undefined;
}

/** The VAT that an invoice to this client would carry. Nothing is issued and nothing is billed. */
export async function suggestVat(context: CompanyContext, request: SuggestionRequest): Promise<VatDecision> {
  const { clientCountry, clientVatNumber, isCompany, ...sale } = parseRequest(suggestionSchema, request, "parameter");
  const profile = await requireProfile(context);
  if (clientCountry === undefined) throw clientCountryRequired({ parameter: "clientCountry" });
  const on = sale.supplyDate ?? calendarDayIn(profile.timeZone ?? "UTC", context.clock.now());
  try {
    const client = { country: clientCountry, vatNumber: clientVatNumber, isCompany };
    return determineVat(profile, client, { on, supply: sale.supply, rates: context.rates });
  } catch (error) {
    throw error instanceof Refusal ? asParameterFault(error) : error;
  }
}

/** The same refusal, of a request whose fields are parameters rather than places in a body. */
function asParameterFault({ code, message, errors }: Refusal): Refusal {
  const faults = errors.map((error) =>
    "pointer" in error ? { parameter: error.pointer.slice(1), detail: error.detail } : error,
  );
  return new Refusal(code, message, faults);
}
