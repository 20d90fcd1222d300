import type { CompanyProfile } from "../../domain/company-profile.ts";
import type { VatNumberVerification } from "../../domain/invoice/invoice.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { FAILED_CHECKSUM_CHOICES } from "../../domain/vat/check-input.ts";
import { vatNumberInvalid } from "../../domain/vat/number/client-number.ts";
import { parseVatNumber, type VatNumber } from "../../domain/vat/number/parse.ts";
import type { VatNumberInquiry, VatNumberVerdict, VatNumberVerifier } from "../../ports/vat-number-verifier.ts";
import type { CompanyContext } from "../context.ts";

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

/**
 * A verifier whose equal inquiries, while one is under way, are that one: a burst of orders for one client asks its
 * register once, and two orders under one idempotency key get one verdict.
 */
export function shareInquiries(verifier: VatNumberVerifier): VatNumberVerifier {
  const underWay = new Map<string, Promise<VatNumberVerdict>>();
  return {
    verify(inquiry: VatNumberInquiry) {
      const { prefix, number, requester = "" } = inquiry;
      const same = `${prefix}${number} ${requester}`;
      const asked = underWay.get(same) ?? ask(inquiry).finally(() => underWay.delete(same));
      underWay.set(same, asked);
      return asked;
    },
  };

  // Asynchronous, so that a verifier that throws at once is told like one that rejects.
  async function ask(inquiry: VatNumberInquiry): Promise<VatNumberVerdict> {
    return requireVerdict(await verifier.verify(inquiry));
  }
}

/** A verdict that is misread would issue what cannot be taken back, and its text is kept on the invoice for ever. */
function requireVerdict(verdict: VatNumberVerdict): VatNumberVerdict {
  const status = verdict?.status;
  if (status === "unavailable") {
    if (isText(verdict.detail, 1000)) return { status, detail: verdict.detail };
    throw new TypeError("a verifier that answers unavailable must say why: detail, a text of 1 to 1,000 characters");
  }
  if (status !== "valid" && status !== "invalid") {
    throw new TypeError("a verifier must answer with the status valid, invalid or unavailable");
  }
  const { consultationNumber } = verdict;
  if (consultationNumber === undefined || isText(consultationNumber, 100)) return { status, consultationNumber };
  throw new TypeError("consultationNumber is a text of 1 to 100 characters, or undefined where there is none");
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === "string" && /\S/.test(value) && value.length <= maxLength && isStorable(value);
}

/** Well-formed Unicode without NUL, which every store keeps as it is. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
