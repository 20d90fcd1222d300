import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { VatNumberVerification } from "../../domain/invoice/generated/invoice.ts";
import { notOneOf, requireOptions } from "../../domain/known-names.ts";
import { FAILED_CHECKSUM_CHOICES } from "../../domain/vat/check-input.ts";
import { parseVatNumber, type VatNumber, vatNumberInvalid } from "../../domain/vat/number/parse.ts";
import type { CountryCode } from "../../domain/vat/territory/country.ts";
import { isEuVatTerritory } from "../../domain/vat/territory/territory.ts";
import type {
  VatNumberInquiry,
  VatNumberVerdict,
  VatNumberVerifier,
  VerifyOptions,
} from "../../ports/vat-number-verifier.ts";
import { requireProfile } from "../company-profile.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { vatNumberRequestSchema } from "../schemas/requests.ts";

/** What to do about a client's VAT number that decides the treatment but cannot be trusted. */
export interface VatNumberPolicy {
  /** If a number fails its state's checksum: `warn`, or `refuse` with `vat_number_invalid`. Absent: `warn`. */
  readonly failedChecksum?: "warn" | "refuse" | undefined;
  /**
   * If the verifier cannot verify the number now: `refuse` the order with `vat_number_unverified`, or `accept` it with
   * the warning of that name. Absent: `refuse`. Without a verifier it has no effect.
   */
  readonly outage?: "refuse" | "accept" | undefined;
}

const CHOICES: Record<keyof VatNumberPolicy, readonly string[]> = {
  failedChecksum: FAILED_CHECKSUM_CHOICES,
  outage: ["refuse", "accept"],
};

/** @throws TypeError that names an unknown or invalid option, because a misspelt policy would have no effect */
export function requireVatNumberPolicy(policy: VatNumberPolicy): void {
  requireOptions("vatNumberPolicy", policy, { failedChecksum: true, outage: true });
  for (const [option, choice] of Object.entries(policy)) {
    const known = CHOICES[option as keyof VatNumberPolicy];
    if (choice === undefined || known.includes(choice)) continue;
    throw new TypeError(`vatNumberPolicy: ${option} ${notOneOf(known, choice)}`);
  }
}

/** The result of a verification, and in words why the number could not be verified; `""` if it was. */
export interface Verified {
  readonly verification: VatNumberVerification;
  readonly detail: string;
}

/**
 * Asks the host's verifier about the VAT number that decided the treatment; `undefined` if there is no verifier or no
 * such number.
 *
 * @throws Refusal `vat_number_invalid` if the number is not in force
 */
export async function verifyVatNumber(
  context: CompanyContext,
  profile: CompanyProfile,
  vatNumber: VatNumber | undefined,
): Promise<Verified | undefined> {
  const verdict = vatNumber && (await askRegister(context, profile, vatNumber));
  if (verdict === undefined) return undefined;
  const { prefix, number } = vatNumber!;
  const verifiedAt = context.clock.now().toISOString();
  if (verdict.status === "invalid") {
    throw vatNumberInvalid("is not in force according to the register; correct it, or leave it out to charge VAT");
  }
  if (verdict.status === "unavailable") {
    const detail = `The VAT number ${prefix}${number} could not be verified: ${verdict.detail}.`;
    return { verification: { status: "unavailable", verifiedAt }, detail };
  }
  const { status, consultationNumber } = verdict;
  return { verification: { status, verifiedAt, consultationNumber }, detail: "" };
}

