import { isMeansOf } from "../payment-instructions.ts";
import { hasAddress, hasTaxNumber } from "./en16931-rules.ts";
import { type GapRule, type NeedRow, needRules } from "./gap-rule.ts";

const GERMAN_NEEDS: readonly NeedRow[] = [
  ["1", "seller.iban", "an account, or the means in payment", ({ payment }) => payment === undefined],
  ["2", "seller.contact", "a contact with name, phone and email", ({ seller }) => seller.contact === undefined],
  ["3", "seller.address.city", "the seller's city", ({ seller }) => seller.address.city === undefined],
  [
    "4",
    "seller.address.postalCode",
    "the seller's postal code",
    ({ seller }) => seller.address.postalCode === undefined,
  ],
  ...(["name", "phone", "email"] as const).map(
    (part, index): NeedRow => [
      String(5 + index),
      `seller.contact.${part}`,
      `the ${part} of the seller's contact`,
      ({ seller: { contact } }) => contact !== undefined && contact[part] === undefined,
    ],
  ),
  [
    "8",
    "clientAddress.city",
    "the client's city",
    ({ buyer }) => buyer.address.city === undefined && hasAddress(buyer),
  ],
  [
    "9",
    "clientAddress.postalCode",
    "the client's postal code",
    ({ buyer }) => buyer.address.postalCode === undefined && hasAddress(buyer),
  ],
  [
    "10",
    "deliverTo.address.city",
    "the city that the goods go to",
    ({ deliverTo }) => deliverTo.address !== undefined && deliverTo.address.city === undefined,
  ],
  [
    "11",
    "deliverTo.address.postalCode",
    "the postal code that the goods go to",
    ({ deliverTo }) => deliverTo.address !== undefined && deliverTo.address.postalCode === undefined,
  ],
  [
    "15",
    "buyerReference",
    "the client's reference (the Leitweg-ID of a public client)",
    ({ buyerReference }) => buyerReference === undefined,
  ],
  [
    "16",
    "seller.vatNumber",
    "a VAT number, or taxNumber",
    (terms) => terms.lines.some(({ category }) => category !== "O") && !hasTaxNumber(terms),
  ],
  [
    "23-a",
    "seller.iban",
    "the account of a credit transfer",
    ({ payment }) => isMeansOf("transfer", payment?.means) && payment?.transfers.length === 0,
  ],
  [
    "24-a",
    "payment.cardLast4",
    "the last digits of the card",
    ({ payment }) => isMeansOf("card", payment?.means) && payment?.cardLast4 === undefined,
  ],
  [
    "25-a",
    "payment.mandateReference",
    "the mandate and the account of a direct debit",
    ({ payment }) => payment?.means === "59" && payment.directDebit === undefined,
  ],
  [
    "30",
    "seller.creditorId",
    "the creditor identifier of a direct debit",
    ({ payment }) => payment?.directDebit !== undefined && payment.directDebit.creditorId === undefined,
  ],
  [
    "31",
    "payment.debitedAccount",
    "the account that a direct debit takes from",
    ({ payment }) => payment?.directDebit !== undefined && payment.directDebit.debitedAccount === undefined,
  ],
];

/** The rules of Germany, each under the code that `codeOf` gives its number. */
function germanRules(specification: string, codeOf: (number: string) => string): GapRule[] {
  return [
    ...needRules(
      specification,
      GERMAN_NEEDS.map(([number, ...row]) => [codeOf(number), ...row]),
    ),
    {
      rule: codeOf("18"),
      field: "paymentTerms",
      detail:
        "A cash discount must be a line such as #SKONTO#TAGE=14#PROZENT=2.00#, with other text on separate lines. Change paymentTerms.",
      isBroken: ({ paymentTerms = "" }) => hasFaultyDiscount(paymentTerms),
    },
  ];
}

/**
 * XRechnung 3.0, beyond EN 16931: the fatal rules that an issued document can break.
 *
 * @see XRechnung Schematron, BR-DE-1 to BR-DE-31
 */
export const XRECHNUNG_RULES: readonly GapRule[] = [
  ...germanRules("XRechnung", (number) => `BR-DE-${number}`),
  {
    rule: "BR-DE-31",
    field: "payment.mandateReference",
    detail: "XRechnung needs the mandate of a direct debit. Set payment.mandateReference.",
    syntax: "cii",
    isBroken: ({ payment }) =>
      payment?.directDebit?.debitedAccount !== undefined &&
      payment.directDebit.mandateReference === undefined &&
      payment.directDebit.creditorId === undefined,
  },
];

/**
 * The same rules as Peppol has them for UBL, if both parties are in Germany: `BR-DE-1` is `DE-R-001`, `BR-DE-23-a` is
 * `DE-R-023-1`.
 */
export const GERMAN_PEPPOL_RULES: readonly GapRule[] = germanRules(
  "Between German parties, Peppol",
  (number) => `DE-R-${number.replace("-a", "-1").padStart(number.endsWith("a") ? 5 : 3, "0")}`,
);

const CASH_DISCOUNT = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

function hasFaultyDiscount(paymentTerms: string): boolean {
  const discounts = paymentTerms
    .split(/\r?\n/)
    .map((line) => line.replace(/[\t\r ]+/g, " ").trim())
    .filter((line) => line.startsWith("#"));
  if (discounts.length === 0) return false;
  const rest = paymentTerms.split(/#[^\n\r]+#/).at(-1)!;
  return !/^[\t\r ]*\n/.test(rest) || discounts.some((line) => !CASH_DISCOUNT.test(line));
}
