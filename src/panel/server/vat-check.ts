import type { Clock, VatNumberVerifier } from "faktura";
import { isEuVatTerritory, parseVatNumber } from "faktura/vat";
import { z } from "zod";
import type { VatCheck } from "../wire.ts";
import { type CallRow, row } from "./calls/call.ts";

const vatCheckCall = z.object({ vatNumber: z.string().max(100), country: z.string().max(2) });

/** The call that looks up a VAT number. */
export const VAT_CHECK_CALLS: readonly CallRow[] = [
  row("POST /vat-checks", { right: "issue", body: vatCheckCall }, async ({ company, body }, books) => {
    const { vatNumber: requester, country: requesterCountry } = await company.profile();
    return checkVatNumber({ ...body, requester, requesterCountry }, books);
  }),
];

/** What looking up VAT numbers needs of the host. */
interface VatCheckOptions {
  /** Absent: VAT numbers are not looked up. */
  readonly verifier?: VatNumberVerifier | undefined;
  readonly clock: Clock;
}

/** A VAT number to look up, and who asks. */
interface VatCheckRequest {
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
async function checkVatNumber(
  { vatNumber, country, requester = "", requesterCountry }: VatCheckRequest,
  { verifier, clock }: VatCheckOptions,
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
