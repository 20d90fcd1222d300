import { vatNumberInvalid } from "../domain/client-vat-number.ts";
import type { CompanyProfile } from "../domain/company-profile.ts";
import type { VatNumberVerification } from "../domain/invoice.ts";
import { requireOptions } from "../domain/require-options.ts";
import { FAILED_CHECKSUM_CHOICES } from "../domain/vat-arguments.ts";
import { parseVatNumber, type VatNumber } from "../domain/vat-number.ts";
import type { CompanyContext } from "./context.ts";

/** What a client's VAT number does that decides and cannot be trusted. */
export interface VatNumberPolicy {
  /** A number that fails its state's check: `warn`, or `refuse` with `vat_number_invalid`. Absent: `warn`. */
  readonly failedChecksum?: "warn" | "refuse" | undefined;
  /**
   * An order whose number the verifier cannot verify just now: `refuse` with `vat_number_unverified`, or `accept` with
   * the warning of that name. Absent: `refuse`. Nothing without a verifier.
   */
  readonly outage?: "refuse" | "accept" | undefined;
}

const CHOICES: Record<keyof VatNumberPolicy, readonly string[]> = {
  failedChecksum: FAILED_CHECKSUM_CHOICES,
  outage: ["refuse", "accept"],
};

/** @throws TypeError that names the option: a misspelt policy would be none */
export function requireVatNumberPolicy(policy: VatNumberPolicy): void {
  requireOptions("vatNumberPolicy", policy, { failedChecksum: true, outage: true });
  for (const [option, choice] of Object.entries(policy)) {
    const known = CHOICES[option as keyof VatNumberPolicy];
    if (choice === undefined || known.includes(choice)) continue;
    throw new TypeError(`vatNumberPolicy: ${option} must be one of ${known.join(", ")}`);
  }
}

/** What was verified, and in words what stands in the way of trusting it. */
export interface Verified {
  readonly verification: VatNumberVerification;
  readonly detail: string;
}

/**
 * Asks the host's verifier about a VAT number that decides; `undefined` where there is no verifier or no such number.
 *
 * @throws Refusal `vat_number_invalid` when the number is not in force
 */
export async function verifyVatNumber(
  { verifier, clock }: CompanyContext,
  profile: CompanyProfile,
  vatNumber: VatNumber | undefined,
): Promise<Verified | undefined> {
  if (verifier === undefined || vatNumber === undefined) return undefined;
  const { prefix, number } = vatNumber;
  const verdict = await verifier.verify({ prefix, number, requester: requesterOf(profile) });
  const verifiedAt = clock.now().toISOString();
  if (verdict.status === "invalid") {
    throw vatNumberInvalid("is not in force, says the register; correct it, or leave it out to charge VAT");
  }
  if (verdict.status === "unavailable") {
    const detail = `The VAT number ${prefix}${number} could not be verified: ${verdict.detail}.`;
    return { verification: { status: "unavailable", verifiedAt }, detail };
  }
  const { status, consultationNumber } = verdict;
  return { verification: { status, verifiedAt, consultationNumber }, detail: "" };
}

/** Registers give evidence to a taxable person that names itself; a number of another kind would only be refused. */
function requesterOf({ vatNumber, country }: CompanyProfile): string | undefined {
  const parsed = vatNumber === undefined ? undefined : parseVatNumber(vatNumber, country);
  return parsed && parsed.prefix !== "GB" ? parsed.prefix + parsed.number : undefined;
}
