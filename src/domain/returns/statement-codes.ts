import type { RecapitulativeKind } from "./placement.ts";

type Codes = Readonly<Record<RecapitulativeKind, string>>;

/**
 * The codes of the states whose own codes we read. All others have a section, a column or a form for each kind instead, or
 * codes that we do not know. The directive names no codes.
 *
 * @see Belgium: Royal Decree No 50; Czechia: `k_pln_eu` of souhrnné hlášení (zákon č. 235/2004 Sb., § 102); Germany: the CSV
 *   import of the Zusammenfassende Meldung (BZSt); Spain: modelo 349, Orden EHA/769/2010; United Kingdom: EC Sales List
 *   (VAT101), which Northern Ireland uses for goods; Portugal: declaração recapitulativa, Portaria 987/2009; Romania: form
 *   390 VIES, OPANAF 705/2020, in which `S` means services that were bought
 */
const NATIONAL_CODES: Readonly<Record<string, Codes>> = {
  BE: { goods: "L", services: "S", triangular: "T" },
  CZ: { goods: "0", services: "3", triangular: "2" },
  DE: { goods: "L", services: "S", triangular: "D" },
  ES: { goods: "E", services: "S", triangular: "T" },
  GB: { goods: "0", services: "3", triangular: "2" },
  PT: { goods: "1", services: "5", triangular: "4" },
  RO: { goods: "L", services: "P", triangular: "T" },
};

/**
 * The code that a recapitulative statement of the seller's state uses; `null` if none is known. `state` is an ISO 3166-1
 * alpha-2 code.
 */
export function statementCode(state: string, kind: RecapitulativeKind): string | null {
  return Object.hasOwn(NATIONAL_CODES, state) ? NATIONAL_CODES[state]![kind] : null;
}
