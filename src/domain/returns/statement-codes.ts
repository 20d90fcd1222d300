import type { RecapitulativeKind } from "./placement.ts";

type Codes = Readonly<Record<RecapitulativeKind, string>>;

/** The directive names no codes. These are Belgium's, and many programs use them for every state. */
const USUAL_CODES: Codes = { goods: "L", services: "S", triangular: "T" };

/**
 * The codes of the states whose own codes we read; all others use {@link USUAL_CODES}.
 *
 * @see Belgium: Royal Decree No 50; Germany: the CSV import of the Zusammenfassende Meldung (BZSt); Spain: modelo 349, Orden
 *   EHA/769/2010; Portugal: declaração recapitulativa, Portaria 987/2009; Romania: form 390 VIES, OPANAF 705/2020, in which
 *   `S` means services that were bought
 */
const NATIONAL_CODES: Readonly<Record<string, Codes>> = {
  BE: USUAL_CODES,
  DE: { goods: "L", services: "S", triangular: "D" },
  ES: { goods: "E", services: "S", triangular: "T" },
  PT: { goods: "1", services: "5", triangular: "4" },
  RO: { goods: "L", services: "P", triangular: "T" },
};

/** The code that a recapitulative statement of the seller's state uses. `state` is an ISO 3166-1 alpha-2 code. */
export function statementCode(state: string, kind: RecapitulativeKind): string {
  return (Object.hasOwn(NATIONAL_CODES, state) ? NATIONAL_CODES[state]! : USUAL_CODES)[kind];
}