/** A client's VAT number to check. */
export interface VatNumberRequest {
  /** As it was typed, with or without its prefix and separators. At most 100 characters. */
  readonly vatNumber: string;
  /** The client's country, ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
}

/** What is known of a VAT number. */
export interface VatNumberCheck {
  /**
   * What the register says: `valid`, `invalid`, or `unavailable` if it does not answer. It is not asked about a number that
   * is `malformed` or has a wrong checksum, nor of a client outside the EU (`foreign`), nor without a `verifier` (`unasked`).
   */
  readonly status: "valid" | "invalid" | "unavailable" | "unasked" | "malformed" | "foreign";
  /** With its prefix and without separators, if it is well formed; otherwise as given. */
  readonly vatNumber: string;
  /** ISO 8601 in UTC, with milliseconds. */
  readonly checkedAt: string;
  /** The register's reference of the inquiry, as evidence. Absent if there is none. */
  readonly consultationNumber?: string | undefined;
}

/**
 * Checks a VAT number by itself, as issuing would.
 *
 * @throws Refusal `request_invalid`, `company_not_found`
 */
export async function checkVatNumber(context: CompanyContext, request: VatNumberRequest): Promise<VatNumberCheck> {
  const { vatNumber, country } = parseRequest(vatNumberRequestSchema, request, "pointer");
  const profile = await requireProfile(context);
  const checkedAt = context.clock.now().toISOString();
  const parsed = parseVatNumber(vatNumber, country);
  const given = { vatNumber: vatNumber.trim(), checkedAt };
  const isForeign = !isEuVatTerritory(country, checkedAt.slice(0, 10)) && parsed?.prefix !== "XI";
  if (isForeign) return { ...given, status: "foreign" };
  if (parsed === undefined || parsed.checksum === "failed") return { ...given, status: "malformed" };
  const verdict = await askRegister(context, profile, parsed);
  const status: VatNumberCheck["status"] = verdict?.status ?? "unasked";
  const known = { vatNumber: parsed.prefix + parsed.number, checkedAt, status };
  if (verdict === undefined || verdict.status === "unavailable") return known;
  return { ...known, consultationNumber: verdict.consultationNumber };
}

/** The register's answer; `undefined` without a verifier. */
async function askRegister(
  { verifier, closing }: CompanyContext,
  profile: CompanyProfile,
  { prefix, number }: VatNumber,
): Promise<VatNumberVerdict | undefined> {
  return verifier?.verify({ prefix, number, requester: requesterOf(profile) }, { signal: closing });
}

/** Registers give evidence to requesters that identify themselves with a VAT number, and refuse any other number. */
function requesterOf({ vatNumber, country }: CompanyProfile): string | undefined {
  const parsed = vatNumber === undefined ? undefined : parseVatNumber(vatNumber, country);
  return parsed && parsed.prefix !== "GB" ? parsed.prefix + parsed.number : undefined;
}

/**
 * Wraps a verifier so that equal inquiries at the same time share one. A burst of orders for one client asks the
 * register once, and two orders with one idempotency key get one verdict.
 */
export function shareInquiries(verifier: VatNumberVerifier): VatNumberVerifier {
  const underWay = new Map<string, Promise<VatNumberVerdict>>();
  return {
    verify(inquiry: VatNumberInquiry, options?: VerifyOptions) {
      const { prefix, number, requester = "" } = inquiry;
      const key = `${prefix}${number} ${requester}`;
      const verdict = underWay.get(key) ?? ask(inquiry, options).finally(() => underWay.delete(key));
      underWay.set(key, verdict);
      return verdict;
    },
  };

  // Async, so that a verifier that throws synchronously is handled like one that rejects.
  async function ask(inquiry: VatNumberInquiry, options?: VerifyOptions): Promise<VatNumberVerdict> {
    return requireVerdict(await verifier.verify(inquiry, options));
  }
}

/** A wrong verdict would issue an invoice that cannot be undone, and its text stays on the invoice for ever. */
function requireVerdict(verdict: VatNumberVerdict): VatNumberVerdict {
  const status = verdict?.status;
  if (status === "unavailable") {
    if (isText(verdict.detail, 1000)) return { status, detail: verdict.detail };
    throw new TypeError(
      "a verifier that returns unavailable must give the reason as detail, a string of 1 to 1,000 characters",
    );
  }
  if (status !== "valid" && status !== "invalid") {
    throw new TypeError("a verifier must return the status valid, invalid or unavailable");
  }
  const { consultationNumber } = verdict;
  if (consultationNumber === undefined || isText(consultationNumber, 100)) return { status, consultationNumber };
  throw new TypeError("consultationNumber must be a string of 1 to 100 characters, or undefined");
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === "string" && /\S/.test(value) && value.length <= maxLength && isStorable(value);
}

/** Well-formed Unicode without NUL, which every store keeps unchanged. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
