import { parseVatNumber } from "../../domain/vat/number/parse.ts";
import type { VatNumberInquiry } from "../../ports/vat-number-verifier.ts";

/** The body of a request, with the service's own names. */
export interface ViesQuestion {
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly requesterMemberStateCode?: string;
  readonly requesterNumber?: string;
}

/** @throws TypeError if the number is not well formed, because VIES calls a number with an unknown prefix invalid */
export function requireQuestion({ prefix, number, requester }: VatNumberInquiry): ViesQuestion {
  const parsed = parseVatNumber(`${prefix}${number}`);
  if (parsed?.prefix !== prefix || parsed.number !== number) {
    throw new TypeError("verify needs a well-formed VAT number: the prefix and the number without separators");
  }
  return { countryCode: prefix, vatNumber: number, ...(requester !== undefined && requesterOf(requester)) };
}

/**
 * Whether VIES has the numbers with this prefix. Those of Great Britain were removed at the end of the Brexit
 * transition.
 */
export function isServed({ countryCode }: ViesQuestion): boolean {
  return countryCode !== "GB";
}

export function withoutRequester({ countryCode, vatNumber }: ViesQuestion): ViesQuestion {
  return { countryCode, vatNumber };
}

/** The requester's fields; none if VIES would refuse the number, so that the request has no requester. */
function requesterOf(text: string): Pick<ViesQuestion, "requesterMemberStateCode" | "requesterNumber"> {
  const parsed = parseVatNumber(text);
  if (parsed === undefined || parsed.prefix === "GB") return {};
  return { requesterMemberStateCode: parsed.prefix, requesterNumber: parsed.number };
}
