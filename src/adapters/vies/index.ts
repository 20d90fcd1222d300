import type { VatNumberVerifier } from "../../ports/vat-number-verifier.ts";
import { verify } from "./inquiry.ts";
import { requireViesSettings, type ViesOptions } from "./settings.ts";

export type { ViesFetch, ViesOptions } from "./settings.ts";

/**
 * A verifier that asks VIES, the European Commission's way into the member states' registers, over its REST service.
 *
 * - `invalid` is said only where the register itself says no. Refused inquiries, `INVALID_INPUT` among them, blocked
 *   numbers, British numbers and answers that are not understood are `unavailable`.
 * - After network errors, time-outs, HTTP 5xx, 408 and 429, and the service's own codes for overload and outage it asks
 *   again, at growing intervals, `Retry-After` heeded, until the attempts or the time are used up. Nothing is cached.
 * - A requester that VIES refuses is left out and the inquiry made without it: a verdict, but no consultation number.
 *
 * @throws TypeError when an option is none
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
  return { verify: (inquiry) => verify(settings, inquiry) };
}
