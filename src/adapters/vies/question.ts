import { parseVatNumber } from "../../domain/vat/number/parse.ts";
import type { VatNumberInquiry } from "../../ports/vat-number-verifier.ts";

/** The body of a request, in the service's own names. */
export interface ViesQuestion {
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly requesterMemberStateCode?: string;
  readonly requesterNumber?: string;
}

/** @throws TypeError when the number is not well formed: VIES calls numbers of states that it does not know invalid */
export function requireQuestion({ prefix, number, requester }: VatNumberInquiry): ViesQuestion {
  const parsed = parseVatNumber(`${prefix}${number}`);
  if (parsed?.prefix !== prefix || parsed.number !== number) {
    throw new TypeError("verify needs a well-formed VAT number, its prefix apart and without separators");
  }
  return { countryCode: prefix, vatNumber: number, ...(requester !== undefined && requesterOf(requester)) };
}

/** Whether VIES knows the state's numbers. Great Britain's left with the Union's last transition day. */
export function isServed({ countryCode }: ViesQuestion): boolean {
  return countryCode !== "GB";
}

export function withoutRequester({ countryCode, vatNumber }: ViesQuestion): ViesQuestion {
  return { countryCode, vatNumber };
}

/** Nothing for a number that VIES would refuse: the inquiry is then made without a requester. */
function requesterOf(text: string): Pick<ViesQuestion, "requesterMemberStateCode" | "requesterNumber"> {
  const parsed = parseVatNumber(text);
  if (parsed === undefined || parsed.prefix === "GB") return {};
  return { requesterMemberStateCode: parsed.prefix, requesterNumber: parsed.number };
}
