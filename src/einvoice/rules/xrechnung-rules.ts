import { isMeansOf } from "../payment-instructions.ts";
import type { DocumentTerms } from "../terms.ts";
import { hasAddress, hasTaxNumber } from "./en16931-rules.ts";
import type { GapRule } from "./gap-rule.ts";

const IN_ADDRESS = "in the address of the company's profile.";

/**
 * XRechnung 3.0, beyond EN 16931: the fatal rules that an issued document can break.
 *
 * @see XRechnung Schematron, BR-DE-1 to BR-DE-31
 */
export const XRECHNUNG_RULES: readonly GapRule[] = [
  {
    rule: "BR-DE-1",
    field: "seller.iban",
    detail: "XRechnung needs the means of payment. Set iban in the company's profile, or payment.",
    isBroken: ({ payment }) => payment === undefined,
  },
  {
    rule: "BR-DE-2",
    field: "seller.contact",
    detail: "XRechnung needs a contact of the seller. Set contact with name, phone and email in the company's profile.",
    isBroken: ({ seller: { contact } }) => contact === undefined,
  },
  {
    rule: "BR-DE-3",
    field: "seller.address.city",
    detail: `XRechnung needs the seller's city. Set city ${IN_ADDRESS}`,
    isBroken: ({ seller }) => seller.address.city === undefined,
  },
  {
    rule: "BR-DE-4",
    field: "seller.address.postalCode",
    detail: `XRechnung needs the seller's postal code. Set postalCode ${IN_ADDRESS}`,
    isBroken: ({ seller }) => seller.address.postalCode === undefined,
  },
  ...(["name", "phone", "email"] as const).map((part, index) => ({
    rule: `BR-DE-${5 + index}`,
    field: `seller.contact.${part}`,
    detail: `XRechnung needs the ${part} of the seller's contact. Set contact.${part} in the company's profile.`,
    isBroken: ({ seller: { contact } }: DocumentTerms) => contact !== undefined && contact[part] === undefined,
  })),
  {
    rule: "BR-DE-8",
    field: "clientAddress.city",
    detail: "XRechnung needs the client's city. Set city in clientAddress.",
    isBroken: ({ buyer }) => buyer.address.city === undefined && hasAddress(buyer),
  },
  {
    rule: "BR-DE-9",
    field: "clientAddress.postalCode",
    detail: "XRechnung needs the client's postal code. Set postalCode in clientAddress.",
    isBroken: ({ buyer }) => buyer.address.postalCode === undefined && hasAddress(buyer),
  },
  {
    rule: "BR-DE-10",
    field: "deliverTo.address.city",
    detail: "XRechnung needs the city that the goods go to. Set city in deliverTo.address.",
    isBroken: ({ deliverTo }) => deliverTo !== undefined && deliverTo.address.city === undefined,
  },
  {
    rule: "BR-DE-11",
    field: "deliverTo.address.postalCode",
    detail: "XRechnung needs the postal code that the goods go to. Set postalCode in deliverTo.address.",
    isBroken: ({ deliverTo }) => deliverTo !== undefined && deliverTo.address.postalCode === undefined,
  },
  {
    rule: "BR-DE-15",
    field: "buyerReference",
    detail: "XRechnung needs the client's reference (the Leitweg-ID of a public client). Set buyerReference.",
    isBroken: ({ buyerReference }) => buyerReference === undefined,
  },
  {
    rule: "BR-DE-16",
    field: "seller.vatNumber",
    detail: "XRechnung needs the seller's tax number. Set vatNumber or taxNumber in the company's profile.",
    isBroken: (terms) => terms.lines.some(({ category }) => category !== "O") && !hasTaxNumber(terms),
  },
  {
    rule: "BR-DE-18",
    field: "paymentTerms",
    detail:
      "A line of paymentTerms that begins with # must be a cash discount such as #SKONTO#TAGE=14#PROZENT=2.00#, and only text on lines of its own may follow. Change paymentTerms.",
    isBroken: ({ paymentTerms = "" }) => hasFaultyDiscount(paymentTerms),
  },
  {
    rule: "BR-DE-23-a",
    field: "seller.iban",
    detail: "A credit transfer needs the account to pay to. Set iban in the company's profile.",
    isBroken: ({ payment }) => isMeansOf("transfer", payment?.means) && payment?.transfer === undefined,
  },
  {
    rule: "BR-DE-24-a",
    field: "payment.cardLast4",
    detail: "XRechnung needs the last digits of the card. Set payment.cardLast4.",
    isBroken: ({ payment }) => isMeansOf("card", payment?.means) && payment?.cardLast4 === undefined,
  },
  {
    rule: "BR-DE-25-a",
    field: "payment.mandateReference",
    detail: "XRechnung needs the mandate and the account of a direct debit. Set both in payment.",
    isBroken: ({ payment }) => payment?.means === "59" && payment.directDebit === undefined,
  },
  {
    rule: "BR-DE-30",
    field: "seller.creditorId",
    detail: "XRechnung needs the creditor identifier of a direct debit. Set creditorId in the company's profile.",
    isBroken: ({ payment }) => payment?.directDebit !== undefined && payment.directDebit.creditorId === undefined,
  },
  {
    rule: "BR-DE-31",
    field: "payment.debitedAccount",
    detail: "XRechnung needs the account that a direct debit takes from. Set payment.debitedAccount.",
    isBroken: ({ payment }) => payment?.directDebit !== undefined && payment.directDebit.debitedAccount === undefined,
  },
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
