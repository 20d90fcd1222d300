import { isMeansOf } from "../payment-instructions.ts";
import type { AddressTerms, DocumentTerms } from "../terms.ts";
import { hasParts, hasTaxNumber } from "./en16931-rules.ts";
import { type GapRule, type NeedRow, needRules } from "./gap-rule.ts";

/** The addresses that need a city and a postal code if they are written, and the numbers of the first rules about them. */
const ADDRESSES: readonly [
  number,
  field: string,
  addressOf: (terms: DocumentTerms) => Partial<AddressTerms> | undefined,
][] = [
  [3, "seller.address", ({ seller }) => seller.address],
  [8, "clientAddress", ({ buyer }) => buyer.address],
  [10, "deliverTo.address", ({ deliverTo }) => deliverTo.address],
];

const GERMAN_NEEDS: readonly NeedRow[] = [
  ["1", "seller.iban", "an account, or the means in payment", ({ payment }) => payment === undefined],
  ["2", "seller.contact", "a contact with name, phone and email", ({ seller }) => seller.contact === undefined],
  ...ADDRESSES.flatMap(([number, field, addressOf]) =>
    (["city", "postalCode"] as const).map(
      (part, index): NeedRow => [
        String(number + index),
        `${field}.${part}`,
        "a city and a postal code",
        (terms) => {
          const address = addressOf(terms) ?? {};
          return hasParts(address) && address[part] === undefined;
        },
      ],
    ),
  ),
  ...(["name", "phone", "email"] as const).map(
    (part, index): NeedRow => [
      String(5 + index),
      `seller.contact.${part}`,
      `the ${part} of the seller's contact`,
      ({ seller: { contact } }) => contact !== undefined && contact[part] === undefined,
    ],
  ),
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
    (terms) => terms.breakdown.some(({ category }) => category !== "O") && !hasTaxNumber(terms),
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
    "the account of a direct debit",
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
      detail: "A cash discount must be a line such as #SKONTO#TAGE=14#PROZENT=2.00#. Change paymentTerms.",
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
    detail: "XRechnung needs the mandate and the account of a direct debit. Set payment.mandateReference.",
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
