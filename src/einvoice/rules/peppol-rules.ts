import { codeList } from "../../domain/codes/code-list.ts";
import { differBy, minus, times } from "../decimal-text.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { DocumentTerms, LineTerms } from "../terms.ts";
import { type GapRule, needRules } from "./gap-rule.ts";
import { PEPPOL_IDENTIFIER_RULES } from "./peppol-identifiers.ts";

/** The schemes of the list EAS that the Peppol network does not support. */
const NOT_IN_PEPPOL = codeList("003:7 014:7 015:48 017:07 019:34 020:235 021:2357 0219 0220 A:NQSU EM");

/**
 * Peppol BIS Billing 3.0, beyond EN 16931: the fatal rules that an issued document can break, wherever the parties are.
 *
 * @see Peppol BIS Billing 3.0.21 and self-billing 3.0.2, May 2026
 */
export const PEPPOL_RULES: readonly GapRule[] = [
  ...needRules("Peppol", [
    [
      "PEPPOL-EN16931-R003",
      "buyerReference",
      "a reference of the client, or purchaseOrderReference",
      (terms) => lacksReference(terms) && terms.salesOrderReference === undefined,
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
  ]),
  ...(["seller", "buyer"] as const).map((party) => ({
    rule: "PEPPOL-EN16931-CL008",
    field: party === "seller" ? "seller.electronicAddress" : "clientElectronicAddress",
    detail: `Peppol does not deliver to this scheme, such as EM (e-mail). Set the ${party}'s Peppol address.`,
    isBroken: (terms: DocumentTerms) => NOT_IN_PEPPOL(terms[party].electronicAddress?.scheme ?? ""),
  })),
  ...PEPPOL_IDENTIFIER_RULES,
  // In UBL an order of the seller has `NA` as that of the client, which is a reference.
  {
    rule: "PEPPOL-EN16931-R003",
    field: "buyerReference",
    detail: "In CII, Peppol needs a reference of the client. Set buyerReference or purchaseOrderReference.",
    syntax: "cii",
    isBroken: (terms) => lacksReference(terms) && terms.salesOrderReference !== undefined,
  },
  {
    rule: "PEPPOL-EN16931-P0112",
    field: "documentType",
    detail: "Peppol has 326 and 384 only between German parties. Leave documentType out.",
    syntax: "ubl",
    isBroken: ({ typeCode, seller, buyer }) =>
      ["326", "384"].includes(typeCode) && (seller.address.country !== "DE" || buyer.address.country !== "DE"),
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
      "A line's net amount differs by over 0.02 from quantity × unit price less discount. Use a currency with two decimals.",
    isBroken: ({ lines }) => lines.some(differsFromPrice),
  },
];

function lacksReference({ buyerReference, purchaseOrderReference }: DocumentTerms): boolean {
  return buyerReference === undefined && purchaseOrderReference === undefined;
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
