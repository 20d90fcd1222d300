import { differBy, minus, times } from "../decimal-text.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { DocumentTerms, LineTerms } from "../terms.ts";
import type { GapRule } from "./gap-rule.ts";

/** Schemes of the list EAS that the Peppol network does not have. */
const NOT_IN_PEPPOL: readonly string[] = ["EM", "AN", "AQ", "AS", "AU"];

/** The rules about the shape of an identifier, by scheme. */
const IDENTIFIER_RULES: readonly [scheme: string, rule: string, isValid: (id: string) => boolean][] = [
  ["0088", "PEPPOL-COMMON-R040", (id) => /^\d+$/.test(id) && checkDigit(id, [3, 1], 10) === id.at(-1)],
  ["0192", "PEPPOL-COMMON-R041", (id) => /^\d{9}$/.test(id) && checkDigit(id, [2, 3, 4, 5, 6, 7], 11) === id.at(-1)],
  ["0184", "PEPPOL-COMMON-R042", (id) => /^DK\d{8}$/.test(id)],
  ["0208", "PEPPOL-COMMON-R043", (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === +id.slice(8)],
];

/** Peppol BIS Billing 3.0, beyond EN 16931: the fatal rules of all countries that an issued document can break. */
export const PEPPOL_RULES: readonly GapRule[] = [
  {
    rule: "PEPPOL-EN16931-R003",
    field: "buyerReference",
    detail: "Peppol needs a reference of the client. Set buyerReference or purchaseOrderReference.",
    isBroken: ({ buyerReference, purchaseOrderReference }) =>
      buyerReference === undefined && purchaseOrderReference === undefined,
  },
  {
    rule: "PEPPOL-EN16931-R010",
    field: "clientElectronicAddress",
    detail: "The client's electronic address is missing. Set clientElectronicAddress.",
    isBroken: ({ buyer }) => buyer.electronicAddress === undefined,
  },
  {
    rule: "PEPPOL-EN16931-R020",
    field: "seller.electronicAddress",
    detail: "The seller's electronic address is missing. Set electronicAddress in the company's profile.",
    isBroken: ({ seller }) => seller.electronicAddress === undefined,
  },
  ...(["seller", "buyer"] as const).map((party) => ({
    rule: "PEPPOL-EN16931-CL008",
    field: party === "seller" ? "seller.electronicAddress" : "clientElectronicAddress",
    detail: `Peppol does not deliver to addresses of this scheme, such as EM (e-mail). Set the ${party}'s Peppol address.`,
    isBroken: (terms: DocumentTerms) => NOT_IN_PEPPOL.includes(terms[party].electronicAddress?.scheme ?? ""),
  })),
  ...IDENTIFIER_RULES.flatMap(([scheme, rule, isValid]) =>
    (["seller", "buyer"] as const).flatMap((party) =>
      (["electronicAddress", "registration"] as const).map((name) => ({
        rule,
        field: fieldOf(party, name),
        detail: `The identifier is not valid in scheme ${scheme}. Correct it.`,
        isBroken: (terms: DocumentTerms) => {
          const identifier = terms[party][name];
          return identifier?.scheme === scheme && !isValid(identifier.id.trim());
        },
      })),
    ),
  ),
  {
    rule: "PEPPOL-EN16931-R061",
    field: "payment.mandateReference",
    detail: "Peppol needs the mandate of a direct debit. Set payment.mandateReference.",
    isBroken: ({ payment }) =>
      isMeansOf("directDebit", payment?.means) && payment?.directDebit?.mandateReference === undefined,
  },
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
      "A line's net amount differs by more than 0.02 from quantity × unit price less the discount. Use a currency with two decimals.",
    isBroken: ({ lines }) => lines.some(differsFromPrice),
  },
];

function fieldOf(party: "seller" | "buyer", name: "electronicAddress" | "registration"): string {
  if (party === "seller") return name === "registration" ? "seller.registrationNumber" : "seller.electronicAddress";
  return name === "registration" ? "clientRegistrationNumber" : "clientElectronicAddress";
}

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

function differsFromPrice({ quantity, price, netAmount, discount }: LineTerms): boolean {
  return differBy(0.02, minus(times(quantity, price), discount?.amount ?? 0), netAmount);
}
