import type { VatNumberVerifier } from "../../ports/vat-number-verifier.ts";
import { answerInquiry } from "./inquiry.ts";
import { requireViesSettings, type ViesOptions } from "./settings.ts";

export type { ViesFetch, ViesOptions } from "./settings.ts";

/**
 * A verifier that asks VIES, the European Commission's gateway to the member states' registers, through its REST API.
 *
 * - The status is `invalid` only if the register itself says so. It is `unavailable` for refused requests (including
 *   `INVALID_INPUT`), blocked numbers, British numbers, and answers that cannot be parsed.
 * - It retries after network errors, timeouts, HTTP 5xx, 408 and 429, and the service's own codes for overload and
 *   outage, at growing intervals and not before `Retry-After`, until the attempts or the time run out. It caches
 *   nothing.
 * - If VIES refuses the requester, it asks again without one: you get a verdict, but no consultation number.
 *
 * @throws TypeError if an option is invalid
 * @see https://ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml
 *
 * @example
 * ```ts no-run
 * import { viesVerifier } from "faktura/vies";
 *
 * const vies = viesVerifier();
 * const verdict = await vies.verify({ prefix: "FR", number: "40303265045", requester: "DE136695976" });
 * if (verdict.status === "unavailable") console.log(verdict.detail);
 * else console.log(verdict.status, verdict.consultationNumber);
 * ```
 */
export function viesVerifier(options: ViesOptions = {}): VatNumberVerifier {
  const settings = requireViesSettings(options);
  return { verify: (inquiry, options) => answerInquiry(settings, inquiry, options) };
}
