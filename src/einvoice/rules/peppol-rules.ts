import { codeList } from "../../domain/codes/code-list.ts";
import { differBy, divided, minus, plus, times } from "../../domain/money/decimal-text.ts";
import { isMeansOf } from "../payment-instructions.ts";
import type { DocumentTerms, LineTerms } from "../terms.ts";
import { type GapRule, needRules } from "./gap-rule.ts";
import { PEPPOL_IDENTIFIER_RULES } from "./peppol-identifiers.ts";

/** The schemes of the list EAS that the Peppol network does not support. */
const NOT_IN_PEPPOL = codeList("003:7 014:7 015:48 017:07 019:34 020:235 021:2357 0219 0220 A:NQSU EM");

/** The types that Peppol does not take, by rule. In UBL self-billing has rules of its own, and credit notes have one. */
const UNKNOWN_TYPES: readonly [rule: string, types: readonly string[], syntax?: "ubl" | "cii"][] = [
  ["PEPPOL-EN16931-P0100", ["204", "387", "751"]],
  ["PEPPOL-EN16931-P0100", ["471", "500"], "ubl"],
  ["PEPPOL-EN16931-P0100", ["262", "503"], "cii"],
  ["PEPPOL-EN16931-P0101", ["262", "502", "503"], "ubl"],
];

const OUTSIDE_PERIOD = "A line's period is not within that of the invoice. Change one.";

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
    detail: "Peppol does not deliver to this scheme. Set a Peppol address.",
    isBroken: (terms: DocumentTerms) => NOT_IN_PEPPOL(terms[party].electronicAddress?.scheme ?? ""),
  })),
  ...PEPPOL_IDENTIFIER_RULES,
  // In UBL an order of the seller has `NA` as that of the client, which is a reference.
  {
    rule: "PEPPOL-EN16931-R003",
    field: "buyerReference",
    detail: "Peppol needs a reference of the client, or purchaseOrderReference. Set buyerReference.",
    syntax: "cii",
    isBroken: (terms) => lacksReference(terms) && terms.salesOrderReference !== undefined,
  },
  ...UNKNOWN_TYPES.map(([rule, types, syntax]) => ({
    rule,
    field: "documentType",
    detail: "Peppol does not know this type. Leave documentType out.",
    syntax,
    isBroken: ({ typeCode }: DocumentTerms) => types.includes(typeCode),
  })),
  {
    rule: "PEPPOL-EN16931-P0112",
    field: "documentType",
    detail: "Only German parties have this type. Leave it out.",
    syntax: "ubl",
    isBroken: ({ typeCode, seller, buyer }) =>
      ["326", "384"].includes(typeCode) && (seller.address.country !== "DE" || buyer.address.country !== "DE"),
  },
  ...(["allowances[]", "charges[]", "items[].discounts[]", "items[].charges[]"] as const).map((field, index) => ({
    rule: "PEPPOL-EN16931-R042",
    field: `${field}.baseAmount`,
    detail: "Peppol wants a percentage beside a base amount. Give percent instead of amount, or leave baseAmount out.",
    isBroken: ({ lines, adjustments }: DocumentTerms) =>
      (index < 2 ? adjustments : lines.flatMap((line) => line.adjustments)).some(
        ({ isCharge, percent, baseAmount }) =>
          isCharge === (index % 2 === 1) && baseAmount !== undefined && percent === undefined,
      ),
  })),
  {
    rule: "PEPPOL-EN16931-R110",
    field: "items[].period",
    detail: OUTSIDE_PERIOD,
    isBroken: ({ period, lines }) => period !== undefined && lines.some((line) => begin(line) < (period.start ?? "")),
  },
  {
    rule: "PEPPOL-EN16931-R111",
    field: "items[].period",
    detail: OUTSIDE_PERIOD,
    isBroken: ({ period, lines }) =>
      period !== undefined && lines.some((line) => end(line) > (period.end ?? "9999-12-31")),
  },
  {
    rule: "PEPPOL-EN16931-R120",
    field: "items[].unitPrice",
    detail: "The net amount is not quantity × price. Use a currency with two decimals.",
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

function differsFromPrice({ quantity, price, priceBaseQuantity = "1", netAmount, adjustments }: LineTerms): boolean {
  const priced = divided(times(quantity, price), priceBaseQuantity, 10);
  const due = adjustments.reduce((sum, { isCharge, amount }) => (isCharge ? plus : minus)(sum, amount), priced);
  return differBy(0.02, due, netAmount);
}
