import type { DocumentTerms, IdentifierTerms } from "../terms.ts";
import type { GapRule } from "./gap-rule.ts";

/** The check digit of a number that ends with one: digits from the right are weighted in turn, modulo 10 or 11. */
function checkDigit(number: string, weights: readonly number[], modulus: number): string {
  const digits = [...number.slice(0, -1)].reverse();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * weights[index % weights.length]!, 0);
  return String((modulus - (sum % modulus)) % modulus);
}

/** Norway's numbers of organisations. */
export const isNorwegian = (id: string) =>
  /^\d{9}$/.test(id) && +id > 0 && checkDigit(id, [2, 3, 4, 5, 6, 7], 11) === id.at(-1);

/** Sweden's numbers: the digits from the right are doubled in turn, and the digits of the products added up. */
const luhn = (id: string) =>
  [...id].reverse().reduce((sum, digit, index) => sum + +(index % 2 ? "0246813579"[+digit]! : digit), 0) % 10 === 0;

/** Sweden's numbers of organisations. */
export const isSwedish = (id: string) => /^\d{10}$/.test(id) && luhn(id);

/** Australia's numbers: the first digit, less 1, counts ten times, the others 1, 3, 5 times and so on. */
const isAbn = (id: string) =>
  [...id].reduce((sum, digit, index) => sum + +digit * (index ? 2 * index - 1 : 10), -10) % 89 === 0;

/** Greece's numbers of taxpayers: each digit counts twice as much as the one after it. The rules ignore a tenth digit. */
export const isGreek = (id = "") =>
  /^\d{9}/.test(id) && ([...id.slice(0, 8)].reduce((sum, digit) => (sum + +digit) * 2, 0) % 11) % 10 === +id[8]!;

/** The rules about the shape of an identifier, by scheme. Those of Denmark allow no spaces around it. */
const IDENTIFIER_RULES: readonly [scheme: string, rule: string, shape: RegExp, isValid?: (id: string) => boolean][] = [
  ["0088", "40", /^\s*\d+\s*$/, (id) => checkDigit(id, [3, 1], 10) === id.at(-1)],
  ["0192", "41", /\d/, isNorwegian],
  ["0184", "42", /^(DK)?\d{8}$/],
  ["0208", "43", /^\s*\d{10}\s*$/, (id) => 97 - (+id.slice(0, 8) % 97) === +id.slice(8)],
  ["0007", "49", /\d/, isSwedish],
  ["0151", "50", /^\s*\d{11}\s*$/, isAbn],
  ["0096", "52", /^\d{10}$/],
  ["0198", "53", /^DK\d{8}$/],
];

/** The identifiers that have a scheme, by the fields that they come from. */
const IDENTIFIERS: readonly [
  field: string,
  identifiersOf: (terms: DocumentTerms) => readonly (IdentifierTerms | undefined)[],
][] = [
  ["seller.electronicAddress", ({ seller }) => [seller.electronicAddress]],
  ["seller.registrationNumber", ({ seller }) => [seller.registration]],
  ["seller.identifiers", ({ seller }) => seller.identifiers ?? []],
  ["clientElectronicAddress", ({ buyer }) => [buyer.electronicAddress]],
  ["clientRegistrationNumber", ({ buyer }) => [buyer.registration]],
  ["clientIdentifier", ({ buyer }) => buyer.identifiers ?? []],
  ["payee", ({ payee }) => [payee?.identifier, payee?.registration]],
];

/** The rules about identifiers, for each field that can have one. */
export const PEPPOL_IDENTIFIER_RULES: readonly GapRule[] = IDENTIFIER_RULES.flatMap(
  ([scheme, rule, shape, isValid = () => true]) =>
    IDENTIFIERS.map(([field, identifiersOf]) => ({
      rule: `PEPPOL-COMMON-R0${rule}`,
      field,
      detail: `The identifier is not valid in scheme ${scheme}. Correct it.`,
      isBroken: (terms: DocumentTerms) =>
        identifiersOf(terms).some(
          (each) => each?.scheme === scheme && !(shape.test(each.id) && isValid(each.id.trim())),
        ),
    })),
);
