import type { Clock, VatNumberVerifier } from "faktura";
import { isEuVatTerritory, parseVatNumber } from "faktura/vat";
import type { VatCheck } from "../wire.ts";

/** A VAT number to look up, and who asks. */
export interface VatCheckRequest {
  /** As it was typed. */
  readonly vatNumber: string;
  /** The client's country, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The company's own VAT number. */
  readonly requester: string | undefined;
  /** The company's country. */
  readonly requesterCountry: string;
}

/** Looks up a VAT number in the host's register, if it has one. What is not well formed is not asked for. */
export async function checkVatNumber(
  { vatNumber, country, requester = "", requesterCountry }: VatCheckRequest,
  { verifier, clock }: { readonly verifier: VatNumberVerifier | undefined; readonly clock: Clock },
): Promise<VatCheck> {
  const checkedAt = clock.now().toISOString();
  const parsed = parseVatNumber(vatNumber, country);
  const isForeign = !isEuVatTerritory(country, checkedAt.slice(0, 10)) && parsed?.prefix !== "XI";
  const typed = { vatNumber: vatNumber.trim(), checkedAt, consultationNumber: "" };
  if (isForeign) return { ...typed, status: "foreign" };
  if (parsed === undefined || parsed.checksum === "failed") return { ...typed, status: "malformed" };
  const { prefix, number } = parsed;
  const known = { ...typed, vatNumber: prefix + number };
  if (verifier === undefined) return { ...known, status: "unasked" };
  const own = parseVatNumber(requester, requesterCountry);
  const verdict = await verifier.verify({ prefix, number, requester: own && own.prefix + own.number });
  if (verdict.status === "unavailable") return { ...known, status: "unavailable" };
  return { ...known, status: verdict.status, consultationNumber: verdict.consultationNumber ?? "" };
}
