import { differBy, divided, minus, plus, times } from "../../domain/money/decimal-text.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { DocumentTerms, IdentifierTerms, LineTerms } from "../terms.ts";
import { type GapRule, type NeedRow, needRules } from "./gap-rule.ts";

/** Schemes of the list EAS that the Peppol network does not support. */
const NOT_IN_PEPPOL: readonly string[] = ["EM", "AN", "AQ", "AS", "AU"];

/** Sweden's numbers: the digits from the right are doubled in turn, and the digits of the products added up. */
const luhn = (id: string) =>
  [...id].reverse().reduce((sum, digit, index) => sum + +(index % 2 ? "0246813579"[+digit]! : digit), 0) % 10 === 0;

/** Australia's numbers: the first digit, less 1, counts ten times, the others 1, 3, 5 times and so on. */
const isAbn = (id: string) =>
  [...id].reduce((sum, digit, index) => sum + +digit * (index ? 2 * index - 1 : 10), -10) % 89 === 0;

/** The rules about the shape of an identifier, by scheme. */
const IDENTIFIER_RULES: readonly [scheme: string, rule: string, isValid: (id: string) => boolean][] = [
  ["0088", "PEPPOL-COMMON-R040", (id) => /^\d+$/.test(id) && checkDigit(id, [3, 1], 10) === id.at(-1)],
  ["0192", "PEPPOL-COMMON-R041", (id) => /^\d{9}$/.test(id) && checkDigit(id, [2, 3, 4, 5, 6, 7], 11) === id.at(-1)],
  ["0184", "PEPPOL-COMMON-R042", (id) => /^DK\d{8}$/.test(id)],
  ["0007", "PEPPOL-COMMON-R049", (id) => /^\d{10}$/.test(id) && luhn(id)],
  ["0151", "PEPPOL-COMMON-R050", (id) => /^\d{11}$/.test(id) && isAbn(id)],
  ["0208", "PEPPOL-COMMON-R043", (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === +id.slice(8)],
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

/** The schemes of the seller's number in the Netherlands (KVK, OIN) and Denmark (CVR). */
const NATIONAL_SCHEMES = [
  ["NL-R-003", "0106 or 0190"],
  ["DK-R-014", "0184"],
] as const;

/**
 * Peppol BIS Billing 3.0, beyond EN 16931: the fatal rules that an issued document can break. Those of single countries
 * are not here.
 */
export const PEPPOL_RULES: readonly GapRule[] = [
  ...needRules("Peppol", [
    [
      "PEPPOL-EN16931-R003",
      "buyerReference",
      "a reference of the client, or purchaseOrderReference",
      ({ buyerReference, purchaseOrderReference }) =>
        buyerReference === undefined && purchaseOrderReference === undefined,
    ],
    [
      "PEPPOL-EN16931-R010",
      "clientElectronicAddress",
      "the client's electronic address",
      ({ buyer }) => buyer.electronicAddress === undefined,
    ],
    [
      "PEPPOL-EN16931-R020",
      "seller.electronicAddress",
      "the seller's electronic address",
      ({ seller }) => seller.electronicAddress === undefined,
    ],
    [
      "PEPPOL-EN16931-R061",
      "payment.mandateReference",
      "the mandate of a direct debit",
      ({ payment }) => isMeansOf("directDebit", payment?.means) && payment?.directDebit?.mandateReference === undefined,
    ],
    [
      "NL-R-002",
      "seller.address",
      "line1, city and postalCode",
      ({ seller: { address } }) => address.country === "NL" && !(address.line1 && address.city && address.postalCode),
    ],
    ...NATIONAL_SCHEMES.map(
      ([rule, schemes]): NeedRow => [
        rule,
        "seller.registrationScheme",
        schemes,
        ({ seller: { address, registration } }) =>
          rule.startsWith(address.country) &&
          registration !== undefined &&
          !schemes.includes(registration.scheme ?? "no"),
      ],
    ),
  ]),
  ...(["seller", "buyer"] as const).map((party) => ({
    rule: "PEPPOL-EN16931-CL008",
    field: party === "seller" ? "seller.electronicAddress" : "clientElectronicAddress",
    detail: `Peppol does not deliver to this scheme, such as EM (e-mail). Set the ${party}'s Peppol address.`,
    isBroken: (terms: DocumentTerms) => NOT_IN_PEPPOL.includes(terms[party].electronicAddress?.scheme ?? ""),
  })),
  ...IDENTIFIER_RULES.flatMap(([scheme, rule, isValid]) =>
    IDENTIFIERS.map(([field, identifiersOf]) => ({
      rule,
      field,
      detail: `The identifier is not valid in scheme ${scheme}. Correct it.`,
      isBroken: (terms: DocumentTerms) =>
        identifiersOf(terms).some((each) => each?.scheme === scheme && !isValid(each.id.trim())),
    })),
  ),
  {
    rule: "PEPPOL-EN16931-R110",
    field: "items[].period",
    detail: "A line's period begins before that of the invoice. Change one of them.",
    isBroken: ({ period, lines }) => period !== undefined && lines.some((line) => begin(line) < period.start),
  },
  {
    rule: "PEPPOL-EN16931-R111",
    field: "items[].period",
    detail: "A line's period ends after that of the invoice. Change one of them.",
    isBroken: ({ period, lines }) => period !== undefined && lines.some((line) => end(line) > period.end),
  },
  {
    rule: "PEPPOL-EN16931-R120",
    field: "items[].unitPrice",
    detail:
      "A line's net amount differs by over 0.02 from quantity × unit price less discount. Use a currency with two decimals.",
    isBroken: ({ lines }) => lines.some(differsFromPrice),
  },
];

/** The check digit of a number that ends with one: digits from the right are weighted in turn, modulo 10 or 11. */
function checkDigit(number: string, weights: readonly number[], modulus: number): string {
  const digits = [...number.slice(0, -1)].reverse();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * weights[index % weights.length]!, 0);
  return String((modulus - (sum % modulus)) % modulus);
}

function begin({ period }: LineTerms): string {
  return period?.start ?? "9999-12-31";
}

function end({ period }: LineTerms): string {
  return period?.end ?? "";
}

function differsFromPrice({ quantity, price, priceBaseQuantity = "1", netAmount, adjustments }: LineTerms): boolean {
  const priced = divided(times(quantity, price), priceBaseQuantity, 10);
  const due = adjustments.reduce((sum, { isCharge, amount }) => (isCharge ? plus : minus)(sum, amount), priced);
  return differBy(0.02, due, netAmount);
}
